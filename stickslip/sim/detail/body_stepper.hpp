// One step of a body on a patch: by a scheme of integrator.hpp, or by the companion of one, which is as cheap as can be and
// errs differently, so that the distance between the two tells how far off the first one is.
//
//   sdirk2    companion: the implicit midpoint rule. It damps nothing that the equations do not damp, so that an oscillation
//             which sdirk2 loses because its steps are too long stays in the companion. Error constants of z³ in the growth of
//             y' = z y: −0.0404 and −0.0833, so that the distance is 1.06 times the error of sdirk2 where steps are short.
//   rk4       companion: Heun's scheme of order 3, stable for almost the same steps
//
// The error of one step, for choosing its length, is embedded: the difference to the quadrature of order 3 through the
// derivatives at the start and the two stages (sdirk2), or h/6 (k4 − k5) with k5 the derivative at the end (rk4, order 3).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include <Eigen/LU>

#include "stickslip/core/error.hpp"
#include "stickslip/core/signal.hpp"
#include "stickslip/core/solve_report.hpp"
#include "stickslip/patch/dissipated_power.hpp"
#include "stickslip/patch/distributed_patch.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/patch/reduced_patch.hpp"
#include "stickslip/sim/detail/placement.hpp"
#include "stickslip/sim/planar_body.hpp"
#include "stickslip/sim/simulation_options.hpp"

namespace stickslip::sim::detail {

using patch::DistributedPatch;
using patch::PatchFriction;
using patch::ReducedPatch;
using patch::Response;

enum class Scheme : std::uint8_t { sdirk2, midpoint, rk4, heun3 };

constexpr Scheme scheme_of(Integrator integrator) noexcept {
  return integrator == Integrator::rk4 ? Scheme::rk4 : Scheme::sdirk2;
}
constexpr Scheme companion_of(Integrator integrator) noexcept {
  return integrator == Integrator::rk4 ? Scheme::heun3 : Scheme::midpoint;
}

// Of one step.
struct LocalError {
  Vec<3> pose = Vec<3>::Zero();   // [m, m, rad]
  Vec<3> twist = Vec<3>::Zero();  // [m/s, m/s, rad/s]
};

// Since the start, of all contacts [J]. Loads and normal forces do work on the body and its bristles; dissipated is what the contacts take
// and do not store:
//
//   dissipated = ∫ −w·v − ∂U/∂z·ż dt,   normal = ∫ U/fn dfn,   U = stored energy, which is proportional to fn
//
// The integrals are those of the scheme over its stages, with wrench and ż evaluated there, not taken from the change of momentum.
struct Work {
  double load = 0.0, normal = 0.0, dissipated = 0.0;
};

template <PatchFriction Patch>
class BodyStepper {
 public:
  using State = typename Patch::State;

  BodyStepper(Patch patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
              const SimulationOptions& options, const State& start, Scheme scheme)
      : scheme_(scheme),
        patch_(std::move(patch)),
        load_(load),
        fn_(fn),
        options_(options),
        inverse_mass_(1.0 / body.mass, 1.0 / body.mass, 1.0 / body.inertia),
        size_(1.0, 1.0, std::sqrt(body.inertia / body.mass)),
        v_(body.twist),
        q_(body.pose.coordinates()),
        z_(start),
        z_base_(start),
        z_stage_(start),
        kept_{body.twist, body.pose.coordinates(), Vec<3>::Zero(), Vec<3>::Zero(), false, start, {}, {}, 0.0},
        rates_{start, start, start, start},
        probe_(start) {
    report_.method = name_of(options.integrator);
  }

  Pose2 pose() const noexcept { return Pose2::from_coordinates(q_); }
  const Twist2& twist() const noexcept { return v_; }
  const State& bristles() const noexcept { return z_; }
  bool is_finite() const noexcept { return q_.allFinite() && v_.allFinite(); }
  const Vec<3>& coordinates() const noexcept { return q_; }
  const SolveReport& report() const noexcept { return report_; }

  // From t to t + h, both within one piece of every table.
  void step(double t, double h) {
    stuck_ = false;
    switch (scheme_) {
      case Scheme::sdirk2:
        return sdirk2(t, h, 0);
      case Scheme::midpoint:
        return midpoint(t, h, 0);
      case Scheme::rk4:
        return explicit_step(t, h, rk4);
      case Scheme::heun3:
        return explicit_step(t, h, heun3);
    }
  }

