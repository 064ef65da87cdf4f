#include "stickslip/sim/detail/island_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double push_share = 0.2;          // of an overlap, per step
constexpr double push_tolerance = 1e-3;     // of the largest push
constexpr double push_compliance = 1e-6;    // of that of the step: enough to tell redundant contacts apart
constexpr double settle_compliance = 1e-9;  // of the response of two bodies
constexpr int shorten_halvings = 30;
constexpr double lcp_tolerance = 1e-4;  // of the island's: the residual of an LCP is over the largest entry of q
constexpr double beyond_tolerance =
    0.01;  // what cone solvers go on to, of the tolerance: what they leave comes back at rest

// What the tolerance is a share of.
double scale_of(const StepData& data, const Island& island) noexcept {
  double sum = 0.0;
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    const double approach = std::min(0.0, contact.u_free[0] + contact.d_n);
    sum += approach * approach;
  }
  const double mean = island.contacts.empty() ? 0.0 : sum / static_cast<double>(island.contacts.size());
  return std::max(standard_gravity * data.h, std::sqrt(mean));
}

// What a row of a joint gives. Of one that was not solved only what it would give by its equation: that of bodies with a prescribed motion,
// and nothing of those that are to take energy or to be solved for first.
double given_by(const StepData& data, const StepJoint& joint, const JointRow& row, bool is_solved) noexcept {
  if (!is_solved && row.role <= JointRole::orientation) {
    const double prescribed =
        0.5 *
        (row.d + row.stiffened - joint.product(row.J, [&](int b) -> const Vec<6>& { return data.bodies[at(b)].v; }));
    return -row.impulse * prescribed;
  }
  const double given = row.impulse * joint.product(row.J, [&](int b) { return data.bodies[at(b)].mean(); });
  return is_solved ? given : std::min(0.0, given);
}

// Energy that the island gains in the step, with the implicit update of what is touched: kinetic, and the work of loads against it [J].
struct Gain {
  double energy, scale;

  bool is_growth() const noexcept { return energy > 1e-12 * scale; }
};
Gain gain_of(const StepData& data, const Island& island, bool is_solved) noexcept {
  Gain gain{0.0, 0.0};
  for (const int b : island.bodies) {
    const StepBody& body = data.bodies[at(b)];
    // A body that nothing touched moves by the mean of velocities.
    const bool is_free = (body.next - body.free).squaredNorm() <= 1e-24 * body.free.squaredNorm();
    const double work = data.h * body.load.dot(is_free ? body.mean() : body.next);
    const double before = body.kinetic_energy(body.v), after = body.kinetic_energy(body.next);
    gain.energy += after - before - work;
    gain.scale += before + after + std::abs(work);
  }
  // What bodies with a prescribed motion give is no gain.
  const auto take_off = [&gain](double given) {
    gain.energy -= given;
    gain.scale += std::abs(given);
  };
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    take_off(-contact.impulse.dot(contact.prescribed - contact.turning));
  }
  for (const int k : island.volumes) {
    const StepVolume& volume = data.volumes[at(k)];
    take_off(-data.h * volume.response.wrench.dot(volume.prescribed));
  }
  // Nor is what joints and drives give: the impulse times the mean of the velocities.
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k) {
      take_off(given_by(data, joint, joint.rows[at(k)], is_solved));
    }
  }
  return gain;
}

}  // namespace

SolveReport IslandSolver::solve(const Model& model, StepData& data, const Island& island,
                                solvers::BodyConeMemory& memory) {
  const SolveReport report = solve_rows(model, data, island, memory);
  const bool is_open = report.status != SolveStatus::converged && report.status != SolveStatus::not_finite;
  // Contacts alone have no need of it: shortened, they sink.
  if (is_open && !island.joints.empty() && !data.is_soft(island)) shorten(data, island);
  return report;
}

