// The command `stickslip`. Exit codes: 0 well; 1 a verdict failed, a problem was not solved; 2 wrong usage, argument or file; 130 Ctrl-C; 143, 129 other signals.
#include <optional>
#include <string>
#include <string_view>

#include "stickslip/core/version.hpp"

#include "arguments.hpp"
#include "experiment_commands.hpp"
#include "report.hpp"
#include "solve.hpp"

namespace {

int run(int argc, char** argv) {
  CLI::App app("Friction and contact for robots and haptics", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + stickslip::version);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 well, 1 a verdict failed or a problem was not solved, 2 wrong usage, argument or file, 130 "
      "interrupted.");

  for (const auto& command : stickslip::cli::experiment_commands) app.add_subcommand(command.name, command.meaning);

  stickslip::cli::ReportOptions report_options;
  CLI::App* report = app.add_subcommand("report", "Make the report page again from results on disk");
  report->add_option("DIR", report_options.folder, "Folder that 'reproduce --out' wrote to, or one result's folder")
      ->required();
  report->add_option("--out", report_options.out, "The page to write (default: report.html in DIR)");
  report->add_option("--plots", report_options.plots, stickslip::cli::about_plots)->option_text("png|svg");
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
  solve->add_option("--plots", solve_options.plots, stickslip::cli::about_plots)->option_text("png|svg");
  solve->add_flag("-q,--quiet", solve_options.quiet, "Print no table and no progress; the exit code tells the verdict");
  solve->add_flag("--json", solve_options.json, "Print one JSON object instead of a table");

  for (const auto& command : stickslip::cli::experiment_commands) {
    if (argc > 1 && std::string_view(argv[1]) == command.name) stickslip::cli::become_experiments(argv);
  }
  if (const std::optional<int> code = stickslip::cli::parse(app, argc, argv)) return *code;
  int code = 0;
  if (report->parsed()) code = stickslip::cli::report(report_options);
  if (solve->parsed()) code = stickslip::cli::solve(solve_options);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  return stickslip::cli::run_program(run, argc, argv);
}
