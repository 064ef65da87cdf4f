#include "stickslip/sweep/journal_record.hpp"

#include <zlib.h>

#include "stickslip/sweep/detail/bytes.hpp"

namespace stickslip::sweep {

namespace {

using detail::put;
using detail::take;

constexpr std::uint32_t longest_record = 1U << 26U;  // more outputs than any scene has

}  // namespace

JournalHead head_of(const Study& study) {
  return {study.fingerprint(), study.runs(), study.outputs().size()};
}

std::uint32_t checksum(std::string_view bytes) noexcept {
  const auto* const data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(0, data, bytes.size()));
}

void append_bytes(std::string& bytes, const JournalHead& head) {
  put(bytes, head.fingerprint[0]);
  put(bytes, head.fingerprint[1]);
  put(bytes, head.runs);
  put(bytes, head.outputs);
}

JournalHead take_head(std::string_view& bytes) {
  JournalHead head{};
  for (std::uint64_t* number : {head.fingerprint.data(), head.fingerprint.data() + 1, &head.runs, &head.outputs}) {
    *number = take<std::uint64_t>(bytes);
  }
  return head;
}

void append_bytes(std::string& bytes, const JournalRecord& record) {
  const std::size_t begin = bytes.size();
  bytes.append(record_prefix_size, '\0');
  put(bytes, record.index);
  put(bytes, record.outcome.status);
  put(bytes, record.seconds);
  for (const double number : record.outcome.outputs) put(bytes, number);
  bytes += record.outcome.reason;
  const std::string_view payload = std::string_view(bytes).substr(begin + record_prefix_size);
  std::string prefix;
  put(prefix, static_cast<std::uint32_t>(payload.size()));
  put(prefix, checksum(payload));
  bytes.replace(begin, record_prefix_size, prefix);
}

std::optional<std::size_t> record_size(std::string_view prefix) {
  const auto length = take<std::uint32_t>(prefix);
  if (length > longest_record) return {};
  return record_prefix_size + length;
}

std::optional<JournalRecord> take_record(std::string_view& bytes, const JournalHead& head) {
  if (bytes.size() < record_prefix_size) return {};
  const std::optional<std::size_t> size = record_size(bytes);
  if (!size || bytes.size() < *size) return {};
  std::string_view sum = bytes.substr(sizeof(std::uint32_t), sizeof(std::uint32_t));
  std::string_view payload = bytes.substr(record_prefix_size, *size - record_prefix_size);
  constexpr std::size_t fixed = sizeof(std::uint64_t) + sizeof(RunStatus) + sizeof(double);
  if (checksum(payload) != take<std::uint32_t>(sum)) return {};
  if (payload.size() < fixed || (payload.size() - fixed) / sizeof(double) < head.outputs) return {};
  JournalRecord record{};
  record.index = take<std::uint64_t>(payload);
  record.outcome.status = take<RunStatus>(payload);
  record.seconds = take<double>(payload);
  record.outcome.outputs.reserve(head.outputs);
  for (std::uint64_t i = 0; i < head.outputs; ++i) record.outcome.outputs.push_back(take<double>(payload));
  record.outcome.reason = payload;
  if (record.index >= head.runs || row_of(record.outcome.status) == nullptr) return {};
  bytes.remove_prefix(*size);
  return record;
}

}  // namespace stickslip::sweep
