#include "mpi_launch.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "become.hpp"

namespace stickslip::cli {

namespace {

std::optional<long> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return {};
  return std::max(1L, std::strtol(text, nullptr, 10));
}

}  // namespace

std::optional<long> mpi_processes() {
  // Of Open MPI's mpirun, and of MPICH's and others with the PMI of old.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const std::optional<long> size = number_in(name)) return size;
  }
  // Of PMIx, as srun --mpi=pmix has it, which does not tell how many. Slurm counts its tasks, but also those of srun --mpi=none, which may each
  // have a study of their own.
  if (std::getenv("PMIX_RANK") != nullptr && std::getenv("PMIX_NAMESPACE") != nullptr) {
    return number_in("SLURM_STEP_NUM_TASKS").value_or(0);
  }
  return {};
}

void become_rank(char** argv) {
  const long processes = mpi_processes().value_or(1);
  if (processes == 1) return;
  become("stickslip-mpi", argv,
         "started as one of " + (processes == 0 ? "several" : std::to_string(processes)) +
             " MPI processes, and this build has no MPI; run it without mpirun, or build it where CMake finds MPI");
}

}  // namespace stickslip::cli
