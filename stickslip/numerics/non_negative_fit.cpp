#include "stickslip/numerics/non_negative_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stickslip::numerics {
namespace {

// All of a vector, by its length where that is known.
template <int Rows, class Any>
auto whole(Any&& v) noexcept {
  return v.template head<Rows>(v.size());
}

}  // namespace

// The columns of Eq. 3. The last takes up what Σ x leaves of its bound.
template <int MaxRows>
struct NonNegativeFit<MaxRows>::Lifted {
  const Columns& given;

  Index cols() const noexcept { return given.cols() + 1; }
  Vector col(Index j) const noexcept {
    const Index rows = given.rows();
    Vector column = Vector::Zero(rows + 1);
    if (j < given.cols()) {
      column.head(rows) = given.col(j);
      column(rows) = 1.0 / heaviest;
    } else {
      column(rows) = 1.0;
    }
    return column;
  }
};

template <int MaxRows>
NonNegativeFit<MaxRows>::NonNegativeFit(const Columns& columns, const Target& b, Weights weights) : rest_(b) {
  provide(columns.rows(), columns.cols());
  const double largest = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0.0;
  report_.method = "active_set";
  if (!std::isfinite(largest) || b.hasNaN()) {
    rest_.setConstant(std::numeric_limits<double>::quiet_NaN());
    report_.status = SolveStatus::not_finite;
    report_.residual = std::numeric_limits<double>::quiet_NaN();
  } else if (largest > 0.0) {
    rest_ /= largest;
    const double size = rest_.norm();
    rest_ /= size;
    target_ = rest_;
    fit_by_length(columns);
    if (weights == Weights::bounded && weights_.head(count_).sum() > heaviest) hold_down(columns);
    for (Eigen::Index k = 0; k < count_; ++k) weights_(k) *= size * largest;
    rest_ *= size * largest;
    if (count_ == 0) rest_ = b;  // to the last digit
  }
}

template <int MaxRows>
typename NonNegativeFit<MaxRows>::Vector NonNegativeFit<MaxRows>::fitted(const Columns& columns) const {
  Vector sum = Vector::Zero(rest_.size());
  for (Eigen::Index k = 0; k < count_; ++k) sum += weights_(k) * columns.col(used_(k));
  return sum;
}

template <int MaxRows>
void NonNegativeFit<MaxRows>::provide(Index rows, Index columns) {
  const Index most = std::min(rows, columns);
  weights_.setZero(most);
  parts_.resize(most);
  along_.resize(most);
  basis_.resize(rows, most);
  triangle_.resize(most, most);
  used_.resize(most);
  count_ = 0;
}

// Loops of a length that the compiler knows take half the time. Who allocates does not mind.
template <int MaxRows>
void NonNegativeFit<MaxRows>::fit_by_length(const Columns& columns) {
  if constexpr (MaxRows != Eigen::Dynamic) {
    switch (columns.rows()) {
      case 3:
        return fit<3>(columns);
      case 4:
        return fit<4>(columns);
      case 6:
        return fit<6>(columns);
      default:
        break;
    }
  }
  fit<Eigen::Dynamic>(columns);
}

// Eq. 3 for ‖b‖ = 1.
template <int MaxRows>
void NonNegativeFit<MaxRows>::hold_down(const Columns& columns) {
  const Index rows = columns.rows();
  target_.conservativeResize(rows + 1);
  target_(rows) = 1.0;
  rest_ = target_;
  provide(rows + 1, columns.cols() + 1);
  fit<Eigen::Dynamic>(Lifted{columns});
  rest_.conservativeResize(rows);
  for (Index k = 0; k < count_; ++k) {
    if (used_(k) < columns.cols()) continue;
    --count_;
    used_(k) = used_(count_);
    weights_(k) = weights_(count_);
  }
  report_.residual = largest_gain(columns);
  if (report_.residual > optimal * rest_.norm()) report_.status = SolveStatus::stalled;
}

