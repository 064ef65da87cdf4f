// The arguments of `stickslip list` and `stickslip reproduce`, which the program stickslip-reproduce carries out for `stickslip`. For the files
// with main() only, as arguments.hpp.
//
// Experiments take longer to compile than everything else of the command; as a program of their own they need not be built by those who
// only run scenes or solve problems. Their help is that of both programs.
#pragma once

#include <array>

#include <CLI/CLI.hpp>

#include "apps/cli/arguments.hpp"
#include "apps/cli/experiment_options.hpp"

namespace stickslip::cli {

inline constexpr std::array experiment_commands{"list", "reproduce"};
inline constexpr const char* experiment_program = "stickslip-reproduce";
inline constexpr const char* how_to_build_experiments =
    "The experiments are a program of their own, stickslip-reproduce: 'make reproduce' or 'make build' in the sources "
    "builds it.";

inline CLI::App* add_list(CLI::App& app, ListOptions& options) {
  CLI::App* list = app.add_subcommand("list", "List the experiments: published results that can be reproduced");
  list->add_flag("--json", options.json, "Print a JSON array instead of lines");
  list->footer(how_to_build_experiments);
  return list;
}

inline CLI::App* add_reproduce(CLI::App& app, ReproduceOptions& options) {
  CLI::App* reproduce =
      app.add_subcommand("reproduce", "Compute published results again, and print the table expected against measured");
  reproduce->add_option("NAME", options.names, "Experiments, as 'stickslip list' names them");
  reproduce->add_flag("--all", options.all, "Every experiment");
  reproduce->add_flag("--full", options.full, "Whole, where a part within seconds is the rule; takes minutes");
  reproduce
      ->add_option("--out", options.out,
                   "Folder for report.html and the results: one folder per experiment, with CSV files and result.h5")
      ->capture_default_str();
  reproduce->add_option("--plots", options.plots, about_plots)->option_text("png|svg");
  reproduce->add_option("-j,--jobs", options.jobs, "How many experiments run at a time; 0: one per core")
      ->capture_default_str();
  reproduce->add_flag("-q,--quiet", options.quiet, "Print no tables and no progress; the exit code tells the verdict");
  reproduce->add_flag("--json", options.json, "Print one JSON object instead of tables");
  reproduce->footer(how_to_build_experiments);
  return reproduce;
}

}  // namespace stickslip::cli
