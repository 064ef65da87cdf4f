#include "stickslip/sim/detail/volume_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include "stickslip/core/at.hpp"
#include "stickslip/numerics/non_negative_fit.hpp"
#include "stickslip/sim/detail/step_data.hpp"

namespace stickslip::sim::detail {

namespace {

using Index = Eigen::Index;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

constexpr double friction_tie = 1e-6,
                 even_tie = 1e-10;  // weights that choose among equal ε, beside that of the normal force
constexpr double flat = 1e-14;      // of the largest: eigenvalues of Q below it are rounding
constexpr int newton_rounds = 12, most_rounds = 60;  // for the friction of what slides
constexpr double settled = 1e-5;                     // of the friction
constexpr double slow_share = 1e-3;                  // v_0 over g h
constexpr double opening = 1e-2;                     // of g h: faster than asked by that is parting

constexpr std::array<Index, 3> normal_part{2, 3, 4}, tangential_part{0, 1, 5};

// Q of a contact in the axes of its plane, between u_n, ω_1 and ω_2, or between u_1, u_2 and ω_n; the two do not mix.
Eigen::Matrix3d part_of(const StepVolume& volume, const std::array<Index, 3>& part) {
  Matrix6 turn = Matrix6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = volume.axes;
  const Matrix6 Q = turn * volume.outline.Q() * turn.transpose();
  return Q(part, part);
}

// Of a positive semi-definite matrix: Q = rootᵀ root, and a solution of Q x = b in its range.
struct Factor {
  Eigen::Matrix3d root;
  Eigen::Matrix3d inverse;
};
Factor factor_of(const Eigen::Matrix3d& Q) {
  const Vec<3> unit = Vec<3>(Q.diagonal()).unaryExpr([](double q) { return q > 0.0 ? 1.0 / std::sqrt(q) : 1.0; });
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(unit.asDiagonal() * Q * unit.asDiagonal());
  const double least = flat * eigen.eigenvalues().maxCoeff();
  const Vec<3> values = eigen.eigenvalues().cwiseMax(0.0);
  Factor factor;
  factor.root = values.cwiseSqrt().asDiagonal() * eigen.eigenvectors().transpose() * unit.cwiseInverse().asDiagonal();
  const Vec<3> inverses = values.unaryExpr([least](double value) { return value > least ? 1.0 / value : 0.0; });
  factor.inverse = unit.asDiagonal() * eigen.eigenvectors() * inverses.asDiagonal() * eigen.eigenvectors().transpose() *
                   unit.asDiagonal();
  return factor;
}

// Velocity at a corner per (u_1, u_2, ω_n).
Eigen::Matrix<double, 2, 3> velocity_at(const Vec<2>& p) noexcept {
  Eigen::Matrix<double, 2, 3> N;
  N << 1.0, 0.0, -p(1), 0.0, 1.0, p(0);
  return N;
}

// The wrench of a force (t, n) at a corner.
Vec<6> at_corner(const Vec<2>& p, const Vec<2>& t, double n) noexcept {
  return (Vec<6>() << t, n, n * p(1), -n * p(0), p(0) * t(1) - p(1) * t(0)).finished();
}

}  // namespace

void VolumeFit::begin(double h, const Eigen::MatrixXd& A) {
  Index column = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    const StepVolume& of = *contact.of;
    const Volume& settings = *of.settings;
    contact.slides = contact.is_open = false;
    contact.may_open = true;
    const Factor normal = factor_of(part_of(of, normal_part));
    contact.normal_root = normal.root;
    contact.tangential_root = factor_of(part_of(of, tangential_part)).root;
    const double volume = std::max(of.outline.volume(), of.thickness.volume());
    const double skin = fitted_skin(h), half = 0.5 * (volume / of.outline.area() - skin);
    const double k =
        settings.recovery / h * (half > 0.0 ? std::min(1.0, settings.push_out * h / (settings.recovery * half)) : 1.0);
    contact.wanted = normal.inverse * Vec<3>(k * volume, 0.0, 0.0) - Vec<3>(0.5 * k * skin, 0.0, 0.0);
    // The contact's own part of Aᵀ Q A, of which only traces are needed.
    const auto own = A.block<6, 6>(6 * static_cast<Index>(i), 6 * static_cast<Index>(i));
    double force = 0.0, torque = 0.0;
    for (Index k_of = 0; k_of < 6; ++k_of) {
      const Vec<6> u = own.col(k_of);
      const double cost = (contact.normal_root * u(normal_part)).squaredNorm() +
                          (contact.tangential_root * u(tangential_part)).squaredNorm();
      (k_of < 3 ? force : torque) += cost / 3.0;
    }
    contact.force_cost = settings.impulse_penalty.value_or(settings.regularisation * force);
    contact.torque_cost = settings.impulse_penalty.value_or(settings.regularisation * torque);
    contact.tie_cost = force;
    contact.response = own.topLeftCorner<3, 3>().trace() / 3.0;
    contact.column = column;
    column += static_cast<Index>(of.outline.polygon().size());
  }
  columns_.resize(A.rows(), column);
}

