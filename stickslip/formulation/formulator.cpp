#include "stickslip/formulation/formulator.hpp"

#include <cmath>
#include <limits>

#include "stickslip/formulation/detail/cone_rows.hpp"
#include "stickslip/formulation/detail/dense_step.hpp"
#include "stickslip/formulation/detail/formulated_state.hpp"
#include "stickslip/formulation/detail/friction_rows.hpp"
#include "stickslip/formulation/detail/loads.hpp"
#include "stickslip/formulation/detail/phantom_rows.hpp"

namespace stickslip::formulation {

using detail::FormulatedState;
using detail::GapRule;

struct Formulator::Scratch {
  detail::DenseStep step;
  detail::Loads loads;
  detail::PhantomRows phantom;
  detail::ConeRows cone;
};

Formulator::Formulator() : scratch_(std::make_unique<Scratch>()) {}
Formulator::~Formulator() = default;
Formulator::Formulator(Formulator&&) noexcept = default;
Formulator& Formulator::operator=(Formulator&&) noexcept = default;

namespace {

// Forgets what the object held, but not its memory; one that was moved from gets new memory.
FormulatedState& cleared(std::unique_ptr<FormulatedState>& held, detail::Kind kind) {
  if (held == nullptr) held = std::make_unique<FormulatedState>();
  FormulatedState& state = *held;
  state.kind = kind;
  state.rows.clear();
  state.directions.clear();
  state.axes.clear();
  state.bounded.clear();
  state.epsilon.clear();
  state.rho = 0.0;
  state.rho_bound = std::numeric_limits<double>::infinity();
  return state;
}

}  // namespace

void Formulator::stewart_trinkle(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                                 const Joints& joints, Formulated& out) {
  constexpr const char* name = "stewart_trinkle";
  require(name, check_fields(options));
  FormulatedState& state = cleared(out.state_, detail::Kind::pyramid);
  state.system.set(bodies, contacts, joints,
                   {name, options.h, options.v_th, &options.normal_relaxation, nullptr, GapRule::stiff, nullptr});
  scratch_->step.set(state.system, state.joint_factor);
  detail::set_pyramid(state, scratch_->step, options.directions);
}

void Formulator::anitescu_potra(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                                const Joints& joints, Formulated& out) {
  constexpr const char* name = "anitescu_potra";
  require(name, check_fields(options));
  FormulatedState& state = cleared(out.state_, detail::Kind::pyramid);
  state.system.set(bodies, contacts, joints,
                   {name, options.h, options.v_th, &options.normal_relaxation, nullptr, GapRule::touching, nullptr});
  scratch_->step.set(state.system, state.joint_factor);
  detail::set_pyramid(state, scratch_->step, options.directions);
}

void Formulator::box(const Bodies& bodies, const Contacts& contacts, const BoxOptions& options, const Joints& joints,
                     const Rows<3>& previous, Formulated& out) {
  constexpr const char* name = "box";
  require(name, check_fields(options));
  FormulatedState& state = cleared(out.state_, detail::Kind::boxed);
  state.system.set(bodies, contacts, joints,
                   {name, options.h, options.v_th, &options.normal_relaxation, &options.tangent_relaxation,
                    GapRule::relaxed, &previous});
  scratch_->step.set(state.system, state.joint_factor);
  scratch_->loads.fill(state.system, scratch_->step);
  detail::set_boxed(state, scratch_->step, nullptr);
}

void Formulator::hybrid(const Bodies& bodies, const Contacts& contacts, const HybridOptions& options,
                        const Joints& joints, const Rows<3>& previous, Formulated& out) {
  constexpr const char* name = "hybrid";
  require(name, check_fields(options));
  FormulatedState& state = cleared(out.state_, detail::Kind::boxed);
  state.system.set(bodies, contacts, joints,
                   {name, options.h, options.v_th, &options.normal_relaxation, &options.tangent_relaxation,
                    GapRule::relaxed, &previous});
  scratch_->step.set(state.system, state.joint_factor);
  scratch_->loads.fill(state.system, scratch_->step);
  scratch_->loads.prepare(state.system, scratch_->step);
  detail::set_boxed(state, scratch_->step, &scratch_->loads);
}

void Formulator::phantom_inertia(const Bodies& bodies, const Contacts& contacts, const PhantomInertiaOptions& options,
                                 const Joints& joints, const Rows<3>& previous, Formulated& out) {
  constexpr const char* name = "phantom_inertia";
  require(name, check_fields(options));
  FormulatedState& state = cleared(out.state_, detail::Kind::phantom_inertia);
  state.system.set(bodies, contacts, joints,
                   {name, options.h, options.v_th, &options.normal_relaxation, &options.tangent_relaxation,
                    GapRule::relaxed, &previous});
  scratch_->step.set(state.system, state.joint_factor);
  if (options.sliding == Sliding::relaxed) scratch_->loads.prepare(state.system, scratch_->step);
  scratch_->phantom.set(state, scratch_->step, scratch_->loads, options);
}

void Formulator::exact_cone(const Bodies& bodies, const Contacts& contacts, const ExactConeOptions& options,
                            const Joints& joints, Formulated& out) {
  constexpr const char* name = "exact_cone";
  require(name, check_fields(options));
  FormulatedState& state = cleared(out.state_, detail::Kind::exact_cone);
  state.system.set(bodies, contacts, joints,
                   {name, options.h, options.v_th, &options.normal_relaxation, nullptr, GapRule::relaxed, nullptr});
  scratch_->cone.set(state, scratch_->step);
}

Formulated stewart_trinkle(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                           const Joints& joints) {
  Formulated out;
  Formulator().stewart_trinkle(bodies, contacts, options, joints, out);
  return out;
}
Formulated anitescu_potra(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                          const Joints& joints) {
  Formulated out;
  Formulator().anitescu_potra(bodies, contacts, options, joints, out);
  return out;
}
Formulated box(const Bodies& bodies, const Contacts& contacts, const BoxOptions& options, const Joints& joints,
               const Rows<3>& previous) {
  Formulated out;
  Formulator().box(bodies, contacts, options, joints, previous, out);
  return out;
}
Formulated hybrid(const Bodies& bodies, const Contacts& contacts, const HybridOptions& options, const Joints& joints,
                  const Rows<3>& previous) {
  Formulated out;
  Formulator().hybrid(bodies, contacts, options, joints, previous, out);
  return out;
}
Formulated phantom_inertia(const Bodies& bodies, const Contacts& contacts, const PhantomInertiaOptions& options,
                           const Joints& joints, const Rows<3>& previous) {
  Formulated out;
  Formulator().phantom_inertia(bodies, contacts, options, joints, previous, out);
  return out;
}
Formulated exact_cone(const Bodies& bodies, const Contacts& contacts, const ExactConeOptions& options,
                      const Joints& joints) {
  Formulated out;
  Formulator().exact_cone(bodies, contacts, options, joints, out);
  return out;
}

}  // namespace stickslip::formulation
