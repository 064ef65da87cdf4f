#include "stickslip/sweep/journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep {

namespace {

constexpr char magic[24] = "stickslip sweep 1\n";
constexpr std::size_t head_size = sizeof(magic) + 4 * sizeof(std::uint64_t) + sizeof(std::uint32_t),
                      prefix_size = 2 * sizeof(std::uint32_t);
constexpr std::uint32_t longest_record = 1U << 26U;  // more outputs than any scene has

template <class Number>
void put(std::string& bytes, Number number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  char raw[sizeof(Number)];
  std::memcpy(raw, &number, sizeof(Number));
  bytes.append(raw, sizeof(Number));
}

// Takes a number from the front.
template <class Number>
Number take(std::string_view& bytes) {
  Number number{};
  std::memcpy(&number, bytes.data(), sizeof(Number));
  bytes.remove_prefix(sizeof(Number));
  return number;
}

std::uint32_t checksum(std::string_view bytes) {
  const auto* const data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(0, data, bytes.size()));
}

std::string bytes_of(const JournalHead& head) {
  std::string bytes(magic, sizeof(magic));
  put(bytes, head.fingerprint[0]);
  put(bytes, head.fingerprint[1]);
  put(bytes, head.runs);
  put(bytes, head.outputs);
  put(bytes, checksum(bytes));
  return bytes;
}

std::string bytes_of(const JournalRecord& record) {
  std::string payload;
  put(payload, record.index);
  put(payload, record.outcome.status);
  put(payload, record.seconds);
  for (const double number : record.outcome.outputs) put(payload, number);
  payload += record.outcome.reason;
  std::string bytes;
  put(bytes, static_cast<std::uint32_t>(payload.size()));
  put(bytes, checksum(payload));
  return bytes + payload;
}

// None where it cannot be a record of such a study.
std::optional<JournalRecord> record_of(std::string_view payload, const JournalHead& head) {
  constexpr std::size_t fixed = sizeof(std::uint64_t) + sizeof(RunStatus) + sizeof(double);
  if (payload.size() < fixed || (payload.size() - fixed) / sizeof(double) < head.outputs) return {};
  JournalRecord record{};
  record.index = take<std::uint64_t>(payload);
  record.outcome.status = take<RunStatus>(payload);
  record.seconds = take<double>(payload);
  for (std::uint64_t i = 0; i < head.outputs; ++i) record.outcome.outputs.push_back(take<double>(payload));
  record.outcome.reason = payload;
  if (record.index >= head.runs || row_of(record.outcome.status) == nullptr) return {};
  return record;
}

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  const std::error_code reason(errno, std::generic_category());
  throw std::filesystem::filesystem_error(what, path, reason);
}

}  // namespace

Journal::Journal(std::filesystem::path path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file_ < 0) fail("cannot open", path_);
  try {
    struct stat status {};
    if (::fstat(file_, &status) != 0) fail("cannot open", path_);
    if (!S_ISREG(status.st_mode)) throw InvalidArgument("\"" + path_.string() + "\" is no regular file");
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) {
        throw InvalidArgument("\"" + path_.string() + "\" is in use: another process runs the study");
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
    JournalHead head{};
    for (std::uint64_t* number : {head.fingerprint.data(), head.fingerprint.data() + 1, &head.runs, &head.outputs}) {
      *number = take<std::uint64_t>(rest);
    }
    if (take<std::uint32_t>(rest) != checksum(std::string_view(bytes).substr(0, head_size - sizeof(std::uint32_t)))) {
      throw InvalidArgument("\"" + path_.string() + "\" is damaged: its first bytes do not fit its checksum");
    }
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

void Journal::read(const std::function<void(JournalRecord&&)>& f) {
  if (!head_) return;
  constexpr std::size_t piece = std::size_t{1} << 20U;
  size_ = head_size;
  std::string buffer;  // from size_ on
  std::size_t used = 0;
  // Whether there are so many bytes.
  const auto has = [&](std::size_t count) {
    if (buffer.size() - used >= count) return true;
    buffer.erase(0, used);
    used = 0;
    buffer += read_bytes(size_ + buffer.size(), std::max(piece, count));
    return buffer.size() >= count;
  };
  while (has(prefix_size)) {
    std::string_view prefix = std::string_view(buffer).substr(used);
    const auto length = take<std::uint32_t>(prefix), sum = take<std::uint32_t>(prefix);
    if (length > longest_record || !has(prefix_size + length)) break;
    const std::string_view payload = std::string_view(buffer).substr(used + prefix_size, length);
    if (checksum(payload) != sum) break;
    std::optional<JournalRecord> record = record_of(payload, *head_);
    if (!record) break;
    used += prefix_size + length;
    size_ += prefix_size + length;
    f(std::move(*record));
  }
  cut(size_);
}

void Journal::cut(std::uint64_t size) {
  if (::ftruncate(file_, static_cast<off_t>(size)) != 0) fail("cannot shorten", path_);
  size_ = size;
}

void Journal::start(const JournalHead& head) {
  cut(0);
  write(bytes_of(head));
  head_ = head;
}

void Journal::append(const JournalRecord& record) {
  write(bytes_of(record));
}

void Journal::write(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put_now = ::write(file_, bytes.data() + done, bytes.size() - done);
    if (put_now < 0 && errno == EINTR) continue;
    if (put_now < 0) {
      const int reason = errno;
      static_cast<void>(::ftruncate(file_, static_cast<off_t>(size_)) == 0);  // else the next reader does it
      errno = reason;
      fail("cannot write", path_);
    }
    done += static_cast<std::size_t>(put_now);
  }
  size_ += bytes.size();
}

}  // namespace stickslip::sweep
