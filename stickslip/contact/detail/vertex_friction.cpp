#include "stickslip/contact/detail/vertex_friction.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

#include <Eigen/LU>
#include <Eigen/QR>

#include "stickslip/numerics/non_negative_fit.hpp"

namespace stickslip::contact::detail {

namespace {

using Fit = numerics::NonNegativeFit<numerics::few_rows>;
using Index = Eigen::Index;

constexpr int exact_rays = 4;      // of each cone to begin with, where it is round
constexpr double rounding = 1e-9;  // of the normal force: less tangential force has no direction
constexpr double held = 1e-9;      // of ‖w‖: rests below it count as zero, several orders above rounding

Vec<2> first_direction(const Vec<6>& w) {
  const Vec<2> tangential = w.head<2>();
  const double size = norm(tangential);
  return size > rounding * std::abs(w(2)) ? unit(tangential, size) : Vec<2>(1.0, 0.0);
}

}  // namespace

VertexFriction::VertexFriction(std::span<const Vec<2>> vertices, double mu)
    : vertices_(vertices), across_(std::max(1.0, mu)), mu_(mu / across_) {
  for (const Vec<2>& p : vertices) length_ = std::max(length_, norm(p));
  inverse_length_ = 1.0 / length_;
}

// K(p)ᵀ (μ t, 1), scaled.
Vec<6> VertexFriction::ray(std::size_t vertex, const Vec<2>& t) const noexcept {
  const Vec<2> p = inverse_length_ * vertices_[vertex];
  Vec<6> column;
  column << mu_ * t, 1.0, p(1), -p(0), mu_ * (p(0) * t(1) - p(1) * t(0));
  return column;
}

Vec<6> VertexFriction::scaled(Vec<6> w) const noexcept {
  w.head<2>() /= across_;
  w.tail<3>() /= length_;
  w(5) /= across_;
  return w;
}

// The rest, tilted along −n by as much as a force of some cone would still help: no ray is on its side then.
Vec<6> VertexFriction::separating(const Vec<6>& rest) const noexcept {
  double helps = 0.0;
  for (const Vec<2>& vertex : vertices_) {
    const Vec<2> p = vertex / length_;
    const Vec<2> tangential(rest(0) - p(1) * rest(5), rest(1) + p(0) * rest(5));
    helps = std::max(helps, rest(2) + p(1) * rest(3) - p(0) * rest(4) + mu_ * tangential.norm());
  }
  Vec<6> direction = rest;
  direction(2) -= helps;
  return direction;
}

// Rays as unit columns, with what they stand for.
class VertexFriction::Rays {
 public:
  // `each` per vertex, the first along the tangential force of w.
  Rays(const VertexFriction& of, const Vec<6>& w, std::size_t each)
      : of_(of), columns_(6, static_cast<Index>(2 * each * of.vertices_.size())) {
    const Vec<2> first = first_direction(w), second(-first(1), first(0));
    std::vector<Vec<2>> directions(each);
    for (std::size_t k = 0; k < each; ++k) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(each);
      directions[k] = std::cos(angle) * first + std::sin(angle) * second;
    }
    rays_.reserve(static_cast<std::size_t>(columns_.cols()));
    for (std::size_t l = 0; l < of.vertices_.size(); ++l) {
      for (const Vec<2>& t : directions) add(l, t);
    }
  }

  void add(std::size_t vertex, const Vec<2>& tangential) {
    const auto i = static_cast<Index>(rays_.size());
    if (i == columns_.cols()) columns_.conservativeResize(6, 2 * i);
    const Vec<6> column = of_.ray(vertex, tangential);
    const double length = column.norm();  // at least 1
    columns_.col(i) = (1.0 / length) * column;
    rays_.push_back({vertex, tangential, length});
  }

