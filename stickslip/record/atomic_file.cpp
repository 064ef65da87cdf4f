#include "stickslip/record/atomic_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace stickslip::record {

namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int error) {
  throw std::filesystem::filesystem_error(what, path, std::error_code(error, std::generic_category()));
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path)
    : path_(std::move(path)), partial_(path_.string() + "." + std::to_string(::getpid()) + ".partial") {
  errno = 0;
  stream_.open(partial_, std::ios::binary | std::ios::trunc);
  if (!stream_) fail("cannot write", path_, errno);
}

AtomicFile::~AtomicFile() {
  stream_.close();
  std::error_code ignored;  // after commit() there is nothing to remove
  std::filesystem::remove(partial_, ignored);
}

void AtomicFile::commit() {
  errno = 0;
  stream_.close();
  if (!stream_) fail("cannot write", path_, errno);
  std::filesystem::rename(partial_, path_);
}

}  // namespace stickslip::record
