// Islands with contact volumes: all forces are functions of the velocities after the step, and one Newton's method finds these.
//
// Points beside volumes, those of spheres, are volumes of no area: with t = −φ the same law gives the normal force, and one bristle
//   (1)  f_n = [k_s t − K u_n]₊,   f_t = −σ0 f_n (e* − s), cut to the length μ f_n
// Their k follows from masses always: a stiffness per area means nothing there. So are points of pairs that touch at points, once something
// in their island touches by volumes.
//
// Where wrenches are fitted (volume_fit.hpp) they are constants in Newton's method. The fit knows how all other forces would give way to
// them, linearly, so that the two take turns where joints come to their bounds or points begin to slide. Where that ends with velocities
// wrong by more than weight changes them in a step, what was reached could launch bodies: the step is then taken with pressures instead, as
// bristles have them, which only ever oppose motion. So it is, and not converged, where the fit lets a body sink in: where no normal force
// would part the surfaces, because the friction that goes with it draws them together, the least squares take none.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "stickslip/core/at.hpp"
#include "stickslip/sim/detail/island_solver.hpp"

namespace stickslip::sim::detail {

namespace {

using Matrix6 = solvers::BodyForceProblem::Matrix;

constexpr double first_friction_step = 0.25;
constexpr int most_lost = 4;
constexpr int most_fits = 20;
constexpr int most_unsettled = 2;  // fits that left friction unsettled, before they are given up
constexpr double fitted_to =
    1e-9;  // velocities of corners that the fit foresaw, and those that came of it [m/s, and a share]

// The law of a point contact: twist (u_t1, u_t2, u_n; …).
class PointLaw {
 public:
  PointLaw(const StepData& data, const StepContact& contact, double friction_share)
      : mu_(friction_share * contact.soft_mu) {
    const Volume& volume = softness(contact);
    const double h = data.h, soft_h = data.soft_h;
    const double tau = volume.relaxation ? *volume.relaxation : relaxation_in_steps * soft_h;
    const double inverse =
        data.bodies[at(contact.body[0])].inverse_mass + data.bodies[at(contact.body[1])].inverse_mass;
    const double k = 1.0 / (inverse * volume_softness * soft_h * soft_h);
    damping_ = k * (h + tau);
    const double held = volume.push_out * (h + tau);
    unpressed_ = std::max(0.0, std::min(contact.unpressed, -contact.gap - held));
    base_ = contact.gap < 0.0 ? k * (-contact.gap - unpressed_) : -damping_ / h * contact.gap;
    sigma0_ = volume.sigma0;
    h_ = h;
  }

  // Force and −derivative of the impulse, along e1, e2, n.
  void respond(const Vec<6>& u, StepContact& contact, Vec<6>& impulse, Matrix6& slope) const noexcept {
    impulse.setZero();
    slope.setZero();
    contact.stretch_next.setZero();
    contact.slip.setZero();
    contact.unpressed = unpressed_;
    const double load = base_ - damping_ * u(2);
    if (!(load > 0.0)) return;
    const Vec<2> trial = contact.stretch + h_ * u.head<2>();
    const double length = trial.norm();
    const bool sticks = sigma0_ * length <= mu_;
    const Vec<2> along = sticks ? trial : Vec<2>(mu_ / (sigma0_ * length) * trial);
    contact.stretch_next = along;
    contact.slip = trial - along;
    impulse.head<2>() = -h_ * sigma0_ * load * along;
    impulse(2) = h_ * load;
    slope(2, 2) = h_ * damping_;
    slope.block<2, 1>(0, 2) = -h_ * damping_ * sigma0_ * along;
    Eigen::Matrix2d turn = Eigen::Matrix2d::Identity();
    if (!sticks) {
      const Vec<2> e = trial / length;
      turn = mu_ / (sigma0_ * length) * (Eigen::Matrix2d::Identity() - e * e.transpose());
    }
    slope.topLeftCorner<2, 2>() = h_ * h_ * sigma0_ * load * turn;
  }

