// Which points of the unit cube the runs of a study take: one coordinate per variable, above 0 and below 1.
//
//   grid              every combination of levels; the last dimension changes fastest. Level l of n is at (l + ½)/n
//   latin_hypercube   each dimension is cut into as many strata as there are runs, and each has one run, at a random place within it
//   sobol             Sobol's sequence, scrambled by the seed (sobol.hpp): best from 2^m runs on
//   monte_carlo       independent random points
//
// A design for indices (statistics/sobol_indices.hpp) has k + 2 runs per sample, of k dimensions: at a point A, at a point B, and at A with
// coordinate i of B in place of its own, i = 1 … k. A and B are halves of one point in 2k dimensions, of one of sixteen sequences in turn,
// each scrambled by itself.
//
// The point of a run depends on the seed, its index and, for latin_hypercube, the number of runs: not on what was drawn before. Nothing is
// stored: asking for a point neither allocates nor throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stickslip/core/names.hpp"

namespace stickslip::sweep {

enum class DesignKind : std::uint8_t { grid, latin_hypercube, sobol, monte_carlo };

class Design {
 public:
  static constexpr std::uint64_t most_runs = 10'000'000;  // about 1.5 GB of results
  static constexpr std::size_t sequences = 16;  // of a design for indices; sample j belongs to sequence j mod 16

  // As many runs as there are combinations; 1 where there is no dimension. Throws InvalidArgument for a dimension without levels or too
  // many runs.
  static Design grid(std::vector<std::uint64_t> levels);
  // Throws InvalidArgument for too many runs or, of Sobol's sequence, dimensions, and for the kind grid.
  Design(DesignKind kind, std::size_t dimensions, std::uint64_t runs, std::uint64_t seed);
  // Of Sobol's sequence: samples (dimensions + 2) runs. Throws as above.
  static Design for_indices(std::size_t dimensions, std::uint64_t samples, std::uint64_t seed);

  DesignKind kind() const noexcept { return kind_; }
  std::size_t dimensions() const noexcept { return dimensions_; }
  std::uint64_t runs() const noexcept { return runs_; }
  std::uint64_t seed() const noexcept { return seed_; }
  bool has_indices() const noexcept { return has_indices_; }
  // Of a study in which nothing varies but what it finds, or nothing at all: nobody chose its kind.
  bool is_single_run() const noexcept { return dimensions_ == 0 && runs_ == 1; }
  // Whether the run is one of those that stand for the variables' distribution: not where most coordinates are those of another run.
  bool is_sample(std::uint64_t index) const noexcept { return !has_indices_ || index % (dimensions_ + 2) < 2; }

  // Of run `index` < runs(); as many coordinates as there are dimensions.
  void point(std::uint64_t index, std::span<double> u) const noexcept;

 private:
  // Coordinate `dimension` of a point of Sobol's sequence, scrambled as `sequence`.
  double sobol_coordinate(std::uint64_t index, std::size_t dimension, std::uint64_t sequence) const noexcept;

  DesignKind kind_;
  std::size_t dimensions_;
  std::uint64_t runs_;
  std::uint64_t seed_ = 0;
  bool has_indices_ = false;
  std::vector<std::uint64_t> levels_;  // of a grid
};

}  // namespace stickslip::sweep

namespace stickslip {

struct DesignKindRow {
  sweep::DesignKind value;
  std::string_view name;
  std::string_view meaning;
};

template <>
struct Names<sweep::DesignKind> {
  using K = sweep::DesignKind;
  static constexpr DesignKindRow table[] = {
      {K::grid, "grid", "every combination of the variables' values"},
      {K::latin_hypercube, "latin_hypercube", "random, with every part of each variable's range taken once"},
      {K::sobol, "sobol", "Sobol's sequence, scrambled: fills the space evenly"},
      {K::monte_carlo, "monte_carlo", "independent random draws"}};
};

}  // namespace stickslip
