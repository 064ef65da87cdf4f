#include "stickslip/record/atomic_file.hpp"

#include <cerrno>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "stickslip/record/detail/file_buffer.hpp"

namespace stickslip::record {

namespace {

namespace fs = std::filesystem;
using detail::FileBuffer;

[[noreturn]] void fail_to_write(const fs::path& path, int error, const char* what = "cannot write") {
  throw fs::filesystem_error(what, path, std::error_code(error, std::generic_category()));
}

// Where links lead, whether there is something or not.
fs::path behind_links(const fs::path& path) {
  constexpr int most = 40;  // as many as Linux follows
  std::error_code ignored;
  fs::path place = path;
  for (int count = 0; fs::is_symlink(fs::symlink_status(place, ignored)); ++count) {
    if (count == most) fail_to_write(path, ELOOP);
    place = place.parent_path() / fs::read_symlink(place);
  }
  return place;
}

// A name that nobody can foresee, so that nobody can have put a link there, nor another thread choose the same.
fs::path unforeseen_name(const fs::path& folder) {
  std::random_device random;
  std::string digits;
  for (int i = 0; i < 16; ++i) digits += "0123456789abcdef"[random() & 15U];
  return folder / ("stickslip-" + digits + ".partial");
}

}  // namespace

AtomicFile::AtomicFile(fs::path path, Links links) : path_(std::move(path)), stream_(nullptr) {
  if (path_.empty()) fail_to_write(path_, ENOENT);
  if (path_.native().find('\0') != std::string::npos) fail_to_write(path_, EINVAL);  // would name another file
  std::error_code ignored;
  const bool is_given_up = links == Links::replaced && fs::is_symlink(fs::symlink_status(path_, ignored));
  const fs::file_status there = is_given_up ? fs::file_status(fs::file_type::not_found) : fs::status(path_, ignored);
  place_ = is_given_up ? path_ : behind_links(path_);
  // A device, a pipe, or an open file that has no name any more, as /dev/stdout may be, is written to; files are replaced.
  is_replaced_ = !fs::exists(there) || (fs::is_regular_file(there) && fs::exists(place_, ignored));
  if (is_replaced_) {
    partial_ = unforeseen_name(place_.parent_path());
    buffer_ = std::make_unique<FileBuffer>(partial_, O_CREAT | O_EXCL | O_NOFOLLOW);
  } else {
    // Not to wait for somebody to read from a pipe; what is written there may wait.
    buffer_ = std::make_unique<FileBuffer>(path_, O_TRUNC | O_NONBLOCK | O_NOCTTY);
    if (buffer_->error() == 0) ::fcntl(buffer_->file(), F_SETFL, ::fcntl(buffer_->file(), F_GETFL) & ~O_NONBLOCK);
  }
  if (buffer_->error() == ENXIO && fs::is_fifo(there)) fail_to_write(path_, ENXIO, "nobody reads from the pipe");
  if (buffer_->error() != 0) fail_to_write(path_, buffer_->error());
  stream_.rdbuf(buffer_.get());
  if (is_replaced_ && fs::exists(there)) ::fchmod(buffer_->file(), static_cast<mode_t>(there.permissions()));
}

AtomicFile::~AtomicFile() {
  buffer_->close();
  if (partial_.empty()) return;
  std::error_code ignored;
  fs::remove(partial_, ignored);
}

void AtomicFile::commit() {
  buffer_->close();
  if (buffer_->error() != 0) fail_to_write(path_, buffer_->error());
  if (!is_replaced_) return;
  std::error_code error;
  fs::rename(partial_, place_, error);
  if (error) fail_to_write(path_, error.value());
  partial_.clear();
}

}  // namespace stickslip::record
