#include "stickslip/scene/profile.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace stickslip::scene {

Profile::Profile(Steps steps) : form_(std::move(steps)) {
  const auto& given = std::get<Steps>(form_);
  static_cast<void>(Signal<double>(given.times, given.values, "t"));
  for (std::size_t i = 0; i < given.values.size(); ++i) {
    if (!std::isfinite(given.values[i])) {
      throw InvalidArgument("value[" + std::to_string(i) + "] = " + to_text(given.values[i]) + " must be finite");
    }
  }
}

double Profile::operator()(double t) const {
  if (const double* constant = std::get_if<double>(&form_)) return *constant;
  if (const auto* function = std::get_if<Function>(&form_)) return function->value(t);
  const auto& table = std::get<Steps>(form_);
  const auto after = std::upper_bound(table.times.begin(), table.times.end(), t);
  return table.values[static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - table.times.begin()) - 1)];
}

double Profile::before(double t) const {
  const Steps* table = steps();
  if (table == nullptr) return (*this)(t);
  const auto after = std::lower_bound(table->times.begin(), table->times.end(), t);
  return table->values[static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - table->times.begin()) - 1)];
}

Signal<double> Profile::signal() const {
  if (const double* constant = std::get_if<double>(&form_)) return *constant;
  if (const Steps* table = steps()) return {table->times, table->values};
  return std::get<Function>(form_).value;
}

Profile::Range Profile::range(double from, double to) const {
  if (const auto* function = std::get_if<Function>(&form_)) return function->range(from, to);
  const double first = (*this)(from);
  Range range{first, first};
  if (const Steps* table = steps()) {
    for (std::size_t i = 0; i < table->times.size(); ++i) {
      if (table->times[i] <= from || table->times[i] > to) continue;
      range = {std::min(range.first, table->values[i]), std::max(range.second, table->values[i])};
    }
  }
  return range;
}

Profile Profile::times(double factor) const {
  if (const double* constant = std::get_if<double>(&form_)) return factor * *constant;
  if (const Steps* table = steps()) {
    Steps product = *table;
    for (double& value : product.values) value *= factor;
    return Profile(std::move(product));
  }
  const auto& function = std::get<Function>(form_);
  return {[value = function.value, factor](double t) { return factor * value(t); },
          [range = function.range, factor](double from, double to) {
            const Range whole = range(from, to);
            return Range(std::minmax(factor * whole.first, factor * whole.second));
          }};
}

Signal<Vec<3>> sum_of(std::span<const Profiles<3>> all) {
  const auto sum_at = [](std::span<const Profiles<3>> terms, double t) {
    Vec<3> sum = Vec<3>::Zero();
    for (const Profiles<3>& term : terms) sum += value_at<3>(term, t);
    return sum;
  };
  bool is_in_steps = true;
  std::vector<double> times;
  for (const Profiles<3>& term : all) {
    for (const Profile& profile : term) {
      if (const Profile::Steps* steps = profile.steps()) {
        times.insert(times.end(), steps->times.begin(), steps->times.end());
      } else {
        is_in_steps = is_in_steps && profile.is_constant();
      }
    }
  }
  if (!is_in_steps) {
    return std::function<Vec<3>(double)>(
        [terms = std::vector(all.begin(), all.end()), sum_at](double t) { return sum_at(terms, t); });
  }
  if (times.empty()) return sum_at(all, 0.0);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  std::vector<Vec<3>> values;
  values.reserve(times.size());
  for (const double t : times) values.push_back(sum_at(all, t));
  return {std::move(times), std::move(values)};
}

}  // namespace stickslip::scene
