#include "stickslip/scene/detail/pressures.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "stickslip/core/field.hpp"
#include "stickslip/scene/detail/load_functions.hpp"
#include "stickslip/scene/detail/messages.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

namespace {

using patch::Pressure;

struct DiscPressure {
  double radius = required;

  static constexpr auto fields() {
    return std::tuple{Field{"radius", &DiscPressure::radius, "m", positive, "of the disc"}};
  }
};

struct RingPressure {
  double inner = required;
  double outer = required;

  static constexpr auto fields() {
    return std::tuple{Field{"inner", &RingPressure::inner, "m", not_negative, "radius"},
                      Field{"outer", &RingPressure::outer, "m", Member{"inner", &RingPressure::inner}, "radius"}};
  }
};

struct LinePressure {
  double length = required;
  double gradient = 0.0;
  double angle = 0.0;

  static constexpr auto fields() {
    using L = LinePressure;
    return std::tuple{
        Field{"length", &L::length, "m", positive, "of the line, whose middle is the origin"},
        Field{"gradient", &L::gradient, "1/m", any_finite, "p ∝ 1 + gradient · s", "at most 2/length in size"},
        Field{"angle", &L::angle, "rad", any_finite, "of the line against x"}};
  }
};

struct HertzPressure {
  double radius = required;
  double exponent = 2.0;

  static constexpr auto fields() {
    using H = HertzPressure;
    constexpr Range exponents{.low = 0.5, .high = 200.0, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"radius", &H::radius, "m", positive, "of the contact"},
        Field{"exponent", &H::exponent, "1", exponents, "k of p ∝ (1 − (ρ/radius)^k)^(1/k)", "2 is Hertz's"}};
  }
};

struct HertzContactSide {
  double side = required;

  static constexpr auto fields() {
    return std::tuple{Field{"side", &HertzContactSide::side, "m", positive,
                            "of a square that holds the contact under any load",
                            "the radius is at most half of it, and 'distributed' has its cells there"}};
  }
};

// Radius and exponent as of `hertz`, or functions of the load.
std::vector<SchemaKey> hertz_contact_keys() {
  std::vector<SchemaKey> keys = field_keys<HertzPressure>();
  for (SchemaKey& key : keys) key.schema = load_schema(key.schema);
  for (SchemaKey& key : field_keys<HertzContactSide>()) keys.push_back(std::move(key));
  return keys;
}

patch::HertzContact hertz_contact_of(const Node& node, const SceneFiles& files) {
  const Node* const exponent = given(node, "exponent");
  return {.radius = load_function_of(*node.find("radius"), files),
          .exponent = load_function_of(exponent == nullptr ? Node(HertzPressure{}.exponent) : *exponent, files),
          .side = read_fields<HertzContactSide>(node).side};
}

// Those that occur until the end of a run; of one that changes without jumps its least and its greatest.
std::vector<double> loads_of(const Profile& normal_force, double until) {
  const auto [least, most] = normal_force.range(0.0, until);
  const Profile::Steps* const steps = normal_force.steps();
  // Without load there is no contact; next to it there is.
  if (steps == nullptr) return {std::max(least, 1e-12 * most), most};
  std::vector<double> loads = {normal_force(0.0)};
  for (std::size_t i = 0; i < steps->times.size(); ++i) {
    if (steps->times[i] > 0.0 && steps->times[i] < until) loads.push_back(steps->values[i]);
  }
  return loads;
}

Pressure pieces_of(const Node& node, const SceneFiles& /*files*/) {
  const std::vector<Node>& polygons = node.find("polygons")->items();
  const std::vector<Vec<3>> rows = vectors_of<3>(*node.find("coefficients"));
  if (rows.size() != polygons.size()) {
    throw WrongAt(node.find("coefficients")->place(), "coefficients must have one row per polygon");
  }
  std::vector<patch::LinearPiece> pieces;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    geometry::Polygon polygon(vectors_of<2>(polygons[i]), "polygons[" + std::to_string(i) + "]");
    pieces.push_back({std::move(polygon), rows[i][0], {rows[i][1], rows[i][2]}});
  }
  return Pressure::piecewise_linear(std::move(pieces));
}

Pressure grid_of(const Node& node, const SceneFiles& /*files*/) {
  const Node& rows = *node.find("values");
  std::vector<double> values;
  const std::size_t columns = rows.items().front().items().size();
  for (const Node& row : rows.items()) {
    if (row.items().size() != columns) {
      throw WrongAt(row.place(), "the row has " + std::to_string(row.items().size()) + " values, the first has " +
                                     std::to_string(columns));
    }
    for (const Node& value : row.items()) values.push_back(value.number());
  }
  return Pressure::grid(static_cast<int>(rows.items().size()), static_cast<int>(columns), values,
                        vector_of<2>(*node.find("size")));
}

}  // namespace

