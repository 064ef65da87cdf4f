// Linear complementarity problems as text: n, then the n rows of M, then q.
//
// White space separates numbers, lines may be broken anywhere, '#' begins a comment. Memory is linear in the length of the text,
// whatever n says.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/solvers/lcp_problem.hpp"

namespace stickslip::solvers {

// `file` stands for the text in messages. Throws ParseError with file and line.
LcpProblem read_lcp(std::string_view text, const std::string& file);

// The text of a problem, each number with the fewest digits that read back as the same double. Throws InvalidArgument for a problem
// that check() refuses.
std::string lcp_text(const LcpProblem& problem);

}  // namespace stickslip::solvers
