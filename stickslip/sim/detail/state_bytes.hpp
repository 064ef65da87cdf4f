// A State as bytes and back, bit for bit. Little-endian; for the machine that wrote it and others of its kind.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

struct RestoredState {
  State state;
  bool is_placed_anew;
};

std::vector<std::byte> bytes_of(const Model& model, const State& state, bool is_placed_anew);
// Throws InvalidArgument for bytes that are no state, or a state of other bodies than the model's.
RestoredState state_of(std::span<const std::byte> bytes, const Model& model);

}  // namespace stickslip::sim::detail
