#include "interrupt.hpp"

#include <csignal>

namespace stickslip::cli {

namespace {

volatile std::sig_atomic_t caught = 0;

void remember(int signal) {
  caught = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, remember);
  std::signal(SIGTERM, remember);
}

void throw_if_interrupted() {
  if (caught != 0) throw Interrupted();
}

int interrupted_exit_code() noexcept {
  return 128 + caught;
}

}  // namespace stickslip::cli
