// What became of one sample that a renderer was given.
//
// The numbers are those of stickslip_haptics.h and of Python's stickslip.haptics.Status.
#pragma once

#include <cstdint>
#include <string_view>

#include "stickslip/core/names.hpp"

namespace stickslip::haptics {

enum class Status : std::uint8_t {
  ok = 0,                // the law's force
  limited = 1,           // the law's force was longer than force_limit and has been scaled back to it
  refused_position = 2,  // the position is NaN or infinite
  refused_time = 3,      // the time is NaN or infinite, or not after that of the last sample
  refused_load = 4,      // the normal force is NaN, infinite or negative
  refused_overflow = 5,  // all inputs are finite, but the force or the step between two samples would not be
};

// A refused sample changed nothing; the force beside it is the last one given.
constexpr bool is_refused(Status status) noexcept {
  return status != Status::ok && status != Status::limited;
}

}  // namespace stickslip::haptics

template <>
struct stickslip::Names<stickslip::haptics::Status> {
  using Status = haptics::Status;
  static constexpr Named<Status> table[] = {{Status::ok, "ok"},
                                            {Status::limited, "limited"},
                                            {Status::refused_position, "refused_position"},
                                            {Status::refused_time, "refused_time"},
                                            {Status::refused_load, "refused_load"},
                                            {Status::refused_overflow, "refused_overflow"}};
};

namespace stickslip::haptics {

// Its name, as spelled above.
constexpr const char* to_text(Status status) noexcept {
  const std::string_view name = name_of(status);
  return name.empty() ? "unknown" : name.data();
}

}  // namespace stickslip::haptics
