// Contacts whose friction is known: closed forms, and exact polygons against brute-force quadrature.
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "stickslip/friction/lugre.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/reduced_patch.hpp"

#include "experiments/planar/given_motion/given_motion.hpp"
#include "experiments/planar/picture/pictures.hpp"
#include "experiments/planar/picture/scenes.hpp"
#include "experiments/planar/planar.hpp"
#include "experiments/planar/surface/known_shape.hpp"
#include "experiments/stages.hpp"

namespace stickslip::experiments::planar {

namespace known_shapes_experiment {
namespace {

using patch::LimitSurface;
using patch::Pressure;

// A turn about c, seen at the CoP.
Twist2 turn_about(const Vec<2>& c, double omega) {
  return {omega * c(1), -omega * c(0), omega};
}

// Centres of rotation from the CoP outwards to three times the size, turning about it; none is on a rim.
std::vector<Vec<2>> centres(double size, int count, double start_angle) {
  constexpr double golden = 2.399963229728653;  // [rad], spreads directions evenly
  std::vector<Vec<2>> places;
  for (int k = 0; k < count; ++k) {
    const double distance = 3.0 * size * (k + 0.37) / count, angle = start_angle + golden * k;
    places.emplace_back(distance * std::cos(angle), distance * std::sin(angle));
  }
  return places;
}

// Force and torque against the formulas, at sixty centres of rotation, both ways round.
void closed_form(Result& result, const KnownShape& shape) {
  const LimitSurface surface(shape.pressure);
  const double torque = -surface.wrench({0.0, 0.0, 1.0})(2);
  // 1e-12: rounding of either side, relative
  result.checks.push_back(
      equal(shape.name + ": torque of a spin / closed form", "1", 1.0, torque / shape.spin_torque, 1e-12));
  record::Series series(shape.file, "Steady friction of a known shape: " + shape.name,
                        {{"x", "m"}, {"y", "m"}, {"fx", "N"}, {"fy", "N"}, {"tau", "N·m"}});
  double force_error = 0.0, torque_error = 0.0, omega = 1.0;
  for (const Vec<2>& c : centres(shape.size, 60, 0.2)) {
    const Wrench2 w = surface.wrench(turn_about(c, omega));
    const Wrench2 error = w - turning_wrench(shape.integrals(c), c, omega);
    force_error = larger(force_error, std::hypot(error(0), error(1)));
    torque_error = larger(torque_error, std::abs(error(2)) / shape.spin_torque);
    series.append({c(0), c(1), omega * w(0), omega * w(1), omega * w(2)});
    omega = -omega;
  }
  result.checks.push_back(at_most(shape.name + ": largest error of the force", "1", 1e-12, force_error));
  result.checks.push_back(at_most(shape.name + ": largest error of the torque", "1", 1e-12, torque_error));
  result.series.push_back(std::move(series));
}

// The two series of ray().
std::string ray_name(const KnownShape& shape) {
  return "ray_" + shape.file;
}
std::string formula_name(const KnownShape& shape) {
  return "formula_" + shape.file;
}

// Along a ray of centres of rotation from the CoP: the library's friction, and the formulas' at fewer places.
void ray(Result& result, const KnownShape& shape) {
  constexpr int count = 150, formula_every = 10;
  constexpr double direction = 0.4;  // [rad], along no line of symmetry
  const LimitSurface surface(shape.pressure);
  record::Series all(ray_name(shape), "Friction against the distance of the centre of rotation: " + shape.name,
                     {{"distance", "m"}, {"force", "N"}, {"torque", "1"}});
  record::Series some(formula_name(shape), "The same by formulas",
                      {{"distance", "m"}, {"force", "N"}, {"torque", "1"}});
  for (int k = 0; k < count; ++k) {
    const double distance = 0.03 * (k + 0.37) / count;
    const Vec<2> c(distance * std::cos(direction), distance * std::sin(direction));
    const auto add = [&](record::Series& series, const Wrench2& w) {
      series.append({distance, std::hypot(w(0), w(1)), -w(2) / shape.spin_torque});
    };
    add(all, surface.wrench(turn_about(c, 1.0)));
    if (k % formula_every == 0) add(some, turning_wrench(shape.integrals(c), c, 1.0));
  }
  result.series.push_back(std::move(all));
  result.series.push_back(std::move(some));
}

// Rims of the shapes, stroke by stroke.
record::Series outlines() {
  using namespace known_size;
  record::Series series("outlines", "Outlines of the shapes, in the order of the legend",
                        {{"shape", "1"}, {"x", "m"}, {"y", "m"}, {"x_end", "m"}, {"y_end", "m"}});
  const auto add = [&](double shape, const std::vector<Vec<2>>& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec<2>&a = corners[i], &b = corners[(i + 1) % corners.size()];
      series.append({shape, a(0), a(1), b(0), b(1)});
    }
  };
  add(0.0, circle_outline(radius));
  add(1.0, circle_outline(radius));
  add(1.0, circle_outline(inner));
  add(2.0, circle_outline(radius));
  add(3.0, {{-0.5 * length, 0.0}, {0.5 * length, 0.0}});
  add(4.0, {{-0.5 * length, 0.0}, {0.5 * length, 0.0}});
  add(5.0, rectangle_outline({length, length}));
  add(6.0, rectangle_outline({length, width}));
  return series;
}

void show(Result& result, const std::vector<KnownShape>& shapes) {
  using namespace known_size;
  using record::Colour;
  using record::MarkKind;
  result.parameters = {
      {"radius of disc, annulus and Hertz", radius, "m"},     {"inner radius of the annulus", inner, "m"},
      {"length of lines, square and rectangle", length, "m"}, {"width of the rectangle", width, "m"},
      {"gradient of the gradient line", gradient, "1/m"},     {"friction", "steady Coulomb friction, μ = 1, fn = 1 N"}};
  constexpr std::array colours = {Colour::blue, Colour::red,    Colour::green, Colour::yellow,
                                  Colour::cyan, Colour::purple, Colour::grey};
  record::Panel rims{"shapes", place_axis("x"), place_axis("y"), {}, true};
  record::Panel curve{"limit curves", force_axis("‖f‖"), {"τ / τ of a spin"}, {}, true};
  record::Panel force{"force", place_axis("distance of the centre of rotation"), force_axis("‖f‖"), {}};
  record::Panel torque{"torque", place_axis("distance of the centre of rotation"), {"τ / τ of a spin"}, {}};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const KnownShape& shape = shapes[i];
    const Colour colour = colours.at(i);
    rims.marks.push_back({MarkKind::segments,
                          "outlines",
                          {"x", "y", "x_end", "y_end"},
                          shape.name,
                          colour,
                          record::Dash::solid,
                          record::RowFilter{"shape", static_cast<double>(i)}});
    curve.marks.push_back({MarkKind::line, ray_name(shape), {"force", "torque"}, shape.name, colour});
    curve.marks.push_back({MarkKind::points, formula_name(shape), {"force", "torque"}, shape.name, colour});
    for (const auto& [panel, column] : {std::pair(&force, "force"), {&torque, "torque"}}) {
      panel->marks.push_back({MarkKind::line, ray_name(shape), {"distance", column}, shape.name, colour});
      panel->marks.push_back({MarkKind::points, formula_name(shape), {"distance", column}, shape.name, colour});
    }
  }
  result.series.push_back(outlines());
  result.figures = {{"known_shapes",
                     "Friction of a turn about a centre further and further away",
                     "Lines: the library's limit surfaces; points: formulas of their own. A spin about the centre of "
                     "pressure has no force (but for the gradient line), a turn about a far centre is a slide.",
                     {rims, curve, force, torque},
                     2}};
  result.tables = {{"Square: exact polygon and 2001² points", "quadrature_square"},
                   {"L-shape: exact polygon and 2001² points", "quadrature_l"}};
}

// twist(wrench(v)) is v again, up to its length.
void round_trip(Result& result, const std::string& name, const Pressure& pressure, double size) {
  const LimitSurface surface(pressure);
  double largest = 0.0, omega = 1.0;
  for (const Vec<2>& c : centres(size, 40, 1.1)) {
    const Twist2 v = turn_about(c, omega);
    const Vec<3> scale(1.0, 1.0, surface.r());
    const Vec<3> there = unit(Vec<3>(scale.cwiseProduct(v)), norm(Vec<3>(scale.cwiseProduct(v))));
    const Vec<3> back = scale.cwiseProduct(surface.twist(surface.wrench(v)));
    largest = larger(largest, norm(back - there));
    omega = -omega;
  }
  result.checks.push_back(at_most(name + ": twist(wrench(v)) against v", "1", 1e-8, largest));
}

// A square of side 20 mm, or an L: the same without the upper right 15/23 of both sides.
struct Cut {
  std::string name;
  bool is_l;
  Vec<2> cop;
  Pressure pressure;
};

constexpr double side = 0.02, cut_from = side * (8.0 / 23.0 - 0.5);  // 2001 and 667 are multiples of 23: no cell is cut

Cut square_cut() {
  return {"square", false, Vec<2>::Zero(), Pressure::rectangle({side, side})};
}

Cut l_cut() {
  constexpr double half = 0.5 * side, whole = side * side, block = (half - cut_from) * (half - cut_from);
  const double middle = -0.5 * (half + cut_from) * block / (whole - block);  // of the block, 0 for the whole
  return {
      "L-shape",
      true,
      {middle, middle},
      Pressure::polygon(
          {{-half, -half}, {half, -half}, {half, cut_from}, {cut_from, cut_from}, {cut_from, half}, {-half, half}})};
}

// The midpoint rule with n × n points.
Wrench2 midpoint_rule(const Cut& shape, const Twist2& v, int n) {
  const double h = side / n;
  double fx = 0.0, fy = 0.0, torque = 0.0;
  long count = 0;
  for (int row = 0; row < n; ++row) {
    const double y = (row + 0.5) * h - 0.5 * side;
    const int columns = shape.is_l && y > cut_from ? n / 23 * 8 : n;
    const double from_y = y - shape.cop(1);
    for (int column = 0; column < columns; ++column) {
      const double x = (column + 0.5) * h - 0.5 * side - shape.cop(0);
      const double vx = v(0) - v(2) * from_y, vy = v(1) + v(2) * x;
      const double speed = std::sqrt(vx * vx + vy * vy), inverse = speed > 0.0 ? 1.0 / speed : 0.0;
      fx -= vx * inverse;
      fy -= vy * inverse;
      torque -= (x * vy - from_y * vx) * inverse;
    }
    count += columns;
  }
  return Wrench2(fx, fy, torque) / static_cast<double>(count);
}

// 2001² points. The rule's error falls like 1/n², so an eighth of the difference to 667² points tells its size; each centre
// of rotation meets the points differently, so the largest of all is what the largest error is held against, twice.
void quadrature(Result& result, const Cut& shape, const Progress& progress) {
  constexpr int fine = 2001, coarse = 667, count = 12;
  const LimitSurface surface(shape.pressure);
  const Vec<3> scale(1.0, 1.0, surface.r());
  double own_error = 0.0, error = 0.0;
  record::Series series(shape.is_l ? "quadrature_l" : "quadrature_square", "Exact " + shape.name + " and 2001² points",
                        {{"x", "m"},
                         {"y", "m"},
                         {"exact_fx", "N"},
                         {"exact_fy", "N"},
                         {"exact_tau", "N·m"},
                         {"fx", "N"},
                         {"fy", "N"},
                         {"tau", "N·m"}});
  int k = 0;
  for (const Vec<2>& c : centres(0.3 * side, count, 0.7)) {
    progress(static_cast<double>(k++) / count);
    const Twist2 v = turn_about(c, 1.0);
    const Wrench2 exact = surface.wrench(v), sum = midpoint_rule(shape, v, fine);
    own_error = larger(own_error, norm((sum - midpoint_rule(shape, v, coarse)).cwiseQuotient(scale)) / 8.0);
    error = larger(error, norm((sum - exact).cwiseQuotient(scale)));
    series.append({c(0), c(1), exact(0), exact(1), exact(2), sum(0), sum(1), sum(2)});
  }
  result.checks.push_back(
      at_most(shape.name + ": exact polygon against 2001² points, twice their own error", "1", 2.0 * own_error, error));
  // the rule has to be good enough to tell anything: cells of 1e-5 m, 2.5e-7 of the area each
  result.checks.push_back(at_most(shape.name + ": error of 2001² points by their own account", "1", 1e-6, own_error));
  result.series.push_back(std::move(series));
}

// Steady spin with bristles: 2/3 μ fn R.
void spinning_patch(Result& result) {
  using known_size::radius;
  constexpr double mu = 0.3, fn = 5.0;
  const friction::LuGre law({.sigma0 = 1e5, .sigma1 = 10.0, .sigma2 = 0.0, .mu_c = mu, .mu_s = mu, .v_s = 1e-3});
  const patch::ReducedPatch disc(law, Pressure::disc(radius));
  auto state = disc.state();
  const Wrench2 w = disc.step(state, {0.0, 0.0, 2.0}, fn, 1.0);
  result.checks.push_back(equal("disc with bristles, μ = 0.3, fn = 5 N: torque / (2/3 μ fn R)", "1", -1.0,
                                w(2) / (2.0 / 3.0 * mu * fn * radius), 1e-12));
}

Result run(const Progress& progress) {
  constexpr double quadrature_weight = 10.0;
  const std::vector<KnownShape> shapes = all_known();
  Stages stages(progress, static_cast<double>(shapes.size()) + 2.0 * quadrature_weight);
  Result result;
  for (const KnownShape& shape : shapes) {
    const Progress stage = stages.next(1.0);
    closed_form(result, shape);
    stage(0.5);
    round_trip(result, shape.name, shape.pressure, shape.size);
    stage(1.0);
  }
  for (const KnownShape& shape : shapes) ray(result, shape);
  spinning_patch(result);
  const Cut square = square_cut(), l_shape = l_cut();
  quadrature(result, square, stages.next(quadrature_weight));
  quadrature(result, l_shape, stages.next(quadrature_weight));
  round_trip(result, l_shape.name, l_shape.pressure, 0.7 * side);
  show(result, shapes);
  stages.finish();
  return result;
}

}  // namespace
}  // namespace known_shapes_experiment

Experiment known_shapes() {
  return {"planar-known-shapes",
          "Waltersson2024",
          "Eqs 13, 23",
          "disc, annulus, Hertz, line and square in closed form; exact polygons against quadrature",
          known_shapes_experiment::run,
          true};
}

}  // namespace stickslip::experiments::planar
