#include "stickslip/sweep/detail/distributions.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::sweep::detail {

namespace {

using scene::Node;
using scene::NodeKind;

std::vector<double> numbers_in(const Node& list) {
  std::vector<double> all;
  for (const Node& item : list.items()) all.push_back(item.number());
  return all;
}

UniformRange uniform_of(const Node& node) {
  if (node.is(NodeKind::list)) return {.from = node.items()[0].number(), .to = node.items()[1].number()};
  return scene::read_fields<UniformRange>(node);
}

}  // namespace

Distribution distribution_of(const Node& node) {
  const auto is_tag = [](const scene::NodeEntry& entry) { return entry.key != "keys"; };
  const auto& [tag, place, value] = *std::ranges::find_if(node.entries(), is_tag);
  if (tag == "list") return Distribution::list(numbers_in(value));
  if (tag == "linear") return Distribution::linear(scene::read_fields<LevelRange>(value));
  if (tag == "log") return Distribution::log(scene::read_fields<LevelRange>(value));
  if (tag == "uniform") return Distribution::uniform(uniform_of(value));
  if (tag == "log_uniform") return Distribution::log_uniform(uniform_of(value));
  if (tag == "normal") return Distribution::normal(scene::read_fields<NormalShape>(value));
  return Distribution::log_normal(scene::read_fields<LogNormalShape>(value));
}

JointNormal joint_of(const Node& node) {
  const std::vector<double> mean = numbers_in(*node.find("mean"));
  const auto& rows = node.find("covariance")->items();
  const auto n = static_cast<Eigen::Index>(mean.size());
  Eigen::MatrixXd covariance(static_cast<Eigen::Index>(rows.size()), n);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> row = numbers_in(rows[i]);
    if (row.size() != mean.size()) {
      throw InvalidArgument("covariance: row " + std::to_string(i) + " must have " + std::to_string(n) + " numbers");
    }
    for (std::size_t j = 0; j < row.size(); ++j) {
      covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = row[j];
    }
  }
  return {Eigen::Map<const Eigen::VectorXd>(mean.data(), n), covariance};
}

}  // namespace stickslip::sweep::detail
