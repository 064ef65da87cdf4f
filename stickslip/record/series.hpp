// A table of numbers with names and units: time series, paths, loops.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::record {

struct Column {
  std::string name;
  std::string unit;  // "1" for a pure number
  std::vector<double> values = {};
};

// Columns of equal length under one name. The name also names the file, so it is made of lower-case letters, digits, '_' and
// '-'.
class Series {
 public:
  // Throws InvalidArgument on a bad name, no columns, columns of unequal length or of the same name, brackets in a unit.
  Series(std::string name, std::string title, std::vector<Column> columns);

  // Adds one value to each column. Throws InvalidArgument if their number differs.
  void append(std::initializer_list<double> row);

  const std::string& name() const noexcept { return name_; }
  const std::string& title() const noexcept { return title_; }
  const std::vector<Column>& columns() const noexcept { return columns_; }
  std::size_t rows() const noexcept { return columns_.front().values.size(); }
  // Throws InvalidArgument, naming the columns there are, if there is none of that name.
  const std::vector<double>& operator[](std::string_view column) const;

 private:
  std::string name_;
  std::string title_;
  std::vector<Column> columns_;
};

}  // namespace stickslip::record
