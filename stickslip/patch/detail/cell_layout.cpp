#include "stickslip/patch/detail/cell_layout.hpp"

#include <utility>
#include <variant>

namespace stickslip::patch::detail {

using namespace cellwise;

namespace {

// What the loops read of a way to yield. One function for each: a new one does not compile until it has its own.
friction::Yield spring_numbers(const friction::FullSlip& /*yield*/) noexcept {
  return {};
}
friction::Yield spring_numbers(const friction::Yield& yield) noexcept {
  return yield;
}

LawNumbers numbers_of(const BristleLaw& law) noexcept {
  const friction::Stribeck::Parameters& g = law.g.parameters();
  return {.sigma1 = law.sigma1,
          .sigma2 = law.sigma2,
          .mu_c = g.mu_c,
          .z_unit = g.mu_c / law.sigma0,
          .per_z_unit = law.sigma0 / g.mu_c,
          .rise = g.mu_s / g.mu_c - 1.0,
          .per_v_s = std::min(1.0 / g.v_s, 1e140),
          .gamma = g.gamma,
          .yield = std::visit([](const auto& yield) { return spring_numbers(yield); }, law.yield)};
}

}  // namespace

numerics::AlignedVector padded_copy(const std::vector<double>& values, double filling) {
  numerics::AlignedVector copy(values.begin(), values.end());
  copy.resize(padded(values.size()), filling);
  return copy;
}

CellLayout::CellLayout(const BristleLaw& law, const Cells& cells)
    : numbers_(numbers_of(law)),
      kernels_(&std::visit([](const auto& yield) -> const BristleKernels& { return kernels_of(yield); }, law.yield)),
      count_(cells.x.size()),
      x_(padded_copy(cells.x, cells.x.back())),
      y_(padded_copy(cells.y, cells.y.back())) {
  for (std::size_t i = 0; i < x_.size(); ++i) reach_ = std::max(reach_, std::hypot(x_[i], y_[i]));
  if (numbers_.rise == 0.0) {
    stribeck_ = Stribeck::flat;
  } else if (numbers_.gamma == 2.0) {
    stribeck_ = Stribeck::gaussian;
    if (on_useful_raster(cells)) find_runs(cells);
  }
}

// Whether the cells' positions are those of their rows and columns, and the latter are few enough to be worth it.
bool CellLayout::on_useful_raster(const Cells& cells) {
  const std::size_t count = cells.x.size(), columns = cells.column_x.size(), rows = cells.row_y.size();
  if (columns == 0 || rows == 0 || columns > most_lines || rows > most_lines || columns + rows > count / 2)
    return false;
  if (cells.column.size() != count || cells.row.size() != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto column = static_cast<std::size_t>(cells.column[i]), row = static_cast<std::size_t>(cells.row[i]);
    if (column >= columns || row >= rows) return false;
    if (cells.x[i] != cells.column_x[column] || cells.y[i] != cells.row_y[row]) return false;
  }
  return true;
}

void CellLayout::find_runs(const Cells& cells) {
  std::vector<Run> runs;
  std::vector<std::size_t> first_run;
  for (std::size_t i = 0; i < count_; ++i) {
    const bool new_chunk = i % chunk_size == 0;
    if (new_chunk) first_run.push_back(runs.size());
    const int row = cells.row[i], column = cells.column[i];
    if (!new_chunk && runs.back().row == row && runs.back().first_column + runs.back().length == column) {
      ++runs.back().length;
    } else {
      runs.push_back({row, column, 1});
    }
  }
  first_run.push_back(runs.size());
  if (runs.size() > count_ / 4) return;  // an exponential is cheaper than a short run
  stribeck_ = Stribeck::separable;
  runs_ = std::move(runs);
  first_run_ = std::move(first_run);
  column_x_ = padded_copy(cells.column_x, 0.0);
  row_y_ = padded_copy(cells.row_y, 0.0);
}

}  // namespace stickslip::patch::detail
