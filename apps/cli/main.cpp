// The command `stickslip`. Exit codes: 0 well; 1 a verdict failed; 2 wrong usage, argument or file; 130 Ctrl-C.
#include <cstdio>
#include <exception>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "stickslip/core/version.hpp"

#include "experiments/experiment.hpp"
#include "interrupt.hpp"
#include "reproduce.hpp"

namespace {

int run(int argc, char** argv) {
  CLI::App app("Friction and contact for robots and haptics", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + stickslip::version);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 well, 1 a verdict failed, 2 wrong usage, argument or file, 130 interrupted.");

  stickslip::cli::ListOptions list_options;
  CLI::App* list = app.add_subcommand("list", "List the experiments: published results that can be reproduced");
  list->add_flag("--json", list_options.json, "Print a JSON array instead of lines");

  stickslip::cli::ReproduceOptions options;
  CLI::App* reproduce = app.add_subcommand(
      "reproduce", "Compute published results again, and print the table published against measured");
  reproduce->add_option("NAME", options.names, "Experiments, as 'stickslip list' names them");
  reproduce->add_flag("--all", options.all, "Every experiment");
  reproduce->add_option("--out", options.out, "Folder for the results; one folder an experiment, CSV files inside")
      ->capture_default_str();
  reproduce->add_flag("-q,--quiet", options.quiet, "Print no tables and no progress; the exit code tells the verdict");
  reproduce->add_flag("--json", options.json, "Print one JSON object instead of tables");

  const auto is_asked_for = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_asked_for).empty()) {
    fmt::print(stderr, "stickslip: no command {}; there are: list reproduce (try 'stickslip --help')\n", argv[1]);
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "stickslip: {} (try 'stickslip --help')\n", error.what());
    return 2;
  }
  const auto& experiments = stickslip::experiments::all();
  const int code = list->parsed() ? stickslip::cli::list(list_options, experiments)
                                  : stickslip::cli::reproduce(options, experiments);
  if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write to standard output");
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  stickslip::cli::catch_interrupts();
  try {
    return run(argc, argv);
  } catch (const stickslip::cli::Interrupted&) {
    fmt::print(stderr, "stickslip: interrupted; what was finished has been written\n");
    return stickslip::cli::interrupted_exit_code();
  } catch (const std::exception& error) {
    fmt::print(stderr, "stickslip: {}\n", error.what());
    return 2;
  }
}
