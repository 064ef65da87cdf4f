#include "experiments/lcp/slide.hpp"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <Eigen/LU>

#include "experiments/lcp/scenes.hpp"

namespace stickslip::experiments::lcp {

namespace {

// x, y, yaw, their rates, and the overlap of corners times stiffness over the weight, d0 + d1 x + d2 y in the box's own axes.
using Planar = Eigen::Matrix<double, 9, 1>;

class PlanarSlide {
 public:
  PlanarSlide(const SlidingBox& box, double delay) : box_(box), delay_(delay) {
    const double x = 0.5 * box.size[0], y = 0.5 * box.size[1];
    corners_ = {Vec<2>(x, y), Vec<2>(-x, y), Vec<2>(-x, -y), Vec<2>(x, -y)};
  }

  // Not less than that of the fastest corner, and that of the slowest.
  double speed(const Planar& q) const { return std::hypot(q[3], q[4]) + box_.radius() * std::abs(q[5]); }
  double slowest(const Planar& q) const {
    double least = speed(q);
    for (const Vec<2>& corner : corners_) least = std::min(least, norm(velocity(q, turned(q, corner))));
    return least;
  }

  Planar rate(const Planar& q) const {
    std::array<Vec<2>, 4> arm, direction;
    for (std::size_t i = 0; i < 4; ++i) {
      arm[i] = turned(q, corners_[i]);
      const Vec<2> u = velocity(q, arm[i]);
      // Below this speed friction grows with it, so that a corner about which the box turns has a friction at all.
      direction[i] = u / std::max(norm(u), 1e-9 * speed(q));
    }
    const Vec<3> overlap = q.tail<3>();
    const auto [load, plane] = loads(arm, direction, overlap);
    const double inertia_per_mass = (box_.size[0] * box_.size[0] + box_.size[1] * box_.size[1]) / 12.0;
    Planar result;
    result << q[3], q[4], q[5], 0.0, 0.0, 0.0, Vec<3>::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec<2> force = -box_.mu * gravity * load[i] * direction[i];
      result[3] += force[0];
      result[4] += force[1];
      result[5] += (arm[i][0] * force[1] - arm[i][1] * force[0]) / inertia_per_mass;
    }
    if (delay_ > 0.0) result.tail<3>() = (plane - overlap) / delay_;
    return result;
  }

 private:
  static Vec<2> turned(const Planar& q, const Vec<2>& corner) {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    return {c * corner[0] - s * corner[1], s * corner[0] + c * corner[1]};
  }
  static Vec<2> velocity(const Planar& q, const Vec<2>& arm) { return {q[3] - q[5] * arm[1], q[4] + q[5] * arm[0]}; }

  // Normal forces over the weight: N = a + b x + c y at corners that carry, and that plane. The sets of corners that can carry are
  // tried in turn, all four first. A corner that is left out would pull, or has lifted. Where three do not carry without a corner
  // that has lifted, the box falls upon that one at once.
  std::pair<std::array<double, 4>, Vec<3>> loads(const std::array<Vec<2>, 4>& arm,
                                                 const std::array<Vec<2>, 4>& direction, const Vec<3>& overlap) const {
    const auto at = [this](const Vec<3>& plane, std::size_t k) {
      return plane[0] + plane[1] * corners_[k][0] + plane[2] * corners_[k][1];
    };
    for (int i = 0; i < 10; ++i) {
      const auto without = static_cast<std::size_t>(4 - i % 5);
      Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
      for (std::size_t k = 0; k < 4; ++k) {
        if (k == without) continue;
        // Where the line of the corner's force is as high as the centre of mass.
        const Vec<2> lever = arm[k] - 0.5 * box_.size[2] * box_.mu * direction[k];
        A += Vec<3>(1.0, lever[0], lever[1]) * Vec<3>(1.0, corners_[k][0], corners_[k][1]).transpose();
      }
      const Vec<3> plane = A.inverse().col(0);  // A plane = (1, 0, 0)
      std::array<double, 4> load{};
      bool fits = plane.allFinite();
      for (std::size_t k = 0; k < 4; ++k) {
        const bool touches = delay_ == 0.0 || i >= 5 || at(overlap, k) > -tiny;
        load[k] = at(plane, k);
        fits = fits && (k == without ? !touches || load[k] < tiny : touches && load[k] > -tiny);
        load[k] = k == without ? 0.0 : std::max(0.0, load[k]);
      }
      if (fits) return {load, plane};
    }
    throw InvalidArgument("the box tips over");
  }

