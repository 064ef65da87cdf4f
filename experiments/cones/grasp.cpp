// Three fingers hold a ball: which wrenches can they resist, and with what margin?
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "stickslip/cone/wrench_cone.hpp"
#include "stickslip/cone/wrench_polytope.hpp"

#include "experiments/cones/cones.hpp"
#include "experiments/random_vectors.hpp"

namespace stickslip::experiments::cones {

namespace grasp_experiment {
namespace {

using cone::Approximation;
using cone::FrictionPoint;
using cone::WrenchCone;
using cone::WrenchPolytope;
using record::Colour;
using record::MarkKind;
using record::ShapeKind;

constexpr double radius = 0.03, mu = 0.5, weight = 2.0, squeeze = 10.0;

// Fingers around the equator, pushing inwards.
std::vector<FrictionPoint> fingers(int count, double friction = mu) {
  std::vector<FrictionPoint> contacts;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / count;
    const Vec<3> out(std::cos(angle), std::sin(angle), 0.0);
    contacts.push_back({radius * out, -out, friction});
  }
  return contacts;
}

const Vec<6> lift = weight * Vec<6>::Unit(2);

// The least sum of normal forces that holds a wrench: bisected to rounding.
double least_squeeze(const std::vector<FrictionPoint>& contacts, const Vec<6>& wrench) {
  double low = 0.0, high = 1000.0;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (WrenchPolytope(contacts, middle).contains(wrench, 1e-12) ? high : low) = middle;
  }
  return high;
}

// The largest disturbance resisted in the worst direction, searched for without facets: least support over directions.
double worst_direction(const Eigen::MatrixXd& vertices, double length) {
  Eigen::MatrixXd scaled = vertices;
  scaled.rightCols<3>() /= length;
  RandomVectors random(4);
  double least = std::numeric_limits<double>::infinity();
  for (int start = 0; start < 60; ++start) {
    Vec<6> u = random.direction<6>();
    double here = (scaled * u).maxCoeff();
    for (double step = 0.5; step > 1e-7; step *= 0.97) {
      for (int tries = 0; tries < 8; ++tries) {
        const Vec<6> v = (u + step * random.vector<6>()).normalized();
        const double there = (scaled * v).maxCoeff();
        if (there < here) {
          here = there;
          u = v;
        }
      }
    }
    least = std::min(least, here);
  }
  return least;
}

void three_fingers(Result& result, const Progress& progress) {
  const WrenchCone cone = WrenchCone::from_points(fingers(3), 8, Approximation::inner);
  result.checks.push_back(equal("three fingers: facets of the cone (none: any wrench, if only they press enough)", "1",
                                0.0, static_cast<double>(cone.facets().rows()), 0.0));
  const cone::Certificate found = cone.certificate(lift);
  result.checks.push_back(equal("the weight can be resisted", "1", 1.0, found.inside ? 1.0 : 0.0, 0.0));
  result.checks.push_back(at_most("the weights of the rays make it, error", "N", 1e-12,
                                  (cone.generators().transpose() * found.y - lift).norm()));

  const WrenchPolytope hand(fingers(3), squeeze);
  result.checks.push_back(
      equal("normal forces that the weight needs: m g/μ", "N", weight / mu, least_squeeze(fingers(3), lift), 1e-6));
  // Straight down the margin ends where friction does.
  const Vec<6> most = mu * squeeze * Vec<6>::Unit(2);
  result.checks.push_back(equal("margin of μ F straight up", "N", 0.0, hand.margin(most, radius), 1e-12));
  result.checks.push_back(at_least("margin of the weight at 10 N", "N", 0.1, hand.margin(lift, radius)));
  progress(0.4);
  const double firmness = hand.margin(Vec<6>::Zero(), radius);
  result.checks.push_back(equal("worst disturbance resisted: facets against a search / facets", "1", 1.0,
                                worst_direction(hand.vertices(), radius) / firmness, 5e-3));

  record::Series series("margin", "Margin of the weight against the squeeze", {{"F", "N"}, {"margin", "N"}});
  for (int i = 1; i <= 40; ++i) {
    progress(0.5 + 0.012 * i);
    const double total = 0.5 * i;
    series.append({total, WrenchPolytope(fingers(3), total).margin(lift, radius)});
  }
  result.series.push_back(std::move(series));
}

void other_hands(Result& result) {
  const WrenchCone slippery = WrenchCone::from_points(fingers(3, 0.0), 8, Approximation::inner);
  result.checks.push_back(
      equal("without friction the weight falls", "1", 0.0, slippery.contains(lift) ? 1.0 : 0.0, 0.0));
  result.checks.push_back(equal("by all of it: margin", "N", -weight, slippery.margin(lift), 1e-12));
  // Two fingers cannot turn the ball about the line between them.
  const WrenchCone two = WrenchCone::from_points(fingers(2), 8, Approximation::inner);
  const Vec<6> twist = 0.1 * Vec<6>::Unit(3);
  const cone::Certificate found = two.certificate(twist);
  result.checks.push_back(equal("two fingers: torque about their line", "1", 0.0, found.inside ? 1.0 : 0.0, 0.0));
  result.checks.push_back(equal("the separating direction is that torque", "1", 1.0, found.y(3), 1e-9));
  result.checks.push_back(equal("the weight they hold", "1", 1.0, two.contains(lift) ? 1.0 : 0.0, 0.0));
}

// How long a force of 1 N is drawn [m]. Pushes are drawn outside the ball, where they can be seen, ending at the contact.
constexpr double metres_a_newton = 0.02;

// The ball as polygons between circles of latitude.
record::Series ball() {
  record::Series series("ball", "The ball, corner after corner", {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}});
  constexpr int around = 36, up = 18;
  double facet = 0.0;
  for (int j = 0; j < up; ++j) {
    for (int i = 0; i < around; ++i) {
      for (const auto& [u, v] : {std::pair(i, j), std::pair(i + 1, j), std::pair(i + 1, j + 1), std::pair(i, j + 1)}) {
        const double longitude = 2.0 * std::numbers::pi * u / around, latitude = std::numbers::pi * v / up;
        const double across = radius * std::sin(latitude);
        series.append({facet, across * std::cos(longitude), across * std::sin(longitude), radius * std::cos(latitude)});
      }
      ++facet;
    }
  }
  return series;
}

