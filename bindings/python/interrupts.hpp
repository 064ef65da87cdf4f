// Ctrl-C during long calls that run without the GIL.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include <pybind11/pybind11.h>

#include "stickslip/core/progress.hpp"

namespace stickslip::python {

namespace py = pybind11;

// Looks now and then whether a signal has arrived.
class InterruptWatch {
 public:
  // Throws what the signal's handler raises, KeyboardInterrupt as a rule. Looks at most every 50 ms, so that it may be
  // called often. Takes the GIL where it looks; needs none.
  void poll() {
    const auto now = Clock::now();
    if (now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }

  // That polls, for work that takes a Progress. Use while this object lives.
  Progress progress() {
    return [this](double /*share*/) { poll(); };
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

// Calls f(begin, end) for consecutive pieces of 0 … count without the GIL, and looks for a signal after each. The first
// piece is at most `first` long; the next are longer or shorter until they take some milliseconds. f is called at
// least once.
template <class Function>
void in_pieces(std::size_t count, std::size_t first, Function f) {
  using Clock = std::chrono::steady_clock;
  constexpr auto brief = std::chrono::milliseconds(5), lengthy = std::chrono::milliseconds(50);
  const py::gil_scoped_release without_gil;
  InterruptWatch watch;
  std::size_t begin = 0, piece = std::max<std::size_t>(first, 1);
  do {
    const std::size_t end = begin + std::min(piece, count - begin);
    const auto start = Clock::now();
    f(begin, end);
    const auto time = Clock::now() - start;
    if (time < brief) piece *= 2;
    if (time > lengthy) piece = std::max<std::size_t>(piece / 2, 1);
    begin = end;
    watch.poll();
  } while (begin < count);
}

}  // namespace stickslip::python
