// Figs 5 and 6: a pointer moved by a hand with tremor, sampled at 400 Hz as the paper's device was.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <Eigen/Geometry>

#include "experiments/hayward/adhesion_path.hpp"
#include "experiments/hayward/hayward.hpp"
#include "experiments/hayward/pictures.hpp"

namespace stickslip::experiments::hayward {

namespace planar_experiment {
namespace {

using friction::Adhesion;
using friction::AdhesionMap;
using friction::Regime;
using record::Colour;
using record::MarkKind;
using Plane = Vec<2>;
using Scalar = Vec<1>;

constexpr double pi = std::numbers::pi;
constexpr double dt = 1.0 / 400.0;
constexpr double pointer_z_max = 4e-3, arc_radius = 30e-3, pointer_tremor = 0.02e-3;  // Fig. 5
constexpr double hysteresis_z_max = 0.25e-3, hysteresis_z_stick = 0.5e-3;             // Fig. 6

// The hand of Fig. 5: where it means to go, and the tremor on top.
class PlanarHand {
 public:
  explicit PlanarHand(double tremor_amplitude) : tremor_(tremor_amplitude) { path_.push_back({0.0, intended_}); }

  // Along a circle about `centre`, `angle` [rad] in `duration` [s], counter-clockwise if positive.
  Stretch turn(const Plane& centre, double angle, double duration) {
    const Plane arm = intended_ - centre;
    return move(duration, [=](double s) -> Plane { return centre + Eigen::Rotation2Dd(angle * s) * arm; });
  }

  Stretch go(const Plane& displacement, double duration) {
    const Plane start = intended_;
    return move(duration, [=](double s) -> Plane { return start + s * displacement; });
  }

  const Plane& intended() const { return intended_; }
  const std::vector<PathPoint<2>>& path() const { return path_; }

 private:
  template <class Position>
  Stretch move(double duration, Position position) {
    const std::size_t begin = path_.size();
    const int samples = static_cast<int>(std::lround(duration / dt));
    for (int k = 1; k <= samples; ++k) {
      const double t = path_.back().t + dt;
      intended_ = position(static_cast<double>(k) / samples);
      path_.push_back({t, intended_ + Plane(tremor(t, tremor_, 0.3), tremor(t, tremor_, 1.9))});
    }
    return {begin, path_.size()};
  }

