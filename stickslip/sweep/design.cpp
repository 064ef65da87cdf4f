#include "stickslip/sweep/design.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/counter.hpp"
#include "stickslip/sweep/sobol.hpp"

namespace stickslip::sweep {

namespace {

// What a design draws its numbers for.
enum Stream : std::uint64_t { stratum_order = 1, within_stratum, scramble, below_scramble, independent };

void require_runs(std::uint64_t runs) {
  if (runs <= Design::most_runs) return;
  throw InvalidArgument("Design: " + std::to_string(runs) + " runs must be at most 1e7");
}

}  // namespace

Design Design::grid(std::vector<std::uint64_t> levels) {
  Design design(DesignKind::monte_carlo, levels.size(), 0, 0);
  design.kind_ = DesignKind::grid;
  design.runs_ = 1;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == 0) throw InvalidArgument("Design: dimension " + std::to_string(i) + " of the grid has no level");
    if (levels[i] > most_runs / design.runs_) throw InvalidArgument("Design: the grid has more than 1e7 runs");
    design.runs_ *= levels[i];
  }
  design.levels_ = std::move(levels);
  return design;
}

Design::Design(DesignKind kind, std::size_t dimensions, std::uint64_t runs, std::uint64_t seed)
    : kind_(kind), dimensions_(dimensions), runs_(runs), seed_(seed) {
  if (kind == DesignKind::grid) throw InvalidArgument("Design: a grid is made of levels: Design::grid");
  require_runs(runs);
  if (kind == DesignKind::sobol && dimensions > most_sobol_dimensions) {
    throw InvalidArgument("Design: " + std::to_string(dimensions) + " dimensions of Sobol's sequence must be at most " +
                          std::to_string(most_sobol_dimensions));
  }
}

Design Design::for_indices(std::size_t dimensions, std::uint64_t samples, std::uint64_t seed) {
  if (2 * dimensions > most_sobol_dimensions) {
    throw InvalidArgument("Design: " + std::to_string(dimensions) + " variables with indices must be at most " +
                          std::to_string(most_sobol_dimensions / 2));
  }
  require_runs(samples);  // so that their product is no overflow
  Design design(DesignKind::sobol, dimensions, samples * (dimensions + 2), seed);
  design.has_indices_ = true;
  return design;
}

double Design::sobol_coordinate(std::uint64_t index, std::size_t dimension, std::uint64_t sequence) const noexcept {
  // Below its 32 bits a scrambled number goes on with random ones, 20 of them.
  const auto high = static_cast<double>(scrambled(sobol(index, dimension), word(seed_, scramble, sequence, dimension)));
  const std::uint64_t below = word(seed_, below_scramble, index * sequences + sequence, dimension);
  return (high + (static_cast<double>(below >> 44U) + 0.5) * 0x1p-20) * 0x1p-32;
}

void Design::point(std::uint64_t index, std::span<double> u) const noexcept {
  switch (kind_) {
    case DesignKind::grid: {
      std::uint64_t rest = index;
      for (std::size_t i = dimensions_; i-- > 0; rest /= levels_[i]) {
        u[i] = (static_cast<double>(rest % levels_[i]) + 0.5) / static_cast<double>(levels_[i]);
      }
      return;
    }
    case DesignKind::latin_hypercube:
      for (std::size_t i = 0; i < dimensions_; ++i) {
        const std::uint64_t stratum = permuted(index, runs_, word(seed_, stratum_order, 0, i));
        const double within = uniform_of(word(seed_, within_stratum, index, i));
        // Rounding leads to 1 at most.
        u[i] = std::min((static_cast<double>(stratum) + within) / static_cast<double>(runs_), 1.0 - 0x1p-53);
      }
      return;
    case DesignKind::sobol: {
      if (!has_indices_) {
        for (std::size_t i = 0; i < dimensions_; ++i) u[i] = sobol_coordinate(index, i, 0);
        return;
      }
      const std::uint64_t sample = index / (dimensions_ + 2), part = index % (dimensions_ + 2);
      for (std::size_t i = 0; i < dimensions_; ++i) {
        const bool is_of_b = part == 1 || part == i + 2;
        u[i] = sobol_coordinate(sample / sequences, is_of_b ? dimensions_ + i : i, sample % sequences);
      }
      return;
    }
    case DesignKind::monte_carlo:
      for (std::size_t i = 0; i < dimensions_; ++i) u[i] = uniform_of(word(seed_, independent, index, i));
      return;
  }
}

}  // namespace stickslip::sweep
