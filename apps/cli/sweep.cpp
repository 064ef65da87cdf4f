#include "sweep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/core.h>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/sweep/run.hpp"

#include "interrupt.hpp"
#include "progress_line.hpp"
#include "report.hpp"
#include "standard_streams.hpp"

namespace stickslip::cli {

namespace {

using stickslip::sweep::Results;
using stickslip::sweep::RunStatus;
using stickslip::sweep::Study;
using stickslip::sweep::SweepProgress;

// How many processes mpirun or srun started; 1 without them.
long mpi_processes() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* const text = std::getenv(name)) return std::max(1L, std::strtol(text, nullptr, 10));
  }
  return 1;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::min(std::ceil(seconds), 1e9));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string line_of(const std::string& name, const SweepProgress& now) {
  std::string text = fmt::format("{}: {} of {} runs", name, now.finished, now.runs);
  if (now.not_ok > 0) text += fmt::format(", {} not ok", now.not_ok);
  if (std::isfinite(now.remaining)) text += ", about " + duration(now.remaining) + " left";
  return text;
}

std::string how_to_resume(const SweepOptions& options) {
  std::string text = "stickslip sweep " + options.study;
  for (const std::string& change : options.changes) text += " --set '" + change + "'";
  if (!options.out.empty()) text += " --out " + options.out.string();
  return text + " --resume";
}

// Least, mean and greatest of each output, over the runs that have a number.
std::string spread_of(const Results& results) {
  constexpr std::size_t most_lines = 4;
  std::string text;
  const auto& outputs = results.study().outputs();
  for (std::size_t k = 0; k < std::min(outputs.size(), most_lines); ++k) {
    double sum = 0.0, low = Range::infinity, high = -Range::infinity;
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < results.runs(); ++i) {
      const double value = results.outputs(i)[k];
      if (!std::isfinite(value)) continue;
      ++count;
      sum += value;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    const std::string unit = outputs[k].unit == "1" ? "" : " " + outputs[k].unit;
    text += count == 0 ? fmt::format("  {}: no run has a number\n", outputs[k].name)
                       : fmt::format("  {}: mean {:.5g}{}, from {:.5g} to {:.5g}\n", outputs[k].name,
                                     sum / static_cast<double>(count), unit, low, high);
  }
  if (outputs.size() > most_lines) text += fmt::format("  and {} more outputs\n", outputs.size() - most_lines);
  return text;
}

std::string summary(const Results& results, double seconds) {
  std::string text = fmt::format("{}: {} runs ({}), finished in {:.3g} s\n", results.study().name(), results.runs(),
                                 name_of(results.study().design().kind()), seconds);
  text += spread_of(results);
  for (const auto& row : Names<RunStatus>::table) {
    const std::uint64_t count = results.count(row.value);
    if (row.value == RunStatus::ok || count == 0) continue;
    std::uint64_t first = 0;
    while (results.status(first) != row.value) ++first;
    text += fmt::format("  {}: {} runs, the first is run {}: {}\n", row.name, count, first, results.reason(first));
  }
  return text;
}

std::optional<Study> read_or_complain(const std::string& file, const std::vector<scene::Override>& overrides) {
  try {
    return Study::read(file, overrides);
  } catch (const scene::SceneError& error) {
    complain(std::string(error.what()) + "\n");
    return {};
  }
}

}  // namespace

int sweep(const SweepOptions& options) {
  if (const long processes = mpi_processes(); processes > 1) {
    // Each of them would run the whole study.
    complain(
        fmt::format("stickslip: started as one of {} MPI processes, and this build has no MPI: run it without mpirun\n",
                    processes));
    return 2;
  }
  std::vector<scene::Override> changes;
  for (const std::string& text : options.changes) changes.push_back(scene::override_from(text));
  const std::optional<Study> study = read_or_complain(options.study, changes);
  if (!study) return 2;
  const std::filesystem::path out =
      options.out.empty() ? std::filesystem::path("results") / study->name() : options.out;
  require_showable(out / "report.html", options.plots);
  make_folder(out);
  ProgressLine line(!options.quiet);
  SweepProgress last;
  try {
    const Results results = stickslip::sweep::run(
        *study, {.folder = out,
                 .threads = options.threads,
                 .resume = options.resume,
                 .progress = [&](const SweepProgress& now) {
                   last = now;
                   if (is_interrupted() && now.finished < now.runs) {
                     line.show("finishing the runs that are under way");
                     throw Interrupted();
                   }
                   line.show(line_of(study->name(), now),
                             now.runs == 0 ? 1.0 : static_cast<double>(now.finished) / static_cast<double>(now.runs));
                 }});
    line.show("drawing the report");
    const Shown shown = show({results.page()}, {out}, out / "report.html", options.plots, line);
    line.clear();
    if (!options.quiet) {
      print(fmt::format("{}{} and {}: {}\n{}", summary(results, last.seconds), stickslip::sweep::csv_file,
                        stickslip::sweep::hdf5_file, out.string(), to_text(shown)));
    }
    return results.count(RunStatus::ok) == results.runs() ? 0 : 1;
  } catch (const Interrupted&) {
    line.clear();
    complain(fmt::format("stickslip: interrupted; finished runs are kept. To go on: {}\n", how_to_resume(options)));
    return interrupted_exit_code();
  } catch (const std::filesystem::filesystem_error& error) {
    line.clear();
    complain(
        fmt::format("stickslip: {}; finished runs are kept. To go on: {}\n", error.what(), how_to_resume(options)));
    return 2;
  }
}

}  // namespace stickslip::cli
