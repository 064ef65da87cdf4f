#include "progress_line.hpp"

#include <cstdio>

#include <fmt/core.h>
#include <unistd.h>

namespace stickslip::cli {

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(const std::string& text, double share) {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  fmt::print(stderr, "\r\x1b[K{}  {:.0f} %", text, 100.0 * share);
  std::fflush(stderr);
}

void ProgressLine::show(const std::string& text) const {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K{} …", text);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  next_ = {};
}

}  // namespace stickslip::cli
