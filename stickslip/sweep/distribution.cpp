#include "stickslip/sweep/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/detail/tidied.hpp"
#include "stickslip/sweep/normal_quantile.hpp"

namespace stickslip::sweep {

namespace {

[[noreturn]] void refuse(const char* subject, const char* argument, double value, const std::string& rule) {
  throw InvalidArgument(std::string(subject) + ": " + argument + " = " + to_text(value) + " " + rule);
}

void require_order(const char* subject, const std::optional<double>& min, const std::optional<double>& max) {
  if (min && max && !(*min < *max)) refuse(subject, "max", *max, "must be greater than min = " + to_text(*min));
}

// What is left of from … to between min and max.
std::pair<double, double> truncated(const char* subject, const UniformRange& range) {
  require(subject, check_fields(range));
  if (!(range.from < range.to)) refuse(subject, "to", range.to, "must be greater than from = " + to_text(range.from));
  require_order(subject, range.min, range.max);
  const double low = std::max(range.from, range.min.value_or(range.from)),
               high = std::min(range.to, range.max.value_or(range.to));
  if (!(low < high)) {
    throw InvalidArgument(std::string(subject) + ": nothing of from … to is between min and max");
  }
  return {low, high};
}

// A level that was computed.
double tidied(double value, const LevelRange& range) {
  return detail::tidied(value,
                        std::numeric_limits<double>::epsilon() * std::max(std::abs(range.from), std::abs(range.to)));
}

}  // namespace

Distribution Distribution::list(std::vector<double> values) {
  if (values.empty()) throw InvalidArgument("list: there must be at least one value");
  for (const double value : values) {
    if (!std::isfinite(value)) refuse("list", "value", value, "must be finite");
  }
  Distribution made;
  made.low_ = *std::min_element(values.begin(), values.end());
  made.high_ = *std::max_element(values.begin(), values.end());
  made.levels_ = std::move(values);
  return made;
}

Distribution Distribution::linear(const LevelRange& range) {
  require("linear", check_fields(range));
  std::vector<double> values;
  for (int i = 0; i < range.n; ++i) {
    const double share = range.n == 1 ? 0.0 : static_cast<double>(i) / (range.n - 1);
    const double between = tidied(range.from + share * (range.to - range.from), range);
    values.push_back(i == 0 ? range.from : i + 1 == range.n ? range.to : between);
  }
  return list(std::move(values));
}

Distribution Distribution::log(const LevelRange& range) {
  require("log", check_fields(range));
  require("log", check_positive("from", range.from, "must be > 0"));
  require("log", check_positive("to", range.to, "must be > 0"));
  std::vector<double> values;
  for (int i = 0; i < range.n; ++i) {
    const double share = range.n == 1 ? 0.0 : static_cast<double>(i) / (range.n - 1);
    const double between = tidied(range.from * std::pow(range.to / range.from, share), range);
    values.push_back(i == 0 ? range.from : i + 1 == range.n ? range.to : between);
  }
  return list(std::move(values));
}

Distribution Distribution::uniform(const UniformRange& range) {
  Distribution made;
  std::tie(made.low_, made.high_) = truncated("uniform", range);
  made.centre_ = made.low_;
  made.scale_ = made.high_ - made.low_;
  if (!std::isfinite(made.scale_)) refuse("uniform", "to", range.to, "must be less than 1.8e308 above from");
  return made;
}

Distribution Distribution::log_uniform(const UniformRange& range) {
  Distribution made;
  std::tie(made.low_, made.high_) = truncated("log_uniform", range);
  require("log_uniform", check_positive("from", range.from, "must be > 0"));
  made.is_log_ = true;
  made.centre_ = std::log(made.low_);
  made.scale_ = std::log(made.high_) - made.centre_;
  return made;
}

Distribution Distribution::normal(const NormalShape& shape) {
  require("normal", check_fields(shape));
  return normal_about("normal", shape.mean, shape.sd, false, shape.min, shape.max);
}

Distribution Distribution::log_normal(const LogNormalShape& shape) {
  require("log_normal", check_fields(shape));
  return normal_about("log_normal", std::log(shape.median), shape.sigma, true, shape.min, shape.max);
}

Distribution Distribution::normal_about(const char* name, double centre, double scale, bool is_log,
                                        const std::optional<double>& min, const std::optional<double>& max) {
  require_order(name, min, max);
  Distribution made;
  made.is_normal_ = true;
  made.is_log_ = is_log;
  made.centre_ = centre;
  made.scale_ = scale;
  made.low_ = min.value_or(-Range::infinity);
  made.high_ = max.value_or(Range::infinity);
  const auto deviate = [&](double x) { return ((is_log ? std::log(x) : x) - centre) / scale; };
  double from = min ? deviate(*min) : -Range::infinity, to = max ? deviate(*max) : Range::infinity;
  made.is_mirrored_ = from > 0.0;
  if (made.is_mirrored_) from = -std::exchange(to, -from);
  made.p_low_ = normal_cdf(from);
  made.p_high_ = normal_cdf(to);
  if (!(made.p_low_ < made.p_high_)) {
    throw InvalidArgument(std::string(name) + ": hardly any value is between min and max");
  }
  return made;
}

double Distribution::value(double u) const noexcept {
  if (!levels_.empty()) {
    const auto count = static_cast<double>(levels_.size());
    return levels_[static_cast<std::size_t>(std::clamp(std::floor(u * count), 0.0, count - 1.0))];
  }
  double deviate = u;
  if (is_normal_) {
    const double share = is_mirrored_ ? 1.0 - u : u;
    deviate = normal_quantile(p_low_ + share * (p_high_ - p_low_));
    if (is_mirrored_) deviate = -deviate;
  }
  const double x = centre_ + scale_ * deviate;
  return std::clamp(is_log_ ? std::exp(x) : x, low_, high_);
}

}  // namespace stickslip::sweep