// (1), with what sticks and slides as it is, and friction linear in velocities. f: with what friction then is.
SolveReport VolumeFit::fit(const Eigen::MatrixXd& A, const Eigen::VectorXd& l, Eigen::VectorXd& f) {
  const Index size = A.rows();
  columns_.setZero();
  Index ties = 0, sticking = 0;
  for (const Contact& contact : contacts_) {
    if (contact.is_sliding()) ties += 3 + static_cast<Index>(contact.corners.size());
    if (!contact.is_open && !contact.slides) ++sticking;
  }
  free_.setZero(size, 3 * sticking);
  // f = columns ε + free x + held − C u: what of the friction follows velocities stands in (1 + A C) u = l + A (…).
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd held = Eigen::VectorXd::Zero(size);
  Index next_free = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    if (contact.is_open) continue;
    const Index first = 6 * static_cast<Index>(i);
    const std::vector<Vec<2>>& corners = contact.of->outline.polygon();
    for (std::size_t c = 0; c < corners.size(); ++c) {
      const Vec<2> along = contact.slides ? contact.corners[c].along : Vec<2>::Zero();
      columns_.block<6, 1>(first, contact.column + static_cast<Index>(c)) = at_corner(corners[c], along, 1.0);
      if (!contact.slides) continue;
      const Corner& corner = contact.corners[c];
      const Eigen::Matrix<double, 2, 3> N = velocity_at(corners[c]);
      const Eigen::Matrix3d stiffness = N.transpose() * corner.stiffness * N;
      const Vec<3> before = N.transpose() * (corner.stiffness * corner.v_before);
      for (std::size_t j = 0; j < 3; ++j) {
        held(first + tangential_part[j]) += before(static_cast<Index>(j));
        for (std::size_t k = 0; k < 3; ++k) {
          C(first + tangential_part[j], first + tangential_part[k]) +=
              stiffness(static_cast<Index>(j), static_cast<Index>(k));
        }
      }
    }
    if (contact.slides) continue;
    for (const Index j : tangential_part) free_(first + j, next_free++) = 1.0;
  }
  Eigen::MatrixXd A_of = A;
  Eigen::VectorXd l_of = l;
  if (ties > 0) {
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(Eigen::MatrixXd::Identity(size, size) + A * C);
    A_of = lu.solve(A);
    l_of = lu.solve(l + A * held);
  }

  rows_.setZero(2 * size + ties, columns_.cols());
  free_rows_.setZero(2 * size + ties, free_.cols());
  goal_.setZero(2 * size + ties);
  const Eigen::MatrixXd u = A_of * columns_, u_free = A_of * free_;
  Index tie = 2 * size;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    if (contact.is_open) continue;
    const Index first = 6 * static_cast<Index>(i);
    const Vec<6> l_own = l_of.segment<6>(first);
    const auto set = [&](const Eigen::MatrixXd& f_of, const Eigen::MatrixXd& u_of, Eigen::MatrixXd& rows) {
      const auto own = u_of.middleRows<6>(first);
      const auto f_own = f_of.middleRows<6>(first);
      rows.middleRows<3>(first) = contact.normal_root * own(normal_part, Eigen::all);
      if (!contact.slides) rows.middleRows<3>(first + 3) = contact.tangential_root * own(tangential_part, Eigen::all);
      rows.middleRows<3>(size + first) = std::sqrt(contact.force_cost) * f_own.topRows<3>();
      rows.middleRows<3>(size + first + 3) = std::sqrt(contact.torque_cost) * f_own.bottomRows<3>();
    };
    set(columns_, u, rows_);
    set(free_, u_free, free_rows_);
    goal_.segment<3>(first) = contact.normal_root * (contact.wanted - l_own(normal_part));
    if (!contact.slides) {
      goal_.segment<3>(first + 3) = -contact.tangential_root * l_own(tangential_part);
      continue;
    }
    const double weight = std::sqrt(friction_tie * contact.tie_cost);
    const Vec<3> units(weight, weight, weight / contact.of->reach);
    rows_.middleRows<3>(tie) = units.asDiagonal() * columns_.middleRows<6>(first)(tangential_part, Eigen::all);
    goal_.segment<3>(tie) = units.cwiseProduct(contact.stopping);
    tie += 3;
    for (Index c = 0; c < static_cast<Index>(contact.corners.size()); ++c)
      rows_(tie++, contact.column + c) = std::sqrt(even_tie * contact.tie_cost);
  }
  // What is free leaves the rows across it to the others.
  const Index free = free_.cols();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(free_rows_);
  if (free > 0) {
    rows_.applyOnTheLeft(qr.householderQ().adjoint());
    goal_.applyOnTheLeft(qr.householderQ().adjoint());
  }
  const Index left = rows_.rows() - free;
  const SolveReport report = numerics::non_negative_fit(rows_.bottomRows(left), goal_.tail(left), weights_);
  f = columns_ * weights_;
  if (free > 0) {
    const Eigen::VectorXd x = qr.matrixQR().topRows(free).triangularView<Eigen::Upper>().solve(
        goal_.head(free) - rows_.topRows(free) * weights_);
    f += free_ * x;
  }
  if (ties > 0) f += held - C * (l_of + A_of * f);
  return report;
}

