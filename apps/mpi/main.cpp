// The program `stickslip-mpi`, which `stickslip` becomes for `sweep` where mpirun or srun started it. Exit codes as there, of rank 0.
#include <optional>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"

#include "apps/cli/arguments.hpp"
#include "apps/cli/mpi_launch.hpp"
#include "apps/cli/sweep.hpp"
#include "apps/cli/sweep_arguments.hpp"
#include "mpi_ranks.hpp"

namespace stickslip::mpi {
namespace {

// A launcher of another MPI starts processes that do not find each other.
void require_all(const MpiRanks& ranks) {
  const long started = cli::mpi_processes().value_or(1);
  if (started <= 1 || ranks.size() > 1) return;
  throw InvalidArgument("started as one of " + std::to_string(started) +
                        " MPI processes, but they do not find each other: the launcher is of another MPI than the one "
                        "that this program was built with");
}

int run(int argc, char** argv, MpiRanks& ranks) {
  require_all(ranks);
  CLI::App app("Studies of stickslip on MPI", "stickslip");
  app.set_version_flag("--version", std::string("stickslip ") + version);
  app.require_subcommand(1);
  cli::SweepOptions options;
  cli::add_sweep(app, options);
  if (const std::optional<int> code = cli::parse(app, argc, argv)) return *code;
  return cli::sweep(options, ranks);
}

}  // namespace
}  // namespace stickslip::mpi

int main(int argc, char** argv) {
  stickslip::mpi::MpiRanks ranks;
  if (ranks.rank() != 0) stickslip::cli::silence();
  const auto run = [&](int count, char** arguments) { return stickslip::mpi::run(count, arguments, ranks); };
  return stickslip::cli::run_program(run, argc, argv);
}
