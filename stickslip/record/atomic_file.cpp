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

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  namespace fs = std::filesystem;
  if (path_.native().find('\0') != std::string::npos) fail("cannot write", path_, EINVAL);  // would name another file
  std::error_code ignored;
  const fs::file_status there = fs::status(path_, ignored);
  if (fs::is_symlink(fs::symlink_status(path_, ignored)) && fs::exists(there)) path_ = fs::canonical(path_);
  // A device or a pipe is written to; only files are replaced.
  is_replaced_ = !fs::exists(there) || fs::is_regular_file(there);
  partial_ = path_;
  if (is_replaced_) partial_ += std::string(".").append(std::to_string(::getpid())).append(".partial");
  errno = 0;
  stream_.open(partial_, std::ios::binary | std::ios::trunc);
  if (!stream_) fail("cannot write", path_, errno);
  if (is_replaced_ && fs::exists(there)) fs::permissions(partial_, there.permissions(), ignored);
}

AtomicFile::~AtomicFile() {
  stream_.close();
  if (!is_replaced_) return;
  std::error_code ignored;  // after commit() there is nothing to remove
  std::filesystem::remove(partial_, ignored);
}

void AtomicFile::commit() {
  errno = 0;
  stream_.close();
  if (!stream_) fail("cannot write", path_, errno);
  if (is_replaced_) std::filesystem::rename(partial_, path_);
}

}  // namespace stickslip::record
