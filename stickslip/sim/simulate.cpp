#include "stickslip/sim/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/detail/body_stepper.hpp"

namespace stickslip::sim {

namespace {

void require_finite(const char* name, const Vec<3>& value, const char* unit) {
  if (value.allFinite()) return;
  std::string text = std::string("simulate: ") + name + " = (";
  for (int i = 0; i < 3; ++i) text.append(i == 0 ? "" : ", ").append(to_text(value(i)));
  throw InvalidArgument(text.append(") must be finite ").append(unit));
}

void require_valid(const PlanarBody& body, const SimulationOptions& o) {
  require("simulate", check_fields(body));
  require_finite("pose", body.pose.coordinates(), "[m, m, rad]");
  require_finite("twist", body.twist, "[m/s, m/s, rad/s]");
  require("simulate", check_fields(o));
  // 1e12 steps would take days; a slip of the decimal point is likelier.
  constexpr double most = 1e12;
  if (o.t_end / o.dt > most) require("simulate", Violation{"dt", o.dt, "must be at least t_end/1e12", o.t_end / most});
  if (o.t_end / o.record_dt > 1e8) {
    require("simulate", Violation{"record_dt", o.record_dt, "must be at least t_end/1e8", o.t_end / 1e8});
  }
}

// Events closer together than this are one [s].
double instant(const SimulationOptions& o) {
  return 1e-6 * std::min({o.dt, o.record_dt, o.t_end});
}

// The end of the piece of time that starts at t: the next record, jump or end.
double piece_end(double t, double next_record, const Signal<Wrench2>& load, const Signal<double>& fn,
                 const SimulationOptions& o) {
  const double same = instant(o);
  const double events[] = {next_record, load.next_jump(t + same), fn.next_jump(t + same), o.t_end};
  const double first = *std::min_element(std::begin(events), std::end(events));
  double last = first;
  for (const double event : events) {
    if (event <= first + same) last = std::max(last, event);
  }
  return last;
}

template <class Patch>
Trajectory run_simulation(Patch patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
                          const SimulationOptions& o, typename Patch::State* state) {
  require_valid(body, o);
  if (state != nullptr && state->values().size() != patch.state().values().size()) {
    throw InvalidArgument("simulate: state has " + std::to_string(state->values().size()) + " entries, the patch has " +
                          std::to_string(patch.state().values().size()));
  }
  const typename Patch::State start = state != nullptr ? *state : patch.state();
  detail::BodyStepper<Patch> stepper(std::move(patch), body, load, fn, o, start);
  Trajectory result;
  typename Patch::State recorded = start;
  const auto record = [&](double t, const auto& force) {
    result.t.push_back(t);
    result.normal_force.push_back(force.fn);
    result.pose.push_back(stepper.pose());
    result.twist.push_back(stepper.twist());
    result.wrench.push_back(force.wrench);
    if (o.record_bristles) {
      const std::span<const double> z = stepper.bristles().values();
      result.bristles.insert(result.bristles.end(), z.begin(), z.end());
    }
    recorded = stepper.bristles();
    o.progress(std::min(1.0, t / o.t_end));  // the last piece may end an instant later
  };

  // Bristles answer a jump within a fraction of a millisecond, in which a contact close to slip may break loose: the
  // step after one begins with two quarters.
  const auto step_after_jump = [&](double now, double h) {
    stepper.step(now, 0.25 * h);
    stepper.step(now + 0.25 * h, 0.25 * h);
    stepper.step(now + 0.5 * h, 0.5 * h);
  };

  // A few times a second whatever the number of bristles.
  const long report_every = std::clamp(200'000L / static_cast<long>(start.values().size()), 1L, 256L);
  // Takes the steps of a piece; false where the motion does not stay finite.
  const auto advance = [&](double t, double h, long steps, bool jumped) {
    for (long k = 0; k < steps; ++k) {
      const double now = t + static_cast<double>(k) * h;
      if ((k + 1) % report_every == 0) o.progress(std::min(1.0, now / o.t_end));
      if (k == 0 && jumped && o.integrator == Integrator::sdirk2) {
        step_after_jump(now, h);
      } else {
        stepper.step(now, h);
      }
      if (!stepper.is_finite()) return false;
    }
    return true;
  };

  record(0.0, stepper.force(0.0, 0.0));
  double t = 0.0;
  bool jumped = false, finite = true;
  for (long count = 1; t < o.t_end;) {
    const double next_record = static_cast<double>(count) * o.record_dt;
    const double end = piece_end(t, next_record, load, fn, o);
    const auto steps = static_cast<long>(std::max(1.0, std::ceil((end - t) / o.dt - 1e-9)));
    const double h = (end - t) / static_cast<double>(steps);
    finite = advance(t, h, steps, jumped);
    if (!finite) break;
    const double last_start = t + static_cast<double>(steps - 1) * h, same = instant(o);
    jumped = load.next_jump(t + same) <= end || fn.next_jump(t + same) <= end;
    t = end;
    if (t >= next_record - same || t >= o.t_end) {
      const auto force = stepper.force(t, last_start);
      finite = force.wrench.allFinite() && stepper.report().status != SolveStatus::not_finite;
      if (!finite) break;
      record(t, force);
      ++count;
    }
  }
  result.report = stepper.report();
  if (!finite) {
    result.report.status = SolveStatus::not_finite;
    result.report.residual = std::numeric_limits<double>::infinity();
  }
  if (state != nullptr) *state = std::move(recorded);
  return result;
}

}  // namespace

Trajectory simulate(ReducedPatch patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
                    const SimulationOptions& options, ReducedPatch::State* state) {
  return run_simulation(std::move(patch), body, load, fn, options, state);
}

Trajectory simulate(DistributedPatch patch, const PlanarBody& body, const Signal<Wrench2>& load,
                    const Signal<double>& fn, const SimulationOptions& options, DistributedPatch::State* state) {
  return run_simulation(std::move(patch), body, load, fn, options, state);
}

}  // namespace stickslip::sim
