// Ctrl-C and kill, turned into an exception at the next safe place, so that no file is left half-written.
#pragma once

#include <exception>

namespace stickslip::cli {

class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

// From here on SIGINT and SIGTERM only set a flag. A second one ends the program at once.
void catch_interrupts();

// Throws Interrupted if one came.
void throw_if_interrupted();

// The exit code a shell expects after the signal that came: 130 for SIGINT, 143 for SIGTERM.
int interrupted_exit_code() noexcept;

}  // namespace stickslip::cli
