#include "stickslip/patch/distributed_patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/patch/detail/cell_layout.hpp"

namespace stickslip::patch {

namespace {

using namespace detail::cellwise;

PlainTwist plain(const Twist2& v) noexcept {
  return {v(0), v(1), v(2)};
}

Wrench2 wrench_of(const Traction& traction, double fn) noexcept {
  return {-fn * traction.fx, -fn * traction.fy, -fn * traction.torque};
}

Response response_of(const TractionAndSlope& sum, double fn) noexcept {
  using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  return {wrench_of(sum.traction, fn), -fn * Eigen::Map<const RowMajor>(sum.slope)};
}

// Where cell `first` of a chunk begins in the flat array of a state.
Bristles bristles_at(std::span<double> values, std::size_t first) noexcept {
  return {values.data() + first, values.data() + values.size() / 2 + first};
}

ConstBristles bristles_at(std::span<const double> values, std::size_t first) noexcept {
  return {values.data() + first, values.data() + values.size() / 2 + first};
}

ConstBristles read(Bristles z) noexcept {
  return {z.x, z.y};
}

Cells square_raster(double side, int along_side) {
  require("DistributedPatch", check_positive("side", side, "must be finite and > 0 [m]"));
  const int n = along_side == 0 ? default_cells : along_side;
  require_count("DistributedPatch", "cells", n, most_cells);
  Cells cells;
  cells.cop = Vec<2>::Zero();
  for (int k = 0; k < n; ++k) cells.column_x.push_back((k + 0.5 - 0.5 * n) * side / n);
  for (int k = 0; k < n; ++k) cells.row_y.push_back(-cells.column_x[static_cast<std::size_t>(k)]);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      cells.x.push_back(cells.column_x[static_cast<std::size_t>(column)]);
      cells.y.push_back(cells.row_y[static_cast<std::size_t>(row)]);
      cells.column.push_back(column);
      cells.row.push_back(row);
    }
  }
  cells.weight.assign(cells.x.size(), 1.0 / static_cast<double>(cells.x.size()));
  return cells;
}

void require_valid(const Cells& cells) {
  const auto refuse = [](const std::string& what) { throw InvalidArgument("DistributedPatch: " + what); };
  const std::size_t count = cells.x.size();
  if (count == 0) refuse("there must be at least one cell");
  if (cells.y.size() != count || cells.weight.size() != count) refuse("x, y and weight must be of one size");
  double total = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = "cell " + std::to_string(i) + ": ";
    if (!std::isfinite(cells.x[i]) || !std::isfinite(cells.y[i])) {
      refuse(name + "position (" + to_text(cells.x[i]) + ", " + to_text(cells.y[i]) + ") must be finite [m]");
    }
    if (!(cells.weight[i] >= 0.0)) refuse(name + "weight = " + to_text(cells.weight[i]) + " must be >= 0");
    total += cells.weight[i];
  }
  if (!(std::abs(total - 1.0) < 1e-9)) refuse("sum of weights = " + to_text(total) + " must be 1");
}

// p ∝ (1 − (ρ/a)^k)^{1/k} at the middles of a square raster's cells. Symmetric, so that an eighth of it is enough.
void share_out(const HertzContact::Shape& shape, Cells& cells) noexcept {
  const auto [radius, k] = shape;
  const std::size_t n = cells.row_y.size(), last = (n - 1) / 2;
  const double innermost = std::hypot(cells.column_x[last], cells.row_y[last]);
  const bool several = innermost < radius;
  const auto log_pressure = [a = radius, k = k](double rho) {
    return std::log(-std::expm1(k * std::log(rho / a))) / k;  // nothing cancels however small k is
  };
  const double peak = several ? log_pressure(innermost) : 0.0;
  for (std::size_t i = 0; i <= last; ++i) {
    for (std::size_t j = i; j <= last; ++j) {
      const double rho = std::hypot(cells.column_x[i], cells.row_y[j]);
      double q = rho <= innermost ? 1.0 : 0.0;
      if (several && rho > innermost && rho < radius) q = std::exp(log_pressure(rho) - peak);
      const std::size_t i2 = n - 1 - i, j2 = n - 1 - j;
      for (const std::size_t cell :
           {i * n + j, i * n + j2, i2 * n + j, i2 * n + j2, j * n + i, j * n + i2, j2 * n + i, j2 * n + i2}) {
        cells.weight[cell] = q;
      }
    }
  }
  double total = 0.0;
  for (const double q : cells.weight) total += q;
  for (double& weight : cells.weight) weight /= total;
}

}  // namespace

