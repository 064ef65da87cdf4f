#include "stickslip/record/result.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "stickslip/core/test/refusal.hpp"

namespace stickslip::record::result_test {
namespace {

using test::refusal;

Result a_result() {
  Result result;
  result.name = "a-result";
  result.parameters = {{"mu", 0.5}, {"law", std::string("LuGre")}};
  result.series.emplace_back(
      "run", "A run", std::vector<Column>{{"t", "s", {0.0, 1.0}}, {"x", "m", {0.0, 2.0}}, {"y", "m", {3.0, 4.0}}});
  result.series.emplace_back(
      "poses", "Poses",
      std::vector<Column>{
          {"t", "s"}, {"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}});
  result.checks = {equal("q", "m", 1.0, 1.0, 0.0)};
  result.tables = {{"Table I", "run", {"first", "second"}}};
  result.figures = {
      {"position", "Position", "", {{"", {"t", "s"}, {"x", "m"}, {{MarkKind::line, "run", {"t", "x"}}}}}}};
  Shape shape{ShapeKind::curve, "run", {"t", "x", "y"}};
  shape.motion = Motion{"poses"};
  result.scenes = {
      {.name = "room", .title = "Room", .caption = "", .x = {"x"}, .y = {"y"}, .z = {"z"}, .shapes = {shape}}};
  result.explorers = {{"rows", "Rows", "", "run", {"t", "x"}, {{"t", "s"}, {"x", "m"}}, "x"}};
  return result;
}

TEST(Result, IsValidAsMade) {
  EXPECT_NO_THROW(validate(a_result()));
  Result empty;
  empty.name = "empty";
  EXPECT_NO_THROW(validate(empty));
}

TEST(Result, FindsItsSeriesByName) {
  const Result result = a_result();
  EXPECT_EQ(result["run"]["x"][1], 2.0);
  EXPECT_EQ(refusal([&] { static_cast<void>(result["walk"]); }),
            "Result a-result: no series walk; there are: run poses");
}

TEST(Result, PassesWithItsChecks) {
  Result result = a_result();
  EXPECT_TRUE(result.passed());
  result.checks.push_back(at_most("drift", "m", 0.0, 1.0));
  EXPECT_FALSE(result.passed());
  EXPECT_TRUE(Result().passed());
}

struct Fault {
  const char* name;
  std::function<void(Result&)> make;
  const char* said;
};

class Faulty : public testing::TestWithParam<Fault> {};

TEST_P(Faulty, IsRefusedWithItsPlace) {
  Result result = a_result();
  GetParam().make(result);
  EXPECT_EQ(refusal([&] { validate(result); }), std::string("Result ") + GetParam().said);
}

const double nan = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Result, Faulty,
    testing::Values(
        Fault{"ItsName", [](Result& r) { r.name = "../up"; },
              "../up: name must be of 1 to 100 lower-case letters, digits, '_' and '-'"},
        Fault{"Seconds", [](Result& r) { r.seconds = nan; }, "a-result: seconds = nan must be finite and not negative"},
        Fault{"SeriesNamedChecks",
              [](Result& r) {
                r.series.emplace_back("checks", "", std::vector<Column>{{"t", "s"}});
              },
              "a-result, series checks: checks.csv is the table of checks: take another name"},
        Fault{"Tolerance", [](Result& r) { r.checks[0].tolerance = -1.0; },
              "a-result, check q: tolerance = -1.000000 must not be negative"},
        Fault{"Parameters",
              [](Result& r) {
                r.parameters.push_back({"mu", 1.0});
              },
              "a-result: two parameters are named mu"},
        Fault{"TwoSeries", [](Result& r) { r.series.push_back(r.series[0]); },
              "a-result, series run: another one has that name"},
        Fault{"TableSeries", [](Result& r) { r.tables[0].series = "walk"; },
              "a-result, table Table I: Result a-result: no series walk; there are: run poses"},
        Fault{"RowLabels", [](Result& r) { r.tables[0].row_labels.pop_back(); },
              "a-result, table Table I: 1 row labels, expected none or 2"},
        Fault{"CommandsThatAreNotThere",
              [](Result& r) {
                r.tables[0].row_labels.clear();
                r.tables[0].labels_are_commands = true;
              },
              "a-result, table Table I: labels_are_commands, but there are none"},
        Fault{"FigureName", [](Result& r) { r.figures[0].name = "A/B"; },
              "a-result, figure A/B: name = \"A/B\" must be of 1 to 100 lower-case letters, digits, '_' and '-'"},
        Fault{"SceneNamedAsFigure", [](Result& r) { r.scenes[0].name = "position"; },
              "a-result, scene position: another one has that name"},
        Fault{"Factor", [](Result& r) { r.figures[0].panels[0].x.factor = 0.0; },
              "a-result, figure position, panel 0, axis x: factor = 0.000000 must be finite and not 0"},
        Fault{"EndOfLogAxis",
              [](Result& r) {
                r.figures[0].panels[0].y.log = true;
                r.figures[0].panels[0].y.min = 0.0;
              },
              "a-result, figure position, panel 0, axis y: min and max of a logarithmic axis must be "
              "positive, not 0.000000"},
        Fault{"EndsCrossed",
              [](Result& r) {
                r.figures[0].panels[0].y.min = 2.0;
                r.figures[0].panels[0].y.max = 1.0;
              },
              "a-result, figure position, panel 0, axis y: min must be below max"},
        Fault{"MarkColumns", [](Result& r) { r.figures[0].panels[0].marks[0].kind = MarkKind::boxes; },
              "a-result, figure position, panel 0, mark 0: 2 columns, expected 6: x, min, q1, median, q3, max"},
        Fault{"MarkKind", [](Result& r) { r.figures[0].panels[0].marks[0].kind = static_cast<MarkKind>(99); },
              "a-result, figure position, panel 0, mark 0: its kind must be one of line, points, segments, error_bars, "
              "boxes, heat_map"},
        Fault{"MarkColumn", [](Result& r) { r.figures[0].panels[0].marks[0].columns[1] = "v"; },
              "a-result, figure position, panel 0, mark 0: Series run: no column v; there are: t x y"},
        Fault{"MarkRows",
              [](Result& r) {
                r.figures[0].panels[0].marks[0].only = {"side", 1.0};
              },
              "a-result, figure position, panel 0, mark 0: Series run: no column side; there are: t x y"},
        Fault{"LabelPlace",
              [](Result& r) {
                r.figures[0].panels[0].labels = {{nan, 0.0, "here"}};
              },
              "a-result, figure position, panel 0: x of a label = nan must be finite"},
        Fault{"ShapeColumns", [](Result& r) { r.scenes[0].shapes[0].columns = {"x"}; },
              "a-result, scene room, shape 0: 1 columns, expected 3 or 4: [t,] x, y, z"},
        Fault{"Opacity", [](Result& r) { r.scenes[0].shapes[0].opacity = 1.5; },
              "a-result, scene room, shape 0: opacity = 1.500000 must be in [0, 1]"},
        Fault{"MotionColumns", [](Result& r) { r.scenes[0].shapes[0].motion->columns.pop_back(); },
              "a-result, scene room, shape 0, motion poses: 7 columns, expected 8: t, x, y, z, qw, qx, qy, qz"},
        Fault{"Elevation", [](Result& r) { r.scenes[0].elevation = 91.0; },
              "a-result, scene room: elevation = 91.000000 deg must be in [-90, 90]"},
        Fault{"LogScene", [](Result& r) { r.scenes[0].z.log = true; },
              "a-result, scene room: axis z of a scene cannot be logarithmic"},
        Fault{"ExplorerNamedAsScene", [](Result& r) { r.explorers[0].name = "room"; },
              "a-result, explorer room: another one has that name"},
        Fault{"ExplorerSeries", [](Result& r) { r.explorers[0].series = "walk"; },
              "a-result, explorer rows: Result a-result: no series walk; there are: run poses"},
        Fault{"OneColumn", [](Result& r) { r.explorers[0].columns = {"x"}; },
              "a-result, explorer rows: 1 columns, expected at least 2"},
        Fault{"ExplorerColumn", [](Result& r) { r.explorers[0].columns[1] = "v"; },
              "a-result, explorer rows: Series run: no column v; there are: t x y"},
        Fault{"ColumnTwice",
              [](Result& r) {
                r.explorers[0].columns = {"x", "y", "x"};
              },
              "a-result, explorer rows: column x is named twice"},
        Fault{"ExplorerAxes", [](Result& r) { r.explorers[0].axes.pop_back(); },
              "a-result, explorer rows: 1 axes, expected none or 2"},
        Fault{"ExplorerAxis", [](Result& r) { r.explorers[0].axes[1].factor = nan; },
              "a-result, explorer rows, axis 1: factor = nan must be finite and not 0"},
        Fault{"ColourBy", [](Result& r) { r.explorers[0].colour_by = "y"; },
              "a-result, explorer rows: colour_by = \"y\" must be one of its columns, or empty"}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace stickslip::record::result_test
