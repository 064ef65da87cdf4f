// A double pendulum of two uniform rods on hinges, against its equations in the angles θ from hanging.
//
//   (1)  4/3 θ̈₁ + ½ c θ̈₂ = −½ s θ̇₂² − 3/2 (g/L) sin θ₁,   ½ c θ̈₁ + 1/3 θ̈₂ = ½ s θ̇₁² − ½ (g/L) sin θ₂,   c, s of θ₁ − θ₂
//   (2)  M v⁺ = M v + h f + Jᵀ Λ,   J v⁺ = 0,   q⁺ = q + h v⁺, J at q: joints as (25) of [Peiret 2017] has them, for comparison
//
// Released 0.57 rad from hanging the pendulum is regular, and angles can be compared; from horizontal and from 1 rad above that it is
// chaotic: energy and what opens at the joints are what can be.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>

#include "experiments/lcp/joints/joints.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

namespace pendulum {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::World;

constexpr double rod_length = 1.0, rod_mass = 1.0, swing_time = 10.0;
constexpr double scale = rod_mass * gravity * rod_length;  // of energies [J]
constexpr double regular = 0.57;                           // [rad]

Vec<3> hanging(double theta) {
  return {std::sin(theta), 0.0, -std::cos(theta)};
}

using Angles = Vec<4>;  // θ₁, θ₂, θ̇₁, θ̇₂

// Eq. 1.
Angles rate_of(const Angles& y) {
  const double c = std::cos(y[0] - y[1]), s = std::sin(y[0] - y[1]);
  const double b1 = -0.5 * s * y[3] * y[3] - 1.5 * gravity / rod_length * std::sin(y[0]);
  const double b2 = 0.5 * s * y[2] * y[2] - 0.5 * gravity / rod_length * std::sin(y[1]);
  const double det = 4.0 / 9.0 - 0.25 * c * c;
  return {y[2], y[3], (b1 / 3.0 - 0.5 * c * b2) / det, (4.0 / 3.0 * b2 - 0.5 * c * b1) / det};
}

// Its solution after a time h: classical Runge–Kutta, 20 steps per millisecond, good to 1e-11 rad over the run.
void advance(Angles& y, double time) {
  const long steps = std::lround(time / 5e-5);
  const double dt = time / static_cast<double>(steps);
  for (long i = 0; i < steps; ++i) {
    const Angles k1 = rate_of(y), k2 = rate_of(y + 0.5 * dt * k1), k3 = rate_of(y + 0.5 * dt * k2),
                 k4 = rate_of(y + dt * k3);
    y += dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
}

struct Pendulum {
  double start;  // angle of both rods [rad]
  World world;
  int upper = 0, lower = 0;  // hinges

  explicit Pendulum(double theta, double y = 0.0) : start(theta) {
    const Vec<3> at(0.0, y, 0.0), knee = at + rod_length * hanging(theta);
    const auto rod = [&](const Vec<3>& from) {
      sim::BodyDescription body = bar(from, from + rod_length * hanging(theta), 0.04, rod_mass);
      const double across = rod_mass * rod_length * rod_length / 12.0;  // slender
      body.inertia = Vec<3>(across, across, 1e-3).asDiagonal();
      return body;
    };
    const int first = world.add_body(rod(at)), second = world.add_body(rod(knee));
    // About −y, so that angles grow as θ does.
    upper = world.add_hinge(first, sim::the_world, at, -Vec<3>::UnitY());
    lower = world.add_hinge(second, first, knee, -Vec<3>::UnitY());
  }

  Vec<2> angles() const {
    const double first = start + world.joint(upper).position;
    return {first, first + world.joint(lower).position};
  }
};

// Eq. 2 in the plane of the pendulum: x, z, θ of each rod.
class PaperPendulum {
 public:
  explicit PaperPendulum(double theta) {
    for (int i = 0; i < 2; ++i) {
      const Vec<3> middle = (i + 0.5) * rod_length * hanging(theta);
      q_.segment<3>(3 * i) << middle[0], middle[2], theta;
    }
    v_.setZero();
    const Vec<3> body(rod_mass, rod_mass, rod_mass * rod_length * rod_length / 12.0);
    mass_ << body, body;
  }

  void step(double dt) {
    Eigen::Matrix<double, 4, 6> J = Eigen::Matrix<double, 4, 6>::Zero();
    // End of a rod relative to its middle: half its length along ± (sin θ, −cos θ).
    const auto end = [&](int rod, double sign) {
      Eigen::Matrix<double, 2, 3> block;
      const double theta = q_[3 * rod + 2], a = 0.5 * sign * rod_length;
      block << 1.0, 0.0, a * std::cos(theta), 0.0, 1.0, a * std::sin(theta);
      return block;
    };
    J.block<2, 3>(0, 0) = end(0, -1.0);
    J.block<2, 3>(2, 0) = end(0, 1.0);
    J.block<2, 3>(2, 3) = -end(1, -1.0);
    Vec<6> free = v_;
    for (const int i : {1, 4}) free[i] -= dt * gravity;
    const Eigen::Matrix<double, 6, 4> response = mass_.cwiseInverse().asDiagonal() * J.transpose();
    const Vec<4> impulse = (J * response).partialPivLu().solve(-J * free);
    v_ = free + response * impulse;
    q_ += dt * v_;
  }

  double energy() const { return 0.5 * v_.dot(mass_.cwiseProduct(v_)) + rod_mass * gravity * (q_[1] + q_[4]); }
  double opening() const {
    const auto end = [this](int rod, double sign) {
      const double a = 0.5 * sign * rod_length, theta = q_[3 * rod + 2];
      return Vec<2>(q_[3 * rod] + a * std::sin(theta), q_[3 * rod + 1] - a * std::cos(theta));
    };
    return std::max(end(0, -1.0).norm(), (end(0, 1.0) - end(1, -1.0)).norm());
  }

 private:
  Vec<6> q_, v_, mass_;
};

// The largest error of an angle over the run [rad]. With a result also its series.
double angle_error(double dt, Result* result, const Progress& progress) {
  Pendulum pendulum(regular);
  Angles exact(regular, regular, 0.0, 0.0);
  record::Series series("pendulum_angles", "Angles of the double pendulum released 0.57 rad from hanging",
                        {{"t", "s"},
                         {"upper", "rad"},
                         {"lower", "rad"},
                         {"upper_exact", "rad"},
                         {"lower_exact", "rad"},
                         {"error", "rad"}});
  const long steps = std::lround(swing_time / dt);
  double worst = 0.0;
  for (long i = 1; i <= steps; ++i) {
    static_cast<void>(pendulum.world.step(dt));
    advance(exact, dt);
    const Vec<2> angles = pendulum.angles();
    const double error = (angles - exact.head<2>()).cwiseAbs().maxCoeff();
    worst = std::max(worst, error);
    if (i % 10 == 0) series.append({pendulum.world.time(), angles[0], angles[1], exact[0], exact[1], error});
    if (i % 1000 == 0) progress(static_cast<double>(i) / static_cast<double>(steps));
  }
  if (result != nullptr) result->series.push_back(std::move(series));
  return worst;
}

struct Release {
  double theta;
  const char* name;
  const char* label;
  Colour colour;
};
const std::array releases = {
    Release{regular, "regular", "0.57 rad from hanging", Colour::blue},
    Release{0.5 * std::numbers::pi, "horizontal", "from horizontal", Colour::green},
    Release{0.5 * std::numbers::pi + 1.0, "above", "from 1 rad above horizontal", Colour::red}};

struct Kept {
  double energy = 0.0, opening = 0.0;  // largest error over m g L, largest distance [m]
};

// Swings for 10 s at 1 ms, ours or by Eq. 2. Adds its series.
template <class Step, class Energy, class Opening>
Kept keep(Result& result, const std::string& name, const std::string& title, Step step, Energy energy,
          Opening opening) {
  record::Series series(name, title, {{"t", "s"}, {"energy", "1"}, {"opening", "m"}});
  const double start = energy();
  const long steps = std::lround(swing_time / h);
  Kept kept;
  for (long i = 1; i <= steps; ++i) {
    step();
    const double error = std::abs(energy() - start) / scale, open = opening();
    kept.energy = std::max(kept.energy, error);
    kept.opening = std::max(kept.opening, open);
    // Nothing is no place on a logarithmic axis.
    if (i % 20 == 0) series.append({static_cast<double>(i) * h, std::max(1e-12, error), std::max(1e-16, open)});
  }
  result.series.push_back(std::move(series));
  return kept;
}

void swings(Result& result, const Progress& progress) {
  std::vector<sim::Recording> recordings;
  record::Panel energies{"energy", {"time", "s"}, {"error over m g L", "1", 1.0, true}, {}};
  record::Panel openings{"joints", {"time", "s"}, {"opening", "m", 1.0, true}, {}};
  record::Series table("pendulum_kept", "Double pendulum, 10 s at 1 ms",
                       {{"energy", "1"}, {"opening", "m"}, {"energy (25)", "1"}, {"opening (25)", "m"}});
  std::vector<std::string> labels;
  int unsolved = 0;
  double done = 0.0;
  for (const Release& release : releases) {
    Pendulum pendulum(release.theta, 0.4 * (done - 1.0));
    World& world = pendulum.world;
    sim::Recording recording;
    recording.begin(world.model(), world.state());
    const std::string ours = std::string("pendulum_") + release.name, paper = ours + "_25";
    long steps = 0;
    const Kept kept = keep(
        result, ours, std::string("Double pendulum released ") + release.label,
        [&] {
          if (!world.step(h).converged()) ++unsolved;
          if (++steps % 40 == 0) recording.add(world.model(), world.state());
        },
        [&] { return energy_of(world); }, [&] { return largest_opening(world); });
    PaperPendulum other(release.theta);
    const Kept lost = keep(
        result, paper, std::string("The same by (25): released ") + release.label, [&] { other.step(h); },
        [&] { return other.energy(); }, [&] { return other.opening(); });
    result.checks.push_back(at_most(std::string("double pendulum ") + release.label + ": error of energy, of m g L",
                                    "1", 1e-3, kept.energy));
    result.checks.push_back(
        at_most(std::string("double pendulum ") + release.label + ": joints open", "m", 1e-6, kept.opening));
    table.append({kept.energy, kept.opening, lost.energy, lost.opening});
    labels.emplace_back(release.label);
    for (const auto& [name, dash, suffix] :
         {std::tuple{ours, Dash::solid, ""}, std::tuple{paper, Dash::dotted, ", (25)"}}) {
      const std::string label = std::string(release.label) + suffix;
      energies.marks.push_back({MarkKind::line, name, {"t", "energy"}, label, release.colour, dash});
      openings.marks.push_back({MarkKind::line, name, {"t", "opening"}, label, release.colour, dash});
    }
    recordings.push_back(std::move(recording));
    progress(++done / releases.size());
  }
  result.checks.push_back(equal("double pendulum: steps that were not solved", "1", 0.0, unsolved, 0.0));
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Double pendulum, 10 s at 1 ms: error of energy over m g L and how far joints open, here "
       "and by (25) as it is printed",
       "pendulum_kept", labels});
  result.figures.push_back({"pendulum_energy",
                            "Energy of the double pendulum, and what opens at its joints",
                            "Steps of 1 ms. Here the constraint holds for the mean of the velocities before and after "
                            "a step, at its middle, and positions are closed. "
                            "Dotted: (25), the velocities after the step, at its start.",
                            {energies, openings}});
  result.scenes.push_back(motion_scene(result, merged(std::move(recordings)), "scene_pendulum",
                                       "Three double pendulums",
                                       "Released 0.57 rad from hanging, from horizontal, and from 1 rad above it."));
  result.scenes.back().azimuth = -70.0;
  std::size_t rod = 0;
  for (record::Shape& shape : result.scenes.back().shapes) shape.colour = releases[rod++ / 2].colour;
}

