#include "stickslip/record/detail/layout_json.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"

namespace stickslip::record::detail::layout_json_test {
namespace {

using nlohmann::json;
using test::refusal;

constexpr double infinity = std::numeric_limits<double>::infinity();

const char* const figure_text = R"({
  "name": "fig2a", "title": "Loop", "caption": "Force \u00b5N over <x>", "columns": 2,
  "panels": [{
    "title": "", "equal_axes": true,
    "x": {"label": "x", "unit": "mm", "factor": 1000.0, "log": true, "min": 0.1, "max": null, "categories": []},
    "y": {"label": "kind", "unit": "1", "factor": 1.0, "log": false, "min": null, "max": 2.5, "categories": ["a", "b"]},
    "marks": [
      {"kind": "error_bars", "series": "loop", "columns": ["x", "f", "low", "high"], "label": "measured",
       "colour": "purple", "dash": "dotted", "only": {"column": "f", "value": -0.5}},
      {"kind": "line", "series": "loop", "columns": ["x", "f"], "label": "", "colour": null, "dash": "solid",
       "only": null}],
    "labels": [{"x": 1.5, "y": -2.0, "text": "here"}]}]})";

Figure figure() {
  Panel panel{"", {"x", "mm", 1e3, true, 0.1}, {"kind", "1", 1.0, false, {}, 2.5, {"a", "b"}}, {}, true};
  panel.marks = {{MarkKind::error_bars,
                  "loop",
                  {"x", "f", "low", "high"},
                  "measured",
                  Colour::purple,
                  Dash::dotted,
                  RowFilter{"f", -0.5}},
                 {MarkKind::line, "loop", {"x", "f"}}};
  panel.labels = {{1.5, -2.0, "here"}};
  return {"fig2a", "Loop", "Force µN over <x>", {panel}, 2};
}

const char* const scene_text = R"({
  "name": "hand", "title": "In hand", "caption": "", "equal_axes": false, "azimuth": 30.0, "elevation": -10.5,
  "x": {"label": "x", "unit": "m", "factor": 1.0, "log": false, "min": null, "max": null, "categories": []},
  "y": {"label": "y", "unit": "m", "factor": 1.0, "log": false, "min": null, "max": null, "categories": []},
  "z": {"label": "F", "unit": "kN", "factor": 0.001, "log": false, "min": -1.0, "max": 1.0, "categories": []},
  "shapes": [
    {"kind": "polygons", "series": "box", "columns": ["facet", "x", "y", "z"], "label": "box", "colour": "ink",
     "opacity": 0.25, "length": 1.0, "only": null,
     "motion": {"series": "path", "columns": ["t", "x", "y", "z", "qw", "qx", "qy", "qz"]}},
    {"kind": "arrows", "series": "path", "columns": ["x", "y", "z", "u", "v", "w"], "label": "", "colour": null,
     "opacity": 1.0, "length": 0.01, "only": {"column": "t", "value": 3.0}, "motion": null}]})";

Scene scene() {
  Scene scene{"hand", "In hand", "", {"x", "m"}, {"y", "m"}, {"F", "kN", 1e-3, false, -1.0, 1.0}, {}};
  scene.equal_axes = false;
  scene.azimuth = 30.0;
  scene.elevation = -10.5;
  scene.shapes = {{ShapeKind::polygons, "box", {"facet", "x", "y", "z"}, "box", Colour::ink, 0.25},
                  {ShapeKind::arrows, "path", {"x", "y", "z", "u", "v", "w"}}};
  scene.shapes[0].motion = Motion{"path"};
  scene.shapes[1].length = 0.01;
  scene.shapes[1].only = RowFilter{"t", 3.0};
  return scene;
}

const char* const explorer_text = R"({
  "name": "runs", "title": "All runs", "caption": "Brush <slip>", "series": "shown", "columns": ["mass", "slip"],
  "axes": [
    {"label": "mass", "unit": "g", "factor": 1000.0, "log": false, "min": null, "max": null, "categories": []},
    {"label": "slip", "unit": "m", "factor": 1.0, "log": true, "min": 1e-6, "max": null, "categories": []}],
  "colour_by": "slip", "rows": "runs"})";

Explorer explorer() {
  return {"runs",           "All runs",
          "Brush <slip>",   "shown",
          {"mass", "slip"}, {{"mass", "g", 1e3}, {"slip", "m", 1.0, true, 1e-6}},
          "slip",           "runs"};
}

