// The wrenches of a foot: the hull against the closed form, and forces at corners against a pressure that is known.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/cone/wrench_cone.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/wrench_cone.hpp"

#include "experiments/cones/cones.hpp"
#include "experiments/random_vectors.hpp"

namespace stickslip::experiments::cones {

namespace wrench_foot_experiment {
namespace {

using cone::Approximation;
using cone::FrictionPoint;
using cone::WrenchCone;
using Eigen::MatrixXd;
using record::Colour;
using record::Dash;
using record::MarkKind;
using record::ShapeKind;

constexpr double half_x = 0.1, half_y = 0.05, mu = 0.5;
constexpr int sides = 8;  // of the cones of the sole

std::vector<FrictionPoint> corners(double x, double y, double friction) {
  std::vector<FrictionPoint> contacts;
  for (const auto& [u, v] : {std::pair(x, y), std::pair(-x, y), std::pair(-x, -y), std::pair(x, -y)}) {
    contacts.push_back({{u, v, 0.0}, Vec<3>::UnitZ(), friction});
  }
  return contacts;
}

// Largest distance from a row of one to the nearest of the other, both ways; infinite if their numbers differ.
double rows_apart(const MatrixXd& a, const MatrixXd& b) {
  if (a.rows() != b.rows()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (const auto& [from, to] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (const auto& row : from->rowwise()) {
      largest = std::max(largest, (to->rowwise() - row).rowwise().norm().minCoeff());
    }
  }
  return largest;
}

// The general hull finds the sixteen rows of the closed form, for feet of all shapes.
void closed_form(Result& result) {
  RandomVectors random(2);
  double apart = 0.0;
  for (int i = 0; i < 50; ++i) {
    const double x = 0.01 * std::pow(30.0, random.number()), y = 0.01 * std::pow(30.0, random.number());
    const double friction = 0.05 * std::pow(40.0, random.number());
    const WrenchCone closed = WrenchCone::rectangle(x, y, friction, Approximation::outer);
    const WrenchCone general = WrenchCone::from_points(corners(x, y, friction), 4, Approximation::outer);
    apart = std::max(apart, rows_apart(closed.facets(), general.facets()));
  }
  result.checks.push_back(equal("rows of the closed form", "1", 16.0,
                                static_cast<double>(WrenchCone::rectangle(half_x, half_y, mu).facets().rows()), 0.0));
  result.checks.push_back(at_most("50 rectangles: rows of the hull against the closed form", "1", 1e-12, apart));
}

// Facets and weights of rays must tell the same of every wrench; of a sole with any shape.
void any_polygon(Result& result, const Progress& progress) {
  RandomVectors random(3);
  double disagreements = 0.0, inside = 0.0, tried = 0.0, certificate = 0.0;
  for (int corners = 3; corners <= 8; ++corners) {
    progress(0.1 + 0.1 * corners);
    std::vector<Vec<2>> sole;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2.0 * std::numbers::pi * (i + 0.3 * random.number()) / corners;
      sole.emplace_back(0.12 * std::cos(angle), 0.05 * std::sin(angle));
    }
    const WrenchCone foot = WrenchCone::polygon(sole, mu, Approximation::outer);
    for (int i = 0; i < 3000; ++i) {
      Vec<6> w = random.vector<6>().cwiseProduct((Vec<6>() << 0.25, 0.25, 0.0, 0.025, 0.05, 0.02).finished());
      w(2) = 1.0;
      const double worst = (foot.facets() * w).maxCoeff();
      if (std::abs(worst) <= 1e-12) continue;
      const cone::Certificate found = foot.certificate(w);
      ++tried;
      inside += found.inside ? 1.0 : 0.0;
      disagreements += found.inside == (worst <= 0.0) ? 0.0 : 1.0;
      // Inside: the weights make the wrench. Outside: the direction has every ray behind it.
      const double error = found.inside ? (foot.generators().transpose() * found.y - w).norm()
                                        : std::max(0.0, (foot.generators() * found.y).maxCoeff());
      certificate = std::max(certificate, found.inside && found.y.minCoeff() < 0.0 ? 1.0 : error);
    }
  }
  result.checks.push_back(at_least("soles of 3 … 8 corners: share of the wrenches inside", "1", 0.1, inside / tried));
  result.checks.push_back(equal("facets and weights of rays disagree", "1", 0.0, disagreements, 0.0));
  result.checks.push_back(at_most("certificates, largest error", "N", 1e-12, certificate));
}

// Equations among the rows: pairs of opposite ones.
double equations(const MatrixXd& rows) {
  double count = 0.0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) count += (rows.row(i) + rows.row(j)).norm() < 1e-12 ? 1.0 : 0.0;
  }
  return count;
}

// Contacts that cannot exert every wrench: what they cannot is told by equations.
void degenerate(Result& result) {
  const FrictionPoint here{{0.1, 0.2, 0.3}, Vec<3>::UnitZ(), mu};
  std::vector<FrictionPoint> line;
  for (const double x : {-0.1, 0.03, 0.1}) line.push_back({{x, 0.0, 0.0}, Vec<3>::UnitZ(), mu});
  const auto check = [&](const std::string& what, double expected, const std::vector<FrictionPoint>& contacts) {
    result.checks.push_back(
        equal("equations: " + what, "1", expected, equations(WrenchCone::from_points(contacts, 8).facets()), 0.0));
  };
  check("one point (its torque follows from its force)", 3.0, {here});
  check("three coincident points", 3.0, {here, here, here});
  check("points on a line (no torque about it)", 1.0, line);
  check("a foot without friction (fx, fy, yaw)", 3.0, corners(half_x, half_y, 0.0));
  check("a foot", 0.0, corners(half_x, half_y, mu));
}

// How far w can go from a unit normal force, in a direction, until a row says no.
double reach(const MatrixXd& rows, const Eigen::VectorXd& normal, const Eigen::VectorXd& direction) {
  const Eigen::VectorXd rate = rows * direction, room = -(rows * normal);
  double most = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < rate.size(); ++i) {
    if (rate(i) > 0.0) most = std::min(most, room(i) / rate(i));
  }
  return most;
}

