// One passage of a body through time, and how far off it is.
//
// Beside the motion itself runs its companion, on the same steps from the same start (body_stepper.hpp). Both carry their
// errors along through sticking, slipping and whatever grows or dies out on the way; nothing is linearised. The estimate of
// the error is, part by part,
//   (1)  error(t) = 2 |q(t) − q_c(t)| + √Σ e²
// Twice the distance, since both may err alike where steps are too long for what the bristles do. The sum is over the errors
// e of (2) of steps so far, where they are measured, as if they were random: should the two meet by chance, it remains. The
// form is one with which at least 95 % of random runs with a tolerance of 1e-2 or 1e-3 are off by less than three times
// (1), see the experiment planar-error. Lengths of errors and displacements are those of (x, y, r θ) with the patch's r.
//
// Steps have a fixed length, or are chosen so that each adds an error of at most `allowance`:
//   (2)  ‖e‖ ≤ allowance,   e = |e_q| + (t_end − t) |e_v|,   h ← h clamp(0.9 (allowance/‖e‖)^⅓, 0.2, 4)
// with the embedded errors e_q, e_v of a step in pose and velocity: one of velocity is carried to the end. The same error
// per step everywhere is what takes the fewest steps for a given sum.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "stickslip/core/signal.hpp"
#include "stickslip/sim/detail/body_stepper.hpp"
#include "stickslip/sim/trajectory.hpp"

namespace stickslip::sim::detail {

// Of a passage: with steps of `longest`, or shorter as the allowance has it.
struct Steps {
  double longest;                        // [s]
  std::optional<double> allowance = {};  // error of one step [m]
  Integrator integrator = Integrator::sdirk2;
};

// Of a passage whose steps are chosen. One that needs more is taken to its end by steps of t_end divided by it, at least.
inline constexpr double most_chosen_steps = 1e6;

template <PatchFriction Patch>
class Passage {
 public:
  using State = typename Patch::State;

