#include "progress_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "standard_streams.hpp"

namespace stickslip::cli {

ProgressLine::ProgressLine(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::show(const std::string& text, double share) {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  complain(fmt::format("\r\x1b[K{}  {:.0f} %", text, 100.0 * share));
}

void ProgressLine::show(const std::string& text) const {
  if (!shown_) return;
  complain(fmt::format("\r\x1b[K{} …", text));
}

void ProgressLine::clear() {
  if (!shown_) return;
  complain("\r\x1b[K");
  next_ = {};
}

}  // namespace stickslip::cli
