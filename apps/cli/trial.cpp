#include "trial.hpp"

#include <algorithm>
#include <chrono>

#include "stickslip/core/error.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/solvers/fc_file.hpp"
#include "stickslip/solvers/fclib_file.hpp"
#include "stickslip/solvers/lcp_file.hpp"
#include "stickslip/solvers/npz_file.hpp"
#include "stickslip/solvers/problem_file.hpp"
#include "stickslip/solvers/workspace.hpp"

namespace stickslip::cli {

using solvers::ConeMethod;
using solvers::ConeProblem;
using solvers::LcpMethod;
using solvers::LcpProblem;
using solvers::ProblemFile;

namespace {

template <class P>
struct KindOf;
template <>
struct KindOf<LcpProblem> {
  using Method = LcpMethod;
  static constexpr const char* name = "LCPs";
  static constexpr std::pair solution = {"z", "w"};
};
template <>
struct KindOf<ConeProblem> {
  using Method = ConeMethod;
  static constexpr const char* name = "cone problems";
  static constexpr std::pair solution = {"r", "u"};
};

constexpr int most_budget = 1 << 30;

// A solve that is shorter is timed several times, and the least time counts: the rest is what else the machine had to do.
constexpr double short_time = 0.05;  // [s]
constexpr int timings = 3;

std::vector<double> slack_of(const LcpProblem& problem, const std::vector<double>& z) {
  std::vector<double> w(z.size());
  Eigen::Map<Eigen::VectorXd>(w.data(), problem.size()) =
      problem.M * Eigen::Map<const Eigen::VectorXd>(z.data(), problem.size()) + problem.q;
  return w;
}
std::vector<double> slack_of(const ConeProblem& problem, const std::vector<double>& r) {
  std::vector<double> u(r.size());
  for (int i = 0; i < problem.contacts(); ++i) {
    Eigen::Map<Eigen::Vector3d>(u.data() + 3 * i) =
        problem.W.row_times(i, r.data()) + problem.q.segment<3>(3 * Eigen::Index{i});
  }
  return u;
}

// One solve from zero with this budget; none: the solver's own.
template <class P, class Method>
Instant solve(const P& problem, Method method, const solvers::SolverOptions& options, SolveReport& report,
              std::vector<double>& z) {
  z.assign(static_cast<std::size_t>(problem.size()), 0.0);
  const auto begin = std::chrono::steady_clock::now();
  report = solvers::Workspace().solve(problem, z, method, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {report.iterations, seconds, report.residual};
}

template <class P, class Method>
Instant timed(const P& problem, Method method, const solvers::SolverOptions& options, SolveReport& report,
              std::vector<double>& z) {
  Instant instant = solve(problem, method, options, report, z);
  for (int k = 1; k < timings && instant.seconds < short_time; ++k) {
    instant.seconds = std::min(instant.seconds, solve(problem, method, options, report, z).seconds);
  }
  return instant;
}

template <class P>
auto method_named(std::string_view name) {
  using Method = typename KindOf<P>::Method;
  const std::optional<Method> method = value_named<Method>(name);
  if (method) return *method;
  throw InvalidArgument("--method = '" + std::string(name) + "' is none for " + KindOf<P>::name +
                        "; there are: " + listed_names<Method>() + ", all");
}

template <class P>
Trial try_on(const P& problem, std::string_view name, double tolerance, bool with_history, const Progress& progress) {
  const auto method = method_named<P>(name);
  Trial trial{.method = std::string(name)};
  solvers::SolverOptions options{.tolerance = tolerance, .progress = progress};
  try {
    if (!with_history) {
      trial.seconds = solve(problem, method, options, trial.report, trial.solution).seconds;
      trial.slack = slack_of(problem, trial.solution);
      return trial;
    }
    const Instant end = timed(problem, method, options, trial.report, trial.solution);
    trial.seconds = end.seconds;
    trial.slack = slack_of(problem, trial.solution);
    SolveReport report;
    std::vector<double> on_the_way;
    for (int budget = 1; budget < end.iterations && budget < most_budget; budget *= 2) {
      options.max_iterations = budget;
      const Instant instant = timed(problem, method, options, report, on_the_way);
      // A method that counts its iterations by the dozen may have none for this budget.
      if (trial.history.empty() || instant.iterations > trial.history.back().iterations) {
        trial.history.push_back(instant);
      }
    }
    if (trial.history.empty() || end.iterations > trial.history.back().iterations) trial.history.push_back(end);
    // What more iterations took, fewer took at most.
    for (std::size_t k = trial.history.size() - 1; k > 0; --k) {
      trial.history[k - 1].seconds = std::min(trial.history[k - 1].seconds, trial.history[k].seconds);
    }
  } catch (const InvalidArgument& wrong) {
    trial.refusal = wrong.what();
  }
  return trial;
}

}  // namespace

Problem read_problem(const std::filesystem::path& path) {
  const std::string file = path.string();
  const std::optional<ProblemFile> kind = solvers::problem_file_of(file);
  if (!kind) {
    std::string known;
    for (const auto& row : Names<ProblemFile>::table) known.append(" ").append(row.extensions);
    throw InvalidArgument("solve: the name of " + file + " does not say what it is; known are" + known);
  }
  if (*kind == ProblemFile::fclib) {
    return solvers::read_fclib(record::read_hdf5_numbers(path, solvers::fclib_datasets()), file);
  }
  const std::string bytes = record::InputFile(path).read();
  if (*kind == ProblemFile::fc) return solvers::read_fc(bytes, file);
  if (*kind == ProblemFile::npz) return solvers::read_npz(bytes, file);
  return solvers::read_lcp(bytes, file);
}

std::string to_text(const Problem& problem) {
  if (const auto* lcp = std::get_if<LcpProblem>(&problem)) return "LCP of " + std::to_string(lcp->size()) + " rows";
  return "cone problem of " + std::to_string(std::get<ConeProblem>(problem).contacts()) + " contacts";
}

std::vector<std::string_view> method_names(const Problem& problem) {
  return std::visit(
      []<class P>(const P& /*problem*/) {
        std::vector<std::string_view> names;
        for (const auto& row : Names<typename KindOf<P>::Method>::table) names.push_back(row.name);
        return names;
      },
      problem);
}

std::pair<const char*, const char*> names_of_solution(const Problem& problem) {
  return std::visit([]<class P>(const P& /*problem*/) { return KindOf<P>::solution; }, problem);
}

void require_method(const Problem& problem, std::string_view method) {
  std::visit([&]<class P>(const P& /*problem*/) { static_cast<void>(method_named<P>(method)); }, problem);
}

Trial try_method(const Problem& problem, std::string_view method, double tolerance, bool with_history,
                 const Progress& progress) {
  return std::visit([&](const auto& p) { return try_on(p, method, tolerance, with_history, progress); }, problem);
}

}  // namespace stickslip::cli
