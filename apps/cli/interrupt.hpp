// Ctrl-C and kill, turned into an exception at the next safe place, so that no file is left half-written.
#pragma once

#include <exception>

namespace stickslip::cli {

class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

// From here on SIGINT, SIGTERM and SIGHUP only set a flag, however often they come: an impatient second Ctrl-C must not
// leave a half-written file either. SIGQUIT still ends the program at once. SIGXFSZ (ulimit -f) is ignored.
void catch_interrupts();

bool is_interrupted() noexcept;
// Throws Interrupted if one came.
void throw_if_interrupted();

// The last one that came; 0: none.
int interrupting_signal() noexcept;

// The exit code a shell expects after a signal: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
int interrupted_exit_code(int signal = interrupting_signal()) noexcept;

}  // namespace stickslip::cli