  // From now on steps of sdirk2 and rk4 tell their error.
  void measure() noexcept { measures_ = true; }
  const LocalError& local_error() const noexcept { return local_error_; }
  // From now on, at time t, steps of sdirk2 and rk4 add up their work.
  void count_work(double t) {
    counts_ = true;
    work_ = {};
    last_fn_ = normal_force(t, t);
  }
  const Work& work() const noexcept { return work_; }
  // In the bristles of all contacts under a normal force [J].
  double stored_energy(double fn) { return options_.contacts * patch_.at(fn, shape_).stored_energy(z_, fn); }
  // Loads jump here: the derivative at the end of the last step is not that at the start of the next.
  void jump() noexcept { has_slope_ = false; }

  // Remembers where the body is; go_back() returns there. Iterations stay counted.
  void keep() {
    kept_.v = v_;
    kept_.q = q_;
    kept_.acceleration = acceleration_;
    kept_.slope = slope_;
    kept_.has_slope = has_slope_;
    kept_.z = z_;
    kept_.report = report_;
    kept_.work = work_;
    kept_.last_fn = last_fn_;
  }
  void go_back() {
    v_ = kept_.v;
    q_ = kept_.q;
    acceleration_ = kept_.acceleration;
    slope_ = kept_.slope;
    has_slope_ = kept_.has_slope;
    z_ = kept_.z;
    work_ = kept_.work;
    last_fn_ = kept_.last_fn;
    const long iterations = report_.iterations;
    report_ = kept_.report;
    report_.iterations = iterations;
  }

  // The patch's r under the normal force at time t: what makes a rotation a way [m].
  double arm(double t) {
    const double r = arm_of(loaded(t, t).patch);
    return r > 0.0 ? r : size_(2);  // a single point has none: then of the body
  }

  struct Force {
    double fn;
    Wrench2 wrench;  // of one contact, world axes, about the origin of the patch's frame
  };

  // At time t of a step that began at `start`.
  Force force(double t, double start) {
    const auto [patch, fn] = loaded(t, start);
    const Placement placement(options_.frame, patch_.cop(), q_);
    const Twist2 v_patch = placement.matrix() * v_;
    patch.rate(z_, v_patch, rates_[0]);
    const Wrench2 w = patch.wrench(z_, rates_[0], v_patch, fn);
    const Wrench2 at_com = placement.matrix().transpose() * w;
    return {fn, options_.frame == Frame::body ? at_com : wrench_at(w, -patch_.cop())};
  }

 private:
  struct Stage {
    Vec<3> residual;  // of the velocity [m/s, rad/s]
    Matrix3 jacobian;
    double size;
  };

  // The patch under the normal force at time t of a step that began at `start`.
  struct Loaded {
    const Patch& patch;
    double fn;
  };

  double normal_force(double t, double start) const {
    const double fn = fn_(t, start);
    if (!(fn >= 0.0) || !std::isfinite(fn)) {
      throw InvalidArgument("simulate: normal_force = " + to_text(fn) + " at t = " + to_text(t) +
                            " must be finite and >= 0 [N]");
    }
    return fn;
  }

  Loaded loaded(double t, double start) {
    const double fn = normal_force(t, start);
    return {patch_.at(fn, shape_), fn};
  }

  Wrench2 load(double t, double start) const {
    const Wrench2 w = load_(t, start);
    if (!w.allFinite()) {
      throw InvalidArgument("simulate: load = (" + to_text(w(0)) + ", " + to_text(w(1)) + ", " + to_text(w(2)) +
                            ") at t = " + to_text(t) + " must be finite [N, N·m]");
    }
    return w;
  }

  // v − v_b − h M⁻¹ (load + c Aᵀ w) with q = q_b + h v and the bristles after an implicit step of h from z_base_.
  Stage evaluate(const Vec<3>& v, const Vec<3>& v_base, const Vec<3>& q_base, double h, const Wrench2& load,
                 Loaded now) noexcept {
    const Placement placement(options_.frame, patch_.cop(), q_base + h * v);
    const Matrix3& a = placement.matrix();
    const Response at = now.patch.implicit_step(z_base_, a * v, now.fn, h, z_stage_);
    const double contacts = options_.contacts;
    const Vec<3> push = h * inverse_mass_;
    const Wrench2 total = load + contacts * (a.transpose() * at.wrench);
    const Matrix3 by_v =
        a.transpose() * (at.jacobian * (a + h * placement.twist_by_pose(v))) + h * placement.wrench_by_pose(at.wrench);
    Stage stage;
    stage.residual = v - v_base - push.cwiseProduct(total);
    stage.jacobian = Matrix3::Identity() - contacts * (push.asDiagonal() * by_v);
    stage.size = norm(size_.cwiseProduct(stage.residual));
    return stage;
  }