 private:
  double mu_, base_ = 0.0, damping_ = 0.0, sigma0_ = 0.0, h_ = 0.0, unpressed_ = 0.0;
};

// Forces of an island: its volumes, then its points.
class IslandLaw final : public solvers::BodyForceLaw {
 public:
  IslandLaw(StepData& data, std::span<const int> volumes, std::span<const int> contacts)
      : data_(data), volumes_(volumes), contacts_(contacts) {}

  void respond(int force, const Vec<6>& u, Vec<6>& impulse, Matrix6& slope) override {
    const std::size_t i = at(force);
    if (i < volumes_.size()) {
      StepVolume& volume = data_.volumes[at(volumes_[i])];
      if (volume.is_fitted) {
        volume.twist_next = u;
        impulse = data_.h * volume.response.wrench;
        slope.setZero();
        return;
      }
      auto bristles = volume.bristles;
      bristles.mu *= friction_share;
      volume.volume.respond(u, bristles, volume.response);
      volume.twist_next = u;
      impulse = data_.h * volume.response.wrench;
      slope = -data_.h * volume.response.by_twist;
      return;
    }
    StepContact& contact = data_.contacts[at(contacts_[i - volumes_.size()])];
    PointLaw(data_, contact, friction_share).respond(u, contact, impulse, slope);
    contact.impulse = {impulse(2), impulse(0), impulse(1)};
  }

  double rounding(int force) const override {
    if (at(force) >= volumes_.size()) return 0.0;
    const StepVolume& volume = data_.volumes[at(volumes_[at(force)])];
    return volume.is_fitted ? 0.0 : volume.volume.rounding();
  }

  double friction_share = 1.0;  // of all coefficients of friction

  // Whether the friction of every volume that follows from pressures was found where it was last asked for.
  bool is_solved() const noexcept {
    return std::ranges::all_of(volumes_, [this](int k) {
      const StepVolume& volume = data_.volumes[at(k)];
      return volume.is_fitted || volume.response.is_solved;
    });
  }

  double largest_mu() const noexcept {
    double largest = 0.0;
    for (const int k : volumes_) largest = std::max(largest, data_.volumes[at(k)].bristles.mu);
    for (const int c : contacts_) largest = std::max(largest, data_.contacts[at(c)].soft_mu);
    return largest;
  }

 private:
  StepData& data_;
  std::span<const int> volumes_, contacts_;
};

// [axes, −axes [arm]×; 0, axes] with rows t1, t2, n.
Matrix6 point_jacobian(const StepContact& contact, std::size_t side) noexcept {
  Matrix6 J = Matrix6::Zero();
  Eigen::Matrix3d axes;
  axes << contact.axes.row(1), contact.axes.row(2), contact.axes.row(0);
  if (side == 1) axes = -axes;
  J.topLeftCorner<3, 3>() = axes;
  for (int k = 0; k < 3; ++k) J.block<1, 3>(k, 3) = contact.arm[side].cross(Vec<3>(axes.row(k))).transpose();
  J.bottomRightCorner<3, 3>() = axes;
  return J;
}

// What joints give way in a step is put back afterwards, by positions. Bristles follow positions; what is held by velocities alone
// would creep: there joints give way to no more than what is new in their load.
void hold_joints(const StepData& data, const Island& island, std::vector<solvers::BodyConeProblem::Row>& rows) {
  std::size_t first = 0;
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.constraints; ++k) {
      auto& row = rows[first + at(k)];
      row.d -= row.epsilon * joint.rows[at(k)].impulse;
    }
    first += at(joint.size);
  }
}

}  // namespace

