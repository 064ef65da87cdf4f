// A state whose dimension is chosen at run time: the Python object that a law's memory lives in.
#pragma once

#include <string>
#include <variant>

#include <pybind11/pybind11.h>

#include "stickslip/core/error.hpp"

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

}  // namespace stickslip::python