  struct Solved {
    bool good;    // false if the iteration stalls
    double size;  // of the residual that is left [m/s]
  };

  // Solves the stage for v, from the guess in it.
  Solved solve(Vec<3>& v, const Vec<3>& v_base, const Vec<3>& q_base, double h, double t, double start) {
    const Loaded now = loaded(t, start);
    const Wrench2 f = load(t, start);
    Stage at = evaluate(v, v_base, q_base, h, f, now);
    // Rounding of h M⁻¹ (load + friction) is the least that a residual can be. Bristles may strain against each other
    // at rest: their sum is nothing then, but its rounding is that of the normal force.
    const double push =
        norm(size_.cwiseProduct(inverse_mass_.cwiseProduct(f))) + inverse_mass_(0) * options_.contacts * now.fn;
    const double floor = 64.0 * std::numeric_limits<double>::epsilon() * h * push;
    for (int iteration = 0; iteration < 40; ++iteration) {
      const double tolerance = 1e-9 * norm(size_.cwiseProduct(v)) + floor;
      if (at.size <= tolerance) return {true, at.size};
      const Vec<3> newton = -(at.jacobian.inverse() * at.residual);
      double share = 1.0;
      Stage next;
      Vec<3> trial;
      for (;; share *= 0.5) {
        ++report_.iterations;
        trial = v + share * newton;
        next = evaluate(trial, v_base, q_base, h, f, now);
        if (next.size < (1.0 - 1e-4 * share) * at.size) break;
        if (share < 1e-3) return {false, at.size};
      }
      v = trial;
      at = next;
    }
    return {false, at.size};
  }

  void sdirk2(double t, double h, int depth) {
    constexpr double gamma = 1.0 - std::numbers::sqrt2 / 2.0;
    const double piece = gamma * h;
    const auto halve = [&] {
      sdirk2(t, 0.5 * h, depth + 1);
      sdirk2(t + 0.5 * h, 0.5 * h, depth + 1);
    };

    if (measures_ && depth == 0) local_error_ = {};
    if (measures_ && !has_slope_) slope_ = derivative(v_, q_, z_, t, t, rates_[0]);
    z_base_ = z_;
    Vec<3> v1 = v_ + piece * acceleration_;
    const Solved first = solve(v1, v_, q_, piece, t + piece, t);
    // Halves rarely help where the smallest did not: then the rest of the step is taken as it is.
    const bool may_halve = depth < deepest && !stuck_;
    if (!first.good && may_halve) return halve();

    // Second stage: from the first one's derivative, carried over the rest of the step.
    constexpr double carry = (1.0 - gamma) / gamma;
    const Vec<3> v_base = v_ + carry * (v1 - v_), q_base = q_ + (1.0 - gamma) * h * v1;
    const std::span<const double> then = std::as_const(z_stage_).values(), before = std::as_const(z_).values();
    const std::span<double> base = z_base_.values();
    for (std::size_t i = 0; i < base.size(); ++i) base[i] = before[i] + carry * (then[i] - before[i]);
    Vec<3> v2 = v_ + (v1 - v_) / gamma;
    const Solved second = solve(v2, v_base, q_base, piece, t + h, t);
    const bool good = first.good && second.good;
    if (!good && may_halve) return halve();
    settle(good, std::max(first.size, second.size), first.size + second.size);

    if (measures_) {
      // Weights of order 3 at 0, γ, 1, less those of the scheme.
      constexpr double b1 = 1.0 / (6.0 * gamma * (1.0 - gamma)), b2 = 0.5 - gamma * b1, b0 = 1.0 - b1 - b2;
      constexpr double d1 = b1 - (1.0 - gamma), d2 = b2 - gamma;
      const Vec<3> k1 = (v1 - v_) / piece, k2 = (v2 - v_base) / piece;
      local_error_.twist += (h * (b0 * slope_ + d1 * k1 + d2 * k2)).cwiseAbs();
      local_error_.pose += (h * (b0 * v_ + d1 * v1 + d2 * v2)).cwiseAbs();
      slope_ = k2;
      has_slope_ = true;
    }
    if (counts_) {
      count_normal_before(t, h);
      count_stage(gamma * h, v2, q_base + piece * v2, z_stage_, t + h, t, rates_[0]);
      // The bristles of the first stage are on the way to the base of the second.
      for (std::size_t i = 0; i < base.size(); ++i) z_base_.values()[i] = before[i] + (base[i] - before[i]) / carry;
      count_stage((1.0 - gamma) * h, v1, q_ + piece * v1, z_base_, t + piece, t, rates_[0]);
    }
    acceleration_ = (v2 - v_) / h;
    q_ = q_base + piece * v2;
    v_ = v2;
    std::swap(z_, z_stage_);
    if (counts_) count_normal_after(t, h);
  }