// In an impact of many contacts the iteration may go round between those that stick and those that slide. Without friction it does not, and
// from there on the solution is followed as friction grows. Where it is lost on the way, the step is taken with as much friction as was
// reached: less than there is, but nothing is launched.
template <class Law>
SolveReport IslandSolver::follow_friction(Law& law, SolveReport report) {
  const auto solve_with_share = [&](double share) {
    law.friction_share = share;
    const SolveReport next = force_solver_.solve(forces_, law, v_, r_);
    report.iterations += next.iterations;
    report.residual = next.residual;
    return next.status == SolveStatus::converged;
  };
  for (std::size_t b = 0; b < forces_.bodies.size(); ++b)
    Eigen::Map<Vec<6>>(v_.data() + 6 * b) = forces_.bodies[b].free;
  if (!solve_with_share(0.0)) return report;
  double reached = 0.0;
  // A share of friction that is lost with may be far too much where μ is large.
  int may_lose = most_lost + std::max(0, std::ilogb(std::max(1.0, law.largest_mu())));
  for (double step = first_friction_step; reached < 1.0 && may_lose > 0;) {
    reached_v_ = v_;
    const double next = std::min(1.0, reached + step);
    if (solve_with_share(next)) {
      reached = next;
      step *= 2.0;
    } else {
      v_ = reached_v_;
      step *= 0.5;
      --may_lose;
    }
  }
  if (reached == 1.0) {
    report.status = SolveStatus::converged;
  } else {
    if (report.status == SolveStatus::not_finite) report.status = SolveStatus::stalled;
    const double residual = report.residual;
    static_cast<void>(solve_with_share(reached));  // so that all forces are those of the velocities
    report.residual = residual;
  }
  return report;
}

template <class Law>
SolveReport IslandSolver::fit_volumes(StepData& data, Law& law) {
  const auto count = static_cast<int>(fitted_.size());
  for (StepVolume* const fitted : fitted_) fitted->response.wrench.setZero();
  twists_.resize(6 * count);
  impulses_.setZero(6 * count);
  // Of corners, by these twists.
  const auto largest_speed = [&](const Eigen::VectorXd& twists) {
    double largest = 0.0;
    for (int i = 0; i < count; ++i) {
      const Vec<6> twist = twists.segment<6>(6 * i);
      largest = std::max(largest, twist.head<3>().norm() + fitted_[at(i)]->reach * twist.tail<3>().norm());
    }
    return twists.allFinite() ? largest : std::numeric_limits<double>::infinity();
  };
  const auto read_twists = [&] {
    for (int i = 0; i < count; ++i) twists_.segment<6>(6 * i) = fitted_[at(i)]->twist_next;
  };
  const auto solve_others = [&] {
    law.friction_share = 1.0;
    const SolveReport solved = force_solver_.solve(forces_, law, v_, r_);
    return solved.status == SolveStatus::converged ? solved : follow_friction(law, solved);
  };
  SolveReport report = solve_others();
  bool is_fitted = false;
  int unsettled = 0;
  for (int round = 0;; ++round) {
    read_twists();
    if (!twists_.allFinite() || !force_solver_.find_responses(forces_, count, responses_)) {
      report.status = worse(report.status, SolveStatus::stalled);
      break;
    }
    is_fitted = true;
    twists_ -= responses_ * impulses_;
    report = fit_.solve(data.h, fitted_, responses_, twists_, impulses_);
    if (report.status != SolveStatus::converged) ++unsettled;
    twists_ += responses_ * impulses_;
    const Eigen::VectorXd foreseen = twists_;
    for (int i = 0; i < count; ++i) fitted_[at(i)]->response.wrench = impulses_.segment<6>(6 * i) / data.h;
    report = combine(report, solve_others());
    read_twists();
    const double error = largest_speed(twists_ - foreseen);
    if (error <= fitted_to * (1.0 + largest_speed(foreseen))) break;
    if (round == most_fits || unsettled == most_unsettled || !std::isfinite(error)) {
      report = combine(report, {SolveStatus::max_iterations, report.method, 0, error});
      break;
    }
  }
  for (int i = 0; i < count; ++i) {
    StepVolume& fitted = *fitted_[at(i)];
    const Vec<6>& u = fitted.twist_next;
    auto& response = fitted.response;
    response.displacement.setZero();
    response.slip =
        is_fitted && fit_.slides(at(i)) ? Vec<3>(data.h * u(0), data.h * u(1), data.h * u(5)) : Vec<3>::Zero();
    response.u = 0.25 * fitted.reach * fitted.reach;
  }
  return report;
}

