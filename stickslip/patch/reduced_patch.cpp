#include "stickslip/patch/reduced_patch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "stickslip/core/error.hpp"
#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/yield.hpp"
#include "stickslip/numerics/exponential.hpp"
#include "stickslip/patch/detail/reduced_kernel.hpp"
#include "stickslip/patch/surface/hertz_family.hpp"

namespace stickslip::patch {

namespace {

void require_size(double r, double u) {
  require("ReducedPatch", check_positive("r", r, "must be finite and > 0 [m]: a point has no torsional bristle"));
  require("ReducedPatch", check_positive("u", u, "must be finite and > 0 [m2]"));
}

LimitSurface surface_of(const HertzContact::Shape& shape) {
  const Pressure pressure = Pressure::hertz(shape.radius, shape.exponent);
  return {HertzFamily::table().at(shape.radius, shape.exponent), pressure.cop(), pressure.r(), pressure.u()};
}

HertzContact::Shape unloaded(const HertzContact& contact) {
  contact.require_complete();
  return contact.at(0.0);
}

}  // namespace

struct ReducedPatch::Drive {
  Vec<3> v_s;
  double n;      // ‖v_S‖ [m/s]
  Vec<3> h;      // limit surface in the direction of v_S
  double size;   // ‖h‖
  double g;      // steady friction coefficient
  double z_max;  // ‖h‖ g/σ0 [m]
  double a;      // σ0 n/g [1/s]
  Vec<3> slip;   // d
  Vec<3> stick;  // e
};

// Derivatives of the drive by v_S.
struct ReducedPatch::Slope {
  Matrix3 slip;       // ∂d
  Matrix3 stick;      // ∂e
  Vec<3> a;           // ∂a
  Vec<3> z_max;       // ∂z_max
  Matrix3 direction;  // ∂(d/‖d‖)
};

// β of Eq. 2 in its parts, and its derivative by y.
struct ReducedPatch::Share {
  double beta = 0.0;
  double aligned = 0.0;            // ε
  double plastic = 0.0;            // β̄
  double plastic_by_strain = 0.0;  // ∂β̄/∂(‖y‖/z_max)
  Vec<3> by_y = Vec<3>::Zero();
};

ReducedPatch::ReducedPatch(const BristleLaw& law, LimitSurface surface, Stick stick)
    : law_(law), surface_(std::move(surface)), stick_(stick), numbers_(law, stick, surface_.r(), surface_.u()) {
  require_size(r(), u());
}

ReducedPatch::ReducedPatch(const BristleLaw& law, const Pressure& pressure, Stick stick)
    : ReducedPatch(law, (require_size(pressure.r(), pressure.u()), LimitSurface::tabulated(pressure)), stick) {}

ReducedPatch::ReducedPatch(const BristleLaw& law, HertzContact contact, Stick stick)
    : ReducedPatch(law, surface_of(unloaded(contact)), stick) {
  contact_ = std::make_shared<const HertzContact>(std::move(contact));
}

const ReducedPatch& ReducedPatch::at(double fn, ShapeMemory<ReducedPatch>& memory) const {
  if (!follows_load()) return *this;
  return memory.shaped(*this, contact_, fn, [](ReducedPatch& patch, const HertzContact::Shape& shape) {
    patch.contact_.reset();
    patch.reshape(surface_of(shape));
  });
}

void ReducedPatch::reshape(LimitSurface surface) {
  require_size(surface.r(), surface.u());
  numbers_ = ReducedLaw(law_, stick_, surface.r(), surface.u());
  surface_ = std::move(surface);
}

Vec<3> ReducedPatch::normalised(const Vec<3>& v_s) const noexcept {
  if (const auto* table = std::get_if<TabulatedSurface>(&surface_.form())) return table->normalised(v_s);
  const double r = surface_.r();
  const Wrench2 w = surface_.wrench({v_s(0), v_s(1), v_s(2) / r});
  return {w(0), w(1), w(2) / r};
}

ReducedPatch::Drive ReducedPatch::drive(const Twist2& v) const noexcept {
  Drive d;
  d.v_s = scale().cwiseProduct(v);
  d.n = norm(d.v_s);
  d.h = normalised(d.v_s);
  d.size = norm(d.h);
  d.g = law_.g(d.n);
  d.z_max = d.size * d.g / law_.sigma0;
  d.a = friction::relaxation_rate(law_.sigma0 * d.n / d.g);
  d.slip = -d.n * d.h;
  d.stick = stick_ == Stick::drift_free ? d.v_s : d.slip;
  return d;
}

ReducedPatch::Slope ReducedPatch::slope(const Drive& d) const noexcept {
  if (d.n == 0.0) {
    // At rest there is no direction; any motion would start like this.
    return {Matrix3::Identity(), Matrix3::Identity(), Vec<3>::Zero(), Vec<3>::Zero(), Matrix3::Zero()};
  }
  Matrix3 by_direction;  // n ∂h/∂v_S
  if (const auto* table = std::get_if<TabulatedSurface>(&surface_.form())) {
    by_direction = table->normalised_with_slope(d.v_s).slope;
  } else {
    const double r = surface_.r();
    const Vec<3> inverse(1.0, 1.0, 1.0 / r);
    const Matrix3 jacobian = surface_.response({d.v_s(0), d.v_s(1), d.v_s(2) / r}).jacobian;
    by_direction = d.n * (inverse.asDiagonal() * jacobian * inverse.asDiagonal());
  }
  const Vec<3> towards = d.v_s / d.n, h_hat = d.h / d.size;
  const double g_slope = law_.g.slope(d.n);
  Slope s;
  s.slip = -(by_direction + d.h * towards.transpose());
  s.stick = stick_ == Stick::drift_free ? Matrix3(Matrix3::Identity()) : s.slip;
  s.a = law_.sigma0 * (d.g - d.n * g_slope) / (d.g * d.g) * towards;
  s.z_max = (d.g / d.n * (by_direction.transpose() * h_hat) + d.size * g_slope * towards) / law_.sigma0;
  s.direction = -(by_direction - h_hat * (h_hat.transpose() * by_direction)) / (d.size * d.n);
  return s;
}

double ReducedPatch::beta(const Vec<3>& y, const Drive& d) const noexcept {
  return share_of(y, d).beta;
}

ReducedPatch::Share ReducedPatch::share_of(const Vec<3>& y, const Drive& d) const noexcept {
  return std::visit([&](const auto& yield) { return share_of(y, d, yield); }, law_.yield);
}

ReducedPatch::Share ReducedPatch::share_of(const Vec<3>& /*y*/, const Drive& /*d*/,
                                           const friction::FullSlip& /*yield*/) noexcept {
  return {.beta = 1.0, .aligned = 1.0, .plastic = 1.0};
}

ReducedPatch::Share ReducedPatch::share_of(const Vec<3>& y, const Drive& d, const friction::Yield& yield) noexcept {
  const Length length = stickslip::length(y);
  Share s;
  if (!(length.value > yield.s_ba * d.z_max)) return s;
  const Vec<3> y_hat = y * length.inverse, h_hat = d.h / d.size;
  const double cosine = -h_hat.dot(y_hat);
  s.aligned = friction::aligned_length(1.0, cosine);
  s.plastic = yield.yielded(length.value, yield.bend(1.0 / d.z_max));
  s.plastic_by_strain = yield.slope(s.plastic);
  s.beta = s.aligned * s.plastic;
  s.by_y =
      -0.5 * s.plastic * length.inverse * (h_hat + cosine * y_hat) + s.aligned * s.plastic_by_strain / d.z_max * y_hat;
  return s;
}

Vec<3> ReducedPatch::rate_of(const Vec<3>& y, double beta, const Drive& d) const noexcept {
  return (1.0 - beta) * d.stick + beta * (d.slip - d.a * y);
}

Wrench2 ReducedPatch::wrench_of(const Vec<3>& y, const Vec<3>& y_rate, const Twist2& v, double fn) const noexcept {
  const Vec<3> bristles = scale().cwiseProduct(law_.sigma0 * y + law_.sigma1 * y_rate);
  return -fn * (bristles + law_.sigma2 * Vec<3>(v(0), v(1), u() * v(2)));
}

Wrench2 ReducedPatch::step(State& state, const Twist2& v, double fn, double dt) const noexcept {
  const auto* table = std::get_if<TabulatedSurface>(&surface_.form());  // never of a patch that follows the load
  if (table != nullptr && numbers_.gaussian) {
    Wrench2 w = not_a_number<3>();
    const detail::ReducedTable nodes{table->data(), table->n()};
    std::visit(
        [&](const auto& yield) {
          detail::reduced_step(yield, v.data(), fn, dt, nodes, numbers_, state.z.data(), w.data());
        },
        numbers_.yield);
    return w;
  }
  const Drive d = drive(v);
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const detail::ReducedWrench w = advance(state, v, d, fn, dt).wrench;
  return {w.fx, w.fy, w.torque};
}

detail::ReducedStep ReducedPatch::advance(State& state, const Twist2& v, const Drive& d, double fn,
                                          double dt) const noexcept {
  const detail::ReducedMotion m{v(0), v(1), v(2), fn, d.n, d.h(0), d.h(1), d.h(2), d.g};
  const detail::ReducedBristles start{state.z(0), state.z(1), state.z(2)};
  const detail::ReducedStep end = std::visit(
      [&](const auto& yield) { return detail::reduced_step(yield, m, start, numbers_, dt); }, numbers_.yield);
  state.z = {end.z.x, end.z.y, end.z.t};
  return end;
}

Wrench2 ReducedPatch::step_mean(State& state, const Twist2& v, double fn, double dt) const noexcept {
  const Drive d = drive(v);
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const Vec<3> start = state.z.cwiseQuotient(scale());
  const double beta = advance(state, v, d, fn, dt).beta;
  const auto e = numerics::exponential_step(numerics::step_extent(beta * d.a, dt));
  const Vec<3> drive_mean = (1.0 - beta) * d.stick + beta * d.slip;
  Vec<3> mean = e.phi1 * start + e.phi2 * dt * drive_mean;
  if (law_.has_springs()) friction::limit_deflection(mean, std::max(norm(start), d.z_max));
  const Vec<3> rate_mean = dt > 0.0 ? Vec<3>((state.z.cwiseQuotient(scale()) - start) / dt) : rate_of(start, beta, d);
  return wrench_of(mean, rate_mean, v, fn);
}

Wrench2 ReducedPatch::step_euler(State& state, const Twist2& v, double fn, double dt) const noexcept {
  const Drive d = drive(v);
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const Vec<3> y = state.z.cwiseQuotient(scale()), y_rate = rate_of(y, beta(y, d), d);
  state.z += dt * scale().cwiseProduct(y_rate);
  return wrench_of(y, y_rate, v, fn);
}

void ReducedPatch::rate(const State& state, const Twist2& v, State& rate) const noexcept {
  if (follows_load()) {
    rate.z = not_a_number<3>();
    return;
  }
  const Drive d = drive(v);
  const Vec<3> y = state.z.cwiseQuotient(scale());
  rate.z = scale().cwiseProduct(rate_of(y, beta(y, d), d));
}

Wrench2 ReducedPatch::wrench(const State& state, const State& rate, const Twist2& v, double fn) const noexcept {
  if (!accepts(v, fn, 0.0)) return not_a_number<3>();
  return wrench_of(state.z.cwiseQuotient(scale()), rate.z.cwiseQuotient(scale()), v, fn);
}

double ReducedPatch::stored_energy(const State& state, double fn) const noexcept {
  if (!accepts(Twist2::Zero(), fn, 0.0)) return std::numeric_limits<double>::quiet_NaN();
  return 0.5 * law_.sigma0 * fn * state.z.cwiseQuotient(scale()).squaredNorm();
}

Vec<3> ReducedPatch::implicit_y(const Vec<3>& base, const Drive& d, double beta, double h) const noexcept {
  return (base + h * ((1.0 - beta) * d.stick + beta * d.slip)) / (1.0 + h * beta * d.a);
}

// The β in [0, 1] for which β(y(β)) = β, y(β) the implicit step with that β. The difference is ≤ 0 at 0 and ≥ 0 at
// 1: Newton's iteration, kept inside that bracket by bisection.
double ReducedPatch::implicit_beta(const Vec<3>& base, const Drive& d, double h) const noexcept {
  if (!law_.has_springs()) return 1.0;
  if (beta(implicit_y(base, d, 0.0, h), d) == 0.0) return 0.0;
  double low = 0.0, high = 1.0, b = 1.0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Vec<3> y = implicit_y(base, d, b, h);
    const Share share = share_of(y, d);
    const double excess = b - share.beta;
    (excess > 0.0 ? high : low) = b;
    const Vec<3> y_by_beta = h / (1.0 + h * b * d.a) * (d.slip - d.stick - d.a * y);
    const double newton = b - excess / (1.0 - share.by_y.dot(y_by_beta));
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (std::abs(next - b) <= 1e-15 * b || excess == 0.0) return b;
    b = next;
  }
  return b;
}

