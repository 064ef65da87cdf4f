// One step of a body on a patch, by either scheme of integrator.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

#include <Eigen/LU>

#include "stickslip/core/error.hpp"
#include "stickslip/core/signal.hpp"
#include "stickslip/core/solve_report.hpp"
#include "stickslip/patch/patch_friction.hpp"
#include "stickslip/sim/detail/placement.hpp"
#include "stickslip/sim/planar_body.hpp"
#include "stickslip/sim/simulation_options.hpp"

namespace stickslip::sim::detail {

using patch::PatchFriction;
using patch::Response;

template <PatchFriction Patch>
class BodyStepper {
 public:
  using State = typename Patch::State;

  BodyStepper(Patch patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
              const SimulationOptions& options, const State& start)
      : patch_(std::move(patch)),
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
        rates_{start, start, start, start} {
    report_.method = name_of(options.integrator);
  }

  Pose2 pose() const noexcept { return Pose2::from_coordinates(q_); }
  const Twist2& twist() const noexcept { return v_; }
  const State& bristles() const noexcept { return z_; }
  bool is_finite() const noexcept { return q_.allFinite() && v_.allFinite(); }
  const SolveReport& report() const noexcept { return report_; }

  // From t to t + h, both within one piece of every table.
  void step(double t, double h) {
    if (options_.integrator == Integrator::rk4) {
      rk4(t, h);
    } else {
      stuck_ = false;
      sdirk2(t, h, 0);
    }
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

  Loaded loaded(double t, double start) {
    const double fn = fn_(t, start);
    if (!(fn >= 0.0) || !std::isfinite(fn)) {
      throw InvalidArgument("simulate: normal_force = " + to_text(fn) + " at t = " + to_text(t) +
                            " must be finite and >= 0 [N]");
    }
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
    constexpr int deepest = 12;
    const double piece = gamma * h;
    const auto halve = [&] {
      sdirk2(t, 0.5 * h, depth + 1);
      sdirk2(t + 0.5 * h, 0.5 * h, depth + 1);
    };

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
    if (!good) {
      report_.status = worse(report_.status, SolveStatus::stalled);
      stuck_ = true;
    }
    const bool finite = std::isfinite(first.size) && std::isfinite(second.size);
    if (!finite) report_.status = SolveStatus::not_finite;
    report_.residual =
        finite ? std::max({report_.residual, first.size, second.size}) : std::numeric_limits<double>::infinity();

    acceleration_ = (v2 - v_) / h;
    q_ = q_base + piece * v2;
    v_ = v2;
    std::swap(z_, z_stage_);
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

  void rk4(double t, double h) {
    constexpr std::array<double, 4> node{0.0, 0.5, 0.5, 1.0}, weight{1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    std::array<Vec<3>, 4> v_rate, q_rate;
    z_stage_ = z_;
    for (std::size_t k = 0; k < 4; ++k) {
      const double part = node[k] * h;
      const Vec<3> v = k == 0 ? v_ : Vec<3>(v_ + part * v_rate[k - 1]);
      const Vec<3> q = k == 0 ? q_ : Vec<3>(q_ + part * q_rate[k - 1]);
      if (k > 0) add(z_stage_, z_, part, rates_[k - 1]);
      v_rate[k] = derivative(v, q, z_stage_, t + part, t, rates_[k]);
      q_rate[k] = v;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      v_ += weight[k] * h * v_rate[k];
      q_ += weight[k] * h * q_rate[k];
      add(z_, z_, weight[k] * h, rates_[k]);
    }
  }

  // sum = a + s b
  static void add(State& sum, const State& a, double s, const State& b) noexcept {
    const std::span<double> out = sum.values();
    const std::span<const double> x = a.values(), y = b.values();
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = x[i] + s * y[i];
  }

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
  std::array<State, 4> rates_;  // of the explicit scheme; the first also serves force()
  bool stuck_ = false;          // a stage of this step could not be solved however short it was made
  SolveReport report_;
};

}  // namespace stickslip::sim::detail
