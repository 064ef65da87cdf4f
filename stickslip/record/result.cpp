#include "stickslip/record/result.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "stickslip/core/error.hpp"
#include "stickslip/record/detail/file_name.hpp"

namespace stickslip::record {

namespace {

// Says where in a result something is wrong: "Result ladders, figure fig2, panel 1, mark 0: …".
class Place {
 public:
  explicit Place(std::string text) : text_(std::move(text)) {}
  Place inside(const std::string& kind, const std::string& name) const {
    return Place(text_ + ", " + kind + " " + name);
  }
  Place inside(const std::string& kind, std::size_t index) const { return inside(kind, std::to_string(index)); }
  [[noreturn]] void refuse(const std::string& what) const { throw InvalidArgument(text_ + ": " + what); }
  void require(bool holds, const std::string& what) const {
    if (!holds) refuse(what);
  }

 private:
  std::string text_;
};

void require_name(const std::string& name, std::set<std::string>& taken, const Place& place) {
  place.require(detail::names_a_file(name), "name = \"" + name + "\" must be of " + detail::file_name_letters);
  place.require(taken.insert(name).second, "another one has that name");
}

void require_finite(double value, const char* what, const Place& place) {
  place.require(std::isfinite(value), std::string(what) + " = " + std::to_string(value) + " must be finite");
}

// The series of that name has these columns.
void require_columns(const Result& result, const std::string& series_name, const std::vector<std::string>& columns,
                     const Place& place) {
  try {
    const Series& series = result[series_name];
    for (const std::string& column : columns) static_cast<void>(series[column]);
  } catch (const InvalidArgument& error) {
    place.refuse(error.what());
  }
}

void require_rows(const Result& result, const std::string& series, const std::optional<RowFilter>& only,
                  const Place& place) {
  if (!only) return;
  require_columns(result, series, {only->column}, place);
  require_finite(only->value, "only", place);
}

void require_count(std::size_t count, std::size_t least, std::size_t most, const std::string& roles,
                   const Place& place) {
  const std::string allowed =
      least == most ? std::to_string(least) : std::to_string(least) + " or " + std::to_string(most);
  place.require(count == least || count == most,
                std::to_string(count) + " columns, expected " + allowed + ": " + roles);
}

void validate(const Axis& axis, const Place& place) {
  place.require(std::isfinite(axis.factor) && axis.factor != 0.0,
                "factor = " + std::to_string(axis.factor) + " must be finite and not 0");
  for (const auto& end : {axis.min, axis.max}) {
    if (!end) continue;
    require_finite(*end, "min or max", place);
    place.require(!axis.log || *end > 0.0,
                  "min and max of a logarithmic axis must be positive, not " + std::to_string(*end));
  }
  place.require(!axis.min || !axis.max || *axis.min < *axis.max, "min must be below max");
  place.require(axis.categories.empty() || !axis.log, "categories stand on no logarithmic axis");
}

// What the table says of a kind of mark or of shape.
template <class Kind>
const auto& description_of(Kind kind, const Place& place) {
  const auto* const found = row_of(kind);
  place.require(found != nullptr, "its kind must be one of " + listed_names<Kind>());
  return *found;
}

void validate(const Mark& mark, const Result& result, const Place& place) {
  const MarkDescription& kind = description_of(mark.kind, place);
  require_count(mark.columns.size(), kind.columns.size(), kind.columns.size(), kind.columns.text(), place);
  require_columns(result, mark.series, mark.columns, place);
  require_rows(result, mark.series, mark.only, place);
}

void validate(const Figure& figure, const Result& result, const Place& place) {
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const Panel& panel = figure.panels[p];
    const Place here = place.inside("panel", p);
    validate(panel.x, here.inside("axis", "x"));
    validate(panel.y, here.inside("axis", "y"));
    for (std::size_t m = 0; m < panel.marks.size(); ++m) validate(panel.marks[m], result, here.inside("mark", m));
    for (const Label& label : panel.labels) {
      require_finite(label.x, "x of a label", here);
      require_finite(label.y, "y of a label", here);
    }
  }
}

void validate(const Shape& shape, const Result& result, const Place& place) {
  const ShapeDescription& kind = description_of(shape.kind, place);
  const std::size_t still = kind.columns.size();
  require_count(shape.columns.size(), still, kind.may_have_a_time ? still + 1 : still, kind.columns_text(), place);
  require_columns(result, shape.series, shape.columns, place);
  require_rows(result, shape.series, shape.only, place);
  place.require(shape.opacity >= 0.0 && shape.opacity <= 1.0,
                "opacity = " + std::to_string(shape.opacity) + " must be in [0, 1]");
  require_finite(shape.length, "length", place);
  if (shape.motion) {
    require_count(shape.motion->columns.size(), motion_columns.size(), motion_columns.size(), motion_columns.text(),
                  place.inside("motion", shape.motion->series));
    require_columns(result, shape.motion->series, shape.motion->columns, place);
  }
}

void validate(const Scene& scene, const Result& result, const Place& place) {
  for (const auto& [name, axis] : {std::pair("x", &scene.x), {"y", &scene.y}, {"z", &scene.z}}) {
    validate(*axis, place.inside("axis", name));
    place.require(!axis->log, std::string("axis ") + name + " of a scene cannot be logarithmic");
  }
  require_finite(scene.azimuth, "azimuth", place);
  place.require(std::abs(scene.elevation) <= 90.0,
                "elevation = " + std::to_string(scene.elevation) + " deg must be in [-90, 90]");
  for (std::size_t s = 0; s < scene.shapes.size(); ++s) validate(scene.shapes[s], result, place.inside("shape", s));
}

void validate(const Explorer& explorer, const Result& result, const Place& place) {
  const std::size_t count = explorer.columns.size();
  place.require(count >= 2, std::to_string(count) + " columns, expected at least 2");
  require_columns(result, explorer.series, explorer.columns, place);
  std::set<std::string> columns;
  for (const std::string& column : explorer.columns) {
    place.require(columns.insert(column).second, "column " + column + " is named twice");
  }
  place.require(explorer.axes.empty() || explorer.axes.size() == count,
                std::to_string(explorer.axes.size()) + " axes, expected none or " + std::to_string(count));
  for (std::size_t i = 0; i < explorer.axes.size(); ++i) validate(explorer.axes[i], place.inside("axis", i));
  place.require(explorer.colour_by.empty() || columns.count(explorer.colour_by) == 1,
                "colour_by = \"" + explorer.colour_by + "\" must be one of its columns, or empty");
}

void validate(const Table& table, const Result& result, const Place& place) {
  require_columns(result, table.series, {}, place);
  const std::size_t rows = result[table.series].rows();
  place.require(table.row_labels.empty() || table.row_labels.size() == rows,
                std::to_string(table.row_labels.size()) + " row labels, expected none or " + std::to_string(rows));
  place.require(!table.labels_are_commands || !table.row_labels.empty(), "labels_are_commands, but there are none");
}

}  // namespace

