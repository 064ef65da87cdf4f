#include "report_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace stickslip::cli {

using experiments::Check;
using experiments::Experiment;
using experiments::Result;
using record::Relation;

namespace {

using CheckRow = std::array<std::string, 5>;

std::string with_unit(double value, const std::string& unit) {
  const std::string number = fmt::format("{:.5g}", value + 0.0);  // −0 reads as 0
  return unit == "1" ? number : number + " " + unit;
}

std::string published(const Check& check) {
  const std::string value = with_unit(check.published, check.unit);
  switch (check.relation) {
    case Relation::equal:
      return value;
    case Relation::at_most:
      return "≤ " + value;
    case Relation::at_least:
      return "≥ " + value;
  }
  return value;
}

std::string tolerance(const Check& check) {
  return check.relation == Relation::equal ? fmt::format("± {:.2g}", check.tolerance) : "bound";
}

CheckRow row_of(const Check& check) {
  return {check.quantity, published(check), with_unit(check.measured, check.unit), tolerance(check),
          record::verdict(check.passed())};
}

// Characters on the screen, not bytes: the quantities hold Greek letters.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string to_text(const Experiment& experiment, const Result& result, bool colour) {
  std::string text = fmt::format("{}  [{}, {}]\n", experiment.name, experiment.paper, experiment.figure);
  if (!result.skipped.empty()) return text + "  skipped: " + result.skipped + "\n";
  std::vector<CheckRow> rows = {{"quantity", "expected", "measured", "tolerance", "verdict"}};
  for (const Check& check : result.checks) rows.push_back(row_of(check));
  std::array<std::size_t, 5> widths{};
  for (const CheckRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += " ";
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      const bool last = i + 1 == rows[r].size();
      const bool coloured = colour && last && r > 0;
      if (coloured) text += result.checks[r - 1].passed() ? "\x1b[32m" : "\x1b[1;31m";
      text += " " + rows[r][i];
      if (coloured) text += "\x1b[0m";
      if (!last) text += std::string(widths[i] - width(rows[r][i]) + 1, ' ');
    }
    text += "\n";
  }
  return text;
}

nlohmann::json to_json(const Experiment& experiment, const Result& result) {
  nlohmann::json checks = nlohmann::json::array();
  for (const Check& check : result.checks) {
    checks.push_back({{"quantity", check.quantity},
                      {"unit", check.unit},
                      {"relation", name_of(check.relation)},
                      {"published", check.published},
                      {"measured", check.measured},
                      {"tolerance", check.tolerance},
                      {"passed", check.passed()}});
  }
  nlohmann::json series = nlohmann::json::array();
  for (const record::Series& s : result.series) {
    series.push_back({{"name", s.name()}, {"title", s.title()}, {"rows", s.rows()}});
  }
  return {{"name", experiment.name},
          {"paper", experiment.paper},
          {"figure", experiment.figure},
          {"summary", experiment.summary},
          {"skipped", result.skipped},
          {"passed", result.passed()},
          {"checks", checks},
          {"series", series}};
}

}  // namespace stickslip::cli