// Of impulses that are no solution the share that gives the island no energy. What pushes less than all of it is left open: for the next
// step, or for the displacement that closes joints.
void IslandSolver::shorten(StepData& data, const Island& island) {
  if (!gain_of(data, island, false).is_growth()) return;
  reached_v_.clear();
  kept_.clear();
  for (const int b : island.bodies) {
    const Vec<6> by = data.bodies[at(b)].next - data.bodies[at(b)].free_with_joints();
    reached_v_.insert(reached_v_.end(), by.begin(), by.end());
  }
  for (const int c : island.contacts) kept_.push_back(data.contacts[at(c)].impulse);
  kept_rows_.clear();
  for (const int j : island.joints) {
    for (int k = 0; k < data.joints[at(j)].size; ++k) kept_rows_.push_back(data.joints[at(j)].rows[at(k)].impulse);
  }
  const auto take = [&](double share) {
    for (std::size_t i = 0; i < island.bodies.size(); ++i) {
      StepBody& body = data.bodies[at(island.bodies[i])];
      body.next = body.free_with_joints() + share * Eigen::Map<const Vec<6>>(reached_v_.data() + 6 * i);
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) data.contacts[at(island.contacts[i])].impulse = share * kept_[i];
    const double* impulse = kept_rows_.data();
    for (const int j : island.joints) {
      StepJoint& joint = data.joints[at(j)];
      for (int k = 0; k < joint.size; ++k) joint.rows[at(k)].impulse = share * *impulse++;
    }
  };
  // The gain is a parabola that opens upwards and is not above zero without impulses.
  double low = 0.0, high = 1.0;
  for (int k = 0; k < shorten_halvings; ++k) {
    const double middle = 0.5 * (low + high);
    take(middle);
    (gain_of(data, island, false).is_growth() ? high : low) = middle;
  }
  take(low);
  set_contact_velocities(data, island);
}

SolveReport IslandSolver::solve_rows(const Model& model, StepData& data, const Island& island,
                                     solvers::BodyConeMemory& memory) {
  const bool by_bodies =
      (model.options.formulation == ContactModel::cone && model.options.solver == "auto") || island.contacts.empty();
  const auto solve_once = [&](bool is_again) {
    if (data.is_soft(island)) return solve_volumes(data, island);
    return by_bodies ? solve_bodies(model, data, island, memory, is_again) : solve_formulated(model, data, island);
  };
  SolveReport report = solve_once(false);
  for (int solves = 1; follow_joints(model, data, island); ++solves) {
    if (solves == most_joint_solves) {
      report.status = worse(report.status, SolveStatus::max_iterations);
      break;
    }
    const SolveReport next = solve_once(true);
    report = {next.status, next.method, report.iterations + next.iterations, next.residual};
  }
  set_contact_velocities(data, island);
  return report;
}

void IslandSolver::set_contact_velocities(StepData& data, const Island& island) const noexcept {
  for (const int c : island.contacts) {
    StepContact& contact = data.contacts[at(c)];
    contact.u_next = StepData::relative(contact, [&](int b) -> const Vec<6>& { return data.bodies[at(b)].next; });
    contact.u_next += contact.turning;
  }
}

void IslandSolver::set_bodies(const StepData& data, const Island& island, bool with_free) {
  problem_.bodies.resize(island.bodies.size());
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    const StepBody& body = data.bodies[at(island.bodies[i])];
    auto& to = problem_.bodies[i];
    to.mass = body.mass;
    to.inverse_mass = body.inverse_mass;
    to.inertia = body.inertia;
    to.inverse_inertia = body.inverse_inertia;
    to.free = with_free ? body.free_with_joints() : Vec<6>(Vec<6>::Zero());
  }
}

int IslandSolver::place(const StepData& data, int body) const noexcept {
  return data.moves(body) ? data.local[at(body)] : solvers::BodyConeProblem::none;
}

void IslandSolver::add_contact(const StepData& data, const StepContact& contact, double d_n, double mu) {
  auto& to = problem_.contacts.emplace_back();
  to.first = place(data, contact.body[0]);
  to.second = place(data, contact.body[1]);
  to.J_first = contact_jacobian(contact.axes, contact.arm[0]);
  to.J_second = -contact_jacobian(contact.axes, contact.arm[1]);
  to.d = {d_n, 0.0, 0.0};
  to.epsilon = contact.epsilon;
  to.mu = mu;
}

// The island as problem_, its impulses at hand as r_.
void IslandSolver::set_problem(const StepData& data, const Island& island) {
  set_bodies(data, island, true);
  problem_.contacts.clear();
  r_.clear();
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    add_contact(data, contact, contact.d_n, contact.mu());
    problem_.contacts.back().d += contact.prescribed;
    r_.insert(r_.end(), contact.impulse.begin(), contact.impulse.end());
  }
  add_joints(data, island, true);
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k) r_.push_back(joint.rows[at(k)].impulse);
  }
}