  static constexpr double tiny = 1e-9;
  SlidingBox box_;
  double delay_;
  std::array<Vec<2>, 4> corners_;
};

// Yaw after each record, whole turns counted.
std::vector<double> yaws(const std::vector<Vec<4>>& orientation) {
  std::vector<double> result;
  for (const Vec<4>& q : orientation) {
    const double yaw = 2.0 * std::atan2(q[3], q[0]);
    const double turn = 2.0 * std::numbers::pi;
    result.push_back(result.empty() ? yaw : yaw - turn * std::round((yaw - result.back()) / turn));
  }
  return result;
}

}  // namespace

double distance(const SlideEnd& a, const SlideEnd& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

void check_reference(Result& result, double mu, record::Series* path) {
  const SlideEnd& known = mu == 1.0 ? end_mu_1 : end_mu_05;
  const double digits = mu == 1.0 ? 1e-6 : 1e-5;
  const SlideEnd ours = integrate_slide({.mu = mu}, 1e-4, 0.0, path);
  const std::string quantity = "reference, the paper's box, μ = " + to_text(mu);
  result.checks.push_back(at_most(quantity + ": end, difference", "m", digits, distance(ours, known)));
  result.checks.push_back(equal(quantity + ": yaw", "rad", known.yaw, ours.yaw, digits));
  if (mu == 1.0) result.checks.push_back(equal(quantity + ": time of rest", "s", known.t, ours.t, digits));
}

sim::World world_of(const SlidingBox& box, const sim::ModelOptions& options) {
  sim::World world(options);
  const sim::Surface surface{.mu_s = box.mu, .mu_k = box.mu};
  world.add_plane({0.0, 0.0, 1.0}, 0.0, surface);
  world.add_body({.shapes = {{geometry::Polyhedron::box(box.size)}},
                  .mass = box.mass,
                  .surface = surface,
                  .position = {box.start[0], box.start[1], 0.5 * box.size[2]},
                  .velocity = {box.velocity[0], box.velocity[1], 0.0},
                  .angular_velocity = {0.0, 0.0, box.spin}});
  return world;
}

SlideRun slide(const SlidingBox& box, const sim::ModelOptions& options, double h, double until,
               const Progress& progress, double record_dt) {
  sim::World world = world_of(box, options);
  SlideRun run{world.run({.until = until, .dt = h, .record_dt = record_dt, .progress = progress}), {}, 0.0};
  const sim::BodyRecord& body = run.recording[1];
  const Vec<3> end = body.position.back();
  const auto speed_at = [&](std::size_t k) {
    return norm(body.velocity[k]) + box.radius() * norm(body.angular_velocity[k]);
  };
  run.speed = speed_at(body.position.size() - 1);
  run.end = {end[0] - box.start[0], end[1] - box.start[1], yaws(body.orientation).back(), until};
  for (std::size_t k = body.position.size(); k-- > 0 && speed_at(k) < 1e-3;) run.end.t = run.recording.t[k];
  return run;
}

record::Series path_series(const std::string& name, const std::string& title) {
  return {name, title, {{"t", "s"}, {"x", "m"}, {"y", "m"}, {"yaw", "rad"}}};
}

record::Series path_series(const std::string& name, const std::string& title, const sim::Recording& recording) {
  record::Series series = path_series(name, title);
  const sim::BodyRecord& body = recording[1];
  const std::vector<double> yaw = yaws(body.orientation);
  for (std::size_t k = 0; k < recording.t.size(); ++k) {
    series.append({recording.t[k], body.position[k][0], body.position[k][1], yaw[k]});
  }
  return series;
}

SlideEnd integrate_slide(const SlidingBox& box, double dt, double delay, record::Series* path) {
  const PlanarSlide slide(box, delay);
  Planar q = Planar::Zero();
  q.segment<3>(3) << box.velocity[0], box.velocity[1], box.spin;
  double t = 0.0, next_row = 0.0;
  const auto add_row = [&] {
    if (path != nullptr) path->append({t, q[0], q[1], q[2]});
    next_row += 0.01;
  };
  // Friction stops the box, or a corner, within about speed/(μ g): steps are a hundredth of that at most, but no shorter than `least`
  // while only a corner is at rest.
  constexpr double at_rest = 1e-9, share = 0.01, least = 1e-6;
  const double deceleration = box.mu * gravity;
  for (double speed = slide.speed(q); speed > at_rest; speed = slide.speed(q)) {
    if (t >= next_row - 0.5 * dt) add_row();
    const double h =
        std::min({dt, share * speed / deceleration, std::max(least, share * slide.slowest(q) / deceleration)});
    const Planar k1 = slide.rate(q), k2 = slide.rate(q + 0.5 * h * k1), k3 = slide.rate(q + 0.5 * h * k2),
                 k4 = slide.rate(q + h * k3);
    q += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    t += h;
  }
  add_row();
  return {q[0], q[1], q[2], t};
}

}  // namespace stickslip::experiments::lcp
