// A state whose dimension is chosen at run time: the Python object that a law's memory lives in.
#pragma once

#include <string>
#include <type_traits>
#include <variant>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"
#include "stickslip/friction/adhesion_state.hpp"
#include "stickslip/friction/bristle.hpp"

#include "arguments.hpp"
#include "arrays.hpp"

namespace stickslip::python {

// StateIn<Dim> for Dim = 1, 2 or 3.
template <template <int> class StateIn>
class AnyDimState {
 public:
  explicit AnyDimState(int dim) {
    if (dim < 1 || dim > 3) throw InvalidArgument("dim = " + std::to_string(dim) + " must be 1, 2 or 3");
    with_dim(dim, [this](auto d) { state_ = StateIn<d()>{}; });
  }

  int dim() const noexcept { return static_cast<int>(state_.index()) + 1; }
  Owner owner() const noexcept { return {"state", dim()}; }

  template <int Dim>
  StateIn<Dim>& in() {
    return std::get<StateIn<Dim>>(state_);
  }
  template <int Dim>
  const StateIn<Dim>& in() const {
    return std::get<StateIn<Dim>>(state_);
  }

 private:
  std::variant<StateIn<1>, StateIn<2>, StateIn<3>> state_;
};

// The memories of the laws, named once: another alias of the same template would be another type to pybind11.
template <int Dim>
using Bristle = friction::Bristle<Dim>;
using BristleState = AnyDimState<Bristle>;
template <int Dim>
using AdhesionPoint = friction::AdhesionState<Dim>;
using AdhesionState = AnyDimState<AdhesionPoint>;

// The call law.state(dim).
template <class Law, class State>
State fresh_state(const Law& /*law*/, const py::args& args, const py::kwargs& kwargs) {
  return State(Arguments("state", {"dim"}, {}, args, kwargs).integer("dim", 1));
}

// Calls f(dimension, state) on a copy of the state, or on a relaxed one where none is given. The copy is put
// back only when f has returned: a wrong input leaves the state untouched, and threads that meanwhile look at
// the object see a state between two calls. A law without memory gets its own empty state.
template <class Law, template <int> class StateIn, class Function>
void advance(AnyDimState<StateIn>* state, int dim, Function f) {
  with_dim(dim, [&](auto d) {
    using Working = typename Law::template State<d()>;
    constexpr bool has_memory = std::is_same_v<Working, StateIn<d()>>;
    Working working{};
    if constexpr (has_memory) {
      if (state != nullptr) working = state->template in<d()>();
    }
    f(d, working);
    if constexpr (has_memory) {
      if (state != nullptr) state->template in<d()>() = working;
    }
  });
}

}  // namespace stickslip::python
