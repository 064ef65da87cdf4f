#include "stickslip/sweep/run.hpp"

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "stickslip/sweep/detail/crew.hpp"
#include "stickslip/sweep/detail/ledger.hpp"
#include "stickslip/sweep/detail/pause.hpp"
#include "stickslip/sweep/detail/thread_count.hpp"
#include "stickslip/sweep/detail/workers.hpp"

namespace stickslip::sweep {

namespace {

using detail::Crew;
using detail::Ledger;
using detail::Workers;
using std::chrono::microseconds;

// Calls the progress ten times per second.
class Ticker {
 public:
  explicit Ticker(const SweepOptions& options) : progress_(options.progress) {}

  template <class Now>
  void tick(Now now) {
    if (Clock::now() < next_) return;
    next_ = Clock::now() + interval;
    if (progress_) progress_(now());
  }

  static constexpr std::chrono::milliseconds interval{100};

 private:
  using Clock = std::chrono::steady_clock;

  const std::function<void(const SweepProgress&)>& progress_;
  Clock::time_point next_ = Clock::now() + interval;
};

void gather(Crew& crew, std::uint64_t runs, Ticker& ticker) {
  detail::Pause pause;
  while (!crew.is_gathered()) {
    std::this_thread::sleep_for(pause.next(crew.listen()));
    ticker.tick([&] { return SweepProgress{.runs = runs}; });
  }
}

void rethrow(const std::exception_ptr& error) {
  if (error) std::rethrow_exception(error);
}

// Until every run is finished, or none is begun any more.
void work(Crew& crew, Ledger& ledger, Workers& workers, std::size_t threads, Ticker& ticker) {
  const bool is_alone = crew.size() == 0;
  detail::Pause pause;
  while (!ledger.is_done() && !ledger.is_stopped()) {
    const bool is_traffic = crew.listen(&ledger);
    crew.hand_out(ledger, threads);
    const microseconds length = is_alone ? microseconds(Ticker::interval) : pause.next(is_traffic);
    // Where its own workers are done, the others are not yet.
    if (workers.wait(length) && !is_alone) std::this_thread::sleep_for(length);
    rethrow(workers.error());
    ticker.tick([&] { return ledger.progress(); });
  }
}

// Of this rank and of the others.
void finish_what_is_under_way(Crew& crew, Ledger& ledger, Workers& workers) {
  crew.stop();
  workers.stop();
  detail::Pause pause;
  while (!workers.wait(microseconds(0)) || !crew.is_gone()) {
    std::this_thread::sleep_for(pause.next(crew.listen(&ledger)));
  }
}

}  // namespace

Results run(const Study& study, const SweepOptions& options) {
  LoneRank alone;
  return run(study, options, alone);
}

Results run(const Study& study, const SweepOptions& options, Ranks& ranks) {
  Crew crew(ranks, head_of(study));
  const int wanted = options.threads == 0 && crew.size() > 0 ? 1 : options.threads;
  const std::size_t threads = detail::thread_count(wanted, Design::most_runs);
  Ticker ticker(options);
  gather(crew, study.runs(), ticker);
  Ledger ledger(study, options.folder, options.resume, options.strict);
  {
    Workers workers(study, ledger);
    try {
      workers.start(detail::thread_count(wanted, ledger.left()));
      work(crew, ledger, workers, threads, ticker);
      if (ledger.is_stopped()) {
        finish_what_is_under_way(crew, ledger, workers);
        // RunNotOk says that finished runs are kept, which is not so where the disk was full meanwhile.
        rethrow(workers.error());
        rethrow(crew.loss());
      }
    } catch (...) {
      finish_what_is_under_way(crew, ledger, workers);
      throw;
    }
  }
  if (options.progress) options.progress(ledger.progress());
  if (ledger.is_done() && !options.folder.empty()) ledger.results().write(options.folder, threads);
  crew.dismiss();
  ledger.require_ok();
  return std::move(ledger.results());
}

}  // namespace stickslip::sweep