TEST(LayoutJson, IsThatOfTheReport) {
  EXPECT_EQ(to_json(figure()), json::parse(figure_text));
  EXPECT_EQ(to_json(scene()), json::parse(scene_text));
  EXPECT_EQ(to_json(explorer()), json::parse(explorer_text));
  EXPECT_EQ(to_json(Explorer{"a", "", "", "s", {"x", "y"}}),
            json::parse(R"({"name": "a", "title": "", "caption": "", "series": "s", "columns": ["x", "y"], "axes": [],
                            "colour_by": "", "rows": "rows"})"));
  EXPECT_EQ(to_json(Table{"Costs", "cost", {"a", "b"}}),
            json::parse(R"({"title": "Costs", "series": "cost", "row_labels": ["a", "b"],
                            "labels_are_commands": false})"));
  EXPECT_EQ(to_json(at_most("drift", "m", 1e-3, std::nan(""))),
            json::parse(R"({"quantity": "drift", "unit": "m", "relation": "at_most", "published": 0.001,
                            "measured": "nan", "tolerance": 0.0, "passed": false})"));
  EXPECT_EQ(to_json(Parameter{"mu", 0.5}), json::parse(R"({"name": "mu", "value": 0.5, "unit": "1"})"));
  EXPECT_EQ(to_json(Parameter{"k", -infinity, "N/m"}), json::parse(R"({"name": "k", "value": "-inf", "unit": "N/m"})"));
  EXPECT_EQ(to_json(Parameter{"rule", std::string("inf")}),
            json::parse(R"({"name": "rule", "value": {"text": "inf"}, "unit": "1"})"));
}

TEST(LayoutJson, HoldsAResultWithoutItsSeries) {
  Result result;
  result.name = "ladders";
  result.seconds = 0.5;
  result.skipped = "no data";
  result.figures = {figure()};
  const json all = to_json(result);
  EXPECT_EQ(all.size(), 13U);
  EXPECT_FALSE(all.contains("series"));
  EXPECT_EQ(all["seconds"], 0.5);
  EXPECT_EQ(all["skipped"], "no data");
  EXPECT_EQ(all["scenes"], json::array());
  EXPECT_EQ(all["explorers"], json::array());
  EXPECT_EQ(all["figures"][0], json::parse(figure_text));
}

// What is read is written again as it was; that it is written rightly is tested above.
TEST(LayoutJson, ReadsBack) {
  EXPECT_EQ(to_json(figure_from_json(figure_text)), json::parse(figure_text));
  EXPECT_EQ(to_json(scene_from_json(scene_text)), json::parse(scene_text));
  EXPECT_EQ(to_json(explorer_from_json(explorer_text)), json::parse(explorer_text));
  const Table table = table_from_json(to_json(Table{"Costs", "cost", {"a", "b"}, true}).dump());
  EXPECT_EQ(table.title + table.series, "Costscost");
  EXPECT_TRUE(table.labels_are_commands);
  EXPECT_EQ(table.row_labels, (std::vector<std::string>{"a", "b"}));
}

TEST(LayoutJson, ReadsTablesOfFilesThatSayNothingOfCommands) {
  EXPECT_FALSE(table_from_json(R"({"title": "", "series": "s", "row_labels": ["a"]})").labels_are_commands);
  EXPECT_EQ(refusal([] {
              table_from_json(R"({"title": "", "series": "s", "row_labels": ["a"], "labels_are_commands": 1})");
            }),
            "table.labels_are_commands must be true or false");
}

TEST(LayoutJson, TellsTextFromNumbersThatJsonHasNot) {
  EXPECT_EQ(to_json(Parameter{"rule", std::string("nan")})["value"], (json{{"text", "nan"}}));
  EXPECT_EQ(to_json(Parameter{"k", std::nan("")})["value"], "nan");
  EXPECT_EQ(to_json(equal("drift", "m", infinity, -infinity, 0.0))["published"], "inf");
  EXPECT_EQ(to_json(equal("drift", "m", infinity, -infinity, 0.0))["measured"], "-inf");
}

TEST(LayoutJson, SpellsEveryValueByItsName) {
  Figure f = figure();
  const auto mark = [&]() -> Mark& { return f.panels[0].marks[1]; };
  const auto written = [&](const char* field) { return to_json(f)["panels"][0]["marks"][1][field]; };
  const auto back = [&] { return figure_from_json(to_json(f).dump()).panels[0].marks[1]; };
  for (const auto& colour : Names<Colour>::table) {
    mark().colour = colour.value;
    EXPECT_EQ(written("colour"), colour.name);
    EXPECT_EQ(back().colour, colour.value);
  }
  for (const auto& dash : Names<Dash>::table) {
    mark().dash = dash.value;
    EXPECT_EQ(written("dash"), dash.name);
    EXPECT_EQ(back().dash, dash.value);
  }
  for (const auto& kind : Names<MarkKind>::table) {
    mark().kind = kind.value;
    EXPECT_EQ(written("kind"), kind.name);
    EXPECT_EQ(back().kind, kind.value);
  }
  Scene s = scene();
  for (const auto& kind : Names<ShapeKind>::table) {
    s.shapes[0].kind = kind.value;
    EXPECT_EQ(to_json(s)["shapes"][0]["kind"], kind.name);
    EXPECT_EQ(scene_from_json(to_json(s).dump()).shapes[0].kind, kind.value);
  }
  for (const auto& relation : Names<Relation>::table)
    EXPECT_EQ(relation_from_text(std::string(relation.name)), relation.value);
  mark().kind = static_cast<MarkKind>(99);
  EXPECT_EQ(refusal([&] { to_json(f); }),
            "the number 99 stands for none of line, points, segments, error_bars, boxes, heat_map");
}

