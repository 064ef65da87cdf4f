#include "reproduce.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/result_folder.hpp"
#include "stickslip/record/timestamp.hpp"

#include "apps/cli/interrupt.hpp"
#include "apps/cli/progress_line.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/standard_streams.hpp"
#include "experiment_pool.hpp"
#include "experiments/paper.hpp"
#include "report_table.hpp"

namespace stickslip::cli {

using experiments::Experiment;
using experiments::Result;

namespace {

const Experiment& named(const std::string& name, const std::vector<Experiment>& all) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Experiment& e) { return e.name == name; });
  if (found != all.end()) return *found;
  std::string there;
  for (const Experiment& experiment : all) there += " " + experiment.name;
  throw InvalidArgument("reproduce: no experiment " + name + "; there are:" + there);
}

// Each experiment once, in the order asked for.
std::vector<const Experiment*> chosen(const ReproduceOptions& options, const std::vector<Experiment>& all) {
  std::vector<const Experiment*> experiments;
  if (options.all) {
    for (const Experiment& experiment : all) experiments.push_back(&experiment);
  }
  for (const std::string& name : options.names) {
    const Experiment* experiment = &named(name, all);
    if (std::find(experiments.begin(), experiments.end(), experiment) == experiments.end()) {
      experiments.push_back(experiment);
    }
  }
  if (experiments.empty())
    throw InvalidArgument("reproduce: name an experiment, or --all; 'stickslip list' shows them");
  return experiments;
}

// The result of an experiment, with what it does not know of itself.
Result result_of(const Experiment& experiment, bool full, const experiments::Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  Result result = full && experiment.run_full != nullptr ? experiment.run_full(progress) : experiment.run(progress);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.name = experiment.name;
  result.title = experiment.summary;
  result.title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result.title[0])));  // a heading
  result.source = experiments::citation(experiment.paper) + ": " + experiment.figure;
  result.version = version;
  result.made = record::utc_now();
  return result;
}

// How many experiments run at a time.
unsigned jobs(const ReproduceOptions& options) {
  if (options.jobs < 0) throw InvalidArgument(fmt::format("--jobs = {} must be >= 0", options.jobs));
  return options.jobs > 0 ? static_cast<unsigned>(options.jobs) : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

int list(const ListOptions& options, const std::vector<Experiment>& available) {
  if (options.json) {
    nlohmann::json json = nlohmann::json::array();
    for (const Experiment& e : available) {
      json.push_back({{"name", e.name}, {"paper", e.paper}, {"figure", e.figure}, {"summary", e.summary}});
    }
    print(json.dump(2) + "\n");
    return 0;
  }
  for (const Experiment& e : available) {
    print(fmt::format("{:<23}  {}  [{}, {}]\n", e.name, e.summary, e.paper, e.figure));
  }
  return 0;
}

int reproduce(const ReproduceOptions& options, const std::vector<Experiment>& available) {
  const std::vector<const Experiment*> experiments = chosen(options, available);
  if (options.out.empty()) throw InvalidArgument("--out = \"\" must name a folder");
  const unsigned threads = jobs(options);
  // Before the work, so that it is not done in vain.
  require_showable(options.out / "report.html", options.plots);
  for (const Experiment* experiment : experiments) make_folder(options.out / experiment->name);
  const bool tables = !options.quiet && !options.json;
  const bool colour = ::isatty(STDOUT_FILENO) != 0;
  ProgressLine line(!options.quiet);
  nlohmann::json json = {{"version", version}, {"out", options.out.string()}, {"experiments", nlohmann::json::array()}};
  std::vector<Result> results;
  std::size_t checks = 0, failed = 0, skipped = 0;
  ExperimentPool pool(experiments, threads, [&](const Experiment& experiment, const experiments::Progress& progress) {
    return result_of(experiment, options.full, progress);
  });
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const Experiment& experiment = *experiments[i];
    const Result& result = results.emplace_back(pool.take(i, [&](const std::string& running, double share) {
      throw_if_interrupted();
      line.show(running, share);
    }));
    line.clear();
    record::write_result(result, options.out / experiment.name, [](double /*share*/) { throw_if_interrupted(); });
    checks += result.checks.size();
    skipped += result.skipped.empty() ? 0U : 1U;
    failed += static_cast<std::size_t>(
        std::count_if(result.checks.begin(), result.checks.end(), [](const auto& check) { return !check.passed(); }));
    if (tables) print(to_text(experiment, result, colour) + "\n");
    json["experiments"].push_back(to_json(experiment, result));
  }
  std::vector<std::filesystem::path> folders;
  folders.reserve(results.size());
  for (const Result& result : results) folders.push_back(options.out / result.name);
  const Shown shown = show(results, folders, options.out / "report.html", options.plots, line);
  json["report"] = shown.page.empty() ? nlohmann::json() : nlohmann::json(shown.page.string());
  json["plots"] = shown.plots;
  json["passed"] = failed == 0;
  if (options.json) print(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  if (tables) {
    const std::string left_out =
        skipped == 0 ? "" : fmt::format(" {} of {} experiments skipped.", skipped, experiments.size());
    print(fmt::format("{} checks, {} failed.{} Series and tables: {}\n{}", checks, failed, left_out,
                      options.out.string(), to_text(shown)));
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace stickslip::cli