  Passage(const Patch& patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
          const SimulationOptions& options, const State& start, const Steps& steps)
      : load_(load),
        fn_(fn),
        options_(options),
        steps_(steps),
        same_(1e-6 * std::min({steps.longest, options.record_dt, options.t_end})),
        start_(body.pose.coordinates()),
        body_(patch, body, load, fn, options, start, scheme_of(steps.integrator)),
        companion_(patch, body, load, fn, options, start, companion_of(steps.integrator)),
        recorded_(start),
        scale_(1.0, 1.0, body_.arm(0.0)),
        h_(steps.longest),
        report_every_(std::clamp(200'000L / static_cast<long>(start.values().size()), 1L, 256L)) {
    if (options.record_energy || options.watch) body_.count_work(0.0);
    if (!steps.allowance) return;
    body_.measure();
    steps_.allowance = std::max(*steps.allowance, 1e-13 * scale_(2));  // below, rounding is measured
  }

  void run() {
    record(0.0, body_.force(0.0, 0.0));
    if (options_.watch) options_.watch(0.0, body_.work().dissipated);
    double t = 0.0;
    bool jumped = false, finite = true;
    for (long count = 1; t < options_.t_end;) {
      const double next_record = static_cast<double>(count) * options_.record_dt;
      const double end = piece_end(t, next_record);
      const double last_start = steps_.allowance ? advance_by_error(t, end, jumped) : advance(t, end, jumped);
      finite = body_.is_finite();
      if (!finite) break;
      jumped = load_.next_jump(t + same_) <= end || fn_.next_jump(t + same_) <= end;
      t = end;
      if (t >= next_record - same_ || t >= options_.t_end) {
        const auto force = body_.force(t, last_start);
        finite = force.wrench.allFinite() && body_.report().status != SolveStatus::not_finite;
        if (!finite) break;
        record(t, force);
        ++count;
      }
    }
    trajectory_.report = body_.report();
    if (!finite) {
      trajectory_.report.status = SolveStatus::not_finite;
      trajectory_.report.residual = std::numeric_limits<double>::infinity();
    }
  }

  Trajectory& trajectory() noexcept { return trajectory_; }
  // Of the last record.
  State& bristles() noexcept { return recorded_; }
  // Of the pose of the last record, by (1) [m].
  double error() const noexcept { return norm(scale_.cwiseProduct(trajectory_.error.back())); }
  // The largest distance from the start [m]. Less than a billionth of the patch's r is rest.
  double displacement() const noexcept { return std::max(displacement_, 1e-9 * scale_(2)); }

 private:
  // The end of the piece of time that starts at t: the next record, jump or end. Events closer together than same_ are one.
  double piece_end(double t, double next_record) const {
    const double events[] = {next_record, load_.next_jump(t + same_), fn_.next_jump(t + same_), options_.t_end};
    const double first = *std::min_element(std::begin(events), std::end(events));
    double last = first;
    for (const double event : events) {
      if (event <= first + same_) last = std::max(last, event);
    }
    return last;
  }

  void record(double t, const typename BodyStepper<Patch>::Force& force) {
    trajectory_.t.push_back(t);
    trajectory_.normal_force.push_back(force.fn);
    trajectory_.pose.push_back(body_.pose());
    trajectory_.error.push_back(error_now());
    trajectory_.twist.push_back(body_.twist());
    trajectory_.wrench.push_back(force.wrench);
    if (options_.record_bristles) {
      const std::span<const double> z = body_.bristles().values();
      trajectory_.bristles.insert(trajectory_.bristles.end(), z.begin(), z.end());
    }
    if (options_.record_energy) {
      const Work& work = body_.work();
      trajectory_.energy.push_back({body_.stored_energy(force.fn), work.load, work.normal, work.dissipated});
    }
    recorded_ = body_.bristles();
    options_.progress(std::min(1.0, t / options_.t_end));  // the last piece may end an instant later
  }

  // Eq. 1. A companion that blew up tells nothing.
  Vec<3> error_now() const noexcept {
    const Vec<3> error = 2.0 * (body_.coordinates() - companion_.coordinates()).cwiseAbs() + squares_.cwiseSqrt();
    return error.allFinite() ? error : Vec<3>(Vec<3>::Constant(std::numeric_limits<double>::infinity()));
  }

  void step(double t, double h) {
    body_.step(t, h);
    follow(t, h);
  }

  // The companion takes the step that the body took.
  void follow(double t, double h) {
    companion_.step(t, h);
    displacement_ = std::max(displacement_, norm(scale_.cwiseProduct(body_.coordinates() - start_)));
    ++trajectory_.steps;
    if (options_.watch && body_.is_finite()) options_.watch(t + h, body_.work().dissipated);
    if (trajectory_.steps % report_every_ == 0) options_.progress(std::min(1.0, t / options_.t_end));
  }

  // Bristles answer a jump within a fraction of a millisecond, in which a contact close to slip may break loose: the
  // step after one begins with two quarters.
  void step_after_jump(double now, double h) {
    step(now, 0.25 * h);
    step(now + 0.25 * h, 0.25 * h);
    step(now + 0.5 * h, 0.5 * h);
  }

  // Takes the steps of a piece, until the motion is not finite; returns when the last one began.
  double advance(double t, double end, bool jumped) {
    const auto steps = static_cast<long>(std::max(1.0, std::ceil((end - t) / steps_.longest - 1e-9)));
    const double h = (end - t) / static_cast<double>(steps);
    for (long k = 0; k < steps && body_.is_finite(); ++k) {
      const double now = t + static_cast<double>(k) * h;
      if (k == 0 && jumped && steps_.integrator == Integrator::sdirk2) {
        step_after_jump(now, h);
      } else {
        step(now, h);
      }
    }
    return t + static_cast<double>(steps - 1) * h;
  }

  // The same with steps of (2).
  double advance_by_error(double t, double end, bool jumped) {
    if (jumped) body_.jump();
    for (double now = t;;) {
      const double left = end - now;
      const double h = left / std::max(1.0, std::ceil(left / std::min(h_, steps_.longest) - 1e-9));
      const double shortest =
          options_.t_end / (static_cast<double>(trajectory_.steps) < most_chosen_steps ? 1e10 : most_chosen_steps);
      body_.keep();
      body_.step(now, h);
      const Vec<3> e = body_.local_error().pose + (options_.t_end - now) * body_.local_error().twist;
      const double size = norm(scale_.cwiseProduct(e));
      const bool finite = body_.is_finite() && std::isfinite(size);
      const double growth = finite ? 0.9 * std::cbrt(*steps_.allowance / size) : 0.0;
      const bool good = finite && size <= *steps_.allowance;
      h_ = std::max(shortest, h * std::clamp(growth, 0.2, 4.0));
      // h divides what is left, and may exceed the shortest by rounding.
      if (!good && h > (1.0 + 1e-6) * shortest) {
        body_.go_back();
        ++trajectory_.steps;
        if (trajectory_.steps % report_every_ == 0) options_.progress(std::min(1.0, now / options_.t_end));
        continue;
      }
      squares_ += e.cwiseAbs2();
      follow(now, h);
      if (!body_.is_finite() || h >= left) return now;
      now += h;
    }
  }

  const Signal<Wrench2>& load_;
  const Signal<double>& fn_;
  const SimulationOptions& options_;
  Steps steps_;
  double same_;  // [s]
  Vec<3> start_;
  BodyStepper<Patch> body_, companion_;
  State recorded_;
  Vec<3> scale_;       // (1, 1, r)
  double h_;           // of the next step, as the last one suggests
  long report_every_;  // steps: a few times a second whatever the number of bristles
  double displacement_ = 0.0;
  Vec<3> squares_ = Vec<3>::Zero();  // Σ e² of (1)
  Trajectory trajectory_;
};

}  // namespace stickslip::sim::detail