  // What all contacts store more when the load changes and bristles stay as they are: U(z, to) − U(z, from) [J]. Where the shape does not
  // follow the load U is proportional to it.
  double normal_work(double from, double to) {
    if (from == to) return 0.0;
    const Patch& patch = patch_.at(to, shape_);
    if (&patch == &patch_) return options_.contacts * patch.stored_energy(z_, 1.0) * (to - from);
    const double after = patch.stored_energy(z_, to);
    return options_.contacts * (after - patch_.at(from, shape_).stored_energy(z_, from));
  }

  // A stage of weight b h; ż into `rate`.
  void count_stage(double weight, const Vec<3>& v, const Vec<3>& q, const State& z, double t, double start,
                   State& rate) {
    const auto [patch, fn] = loaded(t, start);
    const Placement placement(options_.frame, patch_.cop(), q);
    const Twist2 v_patch = placement.matrix() * v;
    work_.dissipated += weight * options_.contacts * patch::dissipated_power(patch, z, v_patch, fn, rate, probe_);
    work_.load += weight * load(t, start).dot(v);
  }

  // Work of the normal force in a step from t to t + h: of the jump at its start, and of the change within it by the trapezium rule. Called
  // with the bristles at its start, then with those at its end.
  void count_normal_before(double t, double h) {
    const double fn = normal_force(t, t), end = normal_force(t + h, t);
    work_.normal += normal_work(last_fn_, fn) + 0.5 * normal_work(fn, end);
  }
  void count_normal_after(double t, double h) {
    const double fn = normal_force(t, t), end = normal_force(t + h, t);
    work_.normal += 0.5 * normal_work(fn, end);
    last_fn_ = end;
  }

  // After the stages of a step: whether all were solved, the largest residual left, and a sum that is finite if all are.
  void settle(bool good, double residual, double sum) noexcept {
    if (!good) {
      report_.status = worse(report_.status, SolveStatus::stalled);
      stuck_ = true;
    }
    const bool finite = std::isfinite(sum);
    if (!finite) report_.status = SolveStatus::not_finite;
    report_.residual = finite ? std::max(report_.residual, residual) : std::numeric_limits<double>::infinity();
  }

  void midpoint(double t, double h, int depth) {
    z_base_ = z_;
    Vec<3> v = v_ + 0.5 * h * acceleration_;
    const Solved middle = solve(v, v_, q_, 0.5 * h, t + 0.5 * h, t);
    if (!middle.good && depth < deepest && !stuck_) {
      midpoint(t, 0.5 * h, depth + 1);
      midpoint(t + 0.5 * h, 0.5 * h, depth + 1);
      return;
    }
    settle(middle.good, middle.size, middle.size);
    acceleration_ = (v - v_) / (0.5 * h);
    v_ += h * acceleration_;
    q_ += h * v;
    const std::span<const double> half = std::as_const(z_stage_).values();
    const std::span<double> z = z_.values();
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += 2.0 * (half[i] - z[i]);
  }

