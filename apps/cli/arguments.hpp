// How the programs of the command read their arguments and end: the same messages and exit codes in each.
//
// Includes CLI11, which takes seconds to compile: for the files with main() only.
#pragma once

#include <exception>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "stickslip/record/file_error.hpp"

#include "apps/cli/interrupt.hpp"
#include "apps/cli/standard_streams.hpp"

namespace stickslip::cli {

// Of the option --plots.
inline constexpr const char* about_plots =
    "Also write each figure as a picture (png or svg) beside the results; needs Chromium";

// The exit code, where there is nothing more to do: --help, --version, or wrong usage, which it complains of.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  const auto is_asked_for = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_asked_for).empty()) {
    std::string there;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      there += " " + command->get_name();
    complain(fmt::format("stickslip: no command {}; there are:{} (try 'stickslip --help')\n", argv[1], there));
    return 2;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    app.exit(success, text, text);
    print(text.str());
    require_printed();
    return 0;
  } catch (const CLI::ParseError& error) {
    complain(fmt::format("stickslip: {} (try 'stickslip --help')\n", error.what()));
    return 2;
  }
  return {};
}

// main(): runs, and turns what is thrown into a line on stderr and an exit code.
template <class Run>
int run_program(Run run, int argc, char** argv) {
  catch_interrupts();
  try {
    const int code = run(argc, argv);
    require_printed();
    return code;
  } catch (const Interrupted&) {
    complain("stickslip: interrupted; what was finished has been written\n");
    return interrupted_exit_code();
  } catch (const std::filesystem::filesystem_error& error) {
    complain(fmt::format("stickslip: {}\n", record::reason_of(error)));
    return 2;
  } catch (const std::exception& error) {
    complain(fmt::format("stickslip: {}\n", error.what()));
    return 2;
  }
}

}  // namespace stickslip::cli