bool Result::passed() const noexcept {
  return std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.passed(); });
}

const Series& Result::operator[](std::string_view series_name) const {
  const auto found =
      std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.name() == series_name; });
  if (found != series.end()) return *found;
  std::string there;
  for (const Series& s : series) there += " " + s.name();
  throw InvalidArgument("Result " + name + ": no series " + std::string(series_name) + "; there are:" + there);
}

void validate(const Result& result) {
  const Place place("Result " + result.name);
  place.require(detail::names_a_file(result.name), "name must be of " + std::string(detail::file_name_letters));
  place.require(std::isfinite(result.seconds) && result.seconds >= 0.0,
                "seconds = " + std::to_string(result.seconds) + " must be finite and not negative");
  std::set<std::string> parameters, series, pictures;  // all that are drawn share their files' names
  for (const Parameter& parameter : result.parameters) {
    place.require(!parameter.name.empty(), "a parameter has no name");
    place.require(parameters.insert(parameter.name).second, "two parameters are named " + parameter.name);
  }
  for (const Series& s : result.series) {
    const Place here = place.inside("series", s.name());
    require_name(s.name(), series, here);
    here.require(s.name() != "checks", "checks.csv is the table of checks: take another name");
  }
  for (const Check& check : result.checks) {
    place.inside("check", check.quantity)
        .require(check.tolerance >= 0.0, "tolerance = " + std::to_string(check.tolerance) + " must not be negative");
  }
  for (const Table& table : result.tables) validate(table, result, place.inside("table", table.title));
  for (const Figure& figure : result.figures) {
    const Place here = place.inside("figure", figure.name);
    require_name(figure.name, pictures, here);
    validate(figure, result, here);
  }
  for (const Scene& scene : result.scenes) {
    const Place here = place.inside("scene", scene.name);
    require_name(scene.name, pictures, here);
    validate(scene, result, here);
  }
  for (const Explorer& explorer : result.explorers) {
    const Place here = place.inside("explorer", explorer.name);
    require_name(explorer.name, pictures, here);
    validate(explorer, result, here);
  }
}

}  // namespace stickslip::record
