#include "stickslip/sweep/run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/journal.hpp"

namespace stickslip::sweep {

namespace {

using SweepClock = std::chrono::steady_clock;

double seconds_since(SweepClock::time_point begin) {
  return std::chrono::duration<double>(SweepClock::now() - begin).count();
}

// Takes up what the journal has, or begins it.
void open(Journal& journal, const JournalHead& head, const SweepOptions& options, Results& results) {
  const std::string place = (options.folder / journal_file).string();
  if (journal.head() && options.resume) {
    if (*journal.head() != head) {
      throw InvalidArgument("\"" + place +
                            "\" was written for another study, scene or version of stickslip: results would not fit "
                            "together. Choose another folder, or remove the file to begin anew");
    }
    return journal.read([&](JournalRecord&& record) { results.add(std::move(record)); });
  }
  if (journal.head()) {
    std::vector<bool> is_there(journal.head()->runs, false);
    std::uint64_t finished = 0;
    journal.read([&](const JournalRecord& record) {
      if (!is_there[record.index]) ++finished;
      is_there[record.index] = true;
    });
    if (finished > 0 && finished < is_there.size()) {
      throw InvalidArgument("\"" + place + "\" holds " + std::to_string(finished) + " of " +
                            std::to_string(is_there.size()) +
                            " runs of an unfinished study: resume it (--resume), or remove the file to begin anew");
    }
  }
  journal.start(head);
}

class Workers {
 public:
  Workers(const Study& study, Journal& journal, Results& results)
      : study_(study), journal_(journal), results_(results) {
    for (std::uint64_t i = 0; i < study.runs(); ++i) {
      if (results.has(i) && results.status(i) != RunStatus::ok) ++not_ok_;
    }
    resumed_ = results.finished();
  }
  ~Workers() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  Workers(Workers&&) = delete;
  Workers& operator=(Workers&&) = delete;

  void start(std::size_t count) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < count; ++i) {
      try {
        threads_.emplace_back([this] { work(); });
        ++working_;
      } catch (const std::system_error&) {
        if (threads_.empty()) throw;
        return;  // fewer will do
      }
    }
  }

  // Whether all are done after a tenth of a second or sooner. Throws what a worker could not go on for.
  bool wait() {
    std::unique_lock lock(mutex_);
    const bool is_done = changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return working_ == 0; });
    if (is_done && error_) std::rethrow_exception(error_);
    return is_done;
  }

  SweepProgress progress() {
    const std::lock_guard lock(mutex_);
    SweepProgress now{.finished = results_.finished(), .runs = study_.runs(), .not_ok = not_ok_};
    now.seconds = seconds_since(begin_);
    const std::uint64_t own = now.finished - resumed_;
    if (now.finished == now.runs) {
      now.remaining = 0.0;
    } else if (own > 0) {
      now.remaining = now.seconds * static_cast<double>(now.runs - now.finished) / static_cast<double>(own);
    }
    return now;
  }

 private:
  // Under no lock: which runs were there at the start does not change for those that are still to be taken.
  void work() {
    try {
      while (!stop_) {
        const std::uint64_t index = next_.fetch_add(1);
        if (index >= study_.runs()) break;
        if (was_there(index)) continue;
        const auto begin = SweepClock::now();
        Outcome outcome = study_.run(index);
        finish({index, seconds_since(begin), std::move(outcome)});
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  bool was_there(std::uint64_t index) const { return index < there_.size() && there_[index]; }

  void finish(JournalRecord record) {
    const std::lock_guard lock(mutex_);
    journal_.append(record);
    if (record.outcome.status != RunStatus::ok) ++not_ok_;
    results_.add(std::move(record));
  }

  static std::vector<bool> those_there(const Results& results) {
    std::vector<bool> there;
    if (results.finished() == 0) return there;
    there.resize(results.runs());
    for (std::uint64_t i = 0; i < results.runs(); ++i) there[i] = results.has(i);
    return there;
  }

  const Study& study_;
  Journal& journal_;
  Results& results_;
  const std::vector<bool> there_ = those_there(results_);  // before the start
  const SweepClock::time_point begin_ = SweepClock::now();
  std::uint64_t resumed_ = 0, not_ok_ = 0;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t working_ = 0;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

std::size_t thread_count(const SweepOptions& options, std::uint64_t left) {
  constexpr int most = 1024;
  if (options.threads < 0 || options.threads > most) {
    throw InvalidArgument("threads = " + std::to_string(options.threads) + " must be 0 to 1024; 0: as many as cores");
  }
  const std::uint64_t wanted = options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency())
                                                    : static_cast<std::uint64_t>(options.threads);
  return static_cast<std::size_t>(std::min(wanted, left));
}

}  // namespace

Results run(const Study& study, const SweepOptions& options) {
  static_cast<void>(thread_count(options, 1));
  std::filesystem::create_directories(options.folder);
  Journal journal(options.folder / journal_file);
  Results results(study);
  open(journal, {study.fingerprint(), study.runs(), study.outputs().size()}, options, results);
  // Those of an earlier study would stand beside an unfinished one.
  if (results.finished() < results.runs()) {
    for (const char* name : {csv_file, hdf5_file}) std::filesystem::remove(options.folder / name);
  }
  {
    Workers workers(study, journal, results);
    workers.start(thread_count(options, results.runs() - results.finished()));
    bool is_done = false;
    while (!is_done) {
      is_done = workers.wait();
      if (options.progress) options.progress(workers.progress());
    }
  }
  results.write(options.folder, thread_count(options, results.runs()));
  return results;
}

}  // namespace stickslip::sweep