  double tremor_;
  Plane intended_ = Plane::Zero();
  std::vector<PathPoint<2>> path_;
};

// Angle by which Z turns over a stretch [deg], counter-clockwise positive.
double sweep(const std::vector<AdhesionSample<2>>& samples, const Stretch& stretch) {
  double angle = 0.0;
  for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
    const Plane &a = samples[k - 1].z, &b = samples[k].z;
    angle += std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  }
  return angle * 180.0 / pi;
}

double way_over(const std::vector<AdhesionSample<2>>& samples, const Stretch& stretch) {
  const auto at = [&](std::size_t k) { return samples.begin() + static_cast<std::ptrdiff_t>(k); };
  return way_of_w(std::vector<AdhesionSample<2>>(at(stretch.begin), at(stretch.end)));
}

// The ends of Z, as the paper draws it.
record::Series every_100_ms(const std::vector<AdhesionSample<2>>& samples) {
  record::Series series("fig5_z", "Fig. 5: Z every 100 ms, from W to X",
                        {{"w1", "m"}, {"w2", "m"}, {"x1", "m"}, {"x2", "m"}});
  const auto every = static_cast<std::size_t>(std::lround(0.1 / dt));
  for (std::size_t k = 0; k < samples.size(); k += every) {
    series.append({samples[k].w(0), samples[k].w(1), samples[k].x(0), samples[k].x(1)});
  }
  return series;
}

record::Figure figure_5() {
  record::Panel panel = {"",
                         millimetres("x1"),
                         millimetres("x2"),
                         {{MarkKind::segments, "fig5_z", {"w1", "w2", "x1", "x2"}, "Z, every 100 ms", Colour::red},
                          {MarkKind::line, "fig5_pointer", {"w1", "w2"}, "adhesion point W", Colour::green},
                          {MarkKind::line, "fig5_pointer", {"x1", "x2"}, "pointer X", Colour::blue}},
                         true};
  panel.labels = {{5.0, 9.0, "(1)"},  {29.0, 33.0, "(2)"}, {41.5, 32.0, "(3)"},
                  {66.0, 5.0, "(4)"}, {85.0, 29.5, "(5)"}, {110.0, 19.5, "(6)"}};
  return {"fig5_pointer",
          "Fig. 5: a pointer moved by a trembling hand",
          "Stick-slide, z_max 4 mm. (1) sliding along an arc, Z follows a tractrix; (2) the arc's end; (3) to (6) the "
          "hand circles within reach of "
          "W, which stays: Z turns by 360°, −90°, 90° and twice around.",
          {panel}};
}

record::Figure figure_6() {
  record::Panel panel = {"", millimetres("x"), millimetres("z"), by_regime("fig6_hysteresis", "x", "z")};
  panel.y.min = -0.65;
  panel.y.max = 0.65;
  panel.labels = {{-31.0, 0.05, "(1)"}, {-26.0, 0.57, "(2)"}, {-19.0, 0.12, "(3)"}, {-23.4, -0.1, "(4)"},
                  {-8.0, 0.45, "(5)"},  {5.9, 0.0, "(6)"},    {-4.0, -0.45, "(7)"}, {-30.0, -0.32, "(8)"}};
  return {"fig6_hysteresis",
          "Fig. 6: z against x",
          "Stick-creep-slip-slide, z_max 0.25 mm, z_stick 0.5 mm: (1) the stuck zone, (2) creep to equilibrium, (3) a "
          "small reversal that is "
          "retraced, (4) a larger one, (5) a limit cycle, (6) reversal, (7) oscillation before (8) sliding.",
          {panel}};
}

// Fig. 5: the stick-slide law.
void pointer_trace(Result& result) {
  constexpr double z_max = pointer_z_max, radius = arc_radius;
  const Adhesion law({.z_max = z_max, .map = AdhesionMap::stick_slide});
  PlanarHand hand(pointer_tremor);
  hand.turn({radius, 0.0}, -0.6 * pi, 2.0);  // (1) to (2), about two seconds
  // Adhesion: the hand circles within reach of w. The centre of the circle is where w now is.
  const auto circle_about_w = [&](double angle, double duration) {
    const Plane w = follow(law, hand.path()).back().w;
    hand.go(0.1 * (w - hand.intended()), 0.2);  // ease off, so that tremor cannot pull w along
    return hand.turn(w, angle, duration);
  };
  const Stretch full_turn = circle_about_w(2.0 * pi, 2.0);  // (3) 360° counter-clockwise
  hand.go({30e-3, -20e-3}, 1.0);
  const Stretch clockwise = circle_about_w(-0.5 * pi, 0.6);  // (4) 90° clockwise
  hand.go({25e-3, 18e-3}, 1.0);
  const Stretch counter = circle_about_w(0.5 * pi, 0.6);  // (5) 90° counter-clockwise
  hand.go({30e-3, -15e-3}, 1.0);
  const Stretch last = circle_about_w(4.0 * pi, 3.0);  // (6) around a fixed point
  const auto samples = follow(law, hand.path());
  result.series.push_back(to_series("fig5_pointer", "Fig. 5: pointer path with Z, stick-slide", samples));
  result.series.push_back(every_100_ms(samples));
  result.figures.push_back(figure_5());
  // Tremor of 0.02 mm at a tension of 3.6 mm turns Z by less than half a degree at either end.
  result.checks.push_back(equal("Fig. 5 (3) sweep of Z", "deg", 360.0, sweep(samples, full_turn), 1.0));
  result.checks.push_back(equal("Fig. 5 (4) sweep of Z", "deg", -90.0, sweep(samples, clockwise), 1.0));
  result.checks.push_back(equal("Fig. 5 (5) sweep of Z", "deg", 90.0, sweep(samples, counter), 1.0));
  double way = 0.0;
  for (const Stretch& stretch : {full_turn, clockwise, counter, last}) way += way_over(samples, stretch);
  result.checks.push_back(at_most("Fig. 5 (3)–(6) way of w in adhesion", "m", 0.0, way));

  // Without tremor on a circle of radius R the adhesion point follows a tractrix: Z lags the tangent by
  // asin(z_max/R): it points to the left of the path, because the arc turns right.
  PlanarHand steady(0.0);
  steady.turn({radius, 0.0}, -1.5 * pi, 5.0);
  const auto arc = follow(law, steady.path());
  const Plane tangent = arc.back().x - arc[arc.size() - 2].x;
  const Plane& z = arc.back().z;
  const double angle = std::atan2(tangent.x() * z.y() - tangent.y() * z.x(), tangent.dot(z)) * 180.0 / pi;
  const double expected = std::asin(z_max / radius) * 180.0 / pi;
  // half a step of arc (2.4e-3 rad per sample) is the difference between chord and tangent
  result.checks.push_back(equal("Fig. 5 (1) angle of Z to the path, tractrix", "deg", expected, angle, 0.07));
}

// Fig. 6: the smooth map, z against x.
void hysteresis(Result& result) {
  constexpr double z_max = hysteresis_z_max, z_stick = hysteresis_z_stick;
  const Adhesion law({.z_max = z_max, .z_stick = z_stick, .map = AdhesionMap::stick_creep_slip_slide});
  std::vector<PathPoint<1>> path = {{0.0, Scalar(-30e-3)}};
  double intended = -30e-3;
  // Moves by `distance` [m] at `speed` [m/s].
  const auto go = [&](double distance, double speed) -> Stretch {
    const std::size_t begin = path.size();
    const double start = intended;
    const int samples = static_cast<int>(std::ceil(std::abs(distance) / (speed * dt)));
    for (int k = 1; k <= samples; ++k) {
      intended = start + distance * k / samples;
      path.push_back({path.back().t + dt, Scalar(intended)});
    }
    return {begin, path.size()};
  };
  go(0.24e-3, 1e-3);                             // (1) the stuck zone
  const Stretch creep = go(10e-3, 2e-3);         // (2) creep to equilibrium
  const Stretch back = go(-0.45e-3, 1e-3);       // (3) a small reversal …
  const Stretch forth = go(0.45e-3, 1e-3);       //     … retraced
  const Stretch far_back = go(-3e-3, 2e-3);      // (4) a larger one: creeps to the negative side
  go(3e-3, 2e-3);                                //     and back: a hysteresis loop
  const Stretch oscillation = go(25e-3, 60e-3);  // (5) limit cycle, 0.6 z_max a sample
  go(-4e-3, 20e-3);                              // (6) reversal
  const Stretch second = go(-10e-3, 60e-3);      // (7) oscillatory before …
  go(-1e-3, 140e-3);
  const Stretch slide = go(-30e-3, 140e-3);  // (8) … sliding, 1.4 z_max a sample
  const auto samples = follow(law, path);
  result.series.push_back(to_series("fig6_hysteresis", "Fig. 6: z against x, smooth map", samples));
  result.figures.push_back(figure_6());

  // Gap between the branches of (3) at the same x, where the map is nearly zero: ‖z‖ ≤ z_stick/2. Creep takes
  // at most 1/257 of the way there and back, 2·0.25 mm.
  double gap = 0.0;
  const std::size_t count = back.end - back.begin;
  for (std::size_t k = 0; k < count; ++k) {
    const auto &down = samples[back.begin + k], &up = samples[forth.end - 2 - k];
    if (k + 1 < count && norm(down.z) <= 0.5 * z_stick && norm(up.z) <= 0.5 * z_stick) {
      gap = std::max(gap, norm(down.z - up.z));
    }
  }
  const double y = 2e-3 * dt;
  result.checks.push_back(
      equal("Fig. 6 (2) creep: z in equilibrium", "m", z_stick - y, norm(samples[creep.end - 1].z), 1e-9));
  result.checks.push_back(at_most("Fig. 6 (3) gap between the branches", "m", 0.5e-3 / 257.0, gap));
  result.checks.push_back(
      equal("Fig. 6 (4) creep to the other side: z", "m", -(z_stick - y), samples[far_back.end - 1].z(0), 1e-9));
  result.checks.push_back(
      at_least("Fig. 6 (5) limit cycle: share slipping", "1", 0.2, share(samples, oscillation, Regime::slipping)));
  result.checks.push_back(at_least("Fig. 6 (7) share slipping", "1", 0.2, share(samples, second, Regime::slipping)));
  result.checks.push_back(equal("Fig. 6 (8) share sliding", "1", 1.0, share(samples, slide, Regime::sliding), 0.0));
}

Result run(const Progress& progress) {
  Result result;
  pointer_trace(result);
  progress(0.6);
  hysteresis(result);
  result.parameters = {{"sampling rate", 1.0 / dt, "Hz"},       {"Fig. 5 z_max", pointer_z_max, "m"},
                       {"Fig. 5 tremor", pointer_tremor, "m"},  {"Fig. 5 radius of the arc", arc_radius, "m"},
                       {"Fig. 6 z_max", hysteresis_z_max, "m"}, {"Fig. 6 z_stick", hysteresis_z_stick, "m"}};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace planar_experiment

Experiment planar() {
  return {"hayward-planar", "Hayward2000", "Figs 5 and 6",
          "a pointer moved by a trembling hand: path with Z, z against x", planar_experiment::run};
}

}  // namespace stickslip::experiments::hayward
