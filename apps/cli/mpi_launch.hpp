// How mpirun and srun start a program: several times, each with variables of the environment that say so.
#pragma once

#include <optional>

namespace stickslip::cli {

// How many processes were started together: 0 where that is not known; none where no launcher of MPI started this one.
std::optional<long> mpi_processes();

// Started as one of several, becomes the program that takes part in a study as a rank of MPI; returns where it was not. Throws
// InvalidArgument if there is no such program: each process would run the whole study.
void become_rank(char** argv);

}  // namespace stickslip::cli
