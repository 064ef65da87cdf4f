// The loops of friction/run.hpp for every velocity-driven law and dimension, compiled apart from the bindings.
//
// Among so much other code the compiler gives up inlining Eigen's expressions, which would cost a quarter of
// the speed; and the bindings compile in half the time.
#pragma once

#include <span>

#include "stickslip/friction/run.hpp"

namespace stickslip::python {

template <class Law, int Dim>
struct Loops {
  using State = typename Law::template State<Dim>;

  static void run(const Law& law, State& state, std::span<const double> v, const friction::NormalForce& fn, double dt,
                  std::span<double> force, const friction::RunOptions& options);
  static void energy(const Law& law, State& state, std::span<const double> v, const friction::NormalForce& fn,
                     double dt, std::span<double> stored, std::span<double> dissipated);
  static void steady_force(const Law& law, std::span<const double> v, const friction::NormalForce& fn,
                           std::span<double> force);
};

}  // namespace stickslip::python
