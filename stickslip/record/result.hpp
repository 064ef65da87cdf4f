// What a run leaves behind: the numbers, what they were computed with, how they compare, and how to show them.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stickslip/record/check.hpp"
#include "stickslip/record/explorer.hpp"
#include "stickslip/record/figure.hpp"
#include "stickslip/record/scene.hpp"
#include "stickslip/record/series.hpp"

namespace stickslip::record {

struct Parameter {
  std::string name;
  std::variant<double, std::string> value;
  std::string unit = "1";  // "1" for a pure number and for text
};

// A series shown as a table: its columns, and a name for each row where there is one.
struct Table {
  std::string title;
  std::string series;
  std::vector<std::string> row_labels = {};  // none, or one a row
  bool labels_are_commands = false;          // for a terminal: shown as code, to be copied
};

struct Result {
  std::string name = {};     // of its folder: lower-case letters, digits, '_' and '-'
  std::string title = {};    // one line
  std::string source = {};   // what it stands for, e.g. a paper and its figure
  std::string version = {};  // of the library that computed it
  std::string made = {};     // when: 2026-11-16T08:00:00Z
  double seconds = 0.0;      // how long that took
  std::vector<Parameter> parameters = {};
  std::vector<Series> series = {};
  std::vector<Check> checks = {};
  std::vector<Table> tables = {};
  std::vector<Figure> figures = {};
  std::vector<Scene> scenes = {};
  std::vector<Explorer> explorers = {};
  std::string skipped = {};  // why there is nothing, e.g. which file is missing; empty where it was run

  // Whether every check passed; true where there is none.
  bool passed() const noexcept;
  // Throws InvalidArgument, naming the series there are, if there is none of that name.
  const Series& operator[](std::string_view series_name) const;
};

// Throws InvalidArgument, saying where, unless all names are fit for files and differ within their kind, and every table,
// mark, shape and explorer names a series and columns that exist, as many as its kind asks for, and numbers within their range.
// Writers call this.
void validate(const Result& result);

}  // namespace stickslip::record
