// Which kind of problem file a name stands for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "stickslip/core/names.hpp"

namespace stickslip::solvers {

enum class ProblemFile : std::uint8_t { fc, lcp, npz, fclib };

struct ProblemFileRow {
  ProblemFile value;
  std::string_view name;
  std::string_view extensions;  // separated by spaces
  std::string_view meaning;
};

// By the end of the file's name, in small or capital letters; none for others.
std::optional<ProblemFile> problem_file_of(std::string_view file_name) noexcept;

}  // namespace stickslip::solvers

template <>
struct stickslip::Names<stickslip::solvers::ProblemFile> {
  using F = solvers::ProblemFile;
  static constexpr solvers::ProblemFileRow table[] = {
      {F::fc, "fc", ".fc", "a cone problem as text (fc_file.hpp)"},
      {F::lcp, "lcp", ".lcp .txt", "an LCP as text (lcp_file.hpp)"},
      {F::npz, "npz", ".npz", "an LCP as numpy keeps it (npz_file.hpp)"},
      {F::fclib, "fclib", ".hdf5 .h5 .dat", "a cone problem of FCLIB (fclib_file.hpp)"},
  };
};
