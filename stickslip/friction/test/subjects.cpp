// The laws under test: how velocities and positions drive them, and the list.
#include <memory>
#include <vector>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/run.hpp"
#include "stickslip/friction/test/conformance.hpp"

namespace stickslip::friction::test {
namespace {

template <class Law, int Dim>
class Driven : public Contact<Dim> {
 public:
  Driven(const Law& law, const Traits& t) : Contact<Dim>(t), law_(law) {
    this->set_scales(law, law.deflection_bound());
  }
  void start(const Vec<Dim>& z) override {
    if constexpr (requires { state_.z; }) state_.z = z;
  }
  using Contact<Dim>::step;
  Vec<Dim> step(const Vec<Dim>& v, double fn, double dt, Form form) override {
    return form == Form::end    ? law_.step(state_, v, fn, dt)
           : form == Form::mean ? law_.step_mean(state_, v, fn, dt)
                                : law_.step_euler(state_, v, fn, dt);
  }
  std::vector<double> run(const std::vector<Vec<Dim>>& motion, double fn, double dt, Form form) override {
    const std::vector<double> v = flatten(motion);
    std::vector<double> forces(v.size());
    const RunOptions options{form == Form::mean ? ForceOf::mean : ForceOf::end,
                             form == Form::euler ? Scheme::euler : Scheme::exponential};
    friction::run<Dim>(law_, state_, v, fn, dt, forces, options);
    return forces;
  }
  double work(const Vec<Dim>& v, double fn, double dt) override {
    return -law_.step_mean(state_, v, fn, dt).dot(v) * dt;
  }
  double stored(double fn) const override { return law_.stored_energy(state_, fn); }
  Vec<Dim> deflection() const override {
    if constexpr (requires { state_.z; }) return state_.z;
    return Vec<Dim>::Zero();
  }
  std::vector<double> memory() const override { return flatten<Dim>({deflection()}); }
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const override { return law_.steady_force(v, fn); }

 private:
  Law law_;
  typename Law::template State<Dim> state_{};
};

// A law that positions drive, with its slider moved by v dt. It is a linear spring whose tension is `sliding` [m] in steady
// sliding and never exceeds that of break-away.
template <PositionLaw Law, int Dim>
class Placed : public Contact<Dim> {
 public:
  Placed(const Law& law, double sliding, const Traits& t) : Contact<Dim>(t), law_(law), sliding_(sliding) {
    this->set_scales(law, law.break_away_force(1.0) / law.presliding_stiffness(1.0));
    start(Vec<Dim>::Zero());
  }
  void start(const Vec<Dim>& z) override { state_ = {Vec<Dim>::Zero(), z, Regime::stuck, true}; }
  using Contact<Dim>::step;
  Vec<Dim> step(const Vec<Dim>& v, double fn, double dt, Form) override {
    return law_.force(law_.step(state_, Vec<Dim>(state_.x + dt * v)), fn);
  }
  std::vector<double> run(const std::vector<Vec<Dim>>& motion, double fn, double dt, Form) override {
    std::vector<double> x, z(motion.size() * Dim), w(z.size());
    Vec<Dim> place = state_.x;
    for (const Vec<Dim>& v : motion) {
      place += dt * v;
      x.insert(x.end(), place.data(), place.data() + Dim);
    }
    std::vector<Regime> regime(motion.size());
    friction::run<Dim>(law_, state_, x, z, w, regime);
    for (double& value : z) value = law_.force(Vec<1>(value), fn)(0);
    return z;
  }
  // The spring is stretched with w held, which takes the mean of its forces; then w follows.
  double work(const Vec<Dim>& v, double fn, double dt) override {
    const Vec<Dim> z = deflection(), move = dt * v;
    law_.step(state_, Vec<Dim>(state_.x + move));
    return law_.presliding_stiffness(fn) * (z + 0.5 * move).dot(move);
  }
  double stored(double fn) const override { return law_.stored_energy(deflection(), fn); }
  Vec<Dim> deflection() const override { return state_.x - state_.w; }
  std::vector<double> memory() const override {
    std::vector<double> values = flatten<Dim>({state_.w, state_.x});
    values.push_back(static_cast<double>(state_.regime));
    values.push_back(state_.started ? 1.0 : 0.0);
    return values;
  }
  // In long steps every law slides.
  Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const override {
    return law_.force(Vec<Dim>(sliding_ * unit(v, norm(v))), fn);
  }

 private:
  Law law_;
  double sliding_;
  AdhesionState<Dim> state_;
};

template <VelocityLaw Law>
Subject driven(const char* name, const Law& law, const Traits& traits) {
  return {name,
          [=]<int Dim>() -> std::unique_ptr<Contact<Dim>> { return std::make_unique<Driven<Law, Dim>>(law, traits); }};
}

template <PositionLaw Law>
Subject placed(const char* name, const Law& law, double sliding) {
  return {name, [=]<int Dim>() -> std::unique_ptr<Contact<Dim>> {
            return std::make_unique<Placed<Law, Dim>>(law, sliding, Traits{.rate_independent = true, .placed = true});
          }};
}

}  // namespace

std::vector<Subject> subjects() {
  const LuGre::Parameters lugre{
      .sigma0 = 1e5, .sigma1 = 300.0, .sigma2 = 120.0, .mu_c = 0.8, .mu_s = 1.1, .v_s = 2e-3, .gamma = 2.0};
  const auto dahl = [](double exponent) { return Dahl({.sigma0 = 1e5, .f_c = 0.9, .exponent = exponent}); };
  const double z_max = 1e-5;
  const auto adhesion = [=](AdhesionMap map) { return Adhesion({.z_max = z_max, .map = map, .stiffness = 1e5}); };
  const Traits rate_independent{.rate_independent = true, .exact_on_line = true};
  return {
      driven("Coulomb", Coulomb({.mu_c = 0.8, .mu_s = 1.1, .v_s = 2e-3, .gamma = 2.0, .sigma2 = 120.0}),
             {.memoryless = true, .exact = true}),
      driven("Dahl", dahl(1.0), {.rate_independent = true, .exact = true}),
      driven("Dahl_i_1_5", dahl(1.5), rate_independent),
      driven("Dahl_i_2_5", dahl(2.5), rate_independent),
      driven("LuGre", LuGre(lugre), {.exact = true}),
      driven("ElastoPlastic",
             ElastoPlastic({lugre.sigma0, lugre.sigma1, lugre.sigma2, lugre.mu_c, lugre.mu_s, lugre.v_s, lugre.gamma,
                            /*s_ba=*/0.6}),
             {}),
      placed("Adhesion_stick_slide", adhesion(AdhesionMap::stick_slide), z_max),
      placed("Adhesion_stick_slip_slide", adhesion(AdhesionMap::stick_slip_slide), z_max),
      placed("Adhesion_stick_creep_slip_slide", adhesion(AdhesionMap::stick_creep_slip_slide), z_max),
  };
}

}  // namespace stickslip::friction::test
