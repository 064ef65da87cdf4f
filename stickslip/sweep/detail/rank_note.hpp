// What ranks tell each other during a study.
//
//   to rank 0     Hello    which study this rank read; its first words
//                 Records  finished runs
//                 Ask      for runs: `idle` of its threads have none; 0 where it asks early
//                 Leave    it cannot go on, and waits for Stop
//                 Goodbye  its last words
//   from rank 0   Runs     the answer to Ask. None: not before a thread is idle, or, where one was, no more
//                 Stop     finish the runs that are under way, send them, and say goodbye
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "stickslip/sweep/detail/dispenser.hpp"
#include "stickslip/sweep/journal_record.hpp"

namespace stickslip::sweep::detail {

struct Hello {
  JournalHead head;
  std::uint32_t threads;
};
struct Records {
  std::string bytes;  // one after the other (journal_record.hpp)
};
struct Ask {
  std::uint32_t idle;
};
struct Leave {
  std::int32_t signal;  // that asked it to; 0: for another reason
  std::string reason;
};
struct Goodbye {};
struct Runs {
  RunRange range;
};
struct Stop {};

using RankNote = std::variant<Hello, Records, Ask, Leave, Goodbye, Runs, Stop>;

std::string bytes_of(const RankNote& note);
// Throws InvalidArgument where it is none, as from another version.
RankNote note_of(std::string_view bytes);

}  // namespace stickslip::sweep::detail
