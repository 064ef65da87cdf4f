#include "stickslip/record/detail/layout_json.hpp"

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"

namespace stickslip::record::detail {

namespace {

using nlohmann::json;

template <HasNames Enum>
std::string spelled(Enum value) {
  const std::string_view name = name_of(value);
  if (!name.empty()) return std::string(name);
  throw InvalidArgument("the number " + std::to_string(static_cast<int>(value)) + " stands for none of " +
                        listed_names<Enum>());
}

template <HasNames Enum>
Enum value_of(const std::string& text, const std::string& where) {
  if (const std::optional<Enum> value = value_named<Enum>(text)) return *value;
  throw InvalidArgument(where + " = \"" + text + "\" must be one of " + listed_names<Enum>());
}

json numeral(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf";
}

template <class T>
json list_of(const std::vector<T>& items, json (*write)(const T&)) {
  json list = json::array();
  for (const T& item : items) list.push_back(write(item));
  return list;
}

json maybe_number_json(const std::optional<double>& value) {
  return value ? numeral(*value) : json();
}

json maybe_colour_json(const std::optional<Colour>& colour) {
  return colour ? json(spelled(*colour)) : json();
}

json maybe_filter_json(const std::optional<RowFilter>& filter) {
  return filter ? json{{"column", filter->column}, {"value", numeral(filter->value)}} : json();
}

json maybe_motion_json(const std::optional<Motion>& motion) {
  return motion ? json{{"series", motion->series}, {"columns", motion->columns}} : json();
}

json axis_json(const Axis& axis) {
  return {{"label", axis.label},
          {"unit", axis.unit},
          {"factor", numeral(axis.factor)},
          {"log", axis.log},
          {"min", maybe_number_json(axis.min)},
          {"max", maybe_number_json(axis.max)},
          {"categories", axis.categories}};
}

json mark_json(const Mark& mark) {
  return {{"kind", spelled(mark.kind)},
          {"series", mark.series},
          {"columns", mark.columns},
          {"label", mark.label},
          {"colour", maybe_colour_json(mark.colour)},
          {"dash", spelled(mark.dash)},
          {"only", maybe_filter_json(mark.only)}};
}

json label_json(const Label& label) {
  return {{"x", numeral(label.x)}, {"y", numeral(label.y)}, {"text", label.text}};
}

json panel_json(const Panel& panel) {
  return {{"title", panel.title},           {"x", axis_json(panel.x)},
          {"y", axis_json(panel.y)},        {"marks", list_of(panel.marks, mark_json)},
          {"equal_axes", panel.equal_axes}, {"labels", list_of(panel.labels, label_json)}};
}

json shape_json(const Shape& shape) {
  return {{"kind", spelled(shape.kind)},
          {"series", shape.series},
          {"columns", shape.columns},
          {"label", shape.label},
          {"colour", maybe_colour_json(shape.colour)},
          {"opacity", numeral(shape.opacity)},
          {"length", numeral(shape.length)},
          {"only", maybe_filter_json(shape.only)},
          {"motion", maybe_motion_json(shape.motion)}};
}

// A part of a JSON text that knows where in it it stands.
class Entry {
 public:
  Entry(const json& value, std::string where) : value_(value), where_(std::move(where)) {}

  Entry operator[](const char* key) const {
    require(value_.is_object(), "an object");
    const auto found = value_.find(key);
    if (found == value_.end()) throw InvalidArgument(where_ + " has no entry \"" + key + "\"");
    return {*found, where_ + "." + key};
  }
  bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
  std::string text() const {
    require(value_.is_string(), "a text");
    return value_.get<std::string>();
  }
  bool flag() const {
    require(value_.is_boolean(), "true or false");
    return value_.get<bool>();
  }
  std::size_t count() const {
    require(value_.is_number_unsigned(), "a whole number, not negative");
    return value_.get<std::size_t>();
  }
  double number() const {
    if (value_ == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (value_ == "inf") return std::numeric_limits<double>::infinity();
    if (value_ == "-inf") return -std::numeric_limits<double>::infinity();
    require(value_.is_number(), R"(a number, "nan", "inf" or "-inf")");
    return value_.get<double>();
  }
  bool is_object() const { return value_.is_object(); }
  template <class Enum>
  Enum choice() const {
    return value_of<Enum>(text(), where_);
  }
  // Nothing for null, else what `read` makes of it.
  template <class Read>
  auto maybe(Read read) const -> std::optional<decltype(read(*this))> {
    if (value_.is_null()) return {};
    return read(*this);
  }
  template <class Read>
  auto list(Read read) const {
    require(value_.is_array(), "a list");
    std::vector<decltype(read(*this))> items;
    for (std::size_t i = 0; i < value_.size(); ++i) {
      items.push_back(read(Entry(value_[i], where_ + "[" + std::to_string(i) + "]")));
    }
    return items;
  }
  std::vector<std::string> texts() const {
    return list([](const Entry& entry) { return entry.text(); });
  }

 private:
  void require(bool holds, const char* what) const {
    if (!holds) throw InvalidArgument(where_ + " must be " + what);
  }

  const json& value_;
  std::string where_;
};

std::optional<double> maybe_number(const Entry& entry) {
  return entry.maybe([](const Entry& e) { return e.number(); });
}

std::optional<Colour> maybe_colour(const Entry& entry) {
  return entry.maybe([](const Entry& e) { return e.choice<Colour>(); });
}

std::optional<RowFilter> maybe_filter(const Entry& entry) {
  return entry.maybe([](const Entry& e) { return RowFilter{e["column"].text(), e["value"].number()}; });
}

std::optional<Motion> maybe_motion(const Entry& entry) {
  return entry.maybe([](const Entry& e) { return Motion{e["series"].text(), e["columns"].texts()}; });
}

Axis axis_from(const Entry& e) {
  return {e["label"].text(),      e["unit"].text(),       e["factor"].number(),   e["log"].flag(),
          maybe_number(e["min"]), maybe_number(e["max"]), e["categories"].texts()};
}

Mark mark_from(const Entry& e) {
  return {e["kind"].choice<MarkKind>(), e["series"].text(),       e["columns"].texts(),   e["label"].text(),
          maybe_colour(e["colour"]),    e["dash"].choice<Dash>(), maybe_filter(e["only"])};
}

Label label_from(const Entry& e) {
  return {e["x"].number(), e["y"].number(), e["text"].text()};
}

Panel panel_from(const Entry& e) {
  return {e["title"].text(),          axis_from(e["x"]),      axis_from(e["y"]),
          e["marks"].list(mark_from), e["equal_axes"].flag(), e["labels"].list(label_from)};
}

Shape shape_from(const Entry& e) {
  return {e["kind"].choice<ShapeKind>(), e["series"].text(),    e["columns"].texts(), e["label"].text(),
          maybe_colour(e["colour"]),     e["opacity"].number(), e["length"].number(), maybe_filter(e["only"]),
          maybe_motion(e["motion"])};
}

json parsed(const std::string& text) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& wrong) {
    throw InvalidArgument(std::string("not JSON, at byte ").append(std::to_string(wrong.byte)));
  } catch (const json::out_of_range&) {
    throw InvalidArgument("a number is too large");
  }
}

}  // namespace

