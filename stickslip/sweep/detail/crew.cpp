#include "stickslip/sweep/detail/crew.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/detail/pause.hpp"

namespace stickslip::sweep::detail {

Crew::Crew(Ranks& ranks, const JournalHead& head)
    : ranks_(ranks), head_(head), members_(static_cast<std::size_t>(ranks.size() - 1)) {}

Crew::~Crew() {
  dismiss();
}

bool Crew::listen(Ledger* ledger) {
  constexpr int most = 1000;  // then the caller has its turn
  bool is_any = false;
  for (int count = 0; count < most; ++count) {
    const std::optional<RankMessage> message = ranks_.receive();
    if (!message) break;
    is_any = true;
    bool is_loss = false;
    try {
      const RankNote note = note_of(message->bytes);
      is_loss = std::holds_alternative<Records>(note);
      take(message->from, note, ledger);
    } catch (const std::exception&) {
      if (!is_stopped_) throw;
      if (is_loss && !loss_) loss_ = std::current_exception();
    }
  }
  return is_any;
}

void Crew::take(int rank, const RankNote& note, Ledger* ledger) {
  if (const auto* hello = std::get_if<Hello>(&note)) {
    if (hello->head != head_) {
      throw InvalidArgument("rank " + std::to_string(rank) +
                            " read another study, scene or version of stickslip than rank 0: all ranks must see the "
                            "same files and start the same program");
    }
    member(rank).threads = std::max(hello->threads, 1U);
    threads_ += member(rank).threads;
    ++gathered_;
  } else if (const auto* records = std::get_if<Records>(&note)) {
    if (ledger != nullptr) keep(rank, records->bytes, *ledger);
  } else if (const auto* ask = std::get_if<Ask>(&note)) {
    member(rank).ask = ask->idle;
    asking_.push_back(rank);
  } else if (const auto* leave = std::get_if<Leave>(&note)) {
    throw RankStopped(rank, leave->signal, leave->reason);
  } else if (std::holds_alternative<Goodbye>(note)) {
    ++gone_;
  } else {
    throw InvalidArgument("rank " + std::to_string(rank) + " sent what only rank 0 sends");
  }
}

void Crew::keep(int rank, const std::string& bytes, Ledger& ledger) const {
  std::string_view rest = bytes;
  std::vector<JournalRecord> records;
  while (!rest.empty()) {
    std::optional<JournalRecord> record = take_record(rest, head_);
    if (!record) throw InvalidArgument("rank " + std::to_string(rank) + " sent a run that is damaged");
    records.push_back(std::move(*record));
  }
  ledger.finish(records);
}

void Crew::hand_out(Ledger& ledger, std::size_t own_threads) {
  for (const int rank : std::exchange(asking_, {})) {
    Member& asking = member(rank);
    const std::uint32_t idle = asking.ask.value_or(0);
    const RunRange range = ledger.take(std::max<std::uint64_t>(share(asking, ledger, own_threads), idle));
    asking.last = range.size();
    ranks_.send(rank, bytes_of(Runs{range}));
  }
}

// Eq. 1.
std::uint64_t Crew::share(const Member& asking, const Ledger& ledger, std::size_t own_threads) const {
  constexpr double work = 0.03, least_seconds = 2e-6;  // of a run, with what it costs beside its own work
  const double threads = asking.threads, mean = ledger.mean_seconds(),
               all_threads = static_cast<double>(threads_ + own_threads);
  double runs = mean == 0.0 ? threads : std::max(threads * work / std::max(mean, least_seconds), 1.0);
  runs = std::min(runs, static_cast<double>(ledger.left()) * threads / (2.0 * all_threads));
  runs = std::min(runs, 2.0 * static_cast<double>(asking.last) + threads);
  return static_cast<std::uint64_t>(runs);
}

void Crew::stop() {
  if (std::exchange(is_stopped_, true)) return;
  for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, bytes_of(Stop{}));
}

void Crew::dismiss() {
  stop();
  Pause pause;
  while (!is_gone()) std::this_thread::sleep_for(pause.next(listen()));
}

}  // namespace stickslip::sweep::detail
