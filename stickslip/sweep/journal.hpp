// Finished runs of a study on disk, one record after the other, so that a study that was killed goes on where it was.
//
// The file is "stickslip sweep 1\n", padded to 24 bytes; head; CRC-32 of these; records (journal_record.hpp).
//
// Records are written by one call that appends: a process that is killed at any moment leaves whole records and at most the beginning of one,
// which who goes on with it cuts off. A record whose checksum is wrong is passed over. What is written is with the operating system at once, and
// on the disk when that sees fit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stickslip/sweep/journal_record.hpp"

namespace stickslip::sweep {

// For one writer: a second one, of any process, is refused where the file system has locks.
class Journal {
 public:
  // Opens the file, or makes an empty one. Throws std::filesystem::filesystem_error where it cannot; InvalidArgument where another process
  // has it open, it is a link, or it is not a journal.
  explicit Journal(std::filesystem::path path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  Journal(Journal&&) = delete;
  Journal& operator=(Journal&&) = delete;

  // None of an empty file.
  const std::optional<JournalHead>& head() const noexcept { return head_; }

  // Calls f with every good record, in the order in which they were written. Returns where the last of them ends; the file stays as it is.
  std::uint64_t read(const std::function<void(JournalRecord&&)>& f) const;
  // The same, to go on with it: cuts off what is behind the last of them.
  void take_up(const std::function<void(JournalRecord&&)>& f);

  // Begins anew.
  void start(const JournalHead& head);
  // After take_up() or start(). Throws std::filesystem::filesystem_error where the disk is full, and leaves what was there as it was, with those
  // of the new records that are whole.
  void append(std::span<const JournalRecord> records);
  void append(const JournalRecord& record) { append(std::span(&record, 1)); }

 private:
  // Parts end at `ends`: where not all can be written, whole ones stay.
  void write(const std::string& bytes, std::span<const std::size_t> ends = {});
  std::string read_bytes(std::uint64_t at, std::size_t count) const;
  void cut(std::uint64_t size);

  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;  // of what is good
  std::string bytes_;       // of the records that are being written; their memory is used again
  std::vector<std::size_t> ends_;
  std::optional<JournalHead> head_;
};

}  // namespace stickslip::sweep
