// Any bytes as a small problem, given to all solvers of its kind: none may crash or hang, and none may call a point a solution that
// its definition does not (solvers/test/truth.hpp, not the library's residual), or a problem infeasible that has a solution.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "stickslip/solvers/test/truth.hpp"
#include "stickslip/solvers/workspace.hpp"

#include "fuzz/reader.hpp"

namespace stickslip::fuzz {
namespace {

using namespace solvers;

// Numbers taken from bytes; zeros where these have ended.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  // By the style: small whole numbers, among which ties and zeros are many; numbers of very different sizes; any bits.
  double number(unsigned style) {
    if (style == 0) return static_cast<std::int8_t>(byte());
    if (style == 1) {
      const auto mantissa = static_cast<std::int8_t>(byte());
      return std::ldexp(mantissa, static_cast<std::int8_t>(byte()) / 3);
    }
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8U | byte();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    return std::isfinite(value) ? value : 0.0;
  }
  Eigen::VectorXd vector(Eigen::Index n, unsigned style) {
    Eigen::VectorXd values(n);
    for (double& value : values) value = number(style);
    return values;
  }
  // Any, skew plus diagonal, or a product B Bᵀ, singular as a rule.
  Eigen::MatrixXd matrix(Eigen::Index n, unsigned style) {
    const unsigned shape = byte() % 3U;
    const Eigen::Index columns = shape == 2 ? 1 + byte() % n : n;
    Eigen::MatrixXd B(n, columns);
    for (Eigen::Index i = 0; i < n; ++i) B.row(i) = vector(columns, style).transpose();
    if (shape == 2) B = (B * B.transpose()).eval();
    if (shape == 1) B = (B - B.transpose()).eval() + Eigen::MatrixXd(vector(n, style).cwiseAbs().asDiagonal());
    return B.allFinite() ? B : Eigen::MatrixXd::Identity(n, n);
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

constexpr double tolerance = 1e-8;

// Whether a residual of zero is zero also before it is divided by the largest entry: rows may differ by more than doubles have room for.
bool is_moderate(const Eigen::VectorXd& q) {
  return std::all_of(q.begin(), q.end(),
                     [](double x) { return x == 0.0 || (std::abs(x) > 1e-100 && std::abs(x) < 1e100); });
}
const Eigen::VectorXd& right_side(const BoxedLcpProblem& problem) {
  return problem.b;
}
const Eigen::VectorXd& right_side(const auto& problem) {
  return problem.q;
}

template <class Problem, class Method>
void try_methods(const Problem& problem, const Eigen::VectorXd& start) {
  static Workspace workspace;  // used for all inputs: results must not depend on earlier ones
  using Clock = std::chrono::steady_clock;
  bool is_solved = false, is_called_infeasible = false;
  for (const auto& row : Names<Method>::table) {
    Eigen::VectorXd z = start;
    const SolverOptions options{.tolerance = tolerance, .max_iterations = 300, .time_limit = 0.2};
    const auto begin = Clock::now();
    SolveReport report;
    try {
      report = workspace.solve(problem, {z.data(), static_cast<std::size_t>(z.size())}, row.value, options);
    } catch (const InvalidArgument&) {  // alternating directions refuse a matrix that is not symmetric
      require(row.name == "admm", "that only admm refuses a sound problem");
      continue;
    }
    require(Clock::now() - begin < std::chrono::seconds(5), "an end soon after the time limit");
    require(z.allFinite(), "a finite point");
    // Where numbers leave the range of doubles the residual is infinite, and a rounding that is no number excuses all.
    const test::Truth truth = test::truth_of(problem, z);
    const bool is_far = std::isfinite(report.residual) &&
                        std::abs(report.residual - truth.residual) > 1e-6 * truth.residual + truth.rounding;
    require(!is_far, "the residual of the returned point in the report");
    const bool is_converged = report.status == SolveStatus::converged;
    require(!is_converged || !(truth.residual > 1.001 * tolerance + truth.rounding),
            "converged only where the residual is at most the tolerance");
    require(is_converged || !(truth.residual < 0.999 * tolerance - truth.rounding),
            "converged wherever the residual is at most the tolerance");
    is_solved |= truth.residual == 0.0 && is_moderate(right_side(problem));
    is_called_infeasible |= report.status == SolveStatus::infeasible;
  }
  require(!(is_solved && is_called_infeasible), "no solver to call a problem infeasible that another one solved");
}

}  // namespace
}  // namespace stickslip::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip::fuzz;
  Bytes bytes(data, size);
  const unsigned kind = bytes.byte() % 4U, style = bytes.byte() % 3U;
  const Eigen::Index n = 1 + bytes.byte() % 8;
  const bool has_start = bytes.byte() % 4U == 0;
  const auto start = [&](Eigen::Index rows) {
    return has_start ? bytes.vector(rows, style) : Eigen::VectorXd(Eigen::VectorXd::Zero(rows));
  };
  if (kind == 0) {
    const Eigen::VectorXd q = bytes.vector(n, style);
    try_methods<LcpProblem, LcpMethod>({bytes.matrix(n, style), q}, start(n));
  } else if (kind == 1) {
    std::vector<bool> free;
    for (Eigen::Index i = 0; i < n; ++i) free.push_back(bytes.byte() % 2U == 0);
    const Eigen::VectorXd q = bytes.vector(n, style);
    try_methods<MixedLcpProblem, MixedLcpMethod>({bytes.matrix(n, style), q, free}, start(n));
  } else if (kind == 2) {
    BoxedLcpProblem problem{{}, bytes.vector(n, style), bytes.vector(n, style), bytes.vector(n, style), {}};
    for (Eigen::Index i = 0; i < n; ++i) {
      if (problem.lo[i] > problem.hi[i]) std::swap(problem.lo[i], problem.hi[i]);
      const auto j = static_cast<int>(bytes.byte() % (2 * n));  // multiples of an earlier row whose bounds are as given
      problem.bound_of.push_back(j < i && problem.bound_of[static_cast<std::size_t>(j)] < 0 ? j : -1);
    }
    problem.A = bytes.matrix(n, style);
    try_methods<BoxedLcpProblem, BoxedLcpMethod>(problem, start(n));
  } else {
    const int contacts = 1 + static_cast<int>(n % 4);
    const Eigen::VectorXd q = bytes.vector(3 * contacts, style);
    const Eigen::VectorXd mu = bytes.vector(contacts, style).cwiseAbs();
    const Eigen::MatrixXd W = bytes.matrix(3 * contacts, style);
    try_methods<ConeProblem, ConeMethod>({BlockMatrix::from_dense(W), q, mu}, start(3 * contacts));
  }
  return 0;
}
