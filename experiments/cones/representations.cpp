// One cone in all its representations: do they agree, and what do flat sides cost?
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/cone/friction_cone.hpp"
#include "stickslip/cone/polyhedral_cone.hpp"

#include "experiments/cones/cones.hpp"
#include "experiments/random_vectors.hpp"

namespace stickslip::experiments::cones {

namespace representations_experiment {
namespace {

using cone::Approximation;
using cone::FrictionCone;
using cone::PolyhedralCone;
using record::Colour;
using record::MarkKind;
using record::ShapeKind;
using std::numbers::pi;

constexpr int fewest_sides = 3, most_sides = 64;
constexpr int cones = 50, forces_a_cone = 20'000;
constexpr double gap_mu = 0.5, picture_mu = 0.7;
constexpr int picture_sides = 6;
constexpr double picture_height = 10.0;  // where the cones are cut off [N]

struct Counts {
  double forces = 0, contained = 0, on_the_edge = 0;
  double disagreements = 0;  // between element-wise, second-order, projector, margin and projection
  double inner_leaves = 0;   // in the inner cone but not in the cone
  double outer_misses = 0;   // in the cone but not in the outer one
  double rows_or_rays = 0;   // by facets and by rays not the same
  double moreau = 0;         // largest ‖P(f) + P°(f) − f‖/‖f‖
};

bool within(const PolyhedralCone& cone, const Vec<3>& f) {
  return (cone.facets() * f).maxCoeff() <= 0.0;
}

void count(Counts& n, const FrictionCone& cone, const PolyhedralCone& inner, const PolyhedralCone& outer,
           const Vec<3>& f) {
  const double size = f.norm(), rounding = 1e-13 * size, margin = cone.margin(f);
  ++n.forces;
  // On the surface itself rounding decides, for each representation in its own way.
  if (std::abs(margin) <= rounding) {
    ++n.on_the_edge;
    return;
  }
  const auto [t, mu, normal] = cone.second_order();
  const double f_n = normal.dot(f);
  const bool element_wise = std::hypot(t.col(0).dot(f), t.col(1).dot(f)) <= mu * f_n;
  const bool second_order = (t.transpose() * f).norm() <= mu * f_n;
  const bool projector = (cone.projector() * f).norm() <= mu * f_n;
  const Vec<3> projected = cone.project(f);
  const bool unmoved = (projected - f).norm() <= rounding;
  const bool inside = cone.contains(f, 0.0);
  n.contained += inside ? 1.0 : 0.0;
  for (const bool other : {element_wise, second_order, projector, margin >= 0.0, unmoved}) {
    n.disagreements += other == inside ? 0.0 : 1.0;
  }
  n.moreau = std::max(n.moreau, (projected + cone.polar().project(f) - f).norm() / size);

  const bool in_inner = within(inner, f), in_outer = within(outer, f);
  n.inner_leaves += in_inner && !inside ? 1.0 : 0.0;
  n.outer_misses += inside && !in_outer ? 1.0 : 0.0;
  for (const auto& [polytope, by_rows] : {std::pair(&inner, in_inner), std::pair(&outer, in_outer)}) {
    const bool near = std::abs((polytope->facets() * f).maxCoeff()) <= rounding;
    const bool by_rays = polytope->contains(f, 1e-13);
    n.rows_or_rays += near || by_rays == by_rows ? 0.0 : 1.0;
  }
}

// A million forces about fifty cones.
void agreement(Result& result, const Progress& progress) {
  RandomVectors random(1);
  Counts n;
  for (int c = 0; c < cones; ++c) {
    progress(0.6 * c / cones);
    const FrictionCone cone(0.1 * std::pow(50.0, random.number()), random.direction<3>());
    const int k = fewest_sides + c % 14;
    const PolyhedralCone inner = PolyhedralCone::linearised(cone, k, Approximation::inner);
    const PolyhedralCone outer = PolyhedralCone::linearised(cone, k, Approximation::outer);
    for (int i = 0; i < forces_a_cone; ++i) {
      // Most of them near the surface, where it matters.
      const Vec<3> tangent = cone.tangents() * Vec<2>(random.vector<2>().normalized());
      const Vec<3> near = cone.normal() + cone.mu() * random.between(0.5, 1.5) * tangent;
      count(n, cone, inner, outer, i % 4 == 0 ? random.vector<3>() : Vec<3>(10.0 * random.number() * near));
    }
  }
  result.checks.push_back(equal("forces tried", "1", 1e6, n.forces, 0.0));
  result.checks.push_back(at_least("share of them inside", "1", 0.3, n.contained / n.forces));
  result.checks.push_back(at_most("share of them on the surface to rounding", "1", 1e-4, n.on_the_edge / n.forces));
  result.checks.push_back(equal("representations that disagree", "1", 0.0, n.disagreements, 0.0));
  result.checks.push_back(equal("forces of the inner cone that leave the cone", "1", 0.0, n.inner_leaves, 0.0));
  result.checks.push_back(equal("forces of the cone that leave the outer one", "1", 0.0, n.outer_misses, 0.0));
  result.checks.push_back(equal("flat cones: facets and rays disagree", "1", 0.0, n.rows_or_rays, 0.0));
  result.checks.push_back(at_most("Moreau: f = P(f) + P°(f), largest error", "1", 4e-15, n.moreau));
}

// Share of the disc of radius `reach` μ f_n that a polytope covers, by containment of points spread evenly.
double covered(const PolyhedralCone& cone, double mu, double reach, int points) {
  const double golden = pi * (3.0 - std::sqrt(5.0));
  double inside = 0.0;
  for (int i = 0; i < points; ++i) {
    const double radius = reach * mu * std::sqrt((i + 0.5) / points), angle = golden * i;
    if (within(cone, {radius * std::cos(angle), radius * std::sin(angle), 1.0})) ++inside;
  }
  return inside / points;
}

// What k flat sides leave out or add: areas of cross-sections, by counting, and the law cos(π/k).
void gap(Result& result, const Progress& progress) {
  constexpr double mu = gap_mu;
  constexpr int points = 20'000;
  const FrictionCone cone(mu);
  record::Series series("gap", "Cross-sections of cones with k sides, in shares of the round one",
                        {{"k", "1"},
                         {"inner", "1"},
                         {"outer", "1"},
                         {"ratio", "1"},
                         {"inner polygon", "1"},
                         {"outer polygon", "1"},
                         {"cos(pi/k)", "1"}});
  double law_error = 0.0, round_trip = 0.0, inner_area = 0.0, outer_area = 0.0;
  for (int k = fewest_sides; k <= most_sides; ++k) {
    progress(0.6 + 0.4 * (k - fewest_sides) / (most_sides - fewest_sides));
    const PolyhedralCone inner = PolyhedralCone::linearised(cone, k, Approximation::inner);
    const PolyhedralCone outer = PolyhedralCone::linearised(cone, k, Approximation::outer);
    const double reach = 1.0 / std::cos(pi / k), disc = reach * reach;
    const double in = disc * covered(inner, mu, reach, points), out = disc * covered(outer, mu, reach, points);
    const double ratio = std::sqrt(in / out), law = std::cos(pi / k);
    // Areas of regular polygons in and around a circle.
    const double inscribed = k / (2.0 * pi) * std::sin(2.0 * pi / k), around = k / pi * std::tan(pi / k);
    series.append({static_cast<double>(k), in, out, ratio, inscribed, around, law});
    inner_area = std::max(inner_area, std::abs(in - inscribed));
    outer_area = std::max(outer_area, std::abs(out - around));
    law_error = std::max(law_error, std::abs(ratio - law));
    for (const PolyhedralCone& polytope : {inner, outer}) {
      // H → V → H: each row must come back, and no other.
      const Eigen::MatrixXd rays = PolyhedralCone::from_facets(polytope.facets()).generators();
      const Eigen::MatrixXd rows = PolyhedralCone::from_generators(rays).facets();
      const double missing = rows.rows() == polytope.facets().rows() && rays.rows() == k ? 0.0 : 1.0;
      // 1 − cos of the angle between each row and the nearest that came back.
      const double off = rows.rows() == 0
                             ? 1.0
                             : (1.0 - (polytope.facets() * rows.transpose()).rowwise().maxCoeff().array()).maxCoeff();
      round_trip = std::max(round_trip, missing + off);
    }
  }
  result.series.push_back(std::move(series));
  // 2e-3: 20 000 points resolve an area to about their number to the power −3/4.
  result.checks.push_back(at_most("k = 3 … 64: error of √(inner/outer area) against cos(π/k)", "1", 2e-3, law_error));
  result.checks.push_back(at_most("area of the inner one against k/(2π) sin(2π/k)", "1", 4e-3, inner_area));
  result.checks.push_back(at_most("area of the outer one against k/π tan(π/k)", "1", 4e-3, outer_area));
  result.checks.push_back(at_most("H → V → H, all k: rows that differ", "1", 1e-14, round_trip));
}

// The sides of a cone cut off at the corners of its cap, as polygons.
record::Series sides(const std::string& name, const Eigen::MatrixX3d& vertices) {
  record::Series series(name, "Sides of the cone, corner after corner",
                        {{"facet", "1"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  const Eigen::Index corners = vertices.rows() - 1;  // the first vertex is the tip
  for (Eigen::Index i = 0; i < corners; ++i) {
    for (const Eigen::Index v : {Eigen::Index{0}, 1 + i, 1 + (i + 1) % corners}) {
      series.append({static_cast<double>(i), vertices(v, 0), vertices(v, 1), vertices(v, 2)});
    }
  }
  return series;
}

record::Scene scene() {
  const auto body = [](const char* series, const char* label, Colour colour, double opacity) {
    return record::Shape{ShapeKind::polygons, series, {"facet", "fx", "fy", "fz"}, label, colour, opacity};
  };
  const auto arrow = [](const char* label, Colour colour, double end) {
    return record::Shape{.kind = ShapeKind::arrows,
                         .series = "arrows",
                         .columns = {"x", "y", "z", "fx", "fy", "fz"},
                         .label = label,
                         .colour = colour,
                         .only = {{"projected", end}}};
  };
  return {"cones",
          "A friction cone between its flat-sided ones",
          "The cone with the inner and outer one of six sides, cut off at a normal force of 10 N; a force outside, and "
          "the nearest one inside.",
          {"fx", "N"},
          {"fy", "N"},
          {"fz", "N"},
          {body("outer_sides", "outer, k = 6", Colour::yellow, 0.15),
           body("cone_sides", "cone", Colour::grey, 0.45),
           body("inner_sides", "inner, k = 6", Colour::blue, 0.35),
           arrow("force", Colour::red, 0.0),
           arrow("its projection", Colour::green, 1.0),
           {ShapeKind::curve, "projection", {"fx", "fy", "fz"}, "distance", Colour::ink}}};
}

record::Figure figure_of_gap() {
  const auto counted = [](const char* column, const char* label, Colour colour) {
    return record::Mark{MarkKind::points, "gap", {"k", column}, label, colour};
  };
  const auto theory = [](const char* column, const char* label, Colour colour) {
    return record::Mark{MarkKind::line, "gap", {"k", column}, label, colour};
  };
  return {"gap",
          "What k sides cost",
          "Areas of the cross-sections in shares of the circle: counted (points) and by theory (lines). The square "
          "root of inner over outer is "
          "cos(π/k).",
          {{"",
            {"sides k", "1", 1.0, true},
            {"share of the circle"},
            {theory("outer polygon", "outer", Colour::yellow), theory("inner polygon", "inner", Colour::blue),
             theory("cos(pi/k)", "√(inner/outer)", Colour::red), counted("outer", "outer", Colour::yellow),
             counted("inner", "inner", Colour::blue), counted("ratio", "√(inner/outer)", Colour::red)}}}};
}

// For the picture: a tilted cone, its polytopes cut off at 10 N, a force outside and its projection.
void picture(Result& result) {
  const FrictionCone cone(picture_mu, {0.3, -0.2, 1.0});
  const auto corners = [&](const std::string& name, int k, Approximation kind) {
    record::Series series(name, "Corners of the cap, in order", {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
    const Eigen::MatrixX3d vertices = cone.vertices(k, kind, picture_height);
    for (Eigen::Index i = 1; i < vertices.rows(); ++i) series.append({vertices(i, 0), vertices(i, 1), vertices(i, 2)});
    result.series.push_back(std::move(series));
    result.series.push_back(sides(name + "_sides", vertices));
  };
  corners("cone", 256, Approximation::inner);
  corners("inner", picture_sides, Approximation::inner);
  corners("outer", picture_sides, Approximation::outer);
  const Vec<3> f = 8.0 * cone.normal() + 10.0 * cone.tangents() * Vec<2>(std::cos(0.6), std::sin(0.6));
  const Vec<3> p = cone.project(f);
  record::Series series("projection", "A force outside the cone, then the nearest one in it",
                        {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  record::Series arrows(
      "arrows", "Both as arrows from the tip",
      {{"projected", "1"}, {"x", "N"}, {"y", "N"}, {"z", "N"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  for (const Vec<3>& end : {f, p}) {
    arrows.append({static_cast<double>(series.rows()), 0.0, 0.0, 0.0, end(0), end(1), end(2)});
    series.append({end(0), end(1), end(2)});
  }
  result.series.push_back(std::move(series));
  result.series.push_back(std::move(arrows));
  result.checks.push_back(
      equal("the picture's force: distance / −margin", "1", 1.0, (f - p).norm() / -cone.margin(f), 1e-14));
}

Result run(const Progress& progress) {
  Result result;
  agreement(result, progress);
  gap(result, progress);
  picture(result);
  result.parameters = {
      {"cones tried", static_cast<double>(cones)}, {"forces a cone", static_cast<double>(forces_a_cone)},
      {"sides", std::string("3 to 64")},           {"mu of the cross-sections", gap_mu},
      {"mu of the picture", picture_mu},           {"cut off at", picture_height, "N"}};
  result.figures = {figure_of_gap()};
  result.scenes = {scene()};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace representations_experiment

Experiment representations() {
  return {.name = "cone-representations",
          .paper = "Savin2023",
          .figure = "representations of the friction cone",
          .summary = "a million forces: all representations agree; k flat sides cost cos(π/k)",
          .run = &representations_experiment::run,
          .is_long = true};
}

}  // namespace stickslip::experiments::cones
