#include "stickslip/cone/wrench_cone_json.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"

namespace stickslip::cone {

namespace {

using nlohmann::ordered_json;

constexpr const char* format = "stickslip wrench cone 1";

ordered_json as_lists(const Eigen::MatrixXd& matrix) {
  ordered_json rows = ordered_json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    const Eigen::VectorXd row = matrix.row(i);
    rows.push_back(std::vector<double>(row.begin(), row.end()));
  }
  return rows;
}

Eigen::MatrixXd as_matrix(const ordered_json& rows, std::size_t columns, const char* item) {
  if (!rows.is_array()) throw InvalidArgument(std::string(item) + " must be a list of rows");
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_row = rows[i].is_array() && rows[i].size() == columns &&
                        std::all_of(rows[i].begin(), rows[i].end(), [](const auto& x) { return x.is_number(); });
    if (!is_row) {
      throw InvalidArgument(std::string(item) + " " + std::to_string(i) + " must be " + std::to_string(columns) +
                            " numbers");
    }
    for (std::size_t j = 0; j < columns; ++j) {
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j].get<double>();
    }
  }
  return matrix;
}

WrenchCone read(const ordered_json& json) {
  if (!json.is_object() || !json.contains("format") || json["format"] != format) {
    throw InvalidArgument(std::string(R"(the entry "format" must be ")") + format + '"');
  }
  for (const char* item : {"components", "rays", "rows"}) {
    if (!json.contains(item)) throw InvalidArgument(std::string("there is no entry \"") + item + "\"");
  }
  const std::size_t dimension = json["components"].is_array() ? json["components"].size() : 0;
  if (dimension != 4 && dimension != 6) throw InvalidArgument("components must be a list of 4 or 6 names");
  WrenchCone cone(PolyhedralCone::from_both(as_matrix(json["rays"], dimension, "rays"),
                                            as_matrix(json["rows"], dimension, "rows")));
  if (json["components"] != ordered_json(cone.components())) {
    throw InvalidArgument("components must be " + ordered_json(cone.components()).dump());
  }
  return cone;
}

}  // namespace

std::string to_json(const WrenchCone& cone) {
  std::vector<std::string> units;
  for (const std::string& name : cone.components()) units.emplace_back(name.front() == 'f' ? "N" : "N m");
  const ordered_json json = {
      {"format", format},
      {"meaning", "wrenches w = sum of weights >= 0 times rays; equivalently rows . w <= 0"},
      {"components", cone.components()},
      {"units", units},
      {"rays", as_lists(cone.generators())},
      {"rows", as_lists(cone.facets())},
  };
  return json.dump(1) + "\n";
}

WrenchCone wrench_cone_from_json(const std::string& text, const std::string& name) {
  try {
    return read(ordered_json::parse(text));
  } catch (const nlohmann::json::parse_error& wrong) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(wrong.byte, text.size()));
    throw ParseError(name, 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n')), "not JSON");
  } catch (const nlohmann::json::out_of_range&) {
    throw ParseError(name, 1, "a number is too large");
  } catch (const InvalidArgument& wrong) {
    throw ParseError(name, 1, wrong.what());
  }
}

}  // namespace stickslip::cone