// What follow_joints() changes; r_ are the impulses at hand already.
void IslandSolver::follow_problem(const StepData& data, const Island& island) {
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    problem_.bodies[i].free = data.bodies[at(island.bodies[i])].free_with_joints();
  auto row = problem_.rows.begin();
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k, ++row) {
      row->d = joint.rows[at(k)].d;
      row->epsilon = joint.rows[at(k)].epsilon;
    }
  }
}

SolveReport IslandSolver::solve_bodies(const Model& model, StepData& data, const Island& island,
                                       solvers::BodyConeMemory& memory, bool is_again) {
  if (is_again) {
    follow_problem(data, island);
  } else {
    set_problem(data, island);
  }
  v_.resize(6 * island.bodies.size());
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    Eigen::Map<Vec<6>>(v_.data() + 6 * i) = data.bodies[at(island.bodies[i])].v;
  }
  const double scale = scale_of(data, island);
  SolveReport report = bodies_.solve(problem_, r_, v_, memory, {.tolerance = model.options.tolerance * scale});
  bodies_.velocities(v_);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    data.bodies[at(island.bodies[i])].next = Eigen::Map<const Vec<6>>(v_.data() + 6 * i);
  }
  for (std::size_t i = 0; i < island.contacts.size(); ++i) {
    data.contacts[at(island.contacts[i])].impulse = Eigen::Map<const Vec<3>>(r_.data() + 3 * i);
  }
  const double* impulse = r_.data() + 3 * island.contacts.size();
  for (const int j : island.joints) {
    StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k) joint.rows[at(k)].impulse = *impulse++;
  }
  report.residual /= scale;
  return report;
}

void IslandSolver::formulate(const Model& model, double h) {
  const ModelOptions& o = model.options;
  const auto scaled = [this](std::optional<formulation::Relaxation> relaxation) {
    if (relaxation && relaxation->epsilon) *relaxation->epsilon *= unit_;
    if (relaxation && relaxation->stiffness) *relaxation->stiffness /= unit_;
    if (relaxation && relaxation->damping) *relaxation->damping /= unit_;
    return relaxation;
  };
  const auto normal = scaled(o.normal_relaxation), tangent = scaled(o.tangent_relaxation);
  switch (o.formulation) {
    case ContactModel::cone:
      return formulator_.exact_cone(given_bodies_, given_contacts_, {h, o.v_th, normal}, given_joints_, formulated_);
    case ContactModel::phantom:
      return formulator_.phantom_inertia(given_bodies_, given_contacts_,
                                         {.h = h,
                                          .directions = o.directions,
                                          .rho = o.rho ? std::optional(*o.rho / unit_) : std::nullopt,
                                          .v_th = o.v_th,
                                          .sliding = o.sliding,
                                          .normal_relaxation = normal,
                                          .tangent_relaxation = tangent},
                                         given_joints_, previous_, formulated_);
    case ContactModel::anitescu_potra:
      return formulator_.anitescu_potra(given_bodies_, given_contacts_, {h, o.directions, o.v_th, normal},
                                        given_joints_, formulated_);
    case ContactModel::stewart_trinkle:
      return formulator_.stewart_trinkle(given_bodies_, given_contacts_, {h, o.directions, o.v_th, normal},
                                         given_joints_, formulated_);
    case ContactModel::box:
      return formulator_.box(given_bodies_, given_contacts_, {h, o.v_th, normal, tangent}, given_joints_, previous_,
                             formulated_);
    case ContactModel::hybrid:
      return formulator_.hybrid(given_bodies_, given_contacts_, {h, o.v_th, normal, tangent}, given_joints_, previous_,
                                formulated_);
  }
}

