#include "stickslip/solvers/lcp_file.hpp"

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/number_reader.hpp"

namespace stickslip::solvers {

LcpProblem read_lcp(std::string_view text, const std::string& file) {
  detail::NumberReader reader(text, file);
  const long n = reader.count("n");
  reader.expect_room("n", n, static_cast<double>(n) * static_cast<double>(n));
  LcpProblem problem{Eigen::MatrixXd(n, n), Eigen::VectorXd(n)};
  for (long i = 0; i < n; ++i) {
    for (long j = 0; j < n; ++j) problem.M(i, j) = reader.number("M", i * n + j);
  }
  for (long i = 0; i < n; ++i) problem.q[i] = reader.number("q", i);
  reader.expect_end();
  return problem;
}

std::string lcp_text(const LcpProblem& problem) {
  check(problem);
  std::string text = std::to_string(problem.size()) + "\n";
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    for (Eigen::Index j = 0; j < problem.size(); ++j)
      text += to_text(problem.M(i, j)) + (j + 1 < problem.size() ? " " : "\n");
  }
  for (const double value : problem.q) text += to_text(value) + "\n";
  return text;
}

}  // namespace stickslip::solvers