// Sliding forwards and yawing at once, for a normal force of 1 N: what corners could bear, and what a sole does bear that
// presses evenly.
void yaw(Result& result) {
  const patch::LimitSurface sole(patch::Pressure::rectangle({2.0 * half_x, 2.0 * half_y}));
  const MatrixXd pyramid = WrenchCone::rectangle(half_x, half_y, mu, Approximation::outer).facets();
  const MatrixXd round = WrenchCone::from_points(corners(half_x, half_y, mu), 16, Approximation::outer).facets();
  const MatrixXd inner = patch::wrench_cone(sole, mu, sides, Approximation::inner).facets();
  const MatrixXd outer = patch::wrench_cone(sole, mu, sides, Approximation::outer).facets();
  const Vec<6> press = Vec<6>::Unit(2);
  const Vec<4> press4 = Vec<4>::Unit(3);
  record::Series series("yaw", "Sliding forwards and yawing, fn = 1 N",
                        {{"angle", "rad"},
                         {"fx corners pyramid", "N"},
                         {"tau corners pyramid", "N·m"},
                         {"fx corners round", "N"},
                         {"tau corners round", "N·m"},
                         {"fx sole outer", "N"},
                         {"tau sole outer", "N·m"},
                         {"fx sole", "N"},
                         {"tau sole", "N·m"},
                         {"fx sole inner", "N"},
                         {"tau sole inner", "N·m"}});
  double disorder = 0.0;
  for (int i = 0; i <= 180; ++i) {
    const double angle = std::numbers::pi * i / 90.0, f = std::cos(angle), t = half_x * std::sin(angle);
    const Vec<6> d6 = (Vec<6>() << f, 0.0, 0.0, 0.0, 0.0, t).finished();
    const Vec<4> d4(f, 0.0, t, 0.0);
    const double exact = mu / sole.gauge({f, 0.0, t});
    const double reaches[] = {reach(pyramid, press, d6), reach(round, press, d6), reach(outer, press4, d4), exact,
                              reach(inner, press4, d4)};
    const auto [a, b, c, d, e] = reaches;
    series.append({angle, a * f, a * t, b * f, b * t, c * f, c * t, d * f, d * t, e * f, e * t});
    // Each holds the next: corners with round friction hold the sole, outer holds exact holds inner.
    for (int k = 1; k < 4; ++k) disorder = std::max(disorder, reaches[k + 1] / reaches[k] - 1.0);
  }
  result.series.push_back(std::move(series));
  const Vec<6> turn = Vec<6>::Unit(5);
  const Vec<4> turn4 = Vec<4>::Unit(2);
  // Mean distance from the middle of a rectangle: the torque of a spin under even pressure.
  const double d = std::hypot(half_x, half_y);
  const double radius = d / 3.0 + half_x * half_x / (6.0 * half_y) * std::log((half_y + d) / half_x) +
                        half_y * half_y / (6.0 * half_x) * std::log((half_x + d) / half_y);
  result.checks.push_back(equal("yaw torque, corners with four-sided friction: μ (X + Y)", "N·m",
                                mu * (half_x + half_y), reach(pyramid, press, turn), 1e-12));
  // Sixteen outer sides reach further than the circle, by what their gap allows at most.
  const double beyond = reach(round, press, turn) / (mu * std::hypot(half_x, half_y));
  result.checks.push_back(at_least("corners with 16 sides / round friction, μ √(X² + Y²)", "1", 1.0, beyond));
  result.checks.push_back(
      at_most("corners with 16 sides / round friction", "1", 1.0 / std::cos(std::numbers::pi / 16.0), beyond));
  result.checks.push_back(equal("even pressure: μ r, inner", "N·m", mu * radius, reach(inner, press4, turn4), 1e-12));
  result.checks.push_back(equal("even pressure: μ r, outer", "N·m", mu * radius, reach(outer, press4, turn4), 1e-12));
  result.checks.push_back(equal("yaw torque of the sole in shares of the corner-force bound", "1",
                                radius / (half_x + half_y), reach(inner, press4, turn4) / reach(pyramid, press, turn),
                                1e-12));
  result.checks.push_back(at_most("inner within exact within outer within corners", "1", 1e-12, disorder));
}

