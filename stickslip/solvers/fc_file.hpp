// Cone problems as text, the format .fc:
//
//   dim nc nnz        dim = 3; number of contacts; number of entries of W
//   μ                 nc numbers ≥ 0
//   q                 3 nc numbers: n, t1, t2 per contact
//   i j v             nnz lines: W(i, j) = v, rows and columns from 0; entries at the same place are added
//
// White space separates numbers, lines may be broken anywhere, '#' begins a comment. Memory is linear in the length of the text,
// whatever the counts say.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/solvers/cone_problem.hpp"

namespace stickslip::solvers {

// `file` stands for the text in messages. Throws ParseError with file and line.
ConeProblem read_fc(std::string_view text, const std::string& file);

// The text of a problem: each number with the fewest digits that read back as the same double, entries of W that are zero left out.
// Throws InvalidArgument for a problem that check() refuses.
std::string fc_text(const ConeProblem& problem);

}  // namespace stickslip::solvers
