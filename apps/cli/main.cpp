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
#include "run.hpp"
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
      "Exit codes: 0 well, 1 a verdict failed, a problem was not solved or a run did not converge, 2 wrong usage, "
      "argument or file, 130 "
      "interrupted.");

  const char* about_plots = "Also write each figure as a picture (png or svg) beside the results; needs Chromium";
  stickslip::cli::RunOptions run_options;
  CLI::App* run_scene = app.add_subcommand("run", "Run a scene: bodies, contacts, friction and loads from a file");
  run_scene->add_option("SCENE", run_options.scene, "A scene file, or the name of a scene that ships")->required();
  run_scene
      ->add_option("--set", run_options.changes, "Another value, such as bodies.plate.mass=0.3; may be given often")
      ->option_text("PATH=VALUE");
  run_scene->add_option("--dt", run_options.dt, "Length of a step [s]; as --set run.dt=");
  run_scene->add_option("--until", run_options.until, "Time at which the run ends [s]; as --set run.until=");
  run_scene->add_option(
      "--out", run_options.out,
      "Folder for report.html, result.h5 and one CSV file per body and contact (default: results/<name>)");
  run_scene->add_option("--plots", run_options.plots, about_plots)->option_text("png|svg");
  run_scene->add_flag("-q,--quiet", run_options.quiet,
                      "Print no summary and no progress; the exit code tells how it went");

  std::string to_validate;
  CLI::App* validate = app.add_subcommand("validate", "Check a scene file: every mistake with its line and column");
  validate->add_option("SCENE", to_validate, "A scene file")->required();

  stickslip::cli::ScenesOptions scenes_options;
  CLI::App* scenes = app.add_subcommand("scenes", "List the scenes that ship");
  CLI::App* show_scene = scenes->add_subcommand("show", "Print a scene's file");
  show_scene->add_option("NAME", scenes_options.name, "Of the scene")->required();
  CLI::App* copy_scene = scenes->add_subcommand("copy", "Write a scene's file, and those it names, into a folder");
  copy_scene->add_option("NAME", scenes_options.name, "Of the scene")->required();
  copy_scene->add_option("DIR", scenes_options.folder, "The folder")->required();
  CLI::App* schema = scenes->add_subcommand("schema", "Print the JSON Schema of scene files, for editors");
  CLI::App* reference = scenes->add_subcommand("reference", "Print the tables of all keys, as markdown");
  scenes->require_subcommand(0, 1);

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
    complain(
        fmt::format("stickslip: no command {}; there are: run validate scenes list reproduce report solve (try "
                    "'stickslip --help')\n",
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
  if (run_scene->parsed()) code = stickslip::cli::run(run_options);
  if (validate->parsed()) code = stickslip::cli::validate(to_validate);
  if (scenes->parsed()) {
    code = show_scene->parsed()   ? stickslip::cli::show_scene(scenes_options)
           : copy_scene->parsed() ? stickslip::cli::copy_scene(scenes_options)
           : schema->parsed()     ? stickslip::cli::show_schema()
           : reference->parsed()  ? stickslip::cli::show_reference()
                                  : stickslip::cli::list_scenes();
  }
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
