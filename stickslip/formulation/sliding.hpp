// How friction of a contact that slides is posed: ‖u_t‖ > v_th at the start of the step, e_t = u_t/‖u_t‖, e_l = n × e_t.
#pragma once

#include <cstdint>
#include <string_view>

#include "stickslip/core/names.hpp"

namespace stickslip::formulation {

enum class Sliding : std::uint8_t { relaxed, no_lateral, explicit_ };

struct SlidingRow {
  Sliding value;
  std::string_view name;
  std::string_view meaning;
};

}  // namespace stickslip::formulation

template <>
struct stickslip::Names<stickslip::formulation::Sliding> {
  using S = stickslip::formulation::Sliding;
  static constexpr stickslip::formulation::SlidingRow table[] = {
      {S::relaxed, "relaxed",
       "bounds along and across the motion, across it relaxed so that friction follows the velocity"},
      {S::no_lateral, "no_lateral", "bounds along the motion, no friction across it"},
      {S::explicit_, "explicit", "friction against the velocity at the start, no bounds: it chatters about rest"},
  };
};
