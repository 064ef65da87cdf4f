// The state of a position-driven law: the point of A to which B adheres, which follows B when the contact lets go.
#pragma once

#include <cstdint>

#include "stickslip/core/names.hpp"
#include "stickslip/core/vector.hpp"

namespace stickslip::friction {

// What the adhesion point did at a sample.
enum class Regime : std::uint8_t { stuck = 0, creeping = 1, slipping = 2, sliding = 3 };

template <int Dim, class Scalar = double>
struct AdhesionState {
  Vec<Dim, Scalar> w = Vec<Dim, Scalar>::Zero();  // adhesion point [m]
  Vec<Dim, Scalar> x = Vec<Dim, Scalar>::Zero();  // last sample [m]
  Regime regime = Regime::stuck;                  // of the last sample
  bool started = false;                           // whether there was a sample
};

}  // namespace stickslip::friction

template <>
struct stickslip::Names<stickslip::friction::Regime> {
  using Regime = friction::Regime;
  static constexpr Named<Regime> table[] = {{Regime::stuck, "stuck"},
                                            {Regime::creeping, "creeping"},
                                            {Regime::slipping, "slipping"},
                                            {Regime::sliding, "sliding"}};
};
