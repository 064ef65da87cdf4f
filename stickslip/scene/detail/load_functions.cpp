#include "stickslip/scene/detail/load_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include "stickslip/core/field.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

namespace {

// c (fn/1 N)^γ, between two bounds [Waltersson 2024, Eq. 42].
struct Power {
  double c = required;
  double gamma = required;
  double min = 0.0;
  std::optional<double> max = {};

  static constexpr auto fields() {
    using P = Power;
    return std::tuple{Field{"c", &P::c, "1", positive, "value at 1 N, in the quantity's unit"},
                      Field{"gamma", &P::gamma, "1", any_finite, "exponent γ", "1/3 as of an elastic ball on a plane"},
                      Field{"min", &P::min, "1", not_negative, "it is never less, in the quantity's unit"},
                      Field{"max", &P::max, "1", positive, "it is never more, in the quantity's unit"}};
  }
};

LoadFunction power_of(const Node& node, const SceneFiles& /*files*/) {
  const auto power = read_fields<Power>(node);
  const double most = power.max.value_or(std::numeric_limits<double>::infinity());
  if (most < power.min) {
    throw WrongAt(node.find("max")->place(),
                  "max = " + to_text(most) + " must be at least min = " + to_text(power.min));
  }
  return [power, most](double fn) { return std::clamp(power.c * std::pow(fn, power.gamma), power.min, most); };
}

LoadFunction table_of(const Node& node, const SceneFiles& /*files*/) {
  const Node &loads = *node.find("fn"), &values = *node.find("value");
  if (loads.items().size() != values.items().size()) {
    throw WrongAt(values.place(), "value must have as many numbers as fn");
  }
  for (std::size_t i = 0; i < loads.items().size(); ++i) {
    const double load = loads.items()[i].number();
    if (load < 0.0 || (i > 0 && load <= loads.items()[i - 1].number())) {
      throw WrongAt(loads.items()[i].place(),
                    "fn = " + to_text(load) + " must be >= 0 and greater than the one before [N]");
    }
  }
  return [fn = numbers_of(loads), value = numbers_of(values)](double load) {
    const auto after = std::upper_bound(fn.begin(), fn.end(), load);
    if (after == fn.begin()) return value.front();
    if (after == fn.end()) return value.back();
    const auto i = static_cast<std::size_t>(after - fn.begin());
    return std::lerp(value[i - 1], value[i], (load - fn[i - 1]) / (fn[i] - fn[i - 1]));
  };
}

}  // namespace

const std::vector<Kind<LoadFunction>>& load_kinds() {
  static const std::vector<Kind<LoadFunction>> all = {
      {"power", "c (fn/1 N)^γ, between min and max", Schema::object(field_keys<Power>()), power_of},
      {"table", "linear between the rows of a table, and constant before and after",
       Schema::object({{"fn", Schema::list(Schema::number("N"), 1), "loads, rising", true},
                       {"value", Schema::list(Schema::number(), 1), "as many values, in the quantity's unit", true}}),
       table_of},
  };
  return all;
}

Schema load_schema(Schema number) {
  return Schema::either({std::move(number), schema_of(load_kinds())});
}

LoadFunction load_function_of(const Node& node, const SceneFiles& files) {
  if (node.is(NodeKind::number)) return [value = node.number()](double) { return value; };
  return made(load_kinds(), node, files);
}

std::vector<double> loads_between(const Node& node, double low, double high) {
  std::vector<double> between;
  const Node* const table = node.is(NodeKind::map) ? node.find("table") : nullptr;
  if (table == nullptr) return between;
  for (const double fn : numbers_of(*table->find("fn"))) {
    if (fn > low && fn < high) between.push_back(fn);
  }
  return between;
}

}  // namespace stickslip::scene::detail
