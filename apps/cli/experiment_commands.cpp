#include "experiment_commands.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "stickslip/core/error.hpp"

namespace stickslip::cli {

void become_experiments(char** argv) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("stickslip-reproduce");
  execv(program.c_str(), argv);
  const int error = errno;
  if (error == ENOENT) {
    throw InvalidArgument(std::string(argv[1]) + ": the experiments are not built here: there is no " +
                          program.string() + ". 'make reproduce' in the sources builds them");
  }
  throw std::system_error(error, std::generic_category(), program.string());
}

}  // namespace stickslip::cli
