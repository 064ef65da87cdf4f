// What the other ranks do while rank 0 runs a study: run.hpp, with Ranks.
//
//   if (ranks.rank() == 0) results = run(study, options, ranks);
//   else                   assist(study, {}, ranks);
//
// Rank 0 hands out runs, and keeps journal, results and files; the others compute what they get, send back what came of it, and end when rank 0
// says so. Every rank takes part from beginning to end: one that cannot read the study declines, and where rank 0 cannot run it, it dismisses
// the others.
#pragma once

#include <functional>
#include <string>

#include "stickslip/sweep/ranks.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep {

struct AssistOptions {
  int threads = 1;  // 0: as many as cores
  // The number of a signal that asks to end; 0 as long as there is none. Rank 0 hears of it, and ends the study for all: RankStopped.
  std::function<int()> signal = {};
};

// Returns when rank 0 has ended the study, well or not. What a worker cannot go on for is told to rank 0. Throws InvalidArgument for bad
// options, before it says a word to rank 0.
void assist(const Study& study, const AssistOptions& options, Ranks& ranks);

// In place of assist(): rank 0 ends the study for this reason.
void decline(const std::string& reason, Ranks& ranks);

// Of rank 0, in place of run(): the others may go.
void dismiss(Ranks& ranks);

}  // namespace stickslip::sweep
