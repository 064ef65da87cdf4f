#include "stickslip/sim/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/sim/detail/passage.hpp"

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
  if (o.dt && o.t_end / *o.dt > most) {
    require("simulate", Violation{"dt", *o.dt, "must be at least t_end/1e12", o.t_end / most});
  }
  if (o.t_end / o.record_dt > 1e8) {
    require("simulate", Violation{"record_dt", o.record_dt, "must be at least t_end/1e8", o.t_end / 1e8});
  }
}

// The error that a run may have to be called converged, as a share of the largest displacement.
constexpr double honest_share = 0.1;
// How often a passage may follow that is hardly better than the one before, though its steps are shorter.
constexpr int most_in_vain = 1;

// Reports the passages of a run one after another, each the first half of what is left.
Progress half_of_the_rest(const Progress& progress, int passage) {
  const double left = std::ldexp(1.0, -passage);
  return [&progress, left](double share) { progress(1.0 - left * (1.0 - 0.5 * share)); };
}

template <class Patch>
class Simulation {
 public:
  using State = typename Patch::State;
  using Passage = detail::Passage<Patch>;

  Simulation(const Patch& patch, const PlanarBody& body, const Signal<Wrench2>& load, const Signal<double>& fn,
             const SimulationOptions& options, const State& start)
      : patch_(patch),
        body_(body),
        load_(load),
        fn_(fn),
        options_(options),
        progress_(options.progress),
        start_(start) {}

  Trajectory run(State* state) {
    std::optional<Passage> last;
    if (options_.tol) {
      refine(last);
    } else {
      pass(last, {options_.dt.value_or(1e-3), {}, options_.integrator});
    }
    const bool is_close = last->error() <= std::min(options_.tol.value_or(1.0), honest_share) * last->displacement();
    Trajectory result = std::move(last->trajectory());
    result.steps = steps_;
    if (!is_close) result.report.status = worse(result.report.status, SolveStatus::stalled);
    if (state != nullptr) *state = std::move(last->bristles());
    return result;
  }

 private:
  void pass(std::optional<Passage>& passage, const detail::Steps& steps) {
    passage.emplace(patch_, body_, load_, fn_, options_, start_, steps);
    passage->run();
    steps_ += passage->trajectory().steps;
  }

  // Passages with less and less error per step until the estimate is within the tolerance. Errors of steps are of order
  // h³, and their sum of order h².
  void refine(std::optional<Passage>& last) {
    const double tol = *options_.tol, longest = std::min(options_.dt.value_or(options_.record_dt), options_.t_end);
    // How far the body moves is known from a passage of few steps, whose error is not asked for.
    options_.progress = half_of_the_rest(progress_, 0);
    pass(last, {std::min(longest, options_.t_end / 16.0), {}, Integrator::sdirk2});
    double allowance = 0.04 * tol * last->displacement(), before = std::numeric_limits<double>::infinity();
    int in_vain = 0;
    for (int passage = 1;; ++passage) {
      options_.progress = half_of_the_rest(progress_, passage);
      pass(last, {longest, allowance, options_.integrator});
      const double error = last->error(), goal = tol * last->displacement();
      const double share = std::clamp(0.5 * goal / error, 0.01, 0.5);
      if (error > 0.7 * before) ++in_vain;
      before = error;
      const bool is_too_long =
          static_cast<double>(last->trajectory().steps) > detail::most_chosen_steps * std::sqrt(share);
      const bool is_lost = last->trajectory().report.status == SolveStatus::not_finite;
      if (error <= goal || in_vain > most_in_vain || is_too_long || is_lost) break;
      allowance *= std::pow(share, 1.5);
    }
    progress_(1.0);
  }

  const Patch& patch_;
  const PlanarBody& body_;
  const Signal<Wrench2>& load_;
  const Signal<double>& fn_;
  SimulationOptions options_;  // with the progress of one passage
  const Progress& progress_;
  const State& start_;
  long steps_ = 0;
};

template <class Patch>
Trajectory run_simulation(const Patch& patch, const PlanarBody& body, const Signal<Wrench2>& load,
                          const Signal<double>& fn, const SimulationOptions& o, typename Patch::State* state) {
  require_valid(body, o);
  if (state != nullptr && state->values().size() != patch.state().values().size()) {
    throw InvalidArgument("simulate: state has " + std::to_string(state->values().size()) + " entries, the patch has " +
                          std::to_string(patch.state().values().size()));
  }
  const typename Patch::State start = state != nullptr ? *state : patch.state();
  return Simulation<Patch>(patch, body, load, fn, o, start).run(state);
}

}  // namespace

Trajectory simulate(const ReducedPatch& patch, const PlanarBody& body, const Signal<Wrench2>& load,
                    const Signal<double>& fn, const SimulationOptions& options, ReducedPatch::State* state) {
  return run_simulation(patch, body, load, fn, options, state);
}

Trajectory simulate(const DistributedPatch& patch, const PlanarBody& body, const Signal<Wrench2>& load,
                    const Signal<double>& fn, const SimulationOptions& options, DistributedPatch::State* state) {
  return run_simulation(patch, body, load, fn, options, state);
}

}  // namespace stickslip::sim