// The friction cones as polygons, mirrored to the outside of the ball.
record::Series cones_outside(const std::vector<FrictionPoint>& contacts, const WrenchCone& cone, Eigen::Index rays) {
  record::Series series("cones", "Friction cones of the contacts, drawn outwards, corner after corner",
                        {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}});
  double facet = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Vec<3>& tip = contacts[i].position;
    const auto end = [&](Eigen::Index k) -> Vec<3> {
      const Eigen::Index row = static_cast<Eigen::Index>(i) * rays + k % rays;
      return tip - metres_a_newton * cone.generators().row(row).head<3>().transpose();
    };
    for (Eigen::Index k = 0; k < rays; ++k) {
      for (const Vec<3>& corner : {tip, end(k), end(k + 1)}) series.append({facet, corner(0), corner(1), corner(2)});
      ++facet;
    }
  }
  return series;
}

record::Series arrow_series(const char* name, const char* title) {
  return {name, title, {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}}};
}

// A push that ends at `contact`.
void append_push(record::Series& series, const Vec<3>& contact, const Vec<3>& force) {
  const Vec<3> from = contact - metres_a_newton * force;
  series.append({from(0), from(1), from(2), force(0), force(1), force(2)});
}

record::Scene scene() {
  const std::vector<std::string> corners = {"facet", "x", "y", "z"}, arrow = {"x", "y", "z", "fx", "fy", "fz"};
  const auto arrows = [&](const char* series, const char* label, Colour colour) {
    return record::Shape{.kind = ShapeKind::arrows,
                         .series = series,
                         .columns = arrow,
                         .label = label,
                         .colour = colour,
                         .length = metres_a_newton};
  };
  return {"grasp",
          "Three fingers on a ball",
          "The cones of pushes that do not slip, drawn outside the ball, and pushes that together hold the weight of 2 "
          "N. A push of the first "
          "finger that would slip, and the nearest that does not.",
          {"x", "mm", 1e3},
          {"y", "mm", 1e3},
          {"z", "mm", 1e3},
          {{ShapeKind::polygons, "ball", corners, "ball", Colour::grey, 0.35},
           {ShapeKind::polygons, "cones", corners, "friction cones", Colour::blue, 0.3},
           arrows("holding", "pushes that hold", Colour::red),
           arrows("slipping", "a push that slips", Colour::purple),
           arrows("nearest", "the nearest that holds", Colour::green),
           arrows("weight", "weight, 2 N", Colour::ink)}};
}