void compare_angles(Result& result, const Progress& progress) {
  Stages stages(progress, 3.5);
  record::Series errors("pendulum_order", "Error of the angles against the step", {{"h", "s"}, {"error", "rad"}});
  const std::array steps = {4e-3, 2e-3, 1e-3, 5e-4};
  std::vector<double> worst;
  for (const double dt : steps) {
    worst.push_back(angle_error(dt, dt == h ? &result : nullptr, stages.next(1e-3 / dt)));
    errors.append({dt, worst.back()});
  }
  result.series.push_back(std::move(errors));
  result.checks.push_back(
      at_most("double pendulum 0.57 rad from hanging: error of its angles in 10 s", "rad", 1e-4, worst[2]));
  // A method of second order: half the step, a quarter of the error. From 1 to 0.5 ms, 20 % for what is of higher order.
  result.checks.push_back(
      equal("double pendulum: error at 1 ms over that at 0.5 ms", "1", 4.0, worst[2] / worst[3], 0.8));
  record::Panel angles{"angles from hanging", {"time", "s"}, {"angle", "rad"}, {}};
  angles.marks = {{MarkKind::line, "pendulum_angles", {"t", "upper_exact"}, "its equations", Colour::grey},
                  {MarkKind::line, "pendulum_angles", {"t", "lower_exact"}, "its equations", Colour::grey},
                  {MarkKind::line, "pendulum_angles", {"t", "upper"}, "upper rod, 1 ms", Colour::blue, Dash::dashed},
                  {MarkKind::line, "pendulum_angles", {"t", "lower"}, "lower rod, 1 ms", Colour::red, Dash::dashed}};
  record::Panel order{"largest error", {"step", "ms", 1e3, true}, {"error", "rad", 1.0, true}, {}};
  order.marks = {{MarkKind::line, "pendulum_order", {"h", "error"}, "10 s", Colour::blue},
                 {MarkKind::points, "pendulum_order", {"h", "error"}, "10 s", Colour::blue}};
  result.figures.push_back({"pendulum_angles",
                            "A double pendulum against its equations",
                            "Two uniform rods of 1 m and 1 kg, released at rest 0.57 rad from hanging.",
                            {angles, order}});
}

}  // namespace
}  // namespace pendulum

void double_pendulum(Result& result, const Progress& progress) {
  Stages stages(progress, 2.0);
  pendulum::compare_angles(result, stages.next(1.0));
  pendulum::swings(result, stages.next(1.0));
}

}  // namespace stickslip::experiments::lcp::joints_experiment