json to_json(const Parameter& parameter) {
  const auto* const number = std::get_if<double>(&parameter.value);
  return {{"name", parameter.name},
          {"value", number != nullptr ? numeral(*number) : json{{"text", std::get<std::string>(parameter.value)}}},
          {"unit", parameter.unit}};
}

json to_json(const Check& check) {
  return {{"quantity", check.quantity},
          {"unit", check.unit},
          {"relation", spelled(check.relation)},
          {"published", numeral(check.published)},
          {"measured", numeral(check.measured)},
          {"tolerance", numeral(check.tolerance)},
          {"passed", check.passed()}};
}

json to_json(const Table& table) {
  return {{"title", table.title},
          {"series", table.series},
          {"row_labels", table.row_labels},
          {"labels_are_commands", table.labels_are_commands}};
}

json to_json(const Figure& figure) {
  return {{"name", figure.name},
          {"title", figure.title},
          {"caption", figure.caption},
          {"columns", figure.columns},
          {"panels", list_of(figure.panels, panel_json)}};
}

json to_json(const Scene& scene) {
  return {{"name", scene.name},
          {"title", scene.title},
          {"caption", scene.caption},
          {"x", axis_json(scene.x)},
          {"y", axis_json(scene.y)},
          {"z", axis_json(scene.z)},
          {"shapes", list_of(scene.shapes, shape_json)},
          {"equal_axes", scene.equal_axes},
          {"azimuth", numeral(scene.azimuth)},
          {"elevation", numeral(scene.elevation)}};
}

json to_json(const Explorer& explorer) {
  return {{"name", explorer.name},           {"title", explorer.title},     {"caption", explorer.caption},
          {"series", explorer.series},       {"columns", explorer.columns}, {"axes", list_of(explorer.axes, axis_json)},
          {"colour_by", explorer.colour_by}, {"rows", explorer.rows}};
}

json to_json(const Result& result) {
  return {{"name", result.name},
          {"title", result.title},
          {"source", result.source},
          {"version", result.version},
          {"made", result.made},
          {"seconds", numeral(result.seconds)},
          {"skipped", result.skipped},
          {"parameters", list_of(result.parameters, to_json)},
          {"checks", list_of(result.checks, to_json)},
          {"tables", list_of(result.tables, to_json)},
          {"figures", list_of(result.figures, to_json)},
          {"scenes", list_of(result.scenes, to_json)},
          {"explorers", list_of(result.explorers, to_json)}};
}

std::string to_text(const json& json, const std::string& what) {
  try {
    return json.dump();
  } catch (const json::type_error&) {
    throw InvalidArgument(what + " holds a text that is not UTF-8");
  }
}

Table table_from_json(const std::string& text) {
  const json json = parsed(text);
  const Entry e(json, "table");
  return {e["title"].text(), e["series"].text(), e["row_labels"].texts(),
          e.has("labels_are_commands") && e["labels_are_commands"].flag()};
}

Figure figure_from_json(const std::string& text) {
  const json json = parsed(text);
  const Entry e(json, "figure");
  return {e["name"].text(), e["title"].text(), e["caption"].text(), e["panels"].list(panel_from), e["columns"].count()};
}

Scene scene_from_json(const std::string& text) {
  const json json = parsed(text);
  const Entry e(json, "scene");
  return {e["name"].text(),      e["title"].text(),      e["caption"].text(),          axis_from(e["x"]),
          axis_from(e["y"]),     axis_from(e["z"]),      e["shapes"].list(shape_from), e["equal_axes"].flag(),
          e["azimuth"].number(), e["elevation"].number()};
}

Explorer explorer_from_json(const std::string& text) {
  const json json = parsed(text);
  const Entry e(json, "explorer");
  return {e["name"].text(),     e["title"].text(),         e["caption"].text(),   e["series"].text(),
          e["columns"].texts(), e["axes"].list(axis_from), e["colour_by"].text(), e["rows"].text()};
}

Relation relation_from_text(const std::string& text) {
  return value_of<Relation>(text, "relation");
}

}  // namespace stickslip::record::detail
