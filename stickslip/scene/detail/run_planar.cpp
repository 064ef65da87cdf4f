#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/detail/moved_body.hpp"
#include "stickslip/scene/detail/runner.hpp"
#include "stickslip/sim/simulate.hpp"

namespace stickslip::scene::detail {

namespace {

using patch::DistributedPatch;
using patch::ReducedPatch;

// Rows of a trajectory.
template <class Value>
void keep_rows(std::vector<Value>& values, const std::vector<std::size_t>& rows) {
  std::vector<Value> kept;
  kept.reserve(rows.size());
  for (const std::size_t row : rows) kept.push_back(values[row]);
  values = std::move(kept);
}

// One body: run with a record at every step, so that work can be summed up, then thinned out to the records asked for.
template <class Patch>
class BodyRunner {
 public:
  BodyRunner(const Patch& patch, const PlanarSceneBody& body, const PlanarScene& scene, const Progress& progress)
      : patch_(patch), body_(body), scene_(scene), load_(sum_of(body.loads)), state_(patch.state()) {
    options_ = scene.run;
    options_.contacts = body.contact.options.count;
    options_.frame = body.contact.options.frame;
    options_.progress = progress;
    if (!options_.tol) {
      options_.dt = std::min(options_.dt.value_or(1e-3), scene.run.record_dt);
      options_.record_dt = *options_.dt;
    }
    const double steps = options_.t_end / options_.record_dt;
    if (steps > most_steps) {
      throw InvalidArgument("run.dt = " + to_text(options_.record_dt) + " must be at least until/2e7 [s]");
    }
    options_.record_bristles = steps * static_cast<double>(state_.values().size()) <= most_deflections;
  }

  PlanarTrack run(Energy& energy) {
    sim::Trajectory path =
        body_.motion ? move(patch_, body_, options_, &state_)
                     : sim::simulate(patch_, body_.body, load_, body_.contact.normal_force.signal(), options_, &state_);
    sum_energy(path, energy);
    PlanarTrack track{
        .body = body_.name, .contact = body_.contact.name, .trajectory = thinned(std::move(path), energy)};
    if (scene_.record.bristles) track.bristles = std::move(track.trajectory.bristles);
    track.trajectory.bristles.clear();
    return track;
  }

 private:
  double stored_at(const sim::Trajectory& path, std::size_t row) {
    if (path.bristles.empty())
      return row + 1 == path.t.size() ? stored_of(state_, path, row) : row == 0 ? 0.0 : required;
    typename Patch::State z = patch_.state();
    const std::size_t width = z.values().size();
    std::copy_n(path.bristles.begin() + static_cast<std::ptrdiff_t>(row * width), width, z.values().begin());
    return stored_of(z, path, row);
  }
  double stored_of(const typename Patch::State& z, const sim::Trajectory& path, std::size_t row) const {
    return body_.contact.options.count * patch_.stored_energy(z, path.normal_force[row]);
  }

  // Power of the contacts on a body that is moved as told: their wrench is about the origin of the patch's frame.
  double power(const sim::Trajectory& path, std::size_t row) const {
    const bool is_carried = options_.frame == sim::Frame::body;
    const Vec<2> offset = is_carried ? Vec<2>(Vec<2>::Zero()) : Vec<2>(-path.pose[row].position());
    return body_.contact.options.count * path.wrench[row].dot(twist_at(path.twist[row], offset));
  }

  // What contacts take in a step is the impulse that they give, as the momentum tells it, times the mean velocity. Loads act on the way
  // gone.
  void sum_energy(const sim::Trajectory& path, Energy& energy) {
    const bool is_moved = body_.motion.has_value();
    const Vec<3> mass =
        is_moved ? Vec<3>(Vec<3>::Zero()) : Vec<3>(body_.body.mass, body_.body.mass, body_.body.inertia);
    const auto kinetic_at = [&](std::size_t row) { return 0.5 * path.twist[row].cwiseAbs2().dot(mass); };
    double external = 0.0, taken = 0.0;
    energy.put_in += kinetic_at(0);
    for (std::size_t row = 0; row < path.t.size(); ++row) {
      if (row > 0) {
        const double start = path.t[row - 1], end = path.t[row], h = end - start;
        double work = 0.0;
        if (is_moved) {
          work = -h * power(path, row);  // whoever moves it does what friction takes
          taken += work;
        } else {
          const Wrench2 load = 0.5 * (load_(start, start) + load_(end, start));
          const Vec<3> momentum = mass.cwiseProduct(path.twist[row] - path.twist[row - 1]);
          work = load.dot(path.pose[row].coordinates() - path.pose[row - 1].coordinates());
          taken += (h * load - momentum).dot(0.5 * (path.twist[row - 1] + path.twist[row]));
        }
        external += work;
        energy.put_in += std::max(0.0, work);
      }
      const double stored = stored_at(path, row), kinetic = kinetic_at(row);
      energy.kinetic.push_back(kinetic);
      energy.stored.push_back(stored);
      energy.external.push_back(external);
      energy.dissipated.push_back(taken - stored);
      energy.unaccounted.push_back(external + kinetic_at(0) - kinetic - taken);
    }
    energy.potential.assign(path.t.size(), 0.0);
  }