DistributedPatch::DistributedPatch(const BristleLaw& law, const Pressure& pressure, int cells)
    : DistributedPatch(law, cells_of(pressure, cells)) {}

DistributedPatch::DistributedPatch(const BristleLaw& law, HertzContact contact, int cells)
    : DistributedPatch(law, square_raster(contact.side, cells)) {
  contact.require_complete();
  reshape(contact.at(0.0));
  contact_ = std::make_shared<const HertzContact>(std::move(contact));
}

DistributedPatch::DistributedPatch(const BristleLaw& law, Cells cells)
    : law_(law), cells_((require_valid(cells), std::move(cells))) {
  layout_ = std::make_shared<const detail::CellLayout>(law_, cells_);
  weight_ = detail::padded_copy(cells_.weight, 0.0);
}

const DistributedPatch& DistributedPatch::at(double fn, ShapeMemory<DistributedPatch>& memory) const {
  if (!follows_load()) return *this;
  return memory.shaped(*this, contact_, fn, [](DistributedPatch& patch, const HertzContact::Shape& shape) {
    patch.contact_.reset();
    patch.reshape(shape);
  });
}

void DistributedPatch::reshape(const HertzContact::Shape& shape) noexcept {
  share_out(shape, cells_);
  std::copy(cells_.weight.begin(), cells_.weight.end(), weight_.begin());
}

bool DistributedPatch::accepts(const Twist2& v, double fn, double dt) const noexcept {
  // The speed only matters to a patch of planetary size.
  return !follows_load() && steppable(v, fn, dt) && layout_->speed(v) < 1e60;
}

// The loops move the filling like cells. Left there it would decide with the cells how a chunk is stepped, and a state
// that was stored and restored cell by cell would go on differently in the last digit.
void DistributedPatch::clear_filling(State& state) const noexcept {
  const std::size_t half = weight_.size();
  for (std::size_t i = cells_.x.size(); i < half; ++i) state.values_[i] = state.values_[half + i] = 0.0;
}

Wrench2 DistributedPatch::step(State& state, const Twist2& v, double fn, double dt) const noexcept {
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const PlainTwist twist = plain(v);
  const LawNumbers& numbers = layout_->numbers();
  const BristleKernels& kernels = layout_->kernels();
  TractionAndSlope sum;
  Drives drives;
  layout_->for_each_chunk(plain(v), weight_.data(), [&](const Chunk& chunk, std::size_t first) {
    const Bristles z = bristles_at(state.values(), first);
    if (kernels.has_springs && stays_elastic(numbers, chunk, twist, dt, read(z))) {
      elastic_step(numbers, chunk, twist, dt, read(z), z, sum);
    } else {
      find_drives(numbers, chunk, twist, drives);
      kernels.step(numbers, chunk, drives, twist, dt, z, sum.traction);
    }
  });
  clear_filling(state);
  return wrench_of(sum.traction, fn);
}

Wrench2 DistributedPatch::step_mean(State& state, const Twist2& v, double fn, double dt) const noexcept {
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const auto law_step = layout_->kernels().step_mean;
  const LawNumbers& numbers = layout_->numbers();
  Traction traction;
  Drives drives;
  layout_->for_each_chunk(plain(v), weight_.data(), [&](const Chunk& chunk, std::size_t first) {
    find_drives(numbers, chunk, plain(v), drives);
    law_step(numbers, chunk, drives, plain(v), dt, bristles_at(state.values(), first), traction);
  });
  clear_filling(state);
  return wrench_of(traction, fn);
}

