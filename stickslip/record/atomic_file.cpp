#include "stickslip/record/atomic_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "stickslip/record/detail/file_buffer.hpp"

namespace stickslip::record {

namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int error) {
  throw std::filesystem::filesystem_error(what, path, std::error_code(error, std::generic_category()));
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)), stream_(nullptr) {
  namespace fs = std::filesystem;
  if (path_.native().find('\0') != std::string::npos) fail("cannot write", path_, EINVAL);  // would name another file
  std::error_code ignored;
  const fs::file_status there = fs::status(path_, ignored);
  // A device or a pipe is written to; only files are replaced.
  is_replaced_ = !fs::exists(there) || fs::is_regular_file(there);
  if (is_replaced_ && fs::exists(there) && fs::is_symlink(fs::symlink_status(path_, ignored)))
    path_ = fs::canonical(path_);
  partial_ = path_;
  if (is_replaced_) partial_ += std::string(".").append(std::to_string(::getpid())).append(".partial");
  buffer_ = std::make_unique<detail::FileBuffer>(partial_);
  if (buffer_->error() != 0) fail("cannot write", path_, buffer_->error());
  stream_.rdbuf(buffer_.get());
  if (is_replaced_ && fs::exists(there)) fs::permissions(partial_, there.permissions(), ignored);
}

AtomicFile::~AtomicFile() {
  buffer_->close();
  if (!is_replaced_) return;
  std::error_code ignored;  // after commit() there is nothing to remove
  std::filesystem::remove(partial_, ignored);
}

void AtomicFile::commit() {
  buffer_->close();
  if (buffer_->error() != 0) fail("cannot write", path_, buffer_->error());
  if (is_replaced_) std::filesystem::rename(partial_, path_);
}

}  // namespace stickslip::record
