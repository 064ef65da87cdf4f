#include "friction/loops.hpp"

#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::python {

template <class Law, int Dim>
void Loops<Law, Dim>::run(const Law& law, State& state, std::span<const double> v, const friction::Load& fn, double dt,
                          std::span<double> force, const friction::RunOptions& options) {
  friction::run<Dim>(law, state, v, fn, dt, force, options);
}

template <class Law, int Dim>
void Loops<Law, Dim>::energy(const Law& law, State& state, std::span<const double> v, const friction::Load& fn,
                             double dt, std::span<double> stored, std::span<double> dissipated) {
  friction::run_energy<Dim>(law, state, v, fn, dt, stored, dissipated);
}

template <class Law, int Dim>
void Loops<Law, Dim>::steady_force(const Law& law, std::span<const double> v, const friction::Load& fn,
                                   std::span<double> force) {
  friction::run_steady<Dim>(law, v, fn, force);
}

template struct Loops<friction::Coulomb, 1>;
template struct Loops<friction::Coulomb, 2>;
template struct Loops<friction::Coulomb, 3>;
template struct Loops<friction::Dahl, 1>;
template struct Loops<friction::Dahl, 2>;
template struct Loops<friction::Dahl, 3>;
template struct Loops<friction::LuGre, 1>;
template struct Loops<friction::LuGre, 2>;
template struct Loops<friction::LuGre, 3>;
template struct Loops<friction::ElastoPlastic, 1>;
template struct Loops<friction::ElastoPlastic, 2>;
template struct Loops<friction::ElastoPlastic, 3>;

}  // namespace stickslip::python
