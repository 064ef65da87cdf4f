// One finished run, as the journal keeps it and ranks send it.
//
//   head      fingerprint of the study; number of runs; number of outputs
//   record    length of what follows the checksum; its CRC-32; index, status, seconds, outputs, reason
//
// Numbers are in the order of bytes of the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep {

// Which study records belong to.
struct JournalHead {
  Fingerprint fingerprint;
  std::uint64_t runs;
  std::uint64_t outputs;

  bool operator==(const JournalHead&) const = default;
};
JournalHead head_of(const Study& study);

struct JournalRecord {
  std::uint64_t index;
  double seconds;  // that the run took
  Outcome outcome;
};

void append_bytes(std::string& bytes, const JournalHead& head);
// Throws InvalidArgument where the bytes are too few.
JournalHead take_head(std::string_view& bytes);

void append_bytes(std::string& bytes, const JournalRecord& record);
// Takes a record from the front; none, and takes nothing, where no whole and good record of such a study stands there.
std::optional<JournalRecord> take_record(std::string_view& bytes, const JournalHead& head);

// What stands before a record, and how long the record is with it, as that says; none where it cannot be.
inline constexpr std::size_t record_prefix_size = 2 * sizeof(std::uint32_t);
std::optional<std::size_t> record_size(std::string_view prefix);

// CRC-32.
std::uint32_t checksum(std::string_view bytes) noexcept;

}  // namespace stickslip::sweep