record::Figure figure_of_margin() {
  return {"margin",
          "Margin of the weight against the squeeze",
          "How far the weight is from what the fingers can just resist, as their normal forces sum to more. It is held "
          "from m g/μ = 4 N on.",
          {{"",
            {"sum of normal forces", "N"},
            {"margin of the weight", "N"},
            {{MarkKind::line, "margin", {"F", "margin"}}}}}};
}

// For the picture: contacts, their friction cones and the forces that hold the weight.
void picture(Result& result) {
  record::Series contacts("contacts", "Contact points and their normals",
                          {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"nx", "1"}, {"ny", "1"}, {"nz", "1"}});
  record::Series rays("rays", "Rays of the friction cones, with normal force 1 N",
                      {{"contact", "1"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  record::Series forces("forces", "Forces that hold the weight",
                        {{"contact", "1"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  const std::vector<FrictionPoint> all = fingers(3);
  const WrenchCone cone = WrenchCone::from_points(all, 8, Approximation::inner);
  const cone::Certificate found = cone.certificate(lift);
  const Eigen::Index per_contact = cone.generators().rows() / static_cast<Eigen::Index>(all.size());
  record::Series holding = arrow_series("holding", "The same forces, as arrows that end at the contacts");
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Vec<3>&p = all[i].position, &n = all[i].normal;
    contacts.append({p(0), p(1), p(2), n(0), n(1), n(2)});
    Vec<3> force = Vec<3>::Zero();
    for (Eigen::Index k = 0; k < per_contact; ++k) {
      const Eigen::Index row = static_cast<Eigen::Index>(i) * per_contact + k;
      const Vec<3> ray = cone.generators().row(row).head<3>();
      rays.append({static_cast<double>(i), ray(0), ray(1), ray(2)});
      force += found.y(row) * ray;
    }
    forces.append({static_cast<double>(i), force(0), force(1), force(2)});
    append_push(holding, p, force);
    sum += force;
  }
  // A push of the first finger that would slip, and the nearest that does not.
  const cone::FrictionCone grip(all[0].mu, all[0].normal);
  const Vec<3> push = grip.normal() + grip.tangents() * Vec<2>(0.9, -0.5), held = grip.project(push);
  record::Series projection("projection", "A push of the first finger that slips, then the nearest that holds",
                            {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  for (const Vec<3>& f : {push, held}) projection.append({f(0), f(1), f(2)});
  record::Series slipping = arrow_series("slipping", "The push that slips, as an arrow");
  record::Series nearest = arrow_series("nearest", "The nearest that holds, as an arrow");
  record::Series pull = arrow_series("weight", "The weight, as an arrow");
  append_push(slipping, all[0].position, push);
  append_push(nearest, all[0].position, held);
  pull.append({0.0, 0.0, 0.0, 0.0, 0.0, -weight});
  result.series.push_back(std::move(projection));
  result.checks.push_back(
      equal("a push that slips: distance / −margin", "1", 1.0, (push - held).norm() / -grip.margin(push), 1e-14));
  result.checks.push_back(equal("forces of the fingers sum to the weight", "N", weight, sum(2), 1e-12));
  result.series.insert(result.series.end(), {std::move(contacts), std::move(rays), std::move(forces), ball(),
                                             cones_outside(all, cone, per_contact), std::move(holding),
                                             std::move(slipping), std::move(nearest), std::move(pull)});
  result.scenes = {scene()};
}

Result run(const Progress& progress) {
  Result result;
  three_fingers(result, progress);
  other_hands(result);
  picture(result);
  result.parameters = {
      {"radius of the ball", radius, "m"}, {"mu", mu}, {"weight", weight, "N"}, {"sum of normal forces", squeeze, "N"}};
  result.figures = {figure_of_margin()};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace grasp_experiment

Experiment grasp() {
  return {.name = "cone-grasp",
          .paper = "Ferrari1992",
          .figure = "resistible wrenches of a grasp",
          .summary = "three fingers on a ball: which wrenches, with what margin, at what squeeze",
          .run = &grasp_experiment::run};
}

}  // namespace stickslip::experiments::cones
