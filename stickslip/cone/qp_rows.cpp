#include "stickslip/cone/qp_rows.hpp"

#include <limits>
#include <vector>

namespace stickslip::cone {

namespace {

struct Row {
  Eigen::Index at;
  bool is_equation;
};

// Which rows to keep: of two opposite ones the first.
std::vector<Row> kept(const Eigen::MatrixXd& rows) {
  std::vector<Row> result;
  std::vector<bool> is_taken(static_cast<std::size_t>(rows.rows()), false);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    if (is_taken[static_cast<std::size_t>(i)]) continue;
    Row row{i, false};
    for (Eigen::Index j = i + 1; j < rows.rows() && !row.is_equation; ++j) {
      row.is_equation = (rows.row(i) + rows.row(j)).norm() <= 1e-12;
      if (row.is_equation) is_taken[static_cast<std::size_t>(j)] = true;
    }
    result.push_back(row);
  }
  return result;
}

}  // namespace

QpRows stack(std::span<const PolyhedralCone> cones) {
  std::vector<std::vector<Row>> blocks;
  Eigen::Index rows = 0, columns = 0;
  for (const PolyhedralCone& cone : cones) {
    blocks.push_back(kept(cone.facets()));
    rows += static_cast<Eigen::Index>(blocks.back().size());
    columns += cone.dimension();
  }
  QpRows result{Eigen::MatrixXd::Zero(rows, columns), Eigen::VectorXd(rows), Eigen::VectorXd::Zero(rows)};
  Eigen::Index row = 0, column = 0;
  for (std::size_t c = 0; c < cones.size(); ++c) {
    const int dimension = cones[c].dimension();
    for (const Row& from : blocks[c]) {
      result.a.row(row).segment(column, dimension) = cones[c].facets().row(from.at);
      result.l(row) = from.is_equation ? 0.0 : -std::numeric_limits<double>::infinity();
      ++row;
    }
    column += dimension;
  }
  return result;
}

}  // namespace stickslip::cone