// Friction of what slides about the last fit and its velocities u. Returns the largest error of a contact's friction times its response
// [m/s]; 0 where all is settled.
double VolumeFit::linearise(const Eigen::VectorXd& u, double slow, bool is_newton, bool is_first) {
  double wrong = 0.0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    if (!contact.is_sliding()) continue;
    const Vec<6> own = u.segment<6>(6 * static_cast<Index>(i));
    const double mu = contact.of->bristles.mu;
    const std::vector<Vec<2>>& points = contact.of->outline.polygon();
    double load = 0.0, error = 0.0;
    for (std::size_t c = 0; c < points.size(); ++c) {
      Corner& corner = contact.corners[c];
      const double weight = weights_(contact.column + static_cast<Index>(c));
      const Vec<2> v = velocity_at(points[c]) * Vec<3>(own(tangential_part));
      const double over = std::hypot(v.norm(), slow);
      load += weight;
      const Vec<2> along = -mu / over * v;
      error += (weight * (corner.along - along) - corner.stiffness * (v - corner.v_before)).norm();
      corner.along = along;
      corner.v_before = v;
      corner.stiffness = mu * weight / over * Eigen::Matrix2d::Identity();
      if (is_newton) corner.stiffness -= mu * weight / (over * over * over) * v * v.transpose();
    }
    if (!is_first && error > settled * mu * load) wrong = std::max(wrong, contact.response * error);
  }
  return wrong;
}

