#include "experiments/planar/picture/box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace stickslip::experiments::planar {

Box box_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return std::lerp(values[low], values[high], place - static_cast<double>(low));
  };
  const double q1 = quantile(0.25), q3 = quantile(0.75), reach = 1.5 * (q3 - q1);
  return {.min = values.front(),
          .q1 = q1,
          .median = quantile(0.5),
          .q3 = q3,
          .max = values.back(),
          .low = *std::lower_bound(values.begin(), values.end(), q1 - reach),
          .high = *std::prev(std::upper_bound(values.begin(), values.end(), q3 + reach))};
}

record::Series drawn_boxes(const std::string& name, const std::string& title, const std::string& unit) {
  return {
      name,
      title,
      {{"place", "1"}, {"sample", "1"}, {"low", unit}, {"q1", unit}, {"median", unit}, {"q3", unit}, {"high", unit}}};
}

void append_box(record::Series& boxes, std::size_t place, std::size_t sample, const Box& box) {
  boxes.append(
      {static_cast<double>(place), static_cast<double>(sample), box.low, box.q1, box.median, box.q3, box.high});
}

record::Panel box_panel(const std::string& series, const std::vector<std::string>& samples, const record::Axis& places,
                        const record::Axis& y) {
  using record::Colour;
  constexpr std::array colours = {Colour::blue, Colour::red, Colour::green};
  record::Panel panel{"", places, y, {}};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    panel.marks.push_back({record::MarkKind::boxes,
                           series,
                           {"place", "low", "q1", "median", "q3", "high"},
                           samples[i],
                           colours.at(i),
                           record::Dash::solid,
                           record::RowFilter{"sample", static_cast<double>(i)}});
  }
  return panel;
}

}  // namespace stickslip::experiments::planar
