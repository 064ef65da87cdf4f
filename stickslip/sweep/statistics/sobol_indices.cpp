#include "stickslip/sweep/statistics/sobol_indices.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/counter.hpp"
#include "stickslip/sweep/outcome.hpp"

namespace stickslip::sweep {

namespace {

constexpr std::size_t sequences = Design::sequences;
// Student's t at 97.5 %, by degrees of freedom from 1 on.
constexpr std::array<double, sequences - 1> student = {12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818,
                                                       2.4469119,  2.3646243, 2.3060041, 2.2621572, 2.2281389,
                                                       2.2009852,  2.1788128, 2.1603687, 2.1447867, 2.1314495};

// Sums over the samples of a sequence, from which all indices of one variable follow.
struct Sums {
  double count = 0.0, a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, c = 0.0, cc = 0.0, ac = 0.0, bc = 0.0;

  Sums& operator+=(const Sums& other) noexcept {
    count += other.count, a += other.a, b += other.b, aa += other.aa, bb += other.bb;
    c += other.c, cc += other.cc, ac += other.ac, bc += other.bc;
    return *this;
  }
};

// Eq. 3, of the sums of two outputs.
double correlation(double count, double x, double y, double xx, double yy, double xy) noexcept {
  const double mean = (x + y) / (2.0 * count), variance = (xx + yy) / (2.0 * count) - mean * mean;
  return variance > 0.0 ? (xy / count - mean * mean) / variance : not_a_number;
}

double first_of(const Sums& s) noexcept {
  return correlation(s.count, s.b, s.c, s.bb, s.cc, s.bc);
}
double total_of(const Sums& s) noexcept {
  return 1.0 - correlation(s.count, s.a, s.c, s.aa, s.cc, s.ac);
}

// Sums one of which belongs to each sequence that has samples.
using BySequence = std::vector<Sums>;

Sums added(const BySequence& all) noexcept {
  Sums sum;
  for (const Sums& one : all) sum += one;
  return sum;
}

struct Deviations {
  double first, total;
};

Deviations bootstrap(const BySequence& all, std::uint64_t seed) noexcept {
  constexpr std::uint64_t stream = 0x626f6f74;  // apart from those of designs
  constexpr std::uint64_t times = 1000;
  double n = 0.0, mean_first = 0.0, mean_total = 0.0, sum_first = 0.0, sum_total = 0.0;
  for (std::uint64_t i = 0; i < times; ++i) {
    Sums drawn;
    for (std::size_t k = 0; k < all.size(); ++k) drawn += all[word(seed, stream, i, k) % all.size()];
    const double first = first_of(drawn), total = total_of(drawn);
    if (!std::isfinite(first) || !std::isfinite(total)) continue;
    n += 1.0;
    const double d_first = first - mean_first, d_total = total - mean_total;
    mean_first += d_first / n;
    mean_total += d_total / n;
    sum_first += d_first * (first - mean_first);
    sum_total += d_total * (total - mean_total);
  }
  if (n < 2.0) return {not_a_number, not_a_number};
  return {std::sqrt(sum_first / (n - 1.0)), std::sqrt(sum_total / (n - 1.0))};
}

Estimate estimate(double value, double deviation, std::size_t count) noexcept {
  if (count < 2) return {value, not_a_number, not_a_number};
  const auto n = static_cast<double>(count);
  const double half = student[count - 2] * std::sqrt(n / (n - 1.0)) * deviation;
  return {value, value - half, value + half};
}

}  // namespace

SobolIndices sobol_indices(const Design& design, std::span<const double> outputs) {
  if (!design.has_indices()) throw InvalidArgument("sobol_indices: the design has no runs for them");
  if (outputs.size() != design.runs()) {
    throw InvalidArgument("sobol_indices: " + std::to_string(outputs.size()) + " outputs must be " +
                          std::to_string(design.runs()) + ", one per run");
  }
  const std::size_t variables = design.dimensions(), width = variables + 2;
  const std::uint64_t samples = design.runs() / width;
  std::vector<std::uint64_t> used;
  double mean = 0.0;
  for (std::uint64_t j = 0; j < samples; ++j) {
    const std::span<const double> f = outputs.subspan(j * width, width);
    bool is_finite = true;
    for (const double y : f) is_finite = is_finite && std::isfinite(y);
    if (!is_finite) continue;
    used.push_back(j);
    mean += (0.5 * (f[0] + f[1]) - mean) / static_cast<double>(used.size());
  }
  SobolIndices indices{.samples = used.size()};
  for (std::size_t i = 0; i < variables; ++i) {
    std::array<Sums, sequences> sums;
    for (const std::uint64_t j : used) {
      const std::span<const double> f = outputs.subspan(j * width, width);
      // About the mean, which leaves the indices as they are and keeps digits.
      const double a = f[0] - mean, b = f[1] - mean, c = f[2 + i] - mean;
      sums[j % sequences] += {1.0, a, b, a * a, b * b, c, c * c, a * c, b * c};
    }
    BySequence there;
    for (const Sums& one : sums) {
      if (one.count > 0.0) there.push_back(one);
    }
    const Sums all = added(there);
    const Deviations deviations = there.size() < 2 ? Deviations{} : bootstrap(there, design.seed() + i);
    indices.first.push_back(estimate(first_of(all), deviations.first, there.size()));
    indices.total.push_back(estimate(total_of(all), deviations.total, there.size()));
  }
  return indices;
}

}  // namespace stickslip::sweep
