#include "stickslip/patch/plastic_bristle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/LU>

#include "stickslip/patch/pressed_ellipsoid.hpp"

namespace stickslip::patch {

namespace {

constexpr double accuracy = 1e-11;  // of μ ∫ p dA
// What rounding may leave of it: at least, at most, and as many times what the sums over edges leave.
constexpr double least_noise = 1e-7, most_noise = 1e-5, noise_in_roundings = 10.0;
constexpr double rounding = 1e-15,
                 flat = 1e-12;     // of the pull: left over by sums, and of differences between values of m
constexpr double near_end = 1e-3;  // of μ ∫ p dA
constexpr int most_steps = 40, most_halvings = 10;

// Slips and wrenches about the CoP, turns times √u and torques over it.
class Scaled {
 public:
  explicit Scaled(const PressedPolygons& area) : cop_(area.cop()), root_(std::sqrt(area.u())) {
    // s at the origin = from_ · (scaled).
    from_ << 1.0, 0.0, cop_(1) / root_, 0.0, 1.0, -cop_(0) / root_, 0.0, 0.0, 1.0 / root_;
  }
  Vec<3> slip(const Vec<3>& s) const noexcept { return {s(0) - s(2) * cop_(1), s(1) + s(2) * cop_(0), root_ * s(2)}; }
  Vec<3> slip_at_origin(const Vec<3>& scaled) const noexcept { return from_ * scaled; }
  Vec<3> wrench(const Vec<3>& w) const noexcept { return from_.transpose() * w; }
  const Matrix3& from() const noexcept { return from_; }

 private:
  Vec<2> cop_;
  double root_;
  Matrix3 from_;
};

}  // namespace

BristleResponse press_bristles(const PressedPolygons& area, double mu, double sigma0, const Vec<3>& trial,
                               const Vec<3>& guess, BristleSurface surface) noexcept {
  const double load = area.load(), stiffness = sigma0 * load, limit = mu * load;
  const Matrix3 C = area.stiffness();
  const auto stuck = [&](int evaluations, bool is_solved) {
    BristleResponse response{-sigma0 * (C * trial), Vec<3>::Zero(), -sigma0 * C, {}, evaluations, is_solved};
    for (int j = 0; j < 3; ++j) response.by_pressure.col(j) = -sigma0 * (area.stiffness_by(j) * trial);
    return response;
  };
  const Scaled scaled(area);
  const Vec<3> e = scaled.slip(trial), pull = stiffness * e;  // w*
  const double root = std::sqrt(area.u()), spread = 2.0 * area.reach() / root;
  if (sigma0 * (e.head<2>().norm() + spread * std::abs(e(2))) <= mu) return stuck(0, true);

  std::optional<PressedEllipsoid> ellipsoid;
  if (surface == BristleSurface::ellipsoid) ellipsoid.emplace(area);
  Vec<3> d = scaled.slip(guess);
  if (!(d.dot(pull) > 0.0)) d = pull;
  d.normalize();
  int evaluations = 0;
  Support at;
  Vec<3> gradient;
  // m, and where it is not positive the gauge of the direction, w*·d/ψ.
  double m = 0.0, gauge = 0.0;
  const auto evaluate = [&] {
    ++evaluations;
    const Vec<3> s = scaled.slip_at_origin(d);
    at = ellipsoid ? ellipsoid->support(s) : area.support(s);
    gradient = scaled.wrench(at.gradient);
    const double along = d.dot(pull), power = d.dot(gradient);
    m = along - mu * power;
    gauge = along / power;
  };
  // What is left of (3), or of the largest gauge: across d but for rounding.
  const auto left_over = [&]() -> Vec<3> {
    return m > 0.0 ? Vec<3>(pull - mu * gradient - m * d) : Vec<3>(pull - gauge * gradient);
  };
  evaluate();
  bool is_solved = false;
  const double noise = std::clamp(noise_in_roundings * area.rounding(), least_noise, most_noise);
  double left_before = std::numeric_limits<double>::infinity();
  for (int step = 0; step < most_steps; ++step) {
    const bool slides = m > 0.0;
    const double mu_here = slides ? mu : gauge, shift = slides ? m : 0.0;
    const Vec<3> left = left_over();
    // Small polygons under steep pressures leave more than the accuracy: what no longer falls is rounding.
    const double size = left.norm();
    const bool is_rounding = size <= noise * limit && size > 0.5 * left_before;
    if (size <= accuracy * limit + rounding * pull.norm() || is_rounding) {
      is_solved = true;
      break;
    }
    left_before = size;
    // No direction has a gauge greater than this: ψ(d) is at least the load times max(|d_t|, √u |d_θ|/2ℓ).
    if (!slides && gauge + (left.head<2>().norm() + spread * std::abs(left(2))) / load <= mu) {
      is_solved = true;
      break;
    }
    Matrix3 curve = mu_here * (scaled.from().transpose() * at.hessian * scaled.from());
    curve += shift * Matrix3::Identity() + (load / d.squaredNorm()) * d * d.transpose();
    Vec<3> newton = curve.inverse() * left;
    // Where ψ has an edge nearby its curvature says nothing of how far to go; d is of length 1.
    if (newton.norm() > 1.0) newton.normalize();
    const Vec<3> from = d;
    const Support kept = at;
    const Vec<3> kept_gradient = gradient;
    const double m_before = m, gauge_before = gauge;
    int halving = 0;
    for (double share = 1.0; halving < most_halvings; ++halving, share *= 0.5) {
      d = (from + share * newton).normalized();
      evaluate();
      const double gain = slides ? m - m_before : gauge - gauge_before;
      if (gain >= -flat * (slides ? pull.norm() : gauge_before)) break;
      // Near the end rounding hides the gain, not what is left.
      if (size <= near_end * limit && left_over().norm() <= 0.5 * size) break;
    }
    if (halving < most_halvings) continue;
    at = kept;
    gradient = kept_gradient;
    d = from;
    m = m_before;
    is_solved = size <= noise * limit;  // no gain is left but rounding
    break;
  }
  if (!(m > 0.0)) return stuck(evaluations, is_solved);

  BristleResponse response;
  const double length = m / stiffness;
  const Vec<3> slip = length * d;
  response.slip = scaled.slip_at_origin(slip);
  const Vec<3> kept = trial - response.slip;
  response.wrench = -sigma0 * (C * kept);
  // H of s is H of d over the length of s; in scaled axes C is ∫ p dA times the identity.
  const Matrix3 curve = mu / length * (scaled.from().transpose() * at.hessian * scaled.from());
  const Matrix3 X_scaled = curve * (stiffness * Matrix3::Identity() + curve).inverse();
  Matrix3 to;  // scaled = to · (at the origin)
  to << 1.0, 0.0, -area.cop()(1), 0.0, 1.0, area.cop()(0), 0.0, 0.0, root;
  // Wrenches go by toᵀ: w = toᵀ w_scaled, w_scaled = fromᵀ w.
  const Matrix3 X = to.transpose() * X_scaled * scaled.from().transpose();
  response.by_displacement = -sigma0 * X * C;
  for (int j = 0; j < 3; ++j) {
    const Vec<3> g = at.gradient_by_a.col(j);
    response.by_pressure.col(j) = -mu * g - X * (sigma0 * (area.stiffness_by(j) * kept) - mu * g);
  }
  response.evaluations = evaluations;
  response.is_solved = is_solved;
  return response;
}

}  // namespace stickslip::patch
