#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/detail/runner.hpp"

namespace stickslip::scene::detail {

namespace {

template <int Dim>
class PointRunner {
 public:
  PointRunner(const PointScene& scene, const Progress& progress) : scene_(scene), progress_(progress) {
    for (int i = 0; i < Dim; ++i) position_[static_cast<std::size_t>(i)] = scene.position[static_cast<std::size_t>(i)];
    run_.position.resize(Dim);
    run_.force.resize(Dim);
  }

  template <class Law>
  Ran run(const Law& law) {
    const PointRunOptions& options = scene_.run;
    if (options.until / options.dt > most_samples) {
      throw InvalidArgument("run.dt = " + to_text(options.dt) + " must be at least until/1e9 [s]");
    }
    const auto steps = static_cast<long>(std::max(1.0, std::ceil(options.until / options.dt - 1e-9)));
    const double h = options.until / static_cast<double>(steps);
    const long every = std::max(1L, std::lround(std::min(options.record_dt / h, static_cast<double>(steps))));
    if (static_cast<double>(steps) / static_cast<double>(every) > most_records) {
      throw InvalidArgument("run.record_dt = " + to_text(options.record_dt) + " must be at least until/1e7 [s]");
    }
    typename Law::template State<Dim> state{};
    Vec<Dim> x = value_at<Dim>(position_, 0.0), force = Vec<Dim>::Zero();
    double fn = load_at(0.0);
    if constexpr (friction::PositionLaw<Law>) static_cast<void>(law.step(state, x));
    add(0.0, x, force, fn, 0.0);
    for (long k = 1; k <= steps; ++k) {
      const double t = static_cast<double>(k) * h;
      const Vec<Dim> next = value_at<Dim>(position_, t), way = next - x;
      const double fn_before = std::exchange(fn, load_at(t));
      double stored = 0.0;
      if constexpr (friction::PositionLaw<Law>) {
        // The normal force is held over the step. The contact slips where its adhesion point w goes.
        const Vec<Dim> tension = x - state.w, w = state.w;
        external_ += law.stored_energy(tension, fn) - law.stored_energy(tension, fn_before);
        const Vec<Dim> before = law.force(tension, fn);
        const Vec<Dim> z = law.step(state, next);
        force = law.force(z, fn);
        stored = law.stored_energy(z, fn);
        const Vec<Dim> mean = 0.5 * (before + force);
        external_ -= mean.dot(way);
        dissipated_ -= mean.dot(Vec<Dim>(state.w - w));
      } else {
        const Vec<Dim> v = way / h;
        external_ += law.stored_energy(state, fn) - law.stored_energy(state, fn_before);
        dissipated_ += heat(law, state, v, fn, h);
        auto copy = state;
        external_ -= law.step_mean(copy, v, fn, h).dot(way);
        force = law.step(state, v, fn, h);
        stored = law.stored_energy(state, fn);
      }
      energy_.watch(dissipated_);
      has_moved_ = has_moved_ || way != Vec<Dim>::Zero();
      x = next;
      if (!force.allFinite()) {
        status_ = SolveStatus::not_finite;
        break;
      }
      if (k % every == 0 || k == steps) add(t, x, force, fn, stored);
      if (k % samples_between_calls == 0) progress_(t / options.until);
    }
    progress_(1.0);
    Ran ran{{}, std::move(t_), std::move(energy_), status_, steps};
    ran.energy.finish();
    judge_bristles(ran.energy, law.is_passive() ? "" : "the law of friction");
    ran.energy.has_moved = has_moved_;
    ran.records = std::move(run_);
    return ran;
  }

 private:
  double load_at(double t) const {
    const double fn = scene_.normal_force(t);
    if (std::isfinite(fn) && fn >= 0.0) return fn;
    throw InvalidArgument("normal_force = " + to_text(fn) + " at t = " + to_text(t) + " s must be finite and >= 0 [N]");
  }

  // What the law takes from the motion and does not store over a step: the integral of −f·v − ∂U/∂z·ż by Simpson's rule, in pieces in which
  // bristles yield by a fraction of what they can.
  template <class Law>
  static double heat(const Law& law, typename Law::template State<Dim> state, const Vec<Dim>& v, double fn, double h) {
    if constexpr (requires { law.rate(state.z, v); }) {
      const double stiffness = law.presliding_stiffness(fn);
      const auto power = [&](const Vec<Dim>& force) {
        return -force.dot(v) - stiffness * state.z.dot(law.rate(state.z, v));
      };
      double before = power(law.step(state, v, fn, 0.0));
      if (norm(law.rate(state.z, v)) <= 1e-12 * norm(v)) return h * before;  // steady
      const double yields = norm(v) * h / law.deflection_bound();
      const double pieces = std::clamp(std::ceil(pieces_per_yield * yields), 1.0, most_pieces), piece = h / pieces;
      double sum = 0.0;
      for (int i = 0; i < static_cast<int>(pieces); ++i) {
        const double middle = power(law.step(state, v, fn, 0.5 * piece));
        const double after = power(law.step(state, v, fn, 0.5 * piece));
        sum += piece / 6.0 * (before + 4.0 * middle + after);
        before = after;
      }
      return sum;
    } else {
      return -h * law.step(state, v, fn, h).dot(v);
    }
  }

  void add(double t, const Vec<Dim>& x, const Vec<Dim>& force, double fn, double stored) {
    t_.push_back(t);
    for (int i = 0; i < Dim; ++i) {
      run_.position[static_cast<std::size_t>(i)].push_back(x[i]);
      run_.force[static_cast<std::size_t>(i)].push_back(force[i]);
    }
    run_.normal_force.push_back(fn);
    energy_.add({.stored = stored, .external = external_, .dissipated = dissipated_});
  }

  static constexpr double most_samples = 1e9, most_records = 1e7;
  static constexpr long samples_between_calls = 1024;  // of progress: below a millisecond
  static constexpr double pieces_per_yield = 8.0, most_pieces = 64.0;

  const PointScene& scene_;
  const Progress& progress_;
  Profiles<Dim> position_;
  PointRun run_;
  std::vector<double> t_;
  Energy energy_;
  double external_ = 0.0, dissipated_ = 0.0;
  bool has_moved_ = false;
  SolveStatus status_ = SolveStatus::converged;
};

}  // namespace

Ran run_point(const PointScene& scene, const Progress& progress) {
  return std::visit(
      [&](const auto& law) -> Ran {
        switch (scene.position.size()) {
          case 1:
            return PointRunner<1>(scene, progress).run(law);
          case 2:
            return PointRunner<2>(scene, progress).run(law);
          default:
            return PointRunner<3>(scene, progress).run(law);
        }
      },
      scene.law);
}

}  // namespace stickslip::scene::detail
