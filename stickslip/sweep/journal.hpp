// Finished runs of a study on disk, one record after the other, so that a study that was killed goes on where it was.
//
//   head      "stickslip sweep 1\n", padded to 24 bytes; fingerprint of the study; number of runs; number of outputs; CRC-32 of these
//   record    length of what follows the checksum; its CRC-32; index, status, seconds, outputs, reason
//
// A record is written by one call that appends: a process that is killed at any moment leaves whole records and at most the beginning of one,
// which the next that opens the file cuts off. So it does with a record whose checksum is wrong, and with all after it. Numbers are in the
// order of bytes of the machine. What is written is with the operating system at once, and on the disk when that sees fit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep {

struct JournalHead {
  Fingerprint fingerprint;
  std::uint64_t runs;
  std::uint64_t outputs;

  bool operator==(const JournalHead&) const = default;
};

struct JournalRecord {
  std::uint64_t index;
  double seconds;  // that the run took
  Outcome outcome;
};

// For one writer: a second one, of any process, is refused where the file system has locks.
class Journal {
 public:
  // Opens the file, or makes an empty one. Throws std::filesystem::filesystem_error where it cannot; InvalidArgument where another process
  // has it open, or it is not a journal.
  explicit Journal(std::filesystem::path path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  Journal(Journal&&) = delete;
  Journal& operator=(Journal&&) = delete;

  // None of an empty file.
  const std::optional<JournalHead>& head() const noexcept { return head_; }

  // Calls f with every good record, in the order in which they were written, and cuts off what is behind the last of them.
  void read(const std::function<void(JournalRecord&&)>& f);

  // Begins anew.
  void start(const JournalHead& head);
  // After read() or start(). Throws std::filesystem::filesystem_error where the disk is full, and leaves what was there as it was.
  void append(const JournalRecord& record);

 private:
  void write(const std::string& bytes);
  std::string read_bytes(std::uint64_t at, std::size_t count) const;
  void cut(std::uint64_t size);

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;  // of what is good
  std::optional<JournalHead> head_;
};

}  // namespace stickslip::sweep