  // The rows that the scene wants.
  sim::Trajectory thinned(sim::Trajectory path, Energy& energy) const {
    std::vector<std::size_t> rows;
    double next = 0.0;
    const double same = 1e-6 * std::min(options_.record_dt, scene_.run.record_dt);
    for (std::size_t row = 0; row < path.t.size(); ++row) {
      if (path.t[row] < next - same && row + 1 != path.t.size()) continue;
      rows.push_back(row);
      while (next <= path.t[row] + same) next += scene_.run.record_dt;
    }
    if (!path.bristles.empty()) {
      const std::size_t width = path.bristles.size() / path.t.size();
      std::vector<double> kept;
      if (scene_.record.bristles) {
        for (const std::size_t row : rows) {
          const auto from = path.bristles.begin() + static_cast<std::ptrdiff_t>(row * width);
          kept.insert(kept.end(), from, from + static_cast<std::ptrdiff_t>(width));
        }
      }
      path.bristles = std::move(kept);
    }
    keep_rows(path.t, rows);
    keep_rows(path.normal_force, rows);
    keep_rows(path.pose, rows);
    keep_rows(path.error, rows);
    keep_rows(path.twist, rows);
    keep_rows(path.wrench, rows);
    for (auto* values : {&energy.kinetic, &energy.potential, &energy.stored, &energy.external, &energy.dissipated,
                         &energy.unaccounted}) {
      keep_rows(*values, rows);
    }
    return path;
  }

  // Deflections that are held while a body runs, to know the energy in its bristles. Beyond, it is known at the end only.
  static constexpr double most_deflections = 1.6e7, most_steps = 2e7;

  const Patch& patch_;
  const PlanarSceneBody& body_;
  const PlanarScene& scene_;
  Signal<Wrench2> load_;
  typename Patch::State state_;
  sim::SimulationOptions options_;
};

PlanarTrack run_body(const PlanarSceneBody& body, const PlanarScene& scene, const Progress& progress, Energy& energy) {
  const PlanarContact& contact = body.contact;
  const patch::BristleLaw law = contact.law;
  if (contact.options.model == PatchModel::distributed) {
    const DistributedPatch patch(law, contact.pressure, contact.options.cells);
    return BodyRunner(patch, body, scene, progress).run(energy);
  }
  const ReducedPatch patch =
      contact.options.surface == PatchSurface::ellipsoid
          ? ReducedPatch(law, patch::LimitSurface::ellipsoid(contact.pressure), contact.options.stick)
          : ReducedPatch(law, contact.pressure, contact.options.stick);
  return BodyRunner(patch, body, scene, progress).run(energy);
}

// What the bodies have together; as many records as the shortest.
void add(Energy& sum, const Energy& one) {
  const auto add_to = [](std::vector<double>& to, const std::vector<double>& from) {
    if (to.empty()) {
      to = from;
      return;
    }
    to.resize(std::min(to.size(), from.size()));
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
  };
  add_to(sum.kinetic, one.kinetic);
  add_to(sum.potential, one.potential);
  add_to(sum.stored, one.stored);
  add_to(sum.external, one.external);
  add_to(sum.dissipated, one.dissipated);
  add_to(sum.unaccounted, one.unaccounted);
  sum.put_in += one.put_in;
}

}  // namespace

Ran run_planar(const PlanarScene& scene, const Progress& progress) {
  Ran ran;
  PlanarRun run;
  const auto count = static_cast<double>(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    Energy energy;
    try {
      const auto share_done = [&](double share) { progress((static_cast<double>(i) + share) / count); };
      run.tracks.push_back(run_body(scene.bodies[i], scene, share_done, energy));
    } catch (const InvalidArgument& error) {
      std::string text = error.what();
      if (text.starts_with("simulate: ")) text.erase(0, 10);
      throw InvalidArgument("bodies." + scene.bodies[i].name + ": " + text);
    }
    add(ran.energy, energy);
    const sim::Trajectory& path = run.tracks.back().trajectory;
    ran.status = worse(ran.status, path.report.status);
    ran.steps += path.steps;
    if (ran.t.empty() || path.t.size() < ran.t.size()) ran.t = path.t;
  }
  ran.energy.reason = scene.run.tol
                          ? "work is summed up over records, between which the steps are chosen by tol"
                          : "the steps are long for the motion of the bristles; a shorter dt brings it nearer";
  ran.records = std::move(run);
  return ran;
}

}  // namespace stickslip::scene::detail
