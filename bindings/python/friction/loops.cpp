#include "friction/loops.hpp"

#include <vector>

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

namespace {

template <class Law, int Dim>
void instantiate(std::vector<const void*>& code) {
  code.push_back(reinterpret_cast<const void*>(&Loops<Law, Dim>::run));
  code.push_back(reinterpret_cast<const void*>(&Loops<Law, Dim>::energy));
  code.push_back(reinterpret_cast<const void*>(&Loops<Law, Dim>::steady_force));
}

}  // namespace

// An explicit instantiation would name each law; taking the addresses compiles the loops of all that are in the list.
std::vector<const void*> compiled_loops() {
  std::vector<const void*> code;
  friction::for_each_law<friction::AnyLaw>([&]<class Law>() {
    if constexpr (friction::VelocityLaw<Law>) {
      instantiate<Law, 1>(code);
      instantiate<Law, 2>(code);
      instantiate<Law, 3>(code);
    }
  });
  return code;
}

}  // namespace stickslip::python