// The polygons that bound the wrenches (fx, fy, τ) of a cone at fn = 1, corner after corner.
record::Series polygons(const std::string& name, const WrenchCone& cone, double length) {
  record::Series series(name, "Facets of the wrenches at fn = 1 N, corner after corner",
                        {{"facet", "1"}, {"fx", "N"}, {"fy", "N"}, {"tau", "N·m"}});
  const MatrixXd& rays = cone.generators();
  double facet = 0.0;
  for (const auto& row : cone.facets().rowwise()) {
    // In units in which forces and torques are of one size, so that angles around the facet mean something.
    std::vector<Vec<3>> corners;
    Vec<3> middle = Vec<3>::Zero();
    for (const auto& ray : rays.rowwise()) {
      if (std::abs(row.dot(ray)) > 1e-9 * ray.norm()) continue;
      corners.emplace_back(ray(0) / ray(3), ray(1) / ray(3), ray(2) / ray(3) / length);
    }
    for (const Vec<3>& corner : corners) middle += corner / static_cast<double>(corners.size());
    const Vec<3> normal = Vec<3>(row(0), row(1), row(2) * length).normalized();
    const Vec<3> across = normal.unitOrthogonal(), along = normal.cross(across);
    const auto angle = [&](const Vec<3>& p) { return std::atan2(along.dot(p - middle), across.dot(p - middle)); };
    std::sort(corners.begin(), corners.end(), [&](const Vec<3>& p, const Vec<3>& q) { return angle(p) < angle(q); });
    for (const Vec<3>& p : corners) series.append({facet, p(0), p(1), length * p(2)});
    ++facet;
  }
  return series;
}

