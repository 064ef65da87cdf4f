// The commands that the program stickslip-reproduce carries out for `stickslip`.
//
// Experiments take longer to compile than everything else of the command; as a program of their own they need not be built by those who
// only run scenes or solve problems.
#pragma once

#include <array>

namespace stickslip::cli {

struct ExperimentCommand {
  const char *name, *meaning;
};

inline constexpr ExperimentCommand list_command{"list",
                                                "List the experiments: published results that can be reproduced"};
inline constexpr ExperimentCommand reproduce_command{
    "reproduce", "Compute published results again, and print the table expected against measured"};
inline constexpr std::array experiment_commands{list_command, reproduce_command};

inline constexpr const char* experiment_program = "stickslip-reproduce";

}  // namespace stickslip::cli