void IslandSolver::give_bodies(const StepData& data, const Island& island) {
  const auto bodies = static_cast<Eigen::Index>(island.bodies.size());
  double mass = 0.0;
  for (const int b : island.bodies) mass += data.bodies[at(b)].mass / static_cast<double>(bodies);
  unit_ = std::ldexp(1.0, std::ilogb(mass));
  formulation::Bodies& to = given_bodies_;
  to.mass.resize(bodies);
  to.inertia.resize(bodies, 9);
  for (auto* rows : {&to.position, &to.velocity, &to.angular_velocity, &to.force, &to.torque}) rows->resize(bodies, 3);
  for (Eigen::Index i = 0; i < bodies; ++i) {
    const StepBody& body = data.bodies[at(island.bodies[at(i)])];
    const Eigen::Matrix3d inertia = body.inertia / unit_;
    to.mass[i] = body.mass / unit_;
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(to.inertia.row(i).data()) = inertia;
    to.position.row(i) = body.position;
    to.velocity.row(i) = body.v.head<3>();
    to.angular_velocity.row(i) = body.v.tail<3>();
    // Whatever makes the formulation's free motion, with its explicit gyroscopic torque, that of this step.
    const Vec<3> omega = body.v.tail<3>();
    const Vec<6> free = body.free_with_joints() + held_[at(i)];
    to.force.row(i) = to.mass[i] / data.h * (free - body.v).head<3>();
    to.torque.row(i) = inertia * (free - body.v).tail<3>() / data.h + omega.cross(inertia * omega);
  }
}

void IslandSolver::give_contacts(const StepData& data, const Island& island) {
  const auto contacts = static_cast<Eigen::Index>(island.contacts.size());
  formulation::Contacts& rows = given_contacts_;
  rows.bodies.resize(contacts, 2);
  rows.mu.resize(contacts, 2);
  rows.gap.resize(contacts);
  for (auto* matrix : {&rows.point, &rows.normal, &rows.tangent, &rows.ground_velocity, &previous_})
    matrix->resize(contacts, 3);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const StepContact& contact = data.contacts[at(island.contacts[at(i)])];
    const bool is_ground = !data.bodies[at(contact.body[1])].moves;
    rows.bodies(i, 0) = data.local[at(contact.body[0])];
    rows.bodies(i, 1) = is_ground ? formulation::ground : data.local[at(contact.body[1])];
    rows.point.row(i) = contact.point;
    rows.normal.row(i) = contact.axes.row(0);
    rows.tangent.row(i) = contact.axes.row(1);
    rows.ground_velocity.row(i) = -contact.axes.transpose() * contact.prescribed;
    rows.mu.row(i) << contact.mu_s, contact.mu_k;
    // The gap for which the formulation has this step's d_n.
    const double d_n = contact.d_n;
    rows.gap[i] = d_n > 0.0 ? d_n * data.h : (contact.beta > 0.0 ? d_n * data.h / contact.beta : 0.0);
    previous_.row(i) = contact.is_known ? Vec<3>(contact.impulse / unit_) : not_a_number<3>();
  }
}

// The tolerance of formulated_, a cone problem, from which the island's follows. Its residual is √Σ‖r − P(r − y)‖² over ‖q‖, the
// island's the root mean square of ‖r − P(r − y/w)‖ w, which is at most max(1, w) ‖r − P(r − y)‖ per contact.
double IslandSolver::cone_tolerance(double tolerance, double scale) const {
  const auto& problem = std::get<solvers::ConeProblem>(formulated_.problem());
  const double free = problem.q.norm();
  double w = 1.0;
  for (int i = 0; i < problem.contacts(); ++i) w = std::max(w, problem.W.diagonal(i).trace() / 3.0);
  return beyond_tolerance * tolerance * scale * std::sqrt(problem.contacts()) / (w * (free > 0.0 ? free : 1.0));
}

SolveReport IslandSolver::solve_formulated(const Model& model, StepData& data, const Island& island) {
  const bool is_cone = model.options.formulation == ContactModel::cone;
  const double scale = scale_of(data, island);
  SolveReport report;
  begin_joints(data, island);
  try {
    do {
      give_bodies(data, island);
      give_contacts(data, island);
      give_joints(data, island);
      formulate(model, data.h);
      z_.assign(at(formulated_.size()), 0.0);
      if (is_cone) {
        for (std::size_t i = 0; i < island.contacts.size(); ++i)
          Eigen::Map<Vec<3>>(z_.data() + 3 * i) = data.contacts[at(island.contacts[i])].impulse / unit_;
      }
      solvers::SolverOptions options = formulation::Formulated::default_options();
      options.tolerance =
          is_cone ? cone_tolerance(model.options.tolerance, scale) : lcp_tolerance * model.options.tolerance;
      report = formulated_.solve(workspace_, z_, model.options.solver, options);
      formulated_.motion(z_, motion_);
    } while (settle_joints(data, island));
    if (settlings_ == most_settlings) report.status = worse(report.status, SolveStatus::max_iterations);
  } catch (const InvalidArgument&) {
    // Numbers that overflow on the way: such a step is not taken.
    return {SolveStatus::not_finite, "formulation", 0, std::numeric_limits<double>::infinity()};
  }
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    data.bodies[at(island.bodies[i])].next = motion_.velocities.row(static_cast<Eigen::Index>(i));
  }
  for (std::size_t i = 0; i < island.contacts.size(); ++i) {
    data.contacts[at(island.contacts[i])].impulse = unit_ * motion_.impulses.row(static_cast<Eigen::Index>(i));
  }
  if (!is_cone) return report;
  // Judged as the island's own solver is.
  set_problem(data, island);
  report.residual = solvers::residual(problem_, r_) / scale;
  if (report.residual <= model.options.tolerance) report.status = SolveStatus::converged;
  return report;
}

