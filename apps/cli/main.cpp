// The command `stickslip`. Exit codes: 0 well; 1 a verdict failed, a problem was not solved; 2 wrong usage, argument or file; 130 Ctrl-C; 143, 129 other signals.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "stickslip/core/version.hpp"

#include "arguments.hpp"
#include "become.hpp"
#include "experiment_arguments.hpp"
#include "mpi_launch.hpp"
#include "report.hpp"
#include "run.hpp"
#include "solve.hpp"
#include "sweep.hpp"
#include "sweep_arguments.hpp"

namespace {

int run(int argc, char** argv) {
  CLI::App app("Friction and contact for robots and haptics", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + stickslip::version);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 well, 1 a verdict failed, a problem was not solved or a run did not converge or failed, 2 wrong "
      "usage, "
      "argument or file, 130 "
      "interrupted.");

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
  run_scene->add_option("--plots", run_options.plots, stickslip::cli::about_plots)->option_text("png|svg");
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

  // For their help, which is there whether they are built or not.
  stickslip::cli::ListOptions list_options;
  const CLI::App* list = stickslip::cli::add_list(app, list_options);
  stickslip::cli::ReproduceOptions reproduce_options;
  const CLI::App* reproduce = stickslip::cli::add_reproduce(app, reproduce_options);

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

  stickslip::cli::SweepOptions sweep_options;
  CLI::App* sweep = stickslip::cli::add_sweep(app, sweep_options);

  const auto is_asked_for = [&](const char* command) { return argc > 1 && std::string_view(argv[1]) == command; };
  const bool wants_help = std::any_of(argv, argv + argc, [](const char* argument) {
    return std::string_view(argument) == "--help" || std::string_view(argument) == "-h";
  });
  const auto become_experiments = [&] {
    stickslip::cli::become(
        stickslip::cli::experiment_program, argv,
        std::string(argv[1]) + ": the experiments are not built here ('make reproduce' in the sources builds them)");
  };
  if (!wants_help && std::ranges::any_of(stickslip::cli::experiment_commands, is_asked_for)) become_experiments();
  if (is_asked_for(stickslip::cli::sweep_command)) stickslip::cli::become_rank(argv);
  if (const std::optional<int> code = stickslip::cli::parse(app, argc, argv)) return *code;
  if (list->parsed() || reproduce->parsed()) become_experiments();  // "--help" was read as the name of an experiment
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
  if (report->parsed()) code = stickslip::cli::report(report_options);
  if (solve->parsed()) code = stickslip::cli::solve(solve_options);
  if (sweep->parsed()) code = stickslip::cli::sweep(sweep_options);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  return stickslip::cli::run_program(run, argc, argv);
}