// For the picture: the sole's polytopes, a wrench that it cannot bear, and the nearest that it can.
void picture(Result& result) {
  const patch::LimitSurface sole(patch::Pressure::rectangle({2.0 * half_x, 2.0 * half_y}));
  const WrenchCone inner = patch::wrench_cone(sole, mu, sides, Approximation::inner);
  const WrenchCone outer = patch::wrench_cone(sole, mu, sides, Approximation::outer);
  result.series.push_back(polygons("sole_inner", inner, sole.r()));
  result.series.push_back(polygons("sole_outer", outer, sole.r()));
  const Vec<4> wrench(0.55, 0.4, 0.02, 1.0);
  const Vec<4> nearest = inner.project(wrench, sole.r());
  record::Series series("projection", "A wrench outside the inner cone, then the nearest in it, both at fn = 1 N",
                        {{"fx", "N"}, {"fy", "N"}, {"tau", "N·m"}});
  for (const Vec<4>& w : {wrench, nearest}) series.append({w(0) / w(3), w(1) / w(3), w(2) / w(3)});
  result.series.push_back(std::move(series));
  // The projection's rest is normal to it.
  const Vec<4> scale(1.0, 1.0, 1.0 / sole.r(), 1.0);
  const Vec<4> rest = scale.cwiseProduct(wrench - nearest), there = scale.cwiseProduct(nearest);
  result.checks.push_back(equal("the picture's wrench: distance / −margin", "1", 1.0,
                                rest.norm() / -inner.margin(wrench, sole.r()), 1e-12));
  result.checks.push_back(equal("what is left of it is normal to its projection", "1", 0.0,
                                rest.dot(there) / (rest.norm() * there.norm()), 1e-12));
}

record::Figure figure_of_yaw() {
  const auto curve = [](const std::string& key, const char* label, Colour colour, Dash dash) {
    return record::Mark{MarkKind::line, "yaw", {"fx " + key, "tau " + key}, label, colour, dash};
  };
  return {"yaw",
          "Sliding forwards while yawing",
          "The largest force and yaw torque that a foot of 0.2 m × 0.1 m can exert together at fn = 1 N. Forces at "
          "four corners promise far more "
          "yaw than a sole with even pressure has.",
          {{"",
            {"fx", "N"},
            {"yaw torque", "mN·m", 1e3},
            {curve("corners pyramid", "corner forces, |fx|, |fy| ≤ μ fz", Colour::grey, Dash::solid),
             curve("corners round", "corner forces, 16 sides", Colour::yellow, Dash::solid),
             curve("sole outer", "even pressure, outer, k = 8", Colour::red, Dash::dashed),
             curve("sole", "even pressure, exact", Colour::ink, Dash::solid),
             curve("sole inner", "even pressure, inner, k = 8", Colour::blue, Dash::dashed)}}}};
}

record::Scene scene() {
  const std::vector<std::string> corners = {"facet", "fx", "fy", "tau"}, place = {"fx", "fy", "tau"};
  return {.name = "sole",
          .title = "What a sole can exert at fn = 1 N",
          .caption =
              "The wrenches of a sole with even pressure, from within and from without (k = 8); one that it cannot "
              "bear, and the nearest "
              "that it can.",
          .x = {"fx", "N"},
          .y = {"fy", "N"},
          .z = {"τ", "mN·m", 1e3},
          .shapes = {{ShapeKind::polygons, "sole_outer", corners, "outer", Colour::yellow, 0.2},
                     {ShapeKind::polygons, "sole_inner", corners, "inner", Colour::blue, 0.45},
                     {ShapeKind::curve, "projection", place, "distance", Colour::ink},
                     {ShapeKind::points, "projection", place, "a wrench and its projection", Colour::red}},
          .equal_axes = false};
}

Result run(const Progress& progress) {
  Result result;
  closed_form(result);
  any_polygon(result, progress);
  degenerate(result);
  yaw(result);
  picture(result);
  result.parameters = {{"length of the foot", 2.0 * half_x, "m"},
                       {"width", 2.0 * half_y, "m"},
                       {"mu", mu},
                       {"sides of the sole's cones", double{sides}}};
  result.figures = {figure_of_yaw()};
  result.scenes = {scene()};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace wrench_foot_experiment

Experiment wrench_foot() {
  return {.name = "cone-wrench-foot",
          .paper = "Caron2015",
          .figure = "wrench cone of a rectangular foot",
          .summary = "hull and closed form agree; an even sole bears two fifths of the yaw torque of corner forces",
          .run = &wrench_foot_experiment::run};
}

}  // namespace stickslip::experiments::cones