// Files that were written once hold these names: a new one may join them, but none may go.
TEST(LayoutJson, KeepsTheNamesThatFilesHold) {
  for (const char* name : {"blue", "red", "green", "yellow", "cyan", "purple", "grey", "ink"}) {
    EXPECT_TRUE(value_named<Colour>(name)) << name;
  }
  for (const char* name : {"solid", "dashed", "dotted"}) EXPECT_TRUE(value_named<Dash>(name)) << name;
  for (const char* name : {"line", "points", "segments", "error_bars", "boxes", "heat_map"}) {
    EXPECT_TRUE(value_named<MarkKind>(name)) << name;
  }
  for (const char* name : {"polygons", "curve", "points", "arrows"}) EXPECT_TRUE(value_named<ShapeKind>(name)) << name;
  for (const char* name : {"equal", "at_most", "at_least"}) EXPECT_TRUE(value_named<Relation>(name)) << name;
}

TEST(LayoutJson, SaysWhatIsWrong) {
  const auto said = [](const char* place, const json& value) {
    json changed = json::parse(figure_text);
    changed[json::json_pointer(place)] = value;
    return refusal([&] { figure_from_json(changed.dump()); });
  };
  EXPECT_EQ(said("/panels/0/title", "other"), "accepted");
  EXPECT_EQ(said("/later", 1), "accepted");
  EXPECT_EQ(said("/title", 3), "figure.title must be a text");
  EXPECT_EQ(said("/columns", -1), "figure.columns must be a whole number, not negative");
  EXPECT_EQ(said("/columns", 1.5), "figure.columns must be a whole number, not negative");
  EXPECT_EQ(said("/panels", "none"), "figure.panels must be a list");
  EXPECT_EQ(said("/panels/1", 7), "figure.panels[1] must be an object");
  EXPECT_EQ(said("/panels/0/equal_axes", 1), "figure.panels[0].equal_axes must be true or false");
  EXPECT_EQ(said("/panels/0/x/factor", "1"), R"(figure.panels[0].x.factor must be a number, "nan", "inf" or "-inf")");
  EXPECT_EQ(said("/panels/0/y/categories/1", nullptr), "figure.panels[0].y.categories[1] must be a text");
  EXPECT_EQ(said("/panels/0/marks/1/dash", "dash"),
            R"(figure.panels[0].marks[1].dash = "dash" must be one of solid, dashed, dotted)");
  EXPECT_EQ(said("/panels/0/marks/0/only", json::object()), R"(figure.panels[0].marks[0].only has no entry "column")");
  EXPECT_EQ(refusal([] { figure_from_json("{\"name\":"); }), "not JSON, at byte 9");
  EXPECT_EQ(refusal([] { table_from_json("[]"); }), "table must be an object");
  EXPECT_EQ(refusal([] { table_from_json("1e999"); }), "a number is too large");
  EXPECT_EQ(refusal([] { scene_from_json("{}"); }), R"(scene has no entry "name")");
  EXPECT_EQ(refusal([] { explorer_from_json("{}"); }), R"(explorer has no entry "name")");
  json axis_is_missing = json::parse(explorer_text);
  axis_is_missing["axes"][1] = nullptr;
  EXPECT_EQ(refusal([&] { explorer_from_json(axis_is_missing.dump()); }), "explorer.axes[1] must be an object");
  EXPECT_EQ(refusal([] { relation_from_text("less"); }),
            R"(relation = "less" must be one of equal, at_most, at_least)");
  EXPECT_THROW(figure_from_json(""), InvalidArgument);
}

TEST(LayoutJson, IsUtf8) {
  EXPECT_EQ(to_text(to_json(Table{"µ", "a"}), "/tables"),
            R"({"labels_are_commands":false,"row_labels":[],"series":"a","title":"µ"})");
  EXPECT_EQ(refusal([] { to_text(to_json(Table{"\xb5", "a"}), "/tables"); }), "/tables holds a text that is not UTF-8");
}

}  // namespace
}  // namespace stickslip::record::detail::layout_json_test
