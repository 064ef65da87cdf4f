// The command `stickslip`. Exit codes: 0 well; 1 a verdict failed, a problem was not solved; 2 wrong usage, argument or file; 130 Ctrl-C; 143, 129 other signals.
#include <exception>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "stickslip/core/version.hpp"

#include "experiments/experiment.hpp"
#include "interrupt.hpp"
#include "report.hpp"
#include "reproduce.hpp"
#include "solve.hpp"
#include "standard_streams.hpp"

namespace {

using stickslip::cli::complain;
using stickslip::cli::print;

int run(int argc, char** argv) {
  CLI::App app("Friction and contact for robots and haptics", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + stickslip::version);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 well, 1 a verdict failed or a problem was not solved, 2 wrong usage, argument or file, 130 "
      "interrupted.");

  stickslip::cli::ListOptions list_options;
  CLI::App* list = app.add_subcommand("list", "List the experiments: published results that can be reproduced");
  list->add_flag("--json", list_options.json, "Print a JSON array instead of lines");

  stickslip::cli::ReproduceOptions options;
  CLI::App* reproduce =
      app.add_subcommand("reproduce", "Compute published results again, and print the table expected against measured");
  reproduce->add_option("NAME", options.names, "Experiments, as 'stickslip list' names them");
  reproduce->add_flag("--all", options.all, "Every experiment");
  reproduce->add_flag("--full", options.full, "Whole, where a part within seconds is the rule; takes minutes");
  reproduce
      ->add_option("--out", options.out,
                   "Folder for report.html and the results: one folder an experiment, with CSV files and result.h5")
      ->capture_default_str();
  const char* about_plots = "Also write each figure as a picture (png or svg) beside the results; needs Chromium";
  reproduce->add_option("--plots", options.plots, about_plots)->option_text("png|svg");
  reproduce->add_option("-j,--jobs", options.jobs, "How many experiments run at a time; 0: one per core")
      ->capture_default_str();
  reproduce->add_flag("-q,--quiet", options.quiet, "Print no tables and no progress; the exit code tells the verdict");
  reproduce->add_flag("--json", options.json, "Print one JSON object instead of tables");

  stickslip::cli::ReportOptions report_options;
  CLI::App* report = app.add_subcommand("report", "Make the report page again from results on disk");
  report->add_option("DIR", report_options.folder, "Folder that 'reproduce --out' wrote to, or one result's folder")
      ->required();
  report->add_option("--out", report_options.out, "The page to write (default: report.html in DIR)");
  report->add_option("--plots", report_options.plots, about_plots)->option_text("png|svg");
  report->add_flag("-q,--quiet", report_options.quiet, "Print nothing");

  stickslip::cli::SolveOptions solve_options;
  CLI::App* solve = app.add_subcommand(
      "solve", "Solve complementarity problems from files, and print the table of methods and what they achieved");
  solve->add_option("FILE", solve_options.files, "Problems: .fc, .lcp or .txt, .npz, .hdf5 or .h5 or .dat (FCLIB)")
      ->required();
  solve->add_option("--method", solve_options.method, "A solver by name, or 'all' to compare them")
      ->capture_default_str();
  solve->add_option("--tol", solve_options.tolerance, "Residual at which a problem counts as solved")
      ->capture_default_str();
  solve
      ->add_option("--out", solve_options.out,
                   "Folder for report.html and the results: one folder per file, with CSV files and result.h5")
      ->capture_default_str();
  solve->add_option("--plots", solve_options.plots, about_plots)->option_text("png|svg");
  solve->add_flag("-q,--quiet", solve_options.quiet, "Print no table and no progress; the exit code tells the verdict");
  solve->add_flag("--json", solve_options.json, "Print one JSON object instead of a table");

  const auto is_asked_for = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_asked_for).empty()) {
    complain(fmt::format("stickslip: no command {}; there are: list reproduce report solve (try 'stickslip --help')\n",
                         argv[1]));
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    app.exit(success, text, text);
    print(text.str());
    stickslip::cli::require_printed();
    return 0;
  } catch (const CLI::ParseError& error) {
    complain(fmt::format("stickslip: {} (try 'stickslip --help')\n", error.what()));
    return 2;
  }
  const auto& experiments = stickslip::experiments::all();
  int code = 0;
  if (list->parsed()) code = stickslip::cli::list(list_options, experiments);
  if (reproduce->parsed()) code = stickslip::cli::reproduce(options, experiments);
  if (report->parsed()) code = stickslip::cli::report(report_options);
  if (solve->parsed()) code = stickslip::cli::solve(solve_options);
  stickslip::cli::require_printed();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  stickslip::cli::catch_interrupts();
  try {
    return run(argc, argv);
  } catch (const stickslip::cli::Interrupted&) {
    complain("stickslip: interrupted; what was finished has been written\n");
    return stickslip::cli::interrupted_exit_code();
  } catch (const std::exception& error) {
    complain(fmt::format("stickslip: {}\n", error.what()));
    return 2;
  }
}
