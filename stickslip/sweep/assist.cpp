#include "stickslip/sweep/assist.hpp"

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "stickslip/sweep/detail/pause.hpp"
#include "stickslip/sweep/detail/rank_note.hpp"
#include "stickslip/sweep/detail/rank_work.hpp"
#include "stickslip/sweep/detail/thread_count.hpp"
#include "stickslip/sweep/detail/workers.hpp"

namespace stickslip::sweep {

namespace {

using detail::bytes_of;
using detail::RankNote;

std::string text_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& known) {
    return known.what();
  } catch (...) {
    return "a worker threw something that is no std::exception";
  }
}

// A rank other than 0, from its first words to its last.
class Assistant {
 public:
  Assistant(const Study& study, const AssistOptions& options, Ranks& ranks)
      : options_(options), ranks_(ranks), workers_(study, work_) {
    const std::size_t threads = detail::thread_count(options.threads, study.runs());
    workers_.start(threads);
    tell(detail::Hello{head_of(study), static_cast<std::uint32_t>(threads)});
  }
  ~Assistant() { work_.close(); }  // else the workers wait
  Assistant(const Assistant&) = delete;
  Assistant& operator=(const Assistant&) = delete;
  Assistant(Assistant&&) = delete;
  Assistant& operator=(Assistant&&) = delete;

  void run() {
    detail::Pause pause;
    while (true) {
      const bool is_traffic = listen();
      if (!is_ending_) look_for_trouble();
      const bool is_done = workers_.wait(std::chrono::microseconds(0));
      send_records(is_done);
      if (is_stopped_ && is_done) break;
      if (!is_ending_) ask();
      work_.wait(pause.next(is_traffic));
    }
    tell(detail::Goodbye{});
  }

 private:
  void tell(const RankNote& note) { ranks_.send(0, bytes_of(note)); }

  bool listen() {
    bool is_any = false;
    while (const std::optional<RankMessage> message = ranks_.receive()) {
      is_any = true;
      const RankNote note = detail::note_of(message->bytes);
      if (const auto* runs = std::get_if<detail::Runs>(&note)) take(runs->range);
      if (std::holds_alternative<detail::Stop>(note)) {
        is_stopped_ = true;
        end();
      }
    }
    return is_any;
  }

  void take(const detail::RunRange& range) {
    const bool was_idle = std::exchange(asked_, Asked::nothing) == Asked::idle;
    if (range.size() == 0) {
      next_ask_ = was_idle ? NextAsk::never : NextAsk::when_idle;
      return;
    }
    next_ask_ = NextAsk::early;
    last_ = range.size();
    work_.add(range);
  }

  // Begins no more runs.
  void end() {
    is_ending_ = true;
    workers_.stop();
    work_.close();
  }

  void look_for_trouble() {
    if (const int signal = options_.signal ? options_.signal() : 0; signal != 0) {
      tell(detail::Leave{signal, "interrupted"});
      end();
    } else if (const std::exception_ptr error = workers_.error()) {
      tell(detail::Leave{0, text_of(error)});
      end();
    }
  }

  void send_records(bool all) {
    std::string bytes = work_.take_records(all || work_.idle() > 0);
    if (!bytes.empty()) tell(detail::Records{std::move(bytes)});
  }

  // Before it runs dry, so that short runs do not wait for messages.
  void ask() {
    if (asked_ != Asked::nothing || next_ask_ == NextAsk::never) return;
    const std::uint32_t idle = work_.idle();
    if (idle == 0 && (next_ask_ != NextAsk::early || work_.queued() > last_ / 2)) return;
    asked_ = idle > 0 ? Asked::idle : Asked::early;
    tell(detail::Ask{idle});
  }

  enum class Asked { nothing, early, idle };
  enum class NextAsk { early, when_idle, never };

  const AssistOptions& options_;
  Ranks& ranks_;
  detail::RankWork work_;
  Asked asked_ = Asked::nothing;
  NextAsk next_ask_ = NextAsk::early;
  std::uint64_t last_ = 0;  // how many runs came when it asked before
  bool is_ending_ = false, is_stopped_ = false;
  detail::Workers workers_;  // last: its threads use the others
};

template <class Note>
bool is(const RankMessage& message) {
  return std::holds_alternative<Note>(detail::note_of(message.bytes));
}

// Waits for that many messages of a kind, whatever else comes.
template <class Note>
void await(int count, Ranks& ranks) {
  detail::Pause pause;
  while (count > 0) {
    const std::optional<RankMessage> message = ranks.receive();
    if (message && is<Note>(*message)) --count;
    if (!message) std::this_thread::sleep_for(pause.next(false));
  }
}

}  // namespace

void assist(const Study& study, const AssistOptions& options, Ranks& ranks) {
  Assistant(study, options, ranks).run();
}

void decline(const std::string& reason, Ranks& ranks) {
  ranks.send(0, bytes_of(detail::Leave{0, reason}));
  await<detail::Stop>(1, ranks);
  ranks.send(0, bytes_of(detail::Goodbye{}));
}

void dismiss(Ranks& ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, bytes_of(detail::Stop{}));
  await<detail::Goodbye>(ranks.size() - 1, ranks);
}

}  // namespace stickslip::sweep