  // v̇ and ż at a state; ż into `rate`.
  Vec<3> derivative(const Vec<3>& v, const Vec<3>& q, const State& z, double t, double start, State& rate) {
    const auto [patch, fn] = loaded(t, start);
    const Placement placement(options_.frame, patch_.cop(), q);
    const Twist2 v_patch = placement.matrix() * v;
    patch.rate(z, v_patch, rate);
    const Wrench2 w = placement.matrix().transpose() * patch.wrench(z, rate, v_patch, fn);
    return inverse_mass_.cwiseProduct(load(t, start) + static_cast<double>(options_.contacts) * w);
  }

  // An explicit scheme in which each stage starts from the derivative of the one before.
  template <std::size_t stages>
  struct Tableau {
    std::array<double, stages> node, weight;
  };
  static constexpr Tableau<4> rk4{{0.0, 0.5, 0.5, 1.0}, {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0}};
  static constexpr Tableau<3> heun3{{0.0, 1.0 / 3.0, 2.0 / 3.0}, {0.25, 0.0, 0.75}};

  template <std::size_t stages>
  void explicit_step(double t, double h, const Tableau<stages>& scheme) {
    std::array<Vec<3>, stages> v_rate, q_rate;
    if (counts_) count_normal_before(t, h);
    z_stage_ = z_;
    for (std::size_t k = 0; k < stages; ++k) {
      const double part = scheme.node[k] * h;
      const Vec<3> v = k == 0 ? v_ : Vec<3>(v_ + part * v_rate[k - 1]);
      const Vec<3> q = k == 0 ? q_ : Vec<3>(q_ + part * q_rate[k - 1]);
      if (k > 0) add(z_stage_, z_, part, rates_[k - 1]);
      v_rate[k] = derivative(v, q, z_stage_, t + part, t, rates_[k]);
      q_rate[k] = v;
      if (counts_) count_stage(scheme.weight[k] * h, v, q, z_stage_, t + part, t, rates_[k]);
    }
    for (std::size_t k = 0; k < stages; ++k) {
      v_ += scheme.weight[k] * h * v_rate[k];
      q_ += scheme.weight[k] * h * q_rate[k];
      add(z_, z_, scheme.weight[k] * h, rates_[k]);
    }
    if (counts_) count_normal_after(t, h);
    if (measures_) {
      const Vec<3> after = derivative(v_, q_, z_, t + h, t, rates_[0]);
      local_error_ = {(h / 6.0 * (q_rate.back() - v_)).cwiseAbs(), (h / 6.0 * (v_rate.back() - after)).cwiseAbs()};
    }
  }

  // sum = a + s b
  static void add(State& sum, const State& a, double s, const State& b) noexcept {
    const std::span<double> out = sum.values();
    const std::span<const double> x = a.values(), y = b.values();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[i] + s * y[i];
  }

  static double arm_of(const ReducedPatch& patch) noexcept { return patch.r(); }
  static double arm_of(const DistributedPatch& patch) noexcept {
    const patch::Cells& cells = patch.cells();
    double sum = 0.0;
    for (std::size_t i = 0; i < cells.weight.size(); ++i) sum += cells.weight[i] * std::hypot(cells.x[i], cells.y[i]);
    return sum;
  }

  struct Kept {
    Vec<3> v, q, acceleration, slope;
    bool has_slope;
    State z;
    SolveReport report;
    Work work;
    double last_fn;
  };

  static constexpr int deepest = 12;  // halvings of a step

  Scheme scheme_;
  Patch patch_;
  patch::ShapeMemory<Patch> shape_;  // of the patch under the load of the moment
  const Signal<Wrench2>& load_;
  const Signal<double>& fn_;
  const SimulationOptions& options_;
  Vec<3> inverse_mass_;
  Vec<3> size_;  // makes a rotation a velocity: (1, 1, radius of gyration)
  Vec<3> v_, q_;
  Vec<3> acceleration_ = Vec<3>::Zero();  // of the step before: where the next one begins to search
  State z_, z_base_, z_stage_;
  Kept kept_;
  bool measures_ = false, counts_ = false;
  Work work_;
  double last_fn_ = 0.0;  // at the end of the last step that was counted
  LocalError local_error_;
  Vec<3> slope_ = Vec<3>::Zero();  // v̇ at the end of the last step that was measured
  bool has_slope_ = false;
  std::array<State, 4> rates_;  // of the explicit scheme; the first also serves force()
  State probe_;                 // of dissipated_power()
  bool stuck_ = false;          // a stage of this step could not be solved however short it was made
  SolveReport report_;
};

}  // namespace stickslip::sim::detail