Wrench2 DistributedPatch::step_euler(State& state, const Twist2& v, double fn, double dt) const noexcept {
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const auto law_rate = layout_->kernels().rate;
  const PlainTwist twist = plain(v);
  const LawNumbers& numbers = layout_->numbers();
  Traction traction;
  Drives drives;
  layout_->for_each_chunk(plain(v), weight_.data(), [&](const Chunk& chunk, std::size_t first) {
    alignas(64) std::array<double, chunk_size> rate_x, rate_y;
    const Bristles rate{rate_x.data(), rate_y.data()}, z = bristles_at(state.values(), first);
    find_drives(numbers, chunk, twist, drives);
    law_rate(numbers, chunk, drives, twist, read(z), rate);
    traction_of(numbers, chunk, twist, read(z), read(rate), traction);
    advance(chunk, dt, read(rate), z);
  });
  clear_filling(state);
  return wrench_of(traction, fn);
}

Response DistributedPatch::implicit_step(const State& base, const Twist2& v, double fn, double h,
                                         State& end) const noexcept {
  if (!accepts(v, fn, h) || !(layout_->speed(v) * h * layout_->numbers().per_z_unit < 1e80)) {
    return {not_a_number<3>(), Matrix3::Constant(std::numeric_limits<double>::quiet_NaN())};
  }
  const BristleKernels& kernels = layout_->kernels();
  const PlainTwist twist = plain(v);
  const LawNumbers& numbers = layout_->numbers();
  TractionAndSlope sum;
  Drives drives;
  layout_->for_each_chunk(plain(v), weight_.data(), [&](const Chunk& chunk, std::size_t first) {
    const ConstBristles z = bristles_at(base.values(), first);
    const Bristles z_end = bristles_at(end.values(), first);
    if (kernels.has_springs && stays_elastic(numbers, chunk, twist, h, z)) {
      elastic_step(numbers, chunk, twist, h, z, z_end, sum);
    } else {
      alignas(64) std::array<double, chunk_size> slope;
      stribeck_slope(numbers, chunk, twist, slope.data());
      find_drives(numbers, chunk, twist, drives);
      kernels.implicit(numbers, chunk, drives, slope.data(), twist, h, z, z_end, sum);
    }
  });
  clear_filling(end);
  return response_of(sum, fn);
}

void DistributedPatch::rate(const State& state, const Twist2& v, State& rate) const noexcept {
  if (!accepts(v, 0.0, 0.0)) {
    std::fill(rate.values_.begin(), rate.values_.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto law_rate = layout_->kernels().rate;
  const LawNumbers& numbers = layout_->numbers();
  Drives drives;
  layout_->for_each_chunk(plain(v), weight_.data(), [&](const Chunk& chunk, std::size_t first) {
    find_drives(numbers, chunk, plain(v), drives);
    law_rate(numbers, chunk, drives, plain(v), bristles_at(state.values(), first), bristles_at(rate.values(), first));
  });
  clear_filling(rate);
}

Wrench2 DistributedPatch::wrench(const State& state, const State& rate, const Twist2& v, double fn) const noexcept {
  if (!accepts(v, fn, 0.0)) return not_a_number<3>();
  Traction traction;
  traction_of(layout_->numbers(), layout_->whole(weight_.data()), plain(v), bristles_at(state.values(), 0),
              bristles_at(rate.values(), 0), traction);
  return wrench_of(traction, fn);
}

double DistributedPatch::stored_energy(const State& state, double fn) const noexcept {
  if (!accepts(Twist2::Zero(), fn, 0.0)) return std::numeric_limits<double>::quiet_NaN();
  return 0.5 * fn * law_.sigma0 * weighted_square(layout_->whole(weight_.data()), bristles_at(state.values(), 0));
}

}  // namespace stickslip::patch
