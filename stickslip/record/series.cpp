#include "stickslip/record/series.hpp"

#include <algorithm>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/record/detail/file_name.hpp"

namespace stickslip::record {

Series::Series(std::string name, std::string title, std::vector<Column> columns)
    : name_(std::move(name)), title_(std::move(title)), columns_(std::move(columns)) {
  if (!detail::names_a_file(name_)) {
    throw InvalidArgument("Series: name = \"" + name_ + "\" must be of " + detail::file_name_letters);
  }
  if (columns_.empty()) throw InvalidArgument("Series " + name_ + ": needs at least one column");
  for (auto column = columns_.begin(); column != columns_.end(); ++column) {
    if (column->values.size() != rows()) {
      throw InvalidArgument("Series " + name_ + ": column " + column->name + " has " +
                            std::to_string(column->values.size()) + " values, expected " + std::to_string(rows()));
    }
    if (column->unit.find_first_of("[]") != std::string::npos) {
      throw InvalidArgument("Series " + name_ + ": unit = \"" + column->unit + "\" must not hold brackets");
    }
    const auto same_name = [&](const Column& other) { return other.name == column->name; };
    if (std::any_of(columns_.begin(), column, same_name)) {
      throw InvalidArgument("Series " + name_ + ": two columns are named " + column->name);
    }
  }
}

void Series::append(std::initializer_list<double> row) {
  if (row.size() != columns_.size()) {
    throw InvalidArgument("Series " + name_ + ": a row of " + std::to_string(row.size()) + " values, expected " +
                          std::to_string(columns_.size()));
  }
  const double* value = row.begin();
  for (Column& column : columns_) column.values.push_back(*value++);
}

const std::vector<double>& Series::operator[](std::string_view column) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == column; });
  if (found != columns_.end()) return found->values;
  std::string there;
  for (const Column& c : columns_) there += " " + c.name;
  throw InvalidArgument("Series " + name_ + ": no column " + std::string(column) + "; there are:" + there);
}

}  // namespace stickslip::record