  std::size_t size() const noexcept { return rays_.size(); }
  Eigen::Ref<const Eigen::MatrixXd> columns() const { return columns_.leftCols(static_cast<Index>(rays_.size())); }
  // The ray i with a weight: at which vertex, and its force.
  std::size_t vertex(Index i) const noexcept { return rays_[static_cast<std::size_t>(i)].vertex; }
  double weight(Index i, double of_unit) const noexcept { return of_unit / rays_[static_cast<std::size_t>(i)].length; }
  Vec<3> force(Index i) const noexcept {
    const Vec<2>& t = rays_[static_cast<std::size_t>(i)].tangential;
    const double mu = of_.across_ * of_.mu_;
    return {mu * t(0), mu * t(1), 1.0};
  }
  // How much the best ray gains along a direction, at least zero: rounding, after a fit.
  double help(const Vec<6>& direction) const {
    double most = 0.0;
    for (std::size_t i = 0; i < size(); ++i) {
      most = std::max(most, rays_[i].length * columns_.col(static_cast<Index>(i)).dot(direction));
    }
    return most;
  }

 private:
  struct Ray {
    std::size_t vertex;
    Vec<2> tangential;
    double length;
  };

  const VertexFriction& of_;
  Eigen::Matrix<double, 6, Eigen::Dynamic> columns_;
  std::vector<Ray> rays_;
};

// Fits a scaled wrench, adding rays to those that are there unless cones are to have no more. Nothing where it is fitted, otherwise a
// direction that separates it, of scaled wrenches; `use` sees the fit.
template <class Use>
std::optional<Vec<6>> VertexFriction::separate(Rays& rays, const Vec<6>& target, bool is_exact, const Use& use) const {
  const double size = norm(target);
  Vec<6> direction = Vec<6>::Zero();
  // More tangential force than μ f_n needs no search.
  direction << first_direction(target), -mu_ * (1.0 + 1e-15), 0.0, 0.0, 0.0;
  if (direction.dot(target) > held * size) return direction;
  constexpr int most_rounds = 100;
  for (int round = 0; round < most_rounds; ++round) {
    const Fit fit(rays.columns(), target, numerics::Weights::bounded);
    const Vec<6> rest = fit.rest();
    const double distance = norm(rest);
    if (!(distance > held * size)) {
      use(fit);
      return {};
    }
    direction = rest;
    if (!is_exact) {
      direction(2) -= rays.help(rest);
      break;
    }
    direction = separating(rest);
    if (direction.dot(target) > 0.9 * distance * distance) break;
    const std::size_t before = rays.size();
    for (std::size_t l = 0; l < vertices_.size(); ++l) {
      const Vec<2> p = vertices_[l] / length_;
      const Vec<2> tangential(rest(0) - p(1) * rest(5), rest(1) + p(0) * rest(5));
      const double steep = norm(tangential);
      if (rest(2) + p(1) * rest(3) - p(0) * rest(4) + mu_ * steep > 1e-14 * distance)
        rays.add(l, unit(tangential, steep));
    }
    if (rays.size() == before) break;
  }
  return direction;
}

VertexForces VertexFriction::solve(const Vec<6>& w, std::optional<int> sides) const {
  const auto count = static_cast<Index>(vertices_.size());
  Rays rays(*this, w, static_cast<std::size_t>(sides.value_or(exact_rays)));
  VertexForces answer;
  const std::optional<Vec<6>> direction = separate(rays, scaled(w), !sides, [&](const Fit& fit) {
    answer.forces = Eigen::Matrix3Xd::Zero(3, count);
    if (sides) answer.weights = Eigen::MatrixXd::Zero(count, *sides);
    for (Index k = 0; k < fit.count(); ++k) {
      const Index i = fit.column(k);
      const double weight = rays.weight(i, fit.weight(k));
      const auto l = static_cast<Index>(rays.vertex(i));
      answer.forces.col(l) += weight * rays.force(i);
      if (sides) answer.weights(l, i - l * *sides) = weight;
    }
  });
  answer.holds = !direction;
  if (direction) answer.direction = scaled(*direction);  // d·(scaled w) = (scaled d)·w
  return answer;
}

