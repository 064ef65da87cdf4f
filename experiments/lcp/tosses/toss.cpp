#include "experiments/lcp/tosses/toss.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stickslip/core/error.hpp"
#include "stickslip/record/csv.hpp"

namespace stickslip::experiments::lcp::tosses_experiment {

namespace {

constexpr double flight_height = 0.006, touch_height = 0.002;  // of the lowest vertex [m]
constexpr std::size_t least_rows = 3;                          // in flight, for a line that is more than two points

double lowest_vertex(const Pose& pose) {
  return pose.position[2] - half_side * (pose.orientation.toRotationMatrix().row(2).cwiseAbs().sum());
}

// Turns about the place of rest, so that the face below is horizontal there.
void level(std::vector<Pose>& rows) {
  const Pose end = rows.back();
  const int face = face_below(end.orientation);
  Vec<3> down = Vec<3>::Zero();
  down[face % 3] = face < 3 ? 1.0 : -1.0;
  // (1 + cos, axis sin) of the angle between them, which is less than a right angle. Eigen's FromTwoVectors holds for any two
  // vectors, by singular values that take long to compile.
  const Vec<3> from = end.orientation * down, to = -Vec<3>::UnitZ(), axis = from.cross(to);
  const Eigen::Quaterniond turn = Eigen::Quaterniond(1.0 + from.dot(to), axis[0], axis[1], axis[2]).normalized();
  for (Pose& pose : rows) {
    pose.position = end.position + turn * (pose.position - end.position);
    pose.orientation = turn * pose.orientation;
  }
}

Vec<3> rotation_vector(const Eigen::Quaterniond& q) {
  const Eigen::AngleAxisd turn(q.w() < 0.0 ? Eigen::Quaterniond(-q.coeffs()) : q);
  return turn.angle() * turn.axis();
}

// Least squares: values = at_zero + slope · t for t = 0, 1, 2, … frames.
struct Line {
  Vec<3> at_zero, slope;
};
Line line_through(const std::vector<Vec<3>>& values) {
  const auto n = static_cast<double>(values.size());
  const double middle = 0.5 * (n - 1.0) * frame;
  Vec<3> mean = Vec<3>::Zero(), product = Vec<3>::Zero();
  double square = 0.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double t = static_cast<double>(k) * frame - middle;
    mean += values[k] / n;
    product += t * values[k];
    square += t * t;
  }
  const Vec<3> slope = product / square;
  return {mean - middle * slope, slope};
}

// Eq. 1.
sim::BodyState start_of(const std::vector<Pose>& rows) {
  std::size_t count = 0;
  while (count < rows.size() && lowest_vertex(rows[count]) > flight_height) ++count;
  count = std::min(std::max(count, least_rows), rows.size());
  const Eigen::Quaterniond& middle = rows[count / 2].orientation;
  std::vector<Vec<3>> places, turns;
  for (std::size_t k = 0; k < count; ++k) {
    const double t = static_cast<double>(k) * frame;
    places.emplace_back(rows[k].position + Vec<3>(0.0, 0.0, 0.5 * gravity_of_data * t * t));
    turns.push_back(rotation_vector(rows[k].orientation * middle.conjugate()));
  }
  const Line place = line_through(places), turn = line_through(turns);
  sim::BodyState state;
  state.position = place.at_zero;
  state.velocity = place.slope;
  const double angle = turn.at_zero.norm();
  state.orientation = angle > 0.0 ? Eigen::AngleAxisd(angle, turn.at_zero / angle) * middle : middle;
  state.spin = state.orientation.conjugate() * turn.slope;
  return state;
}

}  // namespace

sim::BodyDescription cube(const sim::Surface& surface) {
  return {.shapes = {{geometry::Polyhedron::box(Vec<3>::Constant(2.0 * half_side))}},
          .mass = mass,
          .surface = surface,
          .inertia = Eigen::Matrix3d(inertia * Eigen::Matrix3d::Identity())};
}

int face_below(const Eigen::Quaterniond& orientation) {
  // Heights of the faces +x, +y, +z above the centre.
  const Vec<3> height = orientation.toRotationMatrix().row(2);
  Eigen::Index axis = 0;
  height.cwiseAbs().maxCoeff(&axis);
  return static_cast<int>(height[axis] < 0.0 ? axis : axis + 3);
}

double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
  return a.angularDistance(b) * 180.0 / std::numbers::pi;
}

std::vector<Toss> read_tosses(const std::filesystem::path& file) {
  const record::Series data = record::read_csv(file);
  const auto& number = data["toss"];
  const auto &x = data["x"], &y = data["y"], &z = data["z"];
  const auto &qw = data["qw"], &qx = data["qx"], &qy = data["qy"], &qz = data["qz"];
  std::vector<Toss> tosses;
  for (std::size_t k = 0; k < data.rows(); ++k) {
    if (k == 0 || number[k] != number[k - 1])
      tosses.push_back({.number = static_cast<int>(number[k]), .rows = {}, .start = {}, .first_touch = 0});
    const Eigen::Quaterniond q(qw[k], qx[k], qy[k], qz[k]);
    const Vec<3> p(x[k], y[k], z[k]);
    // The header is line 1.
    if (!p.allFinite() || !(std::abs(q.norm() - 1.0) < 1e-3))
      throw ParseError(file.string(), k + 2, "a place and a unit quaternion belong here");
    tosses.back().rows.push_back({p, q.normalized()});
  }
  for (Toss& toss : tosses) {
    if (toss.rows.size() < least_rows)
      throw ParseError(file.string(), 1, "toss " + std::to_string(toss.number) + " must have three rows or more");
    level(toss.rows);
    toss.start = start_of(toss.rows);
    const auto touch = std::ranges::find_if(toss.rows, [](const Pose& p) { return lowest_vertex(p) <= touch_height; });
    toss.first_touch = std::min(static_cast<std::size_t>(touch - toss.rows.begin()), toss.rows.size() - 1);
  }
  return tosses;
}

}  // namespace stickslip::experiments::lcp::tosses_experiment
