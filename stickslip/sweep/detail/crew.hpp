// The other ranks of a study, as rank 0 sees them: who is there, what they ask for and what they send.
//
// A rank that asks gets neighbouring runs, about 30 ms of work for each of its threads, so that messages cost little however short runs are:
//
//   (1)  n = min(threads · 30 ms/t, threads/(2 Σ threads) · left, 2 n_before + threads)
//
// with t the mean time of the runs so far and `left` the runs that nobody has yet. The second keeps enough for the others, so that none is
// late at the end; the third does not trust the first few times. Below one run n is none for a rank that asks early, and one for each of its
// threads that is idle.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "stickslip/sweep/detail/ledger.hpp"
#include "stickslip/sweep/detail/rank_note.hpp"
#include "stickslip/sweep/ranks.hpp"

namespace stickslip::sweep::detail {

class Crew {
 public:
  // Of the study with this head.
  Crew(Ranks& ranks, const JournalHead& head);
  // Dismisses them.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  Crew(Crew&&) = delete;
  Crew& operator=(Crew&&) = delete;

  std::size_t size() const noexcept { return members_.size(); }

  // Takes what has come, finished runs to the ledger if there is one; whether there was anything. Throws InvalidArgument where a rank read
  // another study, RankStopped where one cannot go on, and what the ledger throws; after stop() nothing, and what cannot be kept is lost: loss().
  bool listen(Ledger* ledger = nullptr);
  // Whether all have said that they read the same study.
  bool is_gathered() const noexcept { return gathered_ == members_.size(); }
  // Answers those that asked. `own_threads`: of rank 0.
  void hand_out(Ledger& ledger, std::size_t own_threads);

  // Asks all to finish what is under way.
  void stop();
  bool is_gone() const noexcept { return gone_ == members_.size(); }
  // Why finished runs that came after stop() were not kept, if so: the first reason.
  const std::exception_ptr& loss() const noexcept { return loss_; }
  // Stops them, and waits until all are gone.
  void dismiss();

 private:
  struct Member {
    std::uint32_t threads = 1;
    std::uint64_t last = 0;                 // how many runs it got when it asked before
    std::optional<std::uint32_t> ask = {};  // not answered yet
  };

  Member& member(int rank) { return members_[static_cast<std::size_t>(rank) - 1]; }
  void take(int rank, const RankNote& note, Ledger* ledger);
  void keep(int rank, const std::string& bytes, Ledger& ledger) const;
  std::uint64_t share(const Member& asking, const Ledger& ledger, std::size_t own_threads) const;

  Ranks& ranks_;
  const JournalHead head_;
  std::vector<Member> members_;  // of rank 1 and on
  std::size_t threads_ = 0;      // of all of them
  std::size_t gathered_ = 0, gone_ = 0;
  std::vector<int> asking_;
  bool is_stopped_ = false;
  std::exception_ptr loss_;
};

}  // namespace stickslip::sweep::detail