// Newton on the distance of w_N + λ w_T from the cones, which is convex in λ: each separating direction bounds λ from above.
double VertexFriction::largest_factor(const Vec<6>& w, std::optional<int> sides) const {
  Vec<6> normal = scaled(w), friction = Vec<6>::Zero();
  friction << normal(0), normal(1), 0.0, 0.0, 0.0, normal(5);
  normal -= friction;
  const double force = norm(Vec<2>(w(0), w(1))), torque = std::abs(w(5)) / length_;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto ignore = [](const Fit&) {};
  Rays rays(*this, w, static_cast<std::size_t>(sides.value_or(exact_rays)));
  // No polygon bears more than μ f_n, nor a torque of more than μ f_n ℓ.
  const bool is_normal = force == 0.0 && torque == 0.0;
  double factor = is_normal ? infinity : 2.0 * mu_ * w(2) / std::max(force, torque) * across_;
  if (is_normal || factor == infinity) return separate(rays, normal, !sides, ignore) ? -infinity : infinity;
  if (!(w(2) > 0.0)) return -infinity;
  constexpr int most_rounds = 100;
  for (int round = 0; round < most_rounds; ++round) {
    const std::optional<Vec<6>> direction = separate(rays, normal + factor * friction, !sides, ignore);
    if (!direction) return factor;
    const double slope = direction->dot(friction), next = -direction->dot(normal) / slope;
    if (!(slope > 0.0) || next < 0.0) return -infinity;  // it separates all smaller factors, too
    if (!(next < factor)) return factor;
    factor = next;
  }
  return factor;
}

Vec<6> VertexFriction::sliding(const Vec<6>& w, const Vec<6>& twist) const {
  const auto count = static_cast<Index>(vertices_.size());
  // Rows f_n, τ_1, τ_2, then f_1, f_2, τ_n: the first are to hold exactly.
  Eigen::Matrix<double, 6, Eigen::Dynamic> columns(6, count);
  for (Index l = 0; l < count; ++l) {
    const Vec<2>& p = vertices_[static_cast<std::size_t>(l)];
    const Vec<2> v(twist(0) - p(1) * twist(5), twist(1) + p(0) * twist(5));
    const Vec<6> column = ray(static_cast<std::size_t>(l), -unit(v, norm(v)));
    columns.col(l) << column(2), column(3), column(4), column(0), column(1), column(5);
  }
  const Vec<6> goal = scaled(w);
  Vec<6> target;
  target << goal(2), goal(3), goal(4), goal(0), goal(1), goal(5);
  if (!(target(0) > 0.0)) return Vec<6>::Zero();
  // A heavy weight finds which vertices bear; their forces are then found with the first rows as constraints.
  constexpr double heavy = 1e4;
  Eigen::MatrixXd weighted = columns;
  weighted.topRows<3>() *= heavy;
  Eigen::VectorXd b = target;
  b.head<3>() *= heavy;
  Eigen::VectorXd weights;
  const SolveReport report = numerics::non_negative_fit(weighted, b, weights);
  static_cast<void>(report);  // a fit that stalled is as near as rounding allows
  std::vector<Index> used;
  for (Index l = 0; l < count; ++l) {
    if (weights(l) > 0.0) used.push_back(l);
  }
  const Eigen::MatrixXd bearing = columns(Eigen::all, used);
  const auto n = static_cast<Index>(used.size());
  Eigen::VectorXd forces = weights(used);
  if ((bearing.topRows<3>() * forces - target.head<3>()).norm() <= 1e-5 * norm(Vec<3>(target.head<3>()))) {
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(n + 3, n + 3);
    system.topLeftCorner(n, n) = bearing.bottomRows<3>().transpose() * bearing.bottomRows<3>();
    system.topRightCorner(n, 3) = bearing.topRows<3>().transpose();
    system.bottomLeftCorner(3, n) = bearing.topRows<3>();
    Eigen::VectorXd right(n + 3);
    right << bearing.bottomRows<3>().transpose() * target.tail<3>(), target.head<3>();
    const Eigen::VectorXd polished = system.completeOrthogonalDecomposition().solve(right).head(n);
    if ((polished.array() >= 0.0).all()) forces = polished;
  }
  const Vec<6> found = bearing * forces;
  Vec<6> result;
  result << found(3), found(4), found(0), found(1) * length_, found(2) * length_, found(5) * length_;
  for (const int k : {0, 1, 5}) result(k) *= across_;
  return result;
}

}  // namespace stickslip::contact::detail
