// The program `stickslip-reproduce`, which `stickslip` becomes for `list` and `reproduce`. Exit codes as there.
#include <optional>

#include "stickslip/core/version.hpp"

#include "apps/cli/arguments.hpp"
#include "apps/cli/experiment_commands.hpp"
#include "experiments/experiment.hpp"
#include "reproduce.hpp"

namespace stickslip::cli {
namespace {

int run(int argc, char** argv) {
  CLI::App app("The published experiments of stickslip", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + version);
  app.require_subcommand(1);

  ListOptions list_options;
  CLI::App* list = app.add_subcommand(list_command.name, list_command.meaning);
  list->add_flag("--json", list_options.json, "Print a JSON array instead of lines");

  ReproduceOptions options;
  CLI::App* reproduce = app.add_subcommand(reproduce_command.name, reproduce_command.meaning);
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

  if (const std::optional<int> code = parse(app, argc, argv)) return *code;
  const auto& experiments = experiments::all();
  return list->parsed() ? cli::list(list_options, experiments) : cli::reproduce(options, experiments);
}

}  // namespace
}  // namespace stickslip::cli

int main(int argc, char** argv) {
  return stickslip::cli::run_program(stickslip::cli::run, argc, argv);
}
