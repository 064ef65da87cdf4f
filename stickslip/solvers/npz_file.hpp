// Linear complementarity problems as numpy keeps them: an .npz file with the arrays M, (n, n), and q, (n,).
//
//   numpy.savez("problem.npz", M=M, q=q)      or savez_compressed
//
// Such a file is a zip archive with one .npy member per array. Understood are stored and deflated members, little-endian float64,
// float32, int64 and int32, in C or Fortran order. Nothing in the file is believed: places and lengths are checked against it,
// checksums against the contents, and n is at most 10⁴, so that a small file cannot ask for much memory.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/solvers/lcp_problem.hpp"

namespace stickslip::solvers {

// The largest n of an .npz file: M then takes 800 MB.
inline constexpr long npz_max_size = 10'000;

// Whether bytes begin as a zip archive does.
bool is_npz(std::string_view bytes) noexcept;

// `file` stands for the bytes in messages. Throws ParseError; its line is 1, as such files have none.
LcpProblem read_npz(std::string_view bytes, const std::string& file);

// The bytes of such a file: float64, stored. Throws InvalidArgument for a problem that check() refuses or that has more rows than can be
// read back.
std::string npz_bytes(const LcpProblem& problem);

}  // namespace stickslip::solvers
