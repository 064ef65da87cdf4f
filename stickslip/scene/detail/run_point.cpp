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
      fn = load_at(t);
      double stored = 0.0;
      if constexpr (friction::PositionLaw<Law>) {
        const Vec<Dim> before = force;
        const Vec<Dim> z = law.step(state, next);
        force = law.force(z, fn);
        stored = law.stored_energy(z, fn);
        external_ -= 0.5 * (before + force).dot(way);
      } else {
        const Vec<Dim> v = way / h;
        auto copy = state;
        const Vec<Dim> mean = law.step_mean(copy, v, fn, h);
        force = law.step(state, v, fn, h);
        stored = law.stored_energy(state, fn);
        external_ -= mean.dot(way);
      }
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
    ran.energy.put_in = most_external_;
    ran.records = std::move(run_);
    return ran;
  }

 private:
  double load_at(double t) const {
    const double fn = scene_.normal_force(t);
    if (std::isfinite(fn) && fn >= 0.0) return fn;
    throw InvalidArgument("normal_force = " + to_text(fn) + " at t = " + to_text(t) + " s must be finite and >= 0 [N]");
  }

  // What whoever moves the point puts in is stored or lost: nothing is left over.
  void add(double t, const Vec<Dim>& x, const Vec<Dim>& force, double fn, double stored) {
    t_.push_back(t);
    for (int i = 0; i < Dim; ++i) {
      run_.position[static_cast<std::size_t>(i)].push_back(x[i]);
      run_.force[static_cast<std::size_t>(i)].push_back(force[i]);
    }
    run_.normal_force.push_back(fn);
    energy_.kinetic.push_back(0.0);
    energy_.potential.push_back(0.0);
    energy_.stored.push_back(stored);
    energy_.external.push_back(external_);
    energy_.dissipated.push_back(external_ - stored);
    energy_.unaccounted.push_back(0.0);
    most_external_ = std::max(most_external_, external_);
  }

  static constexpr double most_samples = 1e9, most_records = 1e7;
  static constexpr long samples_between_calls = 1024;  // of progress: below a millisecond

  const PointScene& scene_;
  const Progress& progress_;
  Profiles<Dim> position_;
  PointRun run_;
  std::vector<double> t_;
  Energy energy_;
  double external_ = 0.0, most_external_ = 0.0;
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
