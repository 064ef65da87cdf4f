#include "sweep.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/core.h>

#include "stickslip/record/file_error.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/sweep/analysis.hpp"
#include "stickslip/sweep/assist.hpp"
#include "stickslip/sweep/run.hpp"
#include "stickslip/sweep/shell_word.hpp"

#include "interrupt.hpp"
#include "mpi_launch.hpp"
#include "progress_line.hpp"
#include "report.hpp"
#include "standard_streams.hpp"

namespace stickslip::cli {

namespace {

using stickslip::sweep::Results;
using stickslip::sweep::RunStatus;
using stickslip::sweep::Study;
using stickslip::sweep::SweepProgress;

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

std::string how_to_resume(const SweepOptions& options, int ranks) {
  const auto word = stickslip::sweep::shell_word;
  std::string text = ranks > 1 ? fmt::format("mpirun -n {} ", ranks) : "";
  text += "stickslip sweep " + word(options.study);
  for (const std::string& change : options.changes) text += " --set " + word(change);
  if (!options.out.empty()) text += " --out " + word(options.out.string());
  if (!options.plots.empty()) text += " --plots " + options.plots;
  if (options.threads != 0) text += fmt::format(" --threads {}", options.threads);
  return text + " --resume";
}

std::string counted(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "run" : "runs");
}

std::string line_of(const stickslip::sweep::OutputColumn& output, const stickslip::sweep::Spread& spread) {
  if (spread.numbers == 0) return fmt::format("  {}: no run has a number\n", output.name);
  const std::string unit = output.unit == "1" ? "" : " " + output.unit;
  std::string text = "  " + output.name + ": ";
  if (spread.infinite < spread.numbers) {
    text += fmt::format("mean {:.5g}{}, from {:.5g} to {:.5g}", spread.mean, unit, spread.least, spread.greatest);
    if (spread.infinite > 0) text += "; ";
  }
  if (spread.infinite > 0) text += "infinite in " + counted(spread.infinite);
  return text + "\n";
}

// Least, mean and greatest of each output.
std::string spreads_of(const Results& results) {
  constexpr std::size_t most_lines = 4;
  std::string text;
  const auto& outputs = results.study().outputs();
  for (std::size_t k = 0; k < std::min(outputs.size(), most_lines); ++k) {
    text += line_of(outputs[k], stickslip::sweep::spread(results, k));
  }
  if (outputs.size() > most_lines) text += fmt::format("  and {} more outputs\n", outputs.size() - most_lines);
  return text;
}

std::string events_of(const Results& results) {
  const stickslip::sweep::Study& study = results.study();
  const auto proportions = stickslip::sweep::event_proportions(results);
  std::string text;
  for (std::size_t i = 0; i < proportions.size(); ++i) {
    const auto& p = proportions[i];
    text += fmt::format("  {} ({}): {} of {}, ", study.events()[i].name,
                        condition_of(study.events()[i], study.outputs()), p.count, counted(p.of));
    text += std::isnan(p.low) ? fmt::format("a share of {:.4g}\n", p.share)
                              : fmt::format("probability {:.4g} ({:.4g} to {:.4g})\n", p.share, p.low, p.high);
  }
  return text;
}

std::string summary(const Results& results, double seconds) {
  const stickslip::sweep::Design& design = results.study().design();
  const std::string kind = design.is_single_run() ? "" : fmt::format(" ({})", name_of(design.kind()));
  std::string text =
      fmt::format("{}: {}{}, finished in {:.3g} s\n", results.study().name(), counted(results.runs()), kind, seconds);
  text += spreads_of(results) + events_of(results);
  for (const auto& row : Names<RunStatus>::table) {
    const std::uint64_t count = results.count(row.value);
    if (row.value == RunStatus::ok || count == 0) continue;
    std::uint64_t first = 0;
    while (results.status(first) != row.value) ++first;
    text += fmt::format("  {}: {}, the first is run {}: {}\n", row.name, counted(count), first, results.reason(first));
  }
  return text;
}

// What is left to be said where it ended before its time.
void complain_of(const std::string& what, const SweepOptions& options, int ranks, const std::filesystem::path& out) {
  const bool has_begun = std::filesystem::is_regular_file(out / stickslip::sweep::journal_file);
  const std::string rest = "; finished runs are kept. To go on: " + how_to_resume(options, ranks);
  complain(fmt::format("stickslip: {}{}\n", what, has_begun ? rest : ""));
}

// Where mpirun forwards what is printed there is no terminal to show the progress on: a line now and then, as a batch system keeps it.
class ProgressLog {
 public:
  explicit ProgressLog(bool wanted) : is_wanted_(wanted) {}

