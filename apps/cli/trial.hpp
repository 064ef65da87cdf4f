// A problem from a file, and what a solver makes of it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/core/solve_report.hpp"
#include "stickslip/solvers/cone_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"

namespace stickslip::cli {

using Problem = std::variant<solvers::LcpProblem, solvers::ConeProblem>;

// The kind of file is known by the end of its name. Throws InvalidArgument for another name, ParseError with file and line for what
// is wrong in it, std::filesystem::filesystem_error if it cannot be read.
Problem read_problem(const std::filesystem::path& path);

// "LCP of 12 rows", "cone problem of 225 contacts"
std::string to_text(const Problem& problem);

// The names of all methods for this kind of problem.
std::vector<std::string_view> method_names(const Problem& problem);

// Throws InvalidArgument, naming those there are, if there is no method of this name for this kind of problem.
void require_method(const Problem& problem, std::string_view method);

// What a solver had reached after a number of iterations.
struct Instant {
  long iterations;
  double seconds;
  double residual;
};

struct Trial {
  std::string method;
  std::string refusal = {};  // why the method does not take the problem; empty where it does
  SolveReport report = {};
  double seconds = 0.0;
  std::vector<Instant> history = {};
  // z and w = M z + q of an LCP, r and u = W r + q of a cone problem; where the method did not converge, of the best point that it found.
  std::vector<double> solution = {}, slack = {};
};

// What the two are called: "z" and "w", or "r" and "u".
std::pair<const char*, const char*> names_of_solution(const Problem& problem);

// Solves from zero by the method of this name. Throws as require_method does.
//
// Solvers keep no history. With `with_history` the problem is solved again with budgets of 1, 2, 4, … iterations: the point that each
// of these returns is judged by the same residual as the solution, at about twice the time of one solve more. Short solves are repeated, and the least time counts.
Trial try_method(const Problem& problem, std::string_view method, double tolerance, bool with_history,
                 const Progress& progress);

}  // namespace stickslip::cli
