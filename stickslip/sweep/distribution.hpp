// The values that a variable of a study takes: a list of them, or a distribution.
//
//   list          the values, each with equal chance in a random design
//   linear, log   n values from `from` to `to`, in equal steps or in equal ratios, both ends included; else as a list
//   uniform       every value between with equal chance             log_uniform   the same of the logarithm
//   normal        by mean and standard deviation                    log_normal    ln x is normal about ln median, with deviation sigma
//
// A distribution is drawn by its inverse: u between 0 and 1 gives the value below which a share u of all values lies. Truncated to min … max
// it is what remains of it there, with u spread over what remains:
//
//   (1)  x = F⁻¹(F(min) + u (F(max) − F(min)))
//
// taken from the tail that is nearer, so that far out nothing is lost to rounding. Values never leave min … max.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "stickslip/core/field.hpp"

namespace stickslip::sweep {

// Of linear and log.
struct LevelRange {
  double from = required;
  double to = required;
  int n = 2;

  static constexpr auto fields() {
    using L = LevelRange;
    constexpr Range counts{.low = 1.0, .high = 1e6, .low_included = true, .high_included = true};
    return std::tuple{Field{"from", &L::from, "1", any_finite, "first value"},
                      Field{"to", &L::to, "1", any_finite, "last value"},
                      Field{"n", &L::n, "1", counts, "how many values, both ends included"}};
  }
};

// Of uniform and log_uniform.
struct UniformRange {
  double from = required;
  double to = required;
  std::optional<double> min = {}, max = {};

  static constexpr auto fields() {
    using U = UniformRange;
    return std::tuple{Field{"from", &U::from, "1", any_finite, "lower end"},
                      Field{"to", &U::to, "1", any_finite, "upper end, above from"},
                      Field{"min", &U::min, "1", any_finite, "no value below it"},
                      Field{"max", &U::max, "1", any_finite, "no value above it"}};
  }
};

struct NormalShape {
  double mean = required;
  double sd = required;
  std::optional<double> min = {}, max = {};

  static constexpr auto fields() {
    using N = NormalShape;
    return std::tuple{Field{"mean", &N::mean, "1", any_finite, "mean before truncation"},
                      Field{"sd", &N::sd, "1", positive, "standard deviation before truncation"},
                      Field{"min", &N::min, "1", any_finite, "no value below it"},
                      Field{"max", &N::max, "1", any_finite, "no value above it"}};
  }
};

struct LogNormalShape {
  double median = required;
  double sigma = required;
  std::optional<double> min = {}, max = {};

  static constexpr auto fields() {
    using L = LogNormalShape;
    return std::tuple{Field{"median", &L::median, "1", positive, "half of all values are below it"},
                      Field{"sigma", &L::sigma, "1", positive, "standard deviation of the natural logarithm"},
                      Field{"min", &L::min, "1", not_negative, "no value below it"},
                      Field{"max", &L::max, "1", positive, "no value above it"}};
  }
};

class Distribution {
 public:
  // All throw InvalidArgument naming the argument, its value and the rule.
  static Distribution list(std::vector<double> values);
  static Distribution linear(const LevelRange& range);
  static Distribution log(const LevelRange& range);
  static Distribution uniform(const UniformRange& range);
  static Distribution log_uniform(const UniformRange& range);
  static Distribution normal(const NormalShape& shape);
  static Distribution log_normal(const LogNormalShape& shape);

  // 0 < u < 1; grows with u, but for lists, which are taken in their order.
  double value(double u) const noexcept;

  // Of list, linear and log; 0 for others.
  std::uint64_t levels() const noexcept { return levels_.size(); }
  // No value is beyond; infinite where there is no end.
  double low() const noexcept { return low_; }
  double high() const noexcept { return high_; }

 private:
  Distribution() = default;
  static Distribution normal_about(const char* name, double centre, double scale, bool is_log,
                                   const std::optional<double>& min, const std::optional<double>& max);

  std::vector<double> levels_;
  bool is_normal_ = false, is_log_ = false, is_mirrored_ = false;
  double centre_ = 0.0, scale_ = 1.0;  // x or ln x = centre + scale · (u, or a normal deviate)
  double p_low_ = 0.0, p_high_ = 1.0;  // of a normal deviate
  double low_ = -Range::infinity, high_ = Range::infinity;
};

}  // namespace stickslip::sweep