  void show(const std::string& line) {
    const auto now = Clock::now();
    if (!is_wanted_ || now < next_) return;
    next_ = now + interval;
    complain(line + "\n");
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds interval{30};

  const bool is_wanted_;
  Clock::time_point next_ = Clock::now() + interval;
};

int run_and_tell(const Study& study, const SweepOptions& options, stickslip::sweep::Ranks& ranks,
                 const std::filesystem::path& out) {
  ProgressLine line(!options.quiet);
  ProgressLog log(!options.quiet && ranks.size() > 1);
  SweepProgress last;
  const auto tell = [&](const SweepProgress& now) {
    last = now;
    if (is_interrupted() && now.finished < now.runs) {
      line.show("finishing the runs that are under way");
      throw Interrupted();
    }
    const std::string text = line_of(study.name(), now);
    line.show(text, now.runs == 0 ? 1.0 : static_cast<double>(now.finished) / static_cast<double>(now.runs));
    log.show(text);
  };
  try {
    std::shared_ptr<const Results> results;
    std::string not_ok;
    try {
      results = std::make_shared<const Results>(stickslip::sweep::run(study,
                                                                      {.folder = out,
                                                                       .threads = options.threads,
                                                                       .resume = options.resume,
                                                                       .strict = options.strict,
                                                                       .progress = tell},
                                                                      ranks));
    } catch (const stickslip::sweep::RunNotOk& stopped) {
      results = stopped.results();
      not_ok = stopped.what();
    }
    if (!results) {
      line.clear();
      complain_of(not_ok, options, ranks.size(), out);
      return 1;
    }
    line.show("drawing the report");
    const Shown shown = show({results->page()}, {out}, out / stickslip::sweep::report_file, options.plots, line);
    line.clear();
    if (!options.quiet) {
      print(fmt::format("{}{} and {}: {}\n{}", summary(*results, last.seconds), stickslip::sweep::csv_file,
                        stickslip::sweep::hdf5_file, out.string(), to_text(shown)));
    }
    if (!not_ok.empty()) complain(fmt::format("stickslip: {}\n", not_ok));
    return results->count(RunStatus::ok) == results->runs() ? 0 : 1;
  } catch (const Interrupted& interrupted) {
    line.clear();
    complain_of(interrupted.what(), options, ranks.size(), out);
    return interrupted_exit_code();
  } catch (const stickslip::sweep::RankStopped& stopped) {
    line.clear();
    complain_of(stopped.signal() != 0 ? Interrupted().what() : stopped.what(), options, ranks.size(), out);
    return stopped.signal() != 0 ? interrupted_exit_code(stopped.signal()) : 2;
  } catch (const std::filesystem::filesystem_error& error) {
    line.clear();
    complain_of(record::reason_of(error), options, ranks.size(), out);
    return 2;
  }
}

Study read_study(const SweepOptions& options) {
  std::vector<scene::Override> changes;
  for (const std::string& text : options.changes) changes.push_back(scene::override_from(text));
  return Study::read(options.study, changes, [](double /*share*/) { throw_if_interrupted(); });
}

// Of rank 0.
int lead(const SweepOptions& options, stickslip::sweep::Ranks& ranks) {
  std::optional<Study> study;
  std::filesystem::path out = options.out;
  try {
    study = read_study(options);
    if (out.empty()) out = std::filesystem::path("results") / study->name();
    // Before the work, so that it is not done in vain.
    require_showable(out / stickslip::sweep::report_file, options.plots);
    make_folder(out);
  } catch (const scene::SceneError& error) {
    stickslip::sweep::dismiss(ranks);
    complain(std::string(error.what()) + "\n");
    return 2;
  } catch (...) {
    stickslip::sweep::dismiss(ranks);
    throw;
  }
  return run_and_tell(*study, options, ranks, out);
}

// Of the other ranks. What is wrong is for rank 0 to say.
void follow(const SweepOptions& options, stickslip::sweep::Ranks& ranks) {
  try {
    const int threads = options.threads == 0 ? 1 : options.threads;
    stickslip::sweep::assist(read_study(options), {.threads = threads, .signal = interrupting_signal}, ranks);
  } catch (const std::exception& error) {
    stickslip::sweep::decline(error.what(), ranks);
  }
}

}  // namespace

int sweep(const SweepOptions& options) {
  stickslip::sweep::LoneRank alone;
  SweepOptions chosen = options;
  // As each of several would.
  if (chosen.threads == 0 && mpi_processes()) chosen.threads = 1;
  return lead(chosen, alone);
}

int sweep(const SweepOptions& options, stickslip::sweep::Ranks& ranks) {
  if (ranks.rank() == 0) return lead(options, ranks);
  follow(options, ranks);
  return 0;
}

}  // namespace stickslip::cli
