#include "stickslip/sweep/journal.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/detail/bytes.hpp"

namespace stickslip::sweep {

namespace {

constexpr char magic[24] = "stickslip sweep 1\n";
constexpr std::size_t head_size = sizeof(magic) + 4 * sizeof(std::uint64_t) + sizeof(std::uint32_t);

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  const std::error_code reason(errno, std::generic_category());
  throw std::filesystem::filesystem_error(what, path, reason);
}

}  // namespace

Journal::Journal(std::filesystem::path path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
  if (file_ < 0 && errno == ELOOP) {
    throw InvalidArgument("\"" + path_.string() + "\" is a link: a journal is not kept outside of its folder");
  }
  if (file_ < 0) fail("cannot open", path_);
  try {
    struct stat status {};
    if (::fstat(file_, &status) != 0) fail("cannot open", path_);
    if (!S_ISREG(status.st_mode)) throw InvalidArgument("\"" + path_.string() + "\" is no regular file");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) {
        throw InvalidArgument("\"" + path_.string() + "\" is in use: another call runs the study");
      }
      // Some file systems of clusters have no locks: then it is not checked.
      if (errno != ENOSYS && errno != ENOLCK && errno != EOPNOTSUPP) fail("cannot lock", path_);
    }
    const std::string bytes = read_bytes(0, head_size);
    // Killed while its head was written, or before: nothing was run yet.
    const std::string_view known = std::string_view(bytes).substr(0, sizeof(magic));
    if (known != std::string_view(magic, known.size())) {
      throw InvalidArgument("\"" + path_.string() + "\" is not a journal of a study");
    }
    if (bytes.size() < head_size) return;
    std::string_view rest = std::string_view(bytes).substr(sizeof(magic));
    const JournalHead head = take_head(rest);
    const std::string_view summed = std::string_view(bytes).substr(0, head_size - sizeof(std::uint32_t));
    if (detail::take<std::uint32_t>(rest) != checksum(summed)) {
      throw InvalidArgument("\"" + path_.string() + "\" is damaged: its first bytes do not fit its checksum");
    }
    if (head.runs > Design::most_runs) throw InvalidArgument("\"" + path_.string() + "\" is not a journal of a study");
    head_ = head;
    size_ = head_size;
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Journal::~Journal() {
  ::close(file_);
}

std::string Journal::read_bytes(std::uint64_t at, std::size_t count) const {
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(file_, bytes.data() + done, count - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot read", path_);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

std::uint64_t Journal::read(const std::function<void(JournalRecord&&)>& f) const {
  if (!head_) return 0;
  constexpr std::size_t piece = std::size_t{1} << 20U;
  std::uint64_t at = head_size, good_end = head_size;
  std::string buffer;  // from `at` on
  std::size_t used = 0;
  // Whether there are so many bytes.
  const auto has = [&](std::size_t count) {
    if (buffer.size() - used >= count) return true;
    buffer.erase(0, used);
    used = 0;
    buffer += read_bytes(at + buffer.size(), std::max(piece, count));
    return buffer.size() >= count;
  };
  while (has(record_prefix_size)) {
    const std::optional<std::size_t> size = record_size(std::string_view(buffer).substr(used));
    if (!size || !has(*size)) break;
    std::string_view bytes = std::string_view(buffer).substr(used);
    std::optional<JournalRecord> record = take_record(bytes, *head_);
    used += *size;
    at += *size;
    if (!record) continue;  // damaged: its run is to be computed again
    good_end = at;
    f(std::move(*record));
  }
  return good_end;
}

void Journal::take_up(const std::function<void(JournalRecord&&)>& f) {
  cut(read(f));
}

void Journal::cut(std::uint64_t size) {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) fail("cannot shorten", path_);
  size_ = size;
}

void Journal::start(const JournalHead& head) {
  cut(0);
  std::string bytes(magic, sizeof(magic));
  append_bytes(bytes, head);
  detail::put(bytes, checksum(bytes));
  write(bytes);
  head_ = head;
}

void Journal::append(std::span<const JournalRecord> records) {
  bytes_.clear();
  ends_.clear();
  for (const JournalRecord& record : records) {
    append_bytes(bytes_, record);
    ends_.push_back(bytes_.size());
  }
  write(bytes_, ends_);
}

void Journal::write(const std::string& bytes, std::span<const std::size_t> ends) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put_now = ::write(file_, bytes.data() + done, bytes.size() - done);
    if (put_now < 0 && errno == EINTR) continue;
    if (put_now < 0) {
      const int reason = errno;
      const auto beyond = std::upper_bound(ends.begin(), ends.end(), done);
      if (beyond != ends.begin()) size_ += *(beyond - 1);
      static_cast<void>(::ftruncate(file_, static_cast<off_t>(size_)) == 0);  // else the next reader does it
      errno = reason;
      fail("cannot write", path_);
    }
    done += static_cast<std::size_t>(put_now);
  }
  size_ += bytes.size();
}

}  // namespace stickslip::sweep
