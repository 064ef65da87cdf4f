#include "stickslip/record/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"

namespace stickslip::record {

namespace {

[[noreturn]] void fail_to_read(const std::filesystem::path& path, int error) {
  throw std::filesystem::filesystem_error("cannot read", path, std::error_code(error, std::generic_category()));
}

// Its descriptor. Opened before it is looked at: a path may come to mean another file in between.
int open_regular(const std::filesystem::path& path) {
  // Not to block, for a pipe would until somebody writes; regular files do not mind.
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) fail_to_read(path, errno);
  struct stat is {};
  const int error = ::fstat(file, &is) == 0 ? 0 : errno;
  if (error == 0 && S_ISREG(is.st_mode)) return file;
  ::close(file);
  if (error != 0) fail_to_read(path, error);
  if (S_ISDIR(is.st_mode)) fail_to_read(path, EISDIR);
  throw ParseError(path.string(), 1, "not a regular file");
}

}  // namespace

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)), file_(open_regular(path_)) {}

InputFile::~InputFile() {
  ::close(file_);
}

std::string InputFile::read(std::size_t most) {
  constexpr std::size_t portion = 1U << 20U;
  std::string bytes;
  while (bytes.size() < most) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::min(portion, most - had));
    const ssize_t got = ::read(file_, bytes.data() + had, bytes.size() - had);
    const int error = errno;
    bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) break;
    if (got < 0 && error != EINTR) fail_to_read(path_, error);
  }
  return bytes;
}

}  // namespace stickslip::record
