#include "stickslip/sweep/detail/rank_note.hpp"

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/detail/bytes.hpp"

namespace stickslip::sweep::detail {

namespace {

// Before every note, with the number of its kind: ranks of other versions are not misunderstood.
constexpr std::uint32_t note_mark = 0x73737231;

struct NoteWriter {
  std::string& bytes;

  void operator()(const Hello& hello) const {
    append_bytes(bytes, hello.head);
    put(bytes, hello.threads);
  }
  void operator()(const Records& records) const { bytes += records.bytes; }
  void operator()(const Ask& ask) const { put(bytes, ask.idle); }
  void operator()(const Leave& leave) const {
    put(bytes, leave.signal);
    bytes += leave.reason;
  }
  void operator()(const Goodbye& /*note*/) const {}
  void operator()(const Runs& runs) const { put(bytes, runs.range); }
  void operator()(const Stop& /*note*/) const {}
};

}  // namespace

std::string bytes_of(const RankNote& note) {
  std::string bytes;
  put(bytes, note_mark);
  put(bytes, static_cast<std::uint32_t>(note.index()));
  std::visit(NoteWriter{bytes}, note);
  return bytes;
}

RankNote note_of(std::string_view bytes) {
  if (take<std::uint32_t>(bytes) != note_mark) throw InvalidArgument("sweep: a message of another version");
  switch (take<std::uint32_t>(bytes)) {
    case 0: {
      const JournalHead head = take_head(bytes);
      return Hello{head, take<std::uint32_t>(bytes)};
    }
    case 1:
      return Records{std::string(bytes)};
    case 2:
      return Ask{take<std::uint32_t>(bytes)};
    case 3: {
      const auto signal = take<std::int32_t>(bytes);
      return Leave{signal, std::string(bytes)};
    }
    case 4:
      return Goodbye{};
    case 5:
      return Runs{take<RunRange>(bytes)};
    case 6:
      return Stop{};
    default:
      throw InvalidArgument("sweep: a message of an unknown kind");
  }
}

}  // namespace stickslip::sweep::detail
