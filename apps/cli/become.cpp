#include "become.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "stickslip/core/error.hpp"

namespace stickslip::cli {

void become(const char* program, char** argv, const std::string& missing) {
  const std::filesystem::path place = std::filesystem::read_symlink("/proc/self/exe").replace_filename(program);
  execv(place.c_str(), argv);
  const int error = errno;
  if (error == ENOENT) throw InvalidArgument(missing + ": there is no " + place.string());
  throw std::system_error(error, std::generic_category(), place.string());
}

}  // namespace stickslip::cli