const std::vector<Kind<ScenePressure>>& pressure_kinds() {
  const Schema corners = Schema::list(Schema::vector(2, "m"), 3);
  const SchemaKey gradient{"gradient", Schema::vector(2, "1/m"), "p ∝ 1 + gradient · (x − centroid), never negative",
                           false, "[0, 0]"};
  static const std::vector<Kind<ScenePressure>> all = {
      {"disc", "uniform over a disc about the origin", Schema::object(field_keys<DiscPressure>()),
       [](const Node& node, const SceneFiles&) { return Pressure::disc(read_fields<DiscPressure>(node).radius); }},
      {"annulus", "uniform over a ring about the origin", Schema::object(field_keys<RingPressure>()),
       [](const Node& node, const SceneFiles&) {
         const auto ring = read_fields<RingPressure>(node);
         return Pressure::annulus(ring.inner, ring.outer);
       }},
      {"rectangle", "uniform over a rectangle about the origin",
       Schema::object({{"size", Schema::vector(2, "m"), "along x and y", true}}),
       [](const Node& node, const SceneFiles&) { return Pressure::rectangle(vector_of<2>(*node.find("size"))); }},
      {"line", "along a straight line, p ∝ 1 + gradient · s", Schema::object(field_keys<LinePressure>()),
       [](const Node& node, const SceneFiles&) {
         const auto line = read_fields<LinePressure>(node);
         return Pressure::line(line.length, line.gradient, line.angle);
       }},
      {"polygon", "uniform or linear over a polygon",
       Schema::object({{"vertices", corners, "its corners x, y", true}, gradient}),
       [](const Node& node, const SceneFiles&) {
         return Pressure::polygon(vectors_of<2>(*node.find("vertices")),
                                  vector_or<2>(node, "gradient", Vec<2>::Zero()));
       }},
      {"polygons", "uniform or linear over several polygons that do not overlap",
       Schema::object({{"vertices", Schema::list(corners, 1), "the corners x, y of each", true}, gradient}),
       [](const Node& node, const SceneFiles&) {
         std::vector<std::vector<Vec<2>>> outlines;
         for (const Node& outline : node.find("vertices")->items()) outlines.push_back(vectors_of<2>(outline));
         return Pressure::polygons(std::move(outlines), vector_or<2>(node, "gradient", Vec<2>::Zero()));
       }},
      {"piecewise_linear", "over several polygons that do not overlap, each under its own linear pressure",
       Schema::object({{"polygons", Schema::list(corners, 1), "the corners x, y of each", true},
                       {"coefficients", Schema::list(Schema::vector(3, "1"), 1),
                        "c0, c1, c2 of p ∝ c0 + c1 x + c2 y on each, nowhere negative; c1 and c2 per metre", true}}),
       pieces_of},
      {"hertz", "as of an elastic ball on a plane", Schema::object(field_keys<HertzPressure>()),
       [](const Node& node, const SceneFiles&) {
         const auto hertz = read_fields<HertzPressure>(node);
         return Pressure::hertz(hertz.radius, hertz.exponent);
       }},
      {"hertz_contact", "hertz, growing and changing shape with the load", Schema::object(hertz_contact_keys()),
       hertz_contact_of},
      {"grid", "piecewise constant over equal cells: a tactile image",
       Schema::object(
           {{"values", Schema::list(Schema::list(Schema::number(), 1), 1), "rows from the top, each ≥ 0", true},
            {"size", Schema::vector(2, "m"), "of the whole along x and y", true}}),
       grid_of},
      {"points", "point loads",
       Schema::object({{"xy", Schema::list(Schema::vector(2, "m"), 1), "where they are", true},
                       {"weights", Schema::list(Schema::number(), 1), "of each, ≥ 0", true}}),
       [](const Node& node, const SceneFiles&) {
         const std::vector<Vec<2>> xy = vectors_of<2>(*node.find("xy"));
         const std::vector<double> weights = numbers_of(*node.find("weights"));
         if (xy.size() != weights.size()) throw WrongAt(node.find("weights")->place(), "weights must be as many as xy");
         return Pressure::points(xy, weights);
       }},
  };
  return all;
}

void require_shapes(const ScenePressure& pressure, const Profile& normal_force, double until, const Node& node) {
  const auto* const contact = std::get_if<patch::HertzContact>(&pressure);
  if (contact == nullptr) return;
  const NodeEntry& entry = node.entries().front();
  const Node& map = entry.value;
  std::vector<double> loads = loads_of(normal_force, until);
  if (normal_force.steps() == nullptr) {
    for (const char* name : {"radius", "exponent"}) {
      if (const Node* value = given(map, name)) {
        const std::vector<double> more = loads_between(*value, loads.front(), loads.back());
        loads.insert(loads.end(), more.begin(), more.end());
      }
    }
  }
  for (const double fn : loads) {
    try {
      static_cast<void>(contact->at(fn));
    } catch (const InvalidArgument& error) {
      const std::string text = without_function(error.what());
      throw WrongAt(place_of_subject(map, text), text, entry.key);
    }
  }
}

}  // namespace stickslip::scene::detail
