// Frictional contact problems of other simulators, to a residual of 1e-8. The problems are not part of the sources.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/core/names.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/solvers/fc_file.hpp"
#include "stickslip/solvers/workspace.hpp"

#include "experiments/lcp/lcp.hpp"
#include "experiments/reference_data.hpp"

namespace stickslip::experiments::lcp {

namespace fc3d_experiment {
namespace {

using stickslip::solvers::ConeMethod;
using stickslip::solvers::ConeProblem;

constexpr double tolerance = 1e-8;
constexpr double seconds_for_others = 0.5;  // auto has its default

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".fc") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Outcome {
  SolveReport report;
  double milliseconds;
};

Outcome solve(stickslip::solvers::Workspace& workspace, const ConeProblem& problem, ConeMethod method,
              const Progress& progress) {
  stickslip::solvers::SolverOptions options;
  options.tolerance = tolerance;
  options.progress = progress;
  if (method != ConeMethod::automatic) options.time_limit = seconds_for_others;
  std::vector<double> r(static_cast<std::size_t>(problem.size()), 0.0);
  const auto start = std::chrono::steady_clock::now();
  const SolveReport report = workspace.solve(problem, r, method, options);
  return {report, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count()};
}

Result run(const Progress& progress) {
  progress(0.0);
  Result result;
  const auto folder = reference_data("contact/fc3d");
  const std::vector<std::filesystem::path> files = folder ? files_in(*folder) : std::vector<std::filesystem::path>{};
  if (files.empty()) {
    result.skipped =
        "the contact problems (contact/fc3d/*.fc) are in no folder that STICKSLIP_REFERENCE or the current folder "
        "leads to";
    return result;
  }
  std::vector<record::Column> columns = {{"contacts", "1"}};
  for (const auto& method : Names<ConeMethod>::table) {
    const std::string name(method.name);
    columns.insert(columns.end(), {{name + "_residual", "1"}, {name + "_iterations", "1"}, {name + "_time", "ms"}});
  }
  stickslip::solvers::Workspace workspace;
  std::vector<std::string> labels;
  double unsolved = 0.0, worst = 0.0, done = 0.0;
  for (const std::filesystem::path& file : files) {
    const ConeProblem problem = stickslip::solvers::read_fc(record::InputFile(file).read(), file.string());
    labels.push_back(file.stem().string());
    columns[0].values.push_back(problem.contacts());
    std::size_t column = 1;
    for (const auto& method : Names<ConeMethod>::table) {
      const auto here = [&](double share) {
        progress(std::min(1.0, (done + share) / static_cast<double>(files.size() * 4)));
      };
      const Outcome outcome = solve(workspace, problem, method.value, here);
      columns[column++].values.push_back(outcome.report.residual);
      columns[column++].values.push_back(static_cast<double>(outcome.report.iterations));
      columns[column++].values.push_back(outcome.milliseconds);
      if (method.value == ConeMethod::automatic) {
        worst = std::max(worst, outcome.report.residual);
        if (!(outcome.report.residual <= tolerance)) ++unsolved;
      }
      ++done;
    }
  }
  result.series.emplace_back("problems", "Residual, iterations and time of each solver on each problem",
                             std::move(columns));
  result.checks.push_back(equal("problems that auto does not solve to 1e-8", "1", 0.0, unsolved, 0.0));
  result.checks.push_back(at_most("largest residual by auto", "1", tolerance, worst));
  result.tables = {{"Problems", "problems", labels}};
  result.parameters = {{"tolerance", tolerance},
                       {"problems", static_cast<double>(files.size())},
                       {"time limit of the solvers beside auto", seconds_for_others, "s"}};
  progress(1.0);
  return result;
}

}  // namespace
}  // namespace fc3d_experiment

Experiment fc3d() {
  return {.name = "lcp-fc3d",
          .paper = "Acary2018",
          .figure = "solved problems",
          .summary = "contact problems of other simulators with exact cones, by every cone solver",
          .run = &fc3d_experiment::run,
          .is_long = true,
          .is_timed = true};
}

}  // namespace stickslip::experiments::lcp
