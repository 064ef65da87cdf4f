// A four-bar linkage of hinges with parallel axes, driven: 20 rows hold 17 motions, so that three loads out of the plane of the linkage
// have no unique split. Gravity is tilted out of that plane, and loads them.
//
//   (1)  A λ = M a − f: the reactions λ at the four hinges and the torque of the drive, 21 numbers in 18 equations, a known from the crank
//   (2)  the split: of all λ with (1) that of least Σ (w̄_p |F|² + w̄_o |T|²), w̄ the mean of J M⁻¹ Jᵀ over the rows of a hinge that hold
//        its point, or its axis: every hinge as stiff as its bodies are heavy
//
// The exact reactions are those of (1) and (2) for a crank that turns at a constant speed, from closed forms of position, velocity and
// acceleration. They are smooth; so must be what the steps find.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/numerics/singular_values.hpp"

#include "experiments/lcp/joints/joints.hpp"
#include "experiments/lcp/motion_scene.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::lcp::joints_experiment {

namespace linkage {
namespace {

using record::Colour;
using record::Dash;
using record::MarkKind;
using sim::World;

constexpr double ground = 1.0, thickness = 0.05, per_length = 2.0;  // [m, m, kg/m]
constexpr std::array lengths = {0.3, 0.8, 0.7};                     // crank, coupler, rocker [m]
constexpr double speed = 2.0 * std::numbers::pi;                    // of the crank [rad/s]
constexpr double start = 0.5;                                       // its angle [rad]
constexpr double tilt = std::numbers::pi / 6.0;                     // of the plane of the linkage
constexpr double long_run = 60.0;                                   // [s]
constexpr double stiffness = 1e6, damping = 1e3;                    // of the drive [N·m/rad, N·m·s/rad]
const Vec<3> weight = gravity * Vec<3>(0.0, -std::sin(tilt), -std::cos(tilt));
const double total_weight = per_length * (lengths[0] + lengths[1] + lengths[2]) * gravity;

// In the plane of x and z; angles from x towards z, which are turns about −y.
Vec<3> along(double angle) {
  return {std::cos(angle), 0.0, std::sin(angle)};
}
Vec<3> across(double angle) {
  return {-std::sin(angle), 0.0, std::cos(angle)};
}

struct Motion {
  std::array<double, 3> angle, rate, acceleration;  // of crank, coupler, rocker
  std::array<Vec<3>, 4> hinge;                      // points
};

// The numbers x, y with x u + y v = w, all in the plane.
Vec<2> in_terms_of(const Vec<3>& u, const Vec<3>& v, const Vec<3>& w) {
  const double det = u[0] * v[2] - u[2] * v[0];
  return {(w[0] * v[2] - w[2] * v[0]) / det, (u[0] * w[2] - u[2] * w[0]) / det};
}

Motion motion_at(double t) {
  const auto [r, l, s] = lengths;
  Motion m;
  const double crank = start + speed * t;
  const Vec<3> D(ground, 0.0, 0.0), B = r * along(crank), way = D - B;
  // The coupler's end is at l from B and at s from D, above the line between them.
  const double d = way.norm(), foot = (d * d + l * l - s * s) / (2.0 * d), height = std::sqrt(l * l - foot * foot);
  const Vec<3> C = B + foot * way / d + height * Vec<3>(-way[2], 0.0, way[0]) / d;
  m.hinge = {Vec<3>::Zero(), B, C, D};
  m.angle = {crank, std::atan2(C[2] - B[2], C[0] - B[0]), std::atan2(C[2] - D[2], C[0] - D[0])};
  const auto [alpha, beta, gamma] = m.angle;
  // r α̇ e_α + l β̇ e_β = s γ̇ e_γ, and its derivative.
  const Vec<2> rates = in_terms_of(l * across(beta), -s * across(gamma), -r * speed * across(alpha));
  m.rate = {speed, rates[0], rates[1]};
  const Vec<2> accelerations = in_terms_of(l * across(beta), -s * across(gamma),
                                           r * speed * speed * along(alpha) + l * rates[0] * rates[0] * along(beta) -
                                               s * rates[1] * rates[1] * along(gamma));
  m.acceleration = {0.0, accelerations[0], accelerations[1]};
  return m;
}

// Which hinges a bar is at: its own first end and its second.
constexpr std::array<std::array<int, 2>, 3> ends = {{{0, 1}, {1, 2}, {3, 2}}};
// The two bars of a hinge, a and b of the joint; −1: the world.
constexpr std::array<std::array<int, 2>, 4> pairs = {{{0, -1}, {1, 0}, {2, 1}, {2, -1}}};

Vec<3> middle_of(const Motion& m, std::size_t bar) {
  return 0.5 * (m.hinge[static_cast<std::size_t>(ends[bar][0])] + m.hinge[static_cast<std::size_t>(ends[bar][1])]);
}
double mass_of(std::size_t bar) {
  return per_length * lengths[bar];
}
// World axes; a box, its long side along the bar.
Eigen::Matrix3d inertia_of(const Motion& m, std::size_t bar) {
  const double t2 = thickness * thickness, l2 = lengths[bar] * lengths[bar];
  const double about_length = mass_of(bar) * t2 / 6.0, other = mass_of(bar) * (t2 + l2) / 12.0;
  const Vec<3> e = along(m.angle[bar]);
  return other * Eigen::Matrix3d::Identity() + (about_length - other) * e * e.transpose();
}

using Reactions = std::array<Vec<6>, 4>;  // on the first bar of each hinge: force, torque

// Eqs. 1 and 2.
Reactions exact_reactions(double t) {
  const Motion m = motion_at(t);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(18, 21);
  Eigen::VectorXd b(18), scales = Eigen::VectorXd::Ones(21);
  const std::array axes = {0, 2};  // torques across the hinge
  for (std::size_t i = 0; i < 3; ++i) {
    const auto first = static_cast<std::size_t>(ends[i][0]);
    const double half = 0.5 * lengths[i], rate = m.rate[i];
    // The first end of a bar is fixed but for the coupler's, which is the crank's second.
    Vec<3> a = half * (m.acceleration[i] * across(m.angle[i]) - rate * rate * along(m.angle[i]));
    if (first == 1) a += -lengths[0] * speed * speed * along(m.angle[0]);
    b.segment<3>(6 * static_cast<Eigen::Index>(i)) = mass_of(i) * (a - weight);
    b.segment<3>(6 * static_cast<Eigen::Index>(i) + 3) =
        inertia_of(m, i) * Vec<3>(-m.acceleration[i] * Vec<3>::UnitY());
  }
  for (std::size_t j = 0; j < 4; ++j) {
    double point = 0.0, turn = 0.0;
    for (std::size_t side = 0; side < 2; ++side) {
      if (pairs[j][side] < 0) continue;
      const auto bar_of = static_cast<std::size_t>(pairs[j][side]);
      const double sign = side == 0 ? 1.0 : -1.0;
      const Vec<3> arm = m.hinge[j] - middle_of(m, bar_of);
      const Eigen::Matrix3d inverse = inertia_of(m, bar_of).inverse();
      const auto row = 6 * static_cast<Eigen::Index>(bar_of), column = 5 * static_cast<Eigen::Index>(j);
      for (int k = 0; k < 3; ++k) {
        const Vec<3> n = Vec<3>::Unit(k), moment = arm.cross(n);
        A.block<3, 1>(row, column + k) = sign * n;
        A.block<3, 1>(row + 3, column + k) = sign * moment;
        point += (1.0 / mass_of(bar_of) + moment.dot(inverse * moment)) / 3.0;
      }
      for (int k = 0; k < 2; ++k) {
        const Vec<3> n = Vec<3>::Unit(axes[static_cast<std::size_t>(k)]);
        A.block<3, 1>(row + 3, column + 3 + k) = sign * n;
        turn += n.dot(inverse * n) / 2.0;
      }
      if (j == 0) A.block<3, 1>(row + 3, 20) = -Vec<3>::UnitY();
    }
    scales.segment<3>(5 * static_cast<Eigen::Index>(j)).setConstant(1.0 / std::sqrt(point));
    scales.segment<2>(5 * static_cast<Eigen::Index>(j) + 3).setConstant(1.0 / std::sqrt(turn));
  }
  const numerics::SingularValues scaled(A * scales.asDiagonal(), Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd x = scales.cwiseProduct(scaled.solve(b));
  Reactions reactions;
  for (std::size_t j = 0; j < 4; ++j) {
    const auto part = x.segment<5>(5 * static_cast<Eigen::Index>(j));
    reactions[j] << part.head<3>(), part[3], j == 0 ? -x[20] : 0.0, part[4];
  }
  return reactions;
}

World linkage() {
  World world({.gravity = weight});
  const Motion m = motion_at(0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec<3> first = m.hinge[static_cast<std::size_t>(ends[i][0])];
    sim::BodyDescription body = bar(first, m.hinge[static_cast<std::size_t>(ends[i][1])], thickness, mass_of(i));
    body.velocity = 0.5 * lengths[i] * m.rate[i] * across(m.angle[i]);
    if (ends[i][0] == 1) body.velocity += lengths[0] * speed * across(m.angle[0]);
    body.angular_velocity = -m.rate[i] * Vec<3>::UnitY();
    world.add_body(body);
  }
  for (std::size_t j = 0; j < 4; ++j)
    world.add_hinge(pairs[j][0], pairs[j][1] < 0 ? sim::the_world : pairs[j][1], m.hinge[j], -Vec<3>::UnitY());
  return world;
}

// One step: the drive is told where the crank should be in its middle.
sim::StepReport turn(World& world, long step, double dt) {
  world.drive(0, {.target = speed * dt * (static_cast<double>(step) - 0.5),
                  .stiffness = stiffness,
                  .damping = damping,
                  .target_velocity = speed});
  return world.step(dt);
}

// Largest entry of a change; torques count times 1 m.
double largest(const Reactions& a, const Reactions& b) {
  double worst = 0.0;
  for (std::size_t j = 0; j < 4; ++j) worst = std::max(worst, (a[j] - b[j]).cwiseAbs().maxCoeff());
  return worst;
}

Reactions reactions_of(const World& world) {
  Reactions reactions;
  for (std::size_t j = 0; j < 4; ++j) reactions[j] = world.joint(static_cast<int>(j)).reaction;
  return reactions;
}

struct Outcome {
  double opening = 0.0;  // [m]
  double error = 0.0;    // of a reaction [N, N·m], after the first turn
  double jump = 0.0;     // of a reaction from step to step, after the first turn
  double exact_jump = 0.0;
  double crank = 0.0;  // error of its angle [rad]
  int unsolved = 0;
};

// Reactions are means over steps: they are compared with the exact ones at the middle.
Outcome run_for(double time, double dt, record::Series* series, sim::Recording* recording, const Progress& progress) {
  World world = linkage();
  const long turn_steps = std::lround(1.0 / dt), steps = std::lround(time / dt);
  std::vector<Reactions> exact;
  for (long i = 0; i < turn_steps; ++i) exact.push_back(exact_reactions((static_cast<double>(i) + 0.5) * dt));
  Outcome outcome;
  if (recording != nullptr) recording->begin(world.model(), world.state());
  Reactions before{};
  for (long i = 1; i <= steps; ++i) {
    if (!turn(world, i, dt).converged()) ++outcome.unsolved;
    const Reactions now = reactions_of(world);
    const Reactions& wanted = exact[static_cast<std::size_t>((i - 1) % turn_steps)];
    outcome.opening = std::max(outcome.opening, largest_opening(world));
    outcome.crank = std::max(outcome.crank, std::abs(world.joint(0).position - speed * dt * static_cast<double>(i)));
    if (i > turn_steps) {
      outcome.error = std::max(outcome.error, largest(now, wanted));
      outcome.jump = std::max(outcome.jump, largest(now, before));
      outcome.exact_jump =
          std::max(outcome.exact_jump, largest(wanted, exact[static_cast<std::size_t>((i - 2) % turn_steps)]));
    }
    if (series != nullptr && i > steps - turn_steps && i % 5 == 0) {
      series->append({static_cast<double>(i - (steps - turn_steps) - 1) * dt + 0.5 * dt, now[2][0], now[2][1],
                      now[2][2], now[2][3], wanted[2][0], wanted[2][1], wanted[2][2], wanted[2][3], now[0][4],
                      wanted[0][4]});
    }
    if (recording != nullptr && i <= 2 * turn_steps && i % 20 == 0) recording->add(world.model(), world.state());
    before = now;
    if (i % 1000 == 0) progress(static_cast<double>(i) / static_cast<double>(steps));
  }
  return outcome;
}

// A door on two hinges, above and below its middle: by symmetry each bears half the weight.
double share_of_upper_hinge() {
  World world;
  const int door = world.add_body({.shapes = {{geometry::Polyhedron::box({0.8, 0.04, 2.0})}}, .mass = 20.0});
  const int upper = world.add_hinge(door, sim::the_world, {-0.4, 0.0, 0.7}, Vec<3>::UnitZ());
  world.add_hinge(door, sim::the_world, {-0.4, 0.0, -0.7}, Vec<3>::UnitZ());
  for (int i = 0; i < 100; ++i) static_cast<void>(world.step(h));
  return world.joint(upper).reaction[2] / (20.0 * gravity);
}

record::Figure figure() {
  const auto panel = [](const char* title, const char* unit, const char* label,
                        const std::vector<std::pair<const char*, Colour>>& columns) {
    record::Panel made{title, {"time in the last turn", "s"}, {label, unit}, {}};
    for (const auto& [name, colour] : columns) {
      made.marks.push_back(
          {MarkKind::line, "four_bar_reactions", {"t", std::string(name) + " exact"}, "exact", Colour::grey});
      made.marks.push_back({MarkKind::line, "four_bar_reactions", {"t", name}, name, colour, Dash::dashed});
    }
    return made;
  };
  return {
      "four_bar_reactions",
      "Reactions of a driven four-bar linkage after a minute",
      "On the rocker, at its hinge with the coupler, and the torque of the drive. The linkage lies in the plane of x "
      "and z; what acts out of it, force y and torque x, has no unique split. Grey: the exact reactions with the split "
      "of equal compliance.",
      {panel("in the plane", "N", "force", {{"force x", Colour::blue}, {"force z", Colour::green}}),
       panel("out of the plane: force", "N", "force", {{"force y", Colour::red}}),
       panel("out of the plane: torque", "N m", "torque", {{"torque x", Colour::purple}}),
       panel("drive", "N m", "torque", {{"drive", Colour::ink}})},
      2};
}

void run(Result& result, const Progress& progress) {
  Stages stages(progress, 63.0);
  record::Series series("four_bar_reactions", "Reactions of the four-bar linkage in the last turn, and exact ones",
                        {{"t", "s"},
                         {"force x", "N"},
                         {"force y", "N"},
                         {"force z", "N"},
                         {"torque x", "N m"},
                         {"force x exact", "N"},
                         {"force y exact", "N"},
                         {"force z exact", "N"},
                         {"torque x exact", "N m"},
                         {"drive", "N m"},
                         {"drive exact", "N m"}});
  sim::Recording recording;
  const Outcome whole = run_for(long_run, h, &series, &recording, stages.next(60.0));
  const Outcome fine = run_for(3.0, 0.5 * h, nullptr, nullptr, stages.next(3.0));
  result.series.push_back(std::move(series));
  record::Series table("four_bar", "Driven four-bar linkage",
                       {{"opening", "m"},
                        {"error of a reaction", "N"},
                        {"change in a step", "N"},
                        {"exact change", "N"},
                        {"error of the crank", "rad"}});
  for (const Outcome& of : {whole, fine}) table.append({of.opening, of.error, of.jump, of.exact_jump, of.crank});
  result.series.push_back(std::move(table));
  result.tables.push_back(
      {"Driven four-bar linkage: how far hinges open, reactions against exact ones (torques times "
       "1 m), their largest change from step to step",
       "four_bar",
       {"60 s at 1 ms", "3 s at 0.5 ms"}});
  result.checks.push_back(at_most("four-bar linkage, 60 s: joints open", "m", 1e-6, whole.opening));
  result.checks.push_back(equal("four-bar linkage: steps that were not solved", "1", 0.0, whole.unsolved, 0.0));
  result.checks.push_back(at_most("four-bar linkage: error of a reaction with the stated split, of the weight", "1",
                                  1e-3, whole.error / total_weight));
  result.checks.push_back(equal("four-bar linkage: largest change of a reaction in a step, over that of exact ones",
                                "1", 1.0, whole.jump / whole.exact_jump, 0.05));
  result.checks.push_back(
      equal("four-bar linkage: that change at 1 ms over that at 0.5 ms", "1", 2.0, whole.jump / fine.jump, 0.1));
  result.checks.push_back(
      equal("door on two hinges: share of the weight on one", "1", 0.5, share_of_upper_hinge(), 1e-5));
  result.figures.push_back(figure());
  result.scenes.push_back(motion_scene(result, recording, "scene_four_bar", "A four-bar linkage",
                                       "Two turns of the crank. Gravity is tilted out of its plane by 30°."));
  result.scenes.back().azimuth = -75.0;
  for (const record::Parameter& parameter :
       std::initializer_list<record::Parameter>{{"four-bar: ground link", ground, "m"},
                                                {"four-bar: crank", lengths[0], "m"},
                                                {"four-bar: coupler", lengths[1], "m"},
                                                {"four-bar: rocker", lengths[2], "m"},
                                                {"four-bar: mass per length", per_length, "kg/m"},
                                                {"four-bar: speed of the crank", speed, "rad/s"},
                                                {"four-bar: stiffness of the drive", stiffness, "N m/rad"},
                                                {"four-bar: damping of the drive", damping, "N m s/rad"}})
    result.parameters.push_back(parameter);
}

}  // namespace
}  // namespace linkage

void four_bar(Result& result, const Progress& progress) {
  linkage::run(result, progress);
}

}  // namespace stickslip::experiments::lcp::joints_experiment