template <int MaxRows>
template <class Any>
double NonNegativeFit<MaxRows>::largest_gain(const Any& columns) const {
  double largest = 0.0;
  for (Index j = 0; j < columns.cols(); ++j) largest = std::max(largest, columns.col(j).dot(rest_));
  return largest;
}

template <int MaxRows>
template <int Rows, class Any>
void NonNegativeFit<MaxRows>::fit(const Any& columns) {
  auto rest = whole<Rows>(rest_);
  constexpr double epsilon = std::numeric_limits<double>::epsilon(), infinity = std::numeric_limits<double>::infinity();
  const double nothing = 4.0 * epsilon * std::sqrt(static_cast<double>(rest_.size()));
  // A column may help by too little to be seen in ‖r‖: as many as there can be in use, and some to correct them.
  const Index most_idle = 2 * weights_.size() + 8;
  double shortest = 1.0, ceiling = infinity, passed_over = 0.0;
  for (Index idle = 0; idle < most_idle;) {
    ++report_.iterations;
    const double size = rest.norm();
    if (size <= nothing) {
      rest_.setZero();
      report_.residual = 0.0;
      return;
    }
    report_.residual = std::max(passed_over, optimal * size);
    if (count_ == weights_.size()) return;
    if (size < shortest * (1.0 - 8.0 * epsilon)) {
      shortest = size;
      idle = 0;
    }
    Index entering = -1;
    double gain = optimal * size;
    for (Index j = 0; j < columns.cols(); ++j) {
      const double a = whole<Rows>(columns.col(j)).dot(rest);
      if (a > gain && a < ceiling) {
        gain = a;
        entering = j;
      }
    }
    if (entering < 0) return;
    // A column that rounding turns away is passed over until the rest has changed.
    ceiling = gain;
    passed_over = std::max(passed_over, gain);
    ++idle;
    if (is_used(entering) || !append<Rows>(columns.col(entering))) continue;
    used_(count_ - 1) = entering;
    settle<Rows>();
    if (is_used(entering)) {
      ceiling = infinity;
      passed_over = 0.0;
    }
  }
  report_.status = SolveStatus::stalled;
  report_.residual = largest_gain(columns);
}

template <int MaxRows>
bool NonNegativeFit<MaxRows>::is_used(Index column) const noexcept {
  const auto* const end = used_.data() + count_;
  return std::find(used_.data(), end, column) != end;
}

// Takes from v its parts along the basis, from column `first` on, and adds them to `sums`.
template <int MaxRows>
template <int Rows, class V>
void NonNegativeFit<MaxRows>::subtract(Index first, V& v, double* sums) noexcept {
  for (Index k = first; k < count_; ++k) along_(k) = whole<Rows>(basis_.col(k)).dot(v);
  for (Index k = first; k < count_; ++k) {
    sums[k] += along_(k);
    v -= along_(k) * whole<Rows>(basis_.col(k));
  }
}

// False if the column lies in the span of those in use.
template <int MaxRows>
template <int Rows>
bool NonNegativeFit<MaxRows>::append(const Eigen::Ref<const Eigen::VectorXd>& column) noexcept {
  auto next = whole<Rows>(basis_.col(count_));
  next = whole<Rows>(column);
  triangle_.col(count_).setZero();
  for (int pass = 0; pass < 2; ++pass) subtract<Rows>(0, next, triangle_.col(count_).data());
  const double left = next.norm();
  if (!(left > 0.1 * optimal)) return false;
  next /= left;
  triangle_(count_, count_) = left;
  weights_(count_) = parts_(count_) = 0.0;
  ++count_;
  return true;
}