SolveReport VolumeFit::fit_sliding(double slow, const Eigen::MatrixXd& A, const Eigen::VectorXd& l,
                                   Eigen::VectorXd& f) {
  SolveReport report = fit(A, l, f);
  long iterations = report.iterations;
  if (std::ranges::none_of(contacts_, &Contact::is_sliding)) return report;
  double wrong = linearise(l + A * f, slow, true, false);
  for (int round = 0; round < most_rounds && wrong > 0.0; ++round) {
    report = fit(A, l, f);
    iterations += report.iterations;
    wrong = linearise(l + A * f, slow, round < newton_rounds, false);
  }
  report.iterations = iterations;
  if (wrong > 0.0) return {worse(report.status, SolveStatus::stalled), report.method, iterations, wrong};
  return report;
}

// Whether any contact opened, or closed again for good.
bool VolumeFit::open_or_close(const Eigen::VectorXd& u, double small) {
  bool any = false;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    const Vec<6> own = u.segment<6>(6 * static_cast<Index>(i));
    const Vec<3> beyond = Vec<3>(own(normal_part)) - contact.wanted;
    if (contact.is_open) {
      double least = std::numeric_limits<double>::infinity();
      for (const Vec<2>& p : contact.of->outline.polygon())
        least = std::min(least, beyond(0) + beyond(1) * p(1) - beyond(2) * p(0));
      if (least >= -small) continue;
      contact.is_open = contact.may_open = false;
    } else {
      if (!contact.may_open || beyond(0) <= small) continue;
      contact.is_open = true;
    }
    any = true;
  }
  return any;
}

// Contacts that static friction does not hold begin to slide. Whether there are any.
bool VolumeFit::let_slide(const Eigen::VectorXd& f) {
  bool any = false;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    const Vec<6> own = f.segment<6>(6 * static_cast<Index>(i));
    if (contact.slides || contact.is_open || own.isZero(0.0)) continue;
    const contact::VolumeContact& outline = contact.of->outline;
    const Volume& settings = *contact.of->settings;
    const std::optional<int> sides =
        settings.friction == VolumeFriction::p_gon ? std::optional(settings.sides) : std::nullopt;
    const Eigen::Matrix3d to_world = contact.of->axes.transpose();
    Wrench3 wrench;
    wrench << to_world * own.head<3>(), to_world * own.tail<3>();
    if (outline.static_friction(wrench, contact.of->static_mu, sides).holds) continue;
    contact.slides = any = true;
    // None of the friction where none would hold. The margin need not be exact: it only chooses among equals.
    const double margin = outline.margin(wrench, contact.of->static_mu, settings.sides);
    const double share = contact.of->bristles.mu / (contact.of->static_mu * (1.0 - margin));
    contact.stopping = (share <= 1.0 ? share : 0.0) * own(tangential_part);
    contact.corners.assign(outline.polygon().size(), {});
  }
  return any;
}

SolveReport VolumeFit::solve(double h, std::span<StepVolume* const> volumes, const Eigen::MatrixXd& A,
                             const Eigen::VectorXd& l, Eigen::VectorXd& f) {
  contacts_.resize(volumes.size());
  for (std::size_t i = 0; i < volumes.size(); ++i) contacts_[i].of = volumes[i];
  begin(h, A);
  SolveReport report = fit(A, l, f);
  for (;;) {
    const bool is_changed = open_or_close(l + A * f, opening * standard_gravity * h);
    if (!is_changed) {
      if (!let_slide(f)) return report;
      // First as if all that slides were slowed down as much as friction can.
      Eigen::VectorXd limited = f;
      for (std::size_t i = 0; i < contacts_.size(); ++i) {
        if (contacts_[i].is_sliding())
          limited.segment<6>(6 * static_cast<Index>(i))(tangential_part) = contacts_[i].stopping;
      }
      static_cast<void>(linearise(l + A * limited, slow_share * standard_gravity * h, true, true));
    }
    const SolveReport next = fit_sliding(slow_share * standard_gravity * h, A, l, f);
    report = {next.status, next.method, report.iterations + next.iterations, next.residual};
  }
}

}  // namespace stickslip::sim::detail
