// The program `stickslip-reproduce`, which `stickslip` becomes for `list` and `reproduce`. Exit codes as there.
#include <optional>

#include "stickslip/core/version.hpp"

#include "apps/cli/experiment_arguments.hpp"
#include "experiments/experiment.hpp"
#include "reproduce.hpp"

namespace stickslip::cli {
namespace {

int run(int argc, char** argv) {
  CLI::App app("The published experiments of stickslip", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + version);
  app.require_subcommand(1);

  ListOptions list_options;
  const CLI::App* list = add_list(app, list_options);
  ReproduceOptions options;
  add_reproduce(app, options);

  if (const std::optional<int> code = parse(app, argc, argv)) return *code;
  const auto& experiments = experiments::all();
  return list->parsed() ? cli::list(list_options, experiments) : cli::reproduce(options, experiments);
}

}  // namespace
}  // namespace stickslip::cli

int main(int argc, char** argv) {
  return stickslip::cli::run_program(stickslip::cli::run, argc, argv);
}