Response ReducedPatch::implicit_step(const State& base, const Twist2& v, double fn, double h,
                                     State& end) const noexcept {
  const Drive d = drive(v);
  if (!accepts(v, fn, h)) {
    return {not_a_number<3>(), Matrix3::Constant(std::numeric_limits<double>::quiet_NaN())};
  }
  const Vec<3> y_base = base.z.cwiseQuotient(scale());
  const double b = implicit_beta(y_base, d, h);
  const Vec<3> y = implicit_y(y_base, d, b, h);
  end.z = scale().cwiseProduct(y);

  // y's derivative by v_S, first with β held, then through β, which itself is held to Eq. 2 at y.
  const Slope s = slope(d);
  const double shrink = 1.0 / (1.0 + h * b * d.a);
  Matrix3 y_slope = h * shrink * ((1.0 - b) * s.stick + b * s.slip - b * (y * s.a.transpose()));
  if (law_.has_springs() && d.n > 0.0) {
    const Share share = share_of(y, d);
    const double length = norm(y);
    if (share.plastic > 0.0) {
      const Vec<3> by_v = 0.5 * share.plastic / length * (s.direction.transpose() * y) -
                          share.aligned * share.plastic_by_strain * length / (d.z_max * d.z_max) * s.z_max;
      const Vec<3> y_by_beta = h * shrink * (d.slip - d.stick - d.a * y);
      const Vec<3> beta_slope = (y_slope.transpose() * share.by_y + by_v) / (1.0 - share.by_y.dot(y_by_beta));
      y_slope += y_by_beta * beta_slope.transpose();
    }
  }
  const Vec<3> y_rate = h > 0.0 ? Vec<3>((y - y_base) / h) : rate_of(y, b, d);
  const double stiffness = law_.sigma0 + (h > 0.0 ? law_.sigma1 / h : 0.0);
  Matrix3 jacobian = -fn * stiffness * (scale().asDiagonal() * y_slope * scale().asDiagonal());
  jacobian.diagonal() -= fn * law_.sigma2 * Vec<3>(1.0, 1.0, u());
  return {wrench_of(y, y_rate, v, fn), jacobian};
}

}  // namespace stickslip::patch