// Goes towards the fit without bounds, as far as no weight turns negative; what reaches zero leaves.
template <int MaxRows>
template <int Rows>
void NonNegativeFit<MaxRows>::settle() {
  Vector goal(weights_.size());
  for (bool is_last_new = true;; is_last_new = false) {
    solve<Rows>(goal, is_last_new);
    double share = 1.0;
    Index leaving = -1;
    for (Index k = 0; k < count_; ++k) {
      if (goal(k) > 0.0) continue;
      const double way = weights_(k) > 0.0 ? weights_(k) / (weights_(k) - goal(k)) : 0.0;
      if (way <= share) {
        share = way;
        leaving = k;
      }
    }
    if (leaving < 0) {
      weights_.head(count_) = goal.head(count_);
      return;
    }
    for (Index k = 0; k < count_; ++k) weights_(k) += share * (goal(k) - weights_(k));
    weights_(leaving) = 0.0;
    for (Index k = count_; k-- > 0;) {
      if (weights_(k) <= 0.0) remove(k);
    }
  }
}

// The rest, and weights without bounds of the columns in use. Where only the last one is new the rest is orthogonal to
// the others already, but for rounding of its former length.
template <int MaxRows>
template <int Rows>
void NonNegativeFit<MaxRows>::solve(Vector& goal, bool is_last_new) noexcept {
  auto rest = whole<Rows>(rest_);
  if (!is_last_new) {
    rest_ = target_;
    parts_.setZero();
  }
  for (int pass = 0; pass < 2; ++pass) {
    subtract<Rows>(is_last_new && pass == 0 ? count_ - 1 : 0, rest, parts_.data());
  }
  for (Index k = count_; k-- > 0;) {
    goal(k) = parts_(k);
    for (Index i = k + 1; i < count_; ++i) goal(k) -= triangle_(k, i) * goal(i);
    goal(k) /= triangle_(k, k);
  }
}

// Rotations make the triangle without this column a triangle again.
template <int MaxRows>
void NonNegativeFit<MaxRows>::remove(Index gone) noexcept {
  --count_;
  for (Index k = gone; k < count_; ++k) {
    triangle_.col(k).head(k + 2) = triangle_.col(k + 1).head(k + 2);
    weights_(k) = weights_(k + 1);
    used_(k) = used_(k + 1);
  }
  for (Index k = gone; k < count_; ++k) {
    const double size = std::hypot(triangle_(k, k), triangle_(k + 1, k));
    const double c = triangle_(k, k) / size, s = triangle_(k + 1, k) / size;
    for (Index j = k; j < count_; ++j) {
      const double upper = triangle_(k, j), lower = triangle_(k + 1, j);
      triangle_(k, j) = c * upper + s * lower;
      triangle_(k + 1, j) = c * lower - s * upper;
    }
    for (Index i = 0; i < basis_.rows(); ++i) {
      const double left = basis_(i, k), right = basis_(i, k + 1);
      basis_(i, k) = c * left + s * right;
      basis_(i, k + 1) = c * right - s * left;
    }
  }
}

template class NonNegativeFit<few_rows>;
template class NonNegativeFit<>;

UnitColumns::UnitColumns(Eigen::MatrixXd a) : columns(std::move(a)), lengths(columns.cols()) {
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    auto column = columns.col(j);
    const double largest = column.size() > 0 ? column.cwiseAbs().maxCoeff() : 0.0;
    if (largest > 0.0) column /= largest;
    const double size = column.norm();
    if (size > 0.0) column /= size;
    lengths(j) = largest * size;
  }
}

SolveReport non_negative_fit(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
  x = Eigen::VectorXd::Zero(a.cols());
  if (!a.allFinite()) {
    return {SolveStatus::not_finite, "active_set", 0, std::numeric_limits<double>::quiet_NaN()};
  }
  const UnitColumns directions(a);
  const NonNegativeFit<> fit(directions.columns, b, Weights::bounded);
  for (Eigen::Index k = 0; k < fit.count(); ++k) x(fit.column(k)) = fit.weight(k) / directions.lengths(fit.column(k));
  return fit.report();
}

}  // namespace stickslip::numerics
