#include "interrupt.hpp"

#include <atomic>
#include <csignal>
#include <initializer_list>

namespace stickslip::cli {

namespace {

// Read by several threads; lock-free, as a signal handler needs.
std::atomic<int> caught = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void remember(int signal) {
  caught = signal;
}

}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // What was ignored on purpose, as by nohup, stays ignored.
    if (std::signal(signal, remember) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the shell's limit is an error of the write, not the end
}

bool is_interrupted() noexcept {
  return caught != 0;
}

void throw_if_interrupted() {
  if (is_interrupted()) throw Interrupted();
}

int interrupting_signal() noexcept {
  return caught;
}

int interrupted_exit_code(int signal) noexcept {
  return 128 + signal;
}

}  // namespace stickslip::cli
