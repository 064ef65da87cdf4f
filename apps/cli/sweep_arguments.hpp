// The arguments of `stickslip sweep`, for each program that carries it out. For the files with main() only, as arguments.hpp.
#pragma once

#include <CLI/CLI.hpp>

#include "apps/cli/arguments.hpp"
#include "apps/cli/sweep.hpp"

namespace stickslip::cli {

inline constexpr const char* sweep_command = "sweep";

inline CLI::App* add_sweep(CLI::App& app, SweepOptions& options) {
  CLI::App* sweep = app.add_subcommand(sweep_command, "Run a study: a scene many times, with values that vary");
  sweep->add_option("STUDY", options.study, "A study file")->required();
  sweep->add_option("--set", options.changes, "Another value of the study, such as samples=64; may be given often")
      ->option_text("PATH=VALUE");
  sweep->add_option("--out", options.out,
                    "Folder for report.html, sweep.csv, sweep.h5 and the journal (default: results/<name>)");
  sweep->add_option("--plots", options.plots, about_plots)->option_text("png|svg");
  sweep->add_option(
      "--threads", options.threads,
      "How many runs at a time (default: as many as cores; started by mpirun or srun, 1 in each process)");
  sweep->add_flag("--resume", options.resume, "Go on with the finished runs that the folder has, if any");
  sweep->add_flag("--strict", options.strict,
                  "Stop at the first run that is not ok; runs that are under way are finished and kept");
  sweep->add_flag("-q,--quiet", options.quiet,
                  "Print no summary and no progress; the exit code tells whether all runs are ok");
  return sweep;
}

}  // namespace stickslip::cli
