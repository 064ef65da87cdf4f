// What became of one sample that a renderer was given.
//
// The numbers are those of stickslip_haptics.h and of Python's stickslip.haptics.Status.
#pragma once

#include <cstdint>

namespace stickslip::haptics {

enum class Status : std::uint8_t {
  ok = 0,                // the law's force
  limited = 1,           // the law's force was longer than force_limit and has been scaled back to it
  refused_position = 2,  // the position is NaN or infinite
  refused_time = 3,      // the time is NaN or infinite, or not after that of the last sample
  refused_load = 4,      // the normal force is NaN, infinite or negative
  refused_overflow = 5,  // all inputs are finite, but the force or the step between two samples would not be
};

inline constexpr int status_count = 6;

// A refused sample changed nothing; the force beside it is the last one given.
constexpr bool is_refused(Status status) noexcept {
  return status != Status::ok && status != Status::limited;
}

// Its name, as spelled above.
constexpr const char* to_text(Status status) noexcept {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::limited:
      return "limited";
    case Status::refused_position:
      return "refused_position";
    case Status::refused_time:
      return "refused_time";
    case Status::refused_load:
      return "refused_load";
    case Status::refused_overflow:
      return "refused_overflow";
  }
  return "unknown";
}

}  // namespace stickslip::haptics
