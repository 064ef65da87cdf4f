#include "friction/loops.hpp"

#include <tuple>
#include <type_traits>
#include <variant>

#include "stickslip/friction/any_law.hpp"

namespace stickslip::python {

template <class Law, int Dim>
void Loops<Law, Dim>::run(const Law& law, State& state, std::span<const double> v, const friction::NormalForce& fn,
                          double dt, std::span<double> force, const friction::RunOptions& options) {
  friction::run<Dim>(law, state, v, fn, dt, force, options);
}

template <class Law, int Dim>
void Loops<Law, Dim>::energy(const Law& law, State& state, std::span<const double> v, const friction::NormalForce& fn,
                             double dt, std::span<double> stored, std::span<double> dissipated) {
  friction::run_energy<Dim>(law, state, v, fn, dt, stored, dissipated);
}

template <class Law, int Dim>
void Loops<Law, Dim>::steady_force(const Law& law, std::span<const double> v, const friction::NormalForce& fn,
                                   std::span<double> force) {
  friction::run_steady<Dim>(law, v, fn, force);
}

// An explicit instantiation of Loops would name each law again. That of their list takes the addresses of the loops, which
// compiles them.
template <class List>
struct LoopsOf;
template <class... Laws>
struct LoopsOf<std::variant<Laws...>> {
  template <int Dim>
  struct Code {
    static constexpr std::tuple addresses{&Loops<Laws, Dim>::run..., &Loops<Laws, Dim>::energy...,
                                          &Loops<Laws, Dim>::steady_force...};
  };
};

template <class Law>
using HasLoops = std::bool_constant<friction::VelocityLaw<Law>>;
using AllLoops = LoopsOf<friction::LawsWith<HasLoops>>;

template struct AllLoops::Code<1>;
template struct AllLoops::Code<2>;
template struct AllLoops::Code<3>;

}  // namespace stickslip::python
