// The bristles of a distributed patch as the loops read them: the law's numbers and the cells' positions, padded and
// aligned. Constant; copies of a patch share it, whatever their weights.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/numerics/aligned_vector.hpp"
#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/patch/cells.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail {

// A copy that vector code may read to the end of the last vector.
numerics::AlignedVector padded_copy(const std::vector<double>& values, double filling);

class CellLayout {
 public:
  CellLayout(const BristleLaw& law, const Cells& cells);

  const cellwise::LawNumbers& numbers() const noexcept { return numbers_; }
  const cellwise::BristleKernels& kernels() const noexcept { return *kernels_; }
  // Of the fastest cell, or somewhat more [m/s].
  double speed(const Twist2& v) const noexcept { return std::abs(v(0)) + std::abs(v(1)) + std::abs(v(2)) * reach_; }

  // All cells, without g. `weight`: share of the normal force of each cell, padded.
  cellwise::Chunk whole(const double* weight) const noexcept {
    return {.size = x_.size(), .x = x_.data(), .y = y_.data(), .p = weight, .g = nullptr};
  }

  // visit(chunk, first cell) for all cells in turn, g of the twist included.
  template <class Visit>
  void for_each_chunk(const cellwise::PlainTwist& v, const double* weight, Visit visit) const noexcept;

 private:
  // How g of all cells is found.
  enum class Stribeck : std::uint8_t { flat, gaussian, separable, general };

  static constexpr std::size_t most_lines = 2048;  // rows or columns whose exponentials are kept on the stack

  static bool on_useful_raster(const Cells& cells);
  void find_runs(const Cells& cells);

  cellwise::LawNumbers numbers_;
  const cellwise::BristleKernels* kernels_;
  Stribeck stribeck_ = Stribeck::general;
  std::size_t count_;                         // of the cells without padding
  double reach_ = 0.0;                        // of the farthest cell from the CoP [m]
  numerics::AlignedVector x_, y_;             // of the cells, padded
  numerics::AlignedVector column_x_, row_y_;  // of the raster, padded; empty unless separable
  std::vector<cellwise::Run> runs_;           // of all cells in turn; empty unless separable
  std::vector<std::size_t> first_run_;        // of each chunk, and the end
};

template <class Visit>
void CellLayout::for_each_chunk(const cellwise::PlainTwist& v, const double* weight, Visit visit) const noexcept {
  using namespace cellwise;
  alignas(64) std::array<double, most_lines + lanes> of_column;
  alignas(64) std::array<double, most_lines> of_row;
  if (stribeck_ == Stribeck::separable) {
    gaussians(numbers_, column_x_.size(), column_x_.data(), v.vy, v.omega, of_column.data());
    gaussians(numbers_, row_y_.size(), row_y_.data(), v.vx, -v.omega, of_row.data());
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
                      .p = weight + first,
                      .g = g_here};
    switch (stribeck_) {
      case Stribeck::flat:
        std::fill_n(g_here, chunk.size, 1.0);
        break;
      case Stribeck::gaussian:
        stribeck_gaussian(numbers_, chunk, v, g_here);
        break;
      case Stribeck::general:
        stribeck_general(numbers_, chunk, v, g_here);
        break;
      case Stribeck::separable:
        stribeck_runs(numbers_, runs_.data() + first_run_[number], runs_.data() + first_run_[number + 1], of_row.data(),
                      of_column.data(), g_here);
        // Nothing has been found for the padding.
        for (std::size_t i = std::min(chunk_size, count_ - first); i < chunk.size; ++i) g_here[i] = 1.0;
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

}  // namespace stickslip::patch::detail