void IslandSolver::push_out(StepData& data, const Island& island) {
  double largest = 0.0;
  const auto excess = [&data](const StepContact& contact) {
    return std::max(0.0, -contact.gap - contact.held_overlap(data.h));
  };
  for (const int c : island.contacts) largest = std::max(largest, excess(data.contacts[at(c)]));
  if (largest == 0.0) return;
  set_bodies(data, island, false);
  problem_.contacts.clear();
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    if (contact.gap > 0.0) continue;
    add_contact(data, contact, -push_share * excess(contact), 0.0);
    problem_.contacts.back().epsilon *= push_compliance;
  }
  add_joints(data, island, false);
  displace(island, push_tolerance * push_share * largest);
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    data.bodies[at(island.bodies[i])].push = Eigen::Map<const Vec<6>>(v_.data() + 6 * i);
  }
}

// The least displacement, by kinetic energy, that problem_ allows: v_.
void IslandSolver::displace(const Island& island, double tolerance) {
  r_.assign(problem_.impulses(), 0.0);
  v_.assign(6 * island.bodies.size(), 0.0);
  scratch_memory_.clear();
  // The best that is found will do: what is left is removed in the next steps.
  static_cast<void>(bodies_.solve(problem_, r_, v_, scratch_memory_, {.tolerance = tolerance}));
  bodies_.velocities(v_);
}

void IslandSolver::settle(StepData& data, const Island& island, std::span<const double> overlap) {
  double largest = 0.0;
  for (const int c : island.contacts) largest = std::max(largest, overlap[at(c)]);
  set_bodies(data, island, false);
  problem_.contacts.clear();
  for (const int c : island.contacts) {
    add_contact(data, data.contacts[at(c)], -overlap[at(c)], 0.0);
    problem_.contacts.back().epsilon *= push_compliance;
  }
  add_joints(data, island, false);
  displace(island, push_tolerance * largest);
  push_by_losses(data, island);
}

void IslandSolver::settle(StepData& data, const Island& island, std::span<const Apart> overlaps) {
  constexpr double no_bound = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  set_bodies(data, island, false);
  problem_.contacts.clear();
  add_joints(data, island, false);
  for (const Apart& apart : overlaps) {
    largest = std::max(largest, apart.overlap);
    auto& row = problem_.rows.emplace_back();
    row = {place(data, apart.body[0]), place(data, apart.body[1]), {}, {}, -apart.overlap, 0.0, 0.0, no_bound};
    for (std::size_t side = 0; side < 2; ++side) {
      const StepBody& body = data.bodies[at(apart.body[side])];
      const Vec<3> arm = apart.point - body.position;
      Vec<6>& J = side == 0 ? row.J_first : row.J_second;
      J << apart.normal, arm.cross(apart.normal);
      if (side == 1) J = -J;
      row.epsilon += settle_compliance * body.inverse_mass;
    }
  }
  displace(island, push_tolerance * largest);
  push_by_losses(data, island);
}

// Adds v_ to `push`, as far as the island lost energy.
void IslandSolver::push_by_losses(StepData& data, const Island& island) const {
  double lifted = 0.0, lost = -gain_of(data, island, true).energy;
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    const StepBody& body = data.bodies[at(island.bodies[i])];
    lifted -= body.load.dot(Eigen::Map<const Vec<6>>(v_.data() + 6 * i));
    lost += body.load.dot(body.push) + body.lost_in_impacts;
  }
  lost = std::max(0.0, lost);
  const double share = lifted > lost ? lost / lifted : 1.0;
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    data.bodies[at(island.bodies[i])].push += share * Eigen::Map<const Vec<6>>(v_.data() + 6 * i);
}

}  // namespace stickslip::sim::detail
