#include "stickslip/scene/detail/spline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace stickslip::scene::detail {

Spline::Spline(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values)), slopes_(times_.size(), 0.0) {
  // Eq. 1 by elimination, which is stable: the matrix is dominated by its diagonal.
  const std::size_t n = times_.size();
  std::vector<double> share(n, 0.0);  // of the next slope in each
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = 1.0 / (times_[i] - times_[i - 1]), after = 1.0 / (times_[i + 1] - times_[i]);
    const double right =
        3.0 * ((values_[i] - values_[i - 1]) * before * before + (values_[i + 1] - values_[i]) * after * after);
    const double pivot = 2.0 * (before + after) - before * share[i - 1];
    share[i] = after / pivot;
    slopes_[i] = (right - before * slopes_[i - 1]) / pivot;
  }
  for (std::size_t i = n < 2 ? 0 : n - 2; i > 0; --i) slopes_[i] -= share[i] * slopes_[i + 1];
}

Spline::Cubic Spline::piece(std::size_t i) const {
  const double h = times_[i + 1] - times_[i], way = values_[i + 1] - values_[i];
  const double start = h * slopes_[i], end = h * slopes_[i + 1];
  return {start, 3.0 * way - 2.0 * start - end, start + end - 2.0 * way};
}

double Spline::operator()(double t) const {
  const auto after = std::upper_bound(times_.begin(), times_.end(), t);
  if (after == times_.begin()) return values_.front();
  if (after == times_.end()) return values_.back();
  const auto i = static_cast<std::size_t>(after - times_.begin()) - 1;
  const double u = (t - times_[i]) / (times_[i + 1] - times_[i]);
  const auto [c1, c2, c3] = piece(i);
  return values_[i] + u * (c1 + u * (c2 + u * c3));
}

std::pair<double, double> Spline::range(double from, double to) const {
  std::pair<double, double> range = std::minmax({(*this)(from), (*this)(to)});
  const auto include = [&](double t) {
    if (!(t > from && t < to)) return;
    const double value = (*this)(t);
    std::tie(range.first, range.second) = std::minmax({range.first, range.second, value});
  };
  for (const double t : times_) include(t);
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    // Where c1 + 2 c2 u + 3 c3 u² = 0, without differences of near numbers.
    const auto [c1, c2, c3] = piece(i);
    const double square = c2 * c2 - 3.0 * c1 * c3;
    if (!(square >= 0.0)) continue;
    const double sum = -(c2 + std::copysign(std::sqrt(square), c2));
    for (const double u : {sum / (3.0 * c3), c1 / sum}) {
      if (u > 0.0 && u < 1.0) include(times_[i] + u * (times_[i + 1] - times_[i]));
    }
  }
  return range;
}

bool Spline::is_finite() const {
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    const auto [c1, c2, c3] = piece(i);
    if (!std::isfinite(c1) || !std::isfinite(c2) || !std::isfinite(c3)) return false;
  }
  return true;
}

}  // namespace stickslip::scene::detail