SolveReport IslandSolver::solve_volumes(StepData& data, const Island& island) {
  set_bodies(data, island, true);
  add_joints(data, island, true);
  forces_.bodies.swap(problem_.bodies);
  forces_.rows.swap(problem_.rows);
  volumes_.clear();
  fitted_.clear();
  for (const bool is_fitted : {true, false}) {
    for (const int k : island.volumes) {
      StepVolume& volume = data.volumes[at(k)];
      if (volume.is_fitted != is_fitted) continue;
      volumes_.push_back(k);
      if (is_fitted) fitted_.push_back(&volume);
    }
  }
  const bool is_fitted = !fitted_.empty();
  if (is_fitted) hold_joints(data, island, forces_.rows);
  forces_.forces.clear();
  const auto force_of = [&](const StepVolume& volume) -> solvers::BodyForceProblem::Force {
    return {place(data, volume.body[0]), place(data, volume.body[1]), volume.jacobian(0), volume.jacobian(1),
            volume.prescribed};
  };
  for (const int k : volumes_) forces_.forces.push_back(force_of(data.volumes[at(k)]));
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    Vec<6> prescribed = Vec<6>::Zero();
    prescribed.head<3>() << contact.prescribed(1), contact.prescribed(2), contact.prescribed(0);
    forces_.forces.push_back({place(data, contact.body[0]), place(data, contact.body[1]), point_jacobian(contact, 0),
                              point_jacobian(contact, 1), prescribed});
  }
  v_.resize(6 * island.bodies.size());
  const auto set_start = [&] {
    for (std::size_t i = 0; i < island.bodies.size(); ++i)
      Eigen::Map<Vec<6>>(v_.data() + 6 * i) = data.bodies[at(island.bodies[i])].v;
  };
  set_start();
  r_.resize(forces_.rows.size());
  IslandLaw law(data, volumes_, island.contacts);
  const auto solve_by_pressures = [&] {
    law.friction_share = 1.0;
    const SolveReport solved = force_solver_.solve(forces_, law, v_, r_);
    return solved.status == SolveStatus::converged ? solved : follow_friction(law, solved);
  };
  SolveReport report = is_fitted ? fit_volumes(data, law) : solve_by_pressures();
  const bool sinks_in =
      is_fitted && std::ranges::any_of(fitted_, [](const StepVolume* fitted) { return fitted->sinks_in(); });
  if (sinks_in) report.status = worse(report.status, SolveStatus::stalled);
  if (sinks_in ||
      (is_fitted && report.status != SolveStatus::converged && !(report.residual <= standard_gravity * data.h))) {
    for (std::size_t i = 0; i < fitted_.size(); ++i) {
      fitted_[i]->press(data.bodies);
      forces_.forces[i] = force_of(*fitted_[i]);
    }
    set_start();
    report = {worse(report.status, solve_by_pressures().status), report.method, report.iterations, report.residual};
  }
  if (report.status == SolveStatus::converged && !law.is_solved()) report.status = SolveStatus::stalled;
  for (std::size_t i = 0; i < island.bodies.size(); ++i)
    data.bodies[at(island.bodies[i])].next = Eigen::Map<const Vec<6>>(v_.data() + 6 * i);
  const double* impulse = r_.data();
  for (const int j : island.joints) {
    StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k) joint.rows[at(k)].impulse = *impulse++;
  }
  report.residual /= standard_gravity * data.h;
  return report;
}

}  // namespace stickslip::sim::detail
