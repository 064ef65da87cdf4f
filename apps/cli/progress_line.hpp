// One line on the terminal that says how far the work is. Silent where there is no terminal.
#pragma once

#include <chrono>
#include <string>

namespace stickslip::cli {

class ProgressLine {
 public:
  // Shown on stderr if `wanted` and stderr is a terminal.
  explicit ProgressLine(bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;

  // "text  42 %", drawn at most ten times a second.
  void show(const std::string& text, double share);
  // Where it is not known how far: "text …", drawn at once.
  void show(const std::string& text) const;
  void clear();

 private:
  bool shown_;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace stickslip::cli
