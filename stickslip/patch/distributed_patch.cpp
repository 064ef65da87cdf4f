#include "stickslip/patch/distributed_patch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

namespace stickslip::patch {

namespace {

using namespace detail::cellwise;

constexpr std::size_t most_lines = 2048;  // rows or columns of a raster whose exponentials are kept on the stack

Numbers numbers_of(const BristleLaw& law) noexcept {
  const friction::Stribeck::Parameters& g = law.g.parameters();
  return {.sigma1 = law.sigma1,
          .sigma2 = law.sigma2,
          .mu_c = g.mu_c,
          .z_unit = g.mu_c / law.sigma0,
          .per_z_unit = law.sigma0 / g.mu_c,
          .rise = g.mu_s / g.mu_c - 1.0,
          .per_v_s = std::min(1.0 / g.v_s, 1e140),
          .gamma = g.gamma,
          .s_ba = law.s_ba,
          .per_yield = 1.0 / (1.0 - law.s_ba)};
}

Motion motion_of(const Twist2& v) noexcept {
  return {v(0), v(1), v(2)};
}

Wrench2 wrench_of(const Load& load, double fn) noexcept {
  return {-fn * load.fx, -fn * load.fy, -fn * load.torque};
}

Response response_of(const LoadAndSlope& sum, double fn) noexcept {
  using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  return {wrench_of(sum.load, fn), -fn * Eigen::Map<const RowMajor>(sum.slope)};
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

Cells square_raster(double side, int n) {
  require("DistributedPatch", check_positive("side", side, "must be finite and > 0 [m]"));
  if (n == 0) n = default_cells;
  if (n < 1 || n > most_cells) {
    throw InvalidArgument("DistributedPatch: n = " + std::to_string(n) + " must be 0 to " + std::to_string(most_cells));
  }
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

// Whether the cells' positions are those of their rows and columns, and the latter are few enough to be worth it.
bool on_useful_raster(const Cells& cells) {
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

// A copy that vector code may read to the end of the last vector.
numerics::AlignedVector padded_copy(const std::vector<double>& values, double filling) {
  numerics::AlignedVector copy(values.begin(), values.end());
  copy.resize(padded(values.size()), filling);
  return copy;
}

}  // namespace

DistributedPatch::DistributedPatch(const BristleLaw& law, const Pressure& pressure, int n)
    : DistributedPatch(law, cells_of(pressure, n)) {}

DistributedPatch::DistributedPatch(const BristleLaw& law, HertzContact contact, int n)
    : DistributedPatch(law, square_raster(contact.side, n)) {
  contact.require_complete();
  contact_ = std::move(contact);
  spread(0.0);
}

DistributedPatch::DistributedPatch(const BristleLaw& law, Cells cells)
    : law_(law), cells_(std::move(cells)), numbers_(numbers_of(law)), stribeck_(Stribeck::general) {
  require_valid(cells_);
  x_ = padded_copy(cells_.x, cells_.x.back());
  y_ = padded_copy(cells_.y, cells_.y.back());
  weight_ = padded_copy(cells_.weight, 0.0);
  for (std::size_t i = 0; i < x_.size(); ++i) reach_ = std::max(reach_, std::hypot(x_[i], y_[i]));
  if (numbers_.rise == 0.0) {
    stribeck_ = Stribeck::flat;
  } else if (numbers_.gamma == 2.0) {
    stribeck_ = Stribeck::gaussian;
    if (on_useful_raster(cells_)) find_runs();
  }
}

void DistributedPatch::find_runs() {
  const std::size_t count = cells_.x.size();
  std::vector<Run> runs;
  std::vector<std::size_t> first_run;
  for (std::size_t i = 0; i < count; ++i) {
    const bool new_chunk = i % chunk_size == 0;
    if (new_chunk) first_run.push_back(runs.size());
    const int row = cells_.row[i], column = cells_.column[i];
    if (!new_chunk && runs.back().row == row && runs.back().first_column + runs.back().length == column) {
      ++runs.back().length;
    } else {
      runs.push_back({row, column, 1});
    }
  }
  first_run.push_back(runs.size());
  if (runs.size() > count / 4) return;  // an exponential is cheaper than a short run
  stribeck_ = Stribeck::separable;
  runs_ = std::move(runs);
  first_run_ = std::move(first_run);
  column_x_ = padded_copy(cells_.column_x, 0.0);
  row_y_ = padded_copy(cells_.row_y, 0.0);
}

void DistributedPatch::adapt_to(double fn) {
  if (!contact_.radius || fn == adapted_to_) return;
  spread(fn);
  adapted_to_ = fn;
}

// p ∝ (1 − (ρ/a)^k)^{1/k} at the middles of the cells. Symmetric, so that an eighth of the square is enough.
void DistributedPatch::spread(double fn) {
  const auto [radius, k] = contact_.at(fn);
  const std::size_t n = cells_.row_y.size(), last = (n - 1) / 2;
  const double innermost = std::hypot(cells_.column_x[last], cells_.row_y[last]);
  const bool several = innermost < radius;
  const auto log_pressure = [a = radius, k = k](double rho) {
    return std::log(-std::expm1(k * std::log(rho / a))) / k;  // nothing cancels however small k is
  };
  const double peak = several ? log_pressure(innermost) : 0.0;
  double total = 0.0;
  for (std::size_t i = 0; i <= last; ++i) {
    for (std::size_t j = i; j <= last; ++j) {
      const double rho = std::hypot(cells_.column_x[i], cells_.row_y[j]);
      double q = rho <= innermost ? 1.0 : 0.0;
      if (several && rho > innermost && rho < radius) q = std::exp(log_pressure(rho) - peak);
      const std::size_t i2 = n - 1 - i, j2 = n - 1 - j;
      for (const std::size_t cell :
           {i * n + j, i * n + j2, i2 * n + j, i2 * n + j2, j * n + i, j * n + i2, j2 * n + i, j2 * n + i2}) {
        weight_[cell] = q;
      }
    }
  }
  for (std::size_t i = 0; i < n * n; ++i) total += weight_[i];
  for (std::size_t i = 0; i < n * n; ++i) cells_.weight[i] = weight_[i] /= total;
}

// Of the fastest cell, or somewhat more [m/s].
double DistributedPatch::speed(const Twist2& v) const noexcept {
  return std::abs(v(0)) + std::abs(v(1)) + std::abs(v(2)) * reach_;
}

bool DistributedPatch::accepts(const Twist2& v, double fn, double dt) const noexcept {
  return steppable(v, fn, dt) && speed(v) < 1e60;  // the latter only matters to a patch of planetary size
}

// visit(chunk, first cell) for all cells in turn, g of the twist included.
template <class Visit>
void DistributedPatch::for_each_chunk(const Twist2& v, Visit visit) const noexcept {
  const Motion motion = motion_of(v);
  alignas(64) std::array<double, most_lines + lanes> of_column;
  alignas(64) std::array<double, most_lines> of_row;
  if (stribeck_ == Stribeck::separable) {
    gaussians(numbers_, column_x_.size(), column_x_.data(), motion.vy, motion.omega, of_column.data());
    gaussians(numbers_, row_y_.size(), row_y_.data(), motion.vx, -motion.omega, of_row.data());
    std::fill_n(of_column.begin() + static_cast<std::ptrdiff_t>(column_x_.size()), lanes, 0.0);
  }
  // One chunk ahead: what has just been written in unaligned pieces cannot yet be read in aligned ones without waiting.
  alignas(64) std::array<std::array<double, chunk_size + lanes>, 2> g;
  const auto prepared = [&](std::size_t number) {
    const std::size_t first = number * chunk_size;
    double* const g_here = g[number % 2].data();
    const Chunk chunk{.size = std::min(chunk_size, x_.size() - first),
                      .x = x_.data() + first,
                      .y = y_.data() + first,
                      .p = weight_.data() + first,
                      .g = g_here};
    switch (stribeck_) {
      case Stribeck::flat:
        std::fill_n(g_here, chunk.size, 1.0);
        break;
      case Stribeck::gaussian:
        stribeck_gaussian(numbers_, chunk, motion, g_here);
        break;
      case Stribeck::general:
        stribeck_general(numbers_, chunk, motion, g_here);
        break;
      case Stribeck::separable:
        stribeck_runs(numbers_, runs_.data() + first_run_[number], runs_.data() + first_run_[number + 1], of_row.data(),
                      of_column.data(), g_here);
        // Nothing has been found for the padding.
        for (std::size_t i = std::min(chunk_size, cells_.x.size() - first); i < chunk.size; ++i) g_here[i] = 1.0;
        break;
    }
    return chunk;
  };
  const std::size_t chunks = (x_.size() + chunk_size - 1) / chunk_size;
  Chunk next = prepared(0);
  for (std::size_t number = 0; number < chunks; ++number) {
    const Chunk chunk = next;
    if (number + 1 < chunks) next = prepared(number + 1);
    visit(chunk, number * chunk_size);
  }
}

Wrench2 DistributedPatch::step(State& state, const Twist2& v, double fn, double dt) const noexcept {
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const Motion motion = motion_of(v);
  LoadAndSlope sum;
  Drives drives;
  for_each_chunk(v, [&](const Chunk& chunk, std::size_t first) {
    const Bristles z = bristles_at(state.values(), first);
    if (!law_.elasto_plastic) {
      find_drives(numbers_, chunk, motion, drives);
      lugre_step(numbers_, chunk, drives, motion, dt, z, sum.load);
    } else if (stays_elastic(numbers_, chunk, motion, dt, read(z))) {
      elastic_step(numbers_, chunk, motion, dt, read(z), z, sum);
    } else {
      find_drives(numbers_, chunk, motion, drives);
      elasto_plastic_step(numbers_, chunk, drives, motion, dt, z, sum.load);
    }
  });
  return wrench_of(sum.load, fn);
}

Wrench2 DistributedPatch::step_mean(State& state, const Twist2& v, double fn, double dt) const noexcept {
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const auto law_step = law_.elasto_plastic ? elasto_plastic_step_mean : lugre_step_mean;
  Load load;
  Drives drives;
  for_each_chunk(v, [&](const Chunk& chunk, std::size_t first) {
    find_drives(numbers_, chunk, motion_of(v), drives);
    law_step(numbers_, chunk, drives, motion_of(v), dt, bristles_at(state.values(), first), load);
  });
  return wrench_of(load, fn);
}

Wrench2 DistributedPatch::step_euler(State& state, const Twist2& v, double fn, double dt) const noexcept {
  if (!accepts(v, fn, dt)) return not_a_number<3>();
  const auto law_rate = law_.elasto_plastic ? elasto_plastic_rate : lugre_rate;
  const Motion motion = motion_of(v);
  Load load;
  Drives drives;
  for_each_chunk(v, [&](const Chunk& chunk, std::size_t first) {
    alignas(64) std::array<double, chunk_size> rate_x, rate_y;
    const Bristles rate{rate_x.data(), rate_y.data()}, z = bristles_at(state.values(), first);
    find_drives(numbers_, chunk, motion, drives);
    law_rate(numbers_, chunk, drives, motion, read(z), rate);
    load_of(numbers_, chunk, motion, read(z), read(rate), load);
    advance(chunk, dt, read(rate), z);
  });
  return wrench_of(load, fn);
}

Response DistributedPatch::implicit_step(const State& base, const Twist2& v, double fn, double h,
                                         State& end) const noexcept {
  if (!accepts(v, fn, h) || !(speed(v) * h * numbers_.per_z_unit < 1e80)) {
    return {not_a_number<3>(), Matrix3::Constant(std::numeric_limits<double>::quiet_NaN())};
  }
  const auto law_step = law_.elasto_plastic ? elasto_plastic_implicit : lugre_implicit;
  const Motion motion = motion_of(v);
  LoadAndSlope sum;
  Drives drives;
  for_each_chunk(v, [&](const Chunk& chunk, std::size_t first) {
    const ConstBristles z = bristles_at(base.values(), first);
    const Bristles z_end = bristles_at(end.values(), first);
    if (law_.elasto_plastic && stays_elastic(numbers_, chunk, motion, h, z)) {
      elastic_step(numbers_, chunk, motion, h, z, z_end, sum);
    } else {
      alignas(64) std::array<double, chunk_size> slope;
      stribeck_slope(numbers_, chunk, motion, slope.data());
      find_drives(numbers_, chunk, motion, drives);
      law_step(numbers_, chunk, drives, slope.data(), motion, h, z, z_end, sum);
    }
  });
  return response_of(sum, fn);
}

void DistributedPatch::rate(const State& state, const Twist2& v, State& rate) const noexcept {
  if (!accepts(v, 0.0, 0.0)) {
    std::fill(rate.values_.begin(), rate.values_.end(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto law_rate = law_.elasto_plastic ? elasto_plastic_rate : lugre_rate;
  Drives drives;
  for_each_chunk(v, [&](const Chunk& chunk, std::size_t first) {
    find_drives(numbers_, chunk, motion_of(v), drives);
    law_rate(numbers_, chunk, drives, motion_of(v), bristles_at(state.values(), first),
             bristles_at(rate.values(), first));
  });
}

Wrench2 DistributedPatch::wrench(const State& state, const State& rate, const Twist2& v, double fn) const noexcept {
  if (!accepts(v, fn, 0.0)) return not_a_number<3>();
  const Chunk all{.size = x_.size(), .x = x_.data(), .y = y_.data(), .p = weight_.data(), .g = nullptr};
  Load load;
  load_of(numbers_, all, motion_of(v), bristles_at(state.values(), 0), bristles_at(rate.values(), 0), load);
  return wrench_of(load, fn);
}

double DistributedPatch::stored_energy(const State& state, double fn) const noexcept {
  if (!steppable(Twist2::Zero(), fn, 0.0)) return std::numeric_limits<double>::quiet_NaN();
  const Chunk all{.size = x_.size(), .x = x_.data(), .y = y_.data(), .p = weight_.data(), .g = nullptr};
  return 0.5 * fn * law_.sigma0 * weighted_square(all, bristles_at(state.values(), 0));
}

}  // namespace stickslip::patch
