#include "stickslip/sweep/detail/ledger.hpp"

#include <iterator>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep::detail {

namespace {

std::unique_ptr<Journal> journal_in(const std::filesystem::path& folder) {
  if (folder.empty()) return nullptr;
  std::filesystem::create_directories(folder);
  return std::make_unique<Journal>(folder / journal_file);
}

void require_no_unfinished_study(const Journal& journal, const std::filesystem::path& folder, const std::string& name) {
  std::vector<bool> is_there(journal.head()->runs, false);
  std::uint64_t finished = 0;
  journal.read([&](const JournalRecord& record) {
    if (!is_there[record.index]) ++finished;
    is_there[record.index] = true;
  });
  const bool has_files = std::filesystem::exists(folder / csv_file) && std::filesystem::exists(folder / hdf5_file);
  if (finished == 0 || (finished == is_there.size() && has_files)) return;
  throw InvalidArgument(name + " holds " + std::to_string(finished) + " of " + std::to_string(is_there.size()) +
                        " runs of an unfinished study: resume it (--resume), or remove the file to begin anew");
}

// Those that the journal has; it is begun where there is none to resume.
Results take_up(Journal* kept, const Study& study, const std::filesystem::path& folder, bool resume) {
  const std::string name = "\"" + (folder / journal_file).string() + "\"";
  Results results(study);
  if (kept == nullptr) return results;
  Journal& journal = *kept;
  if (journal.head() && resume) {
    if (*journal.head() != head_of(study)) {
      throw InvalidArgument(name +
                            " was written for another study, scene or version of stickslip: results would not fit "
                            "together. Choose another folder, or remove the file to begin anew");
    }
    journal.take_up([&](JournalRecord&& record) { results.add(std::move(record)); });
  } else {
    if (journal.head()) require_no_unfinished_study(journal, folder, name);
    journal.start(head_of(study));
  }
  return results;
}

}  // namespace

Ledger::Ledger(const Study& study, const std::filesystem::path& folder, bool resume, bool strict)
    : journal_(journal_in(folder)),
      results_(take_up(journal_.get(), study, folder, resume)),
      dispenser_(results_),
      resumed_(results_.finished()),
      is_strict_(strict) {
  // Those of an earlier study would stand beside an unfinished one.
  if (journal_ && results_.finished() < results_.runs()) {
    for (const char* name : {csv_file, hdf5_file, report_file}) std::filesystem::remove(folder / name);
  }
  for (std::uint64_t i = 0; i < results_.runs(); ++i) {
    if (results_.has(i) && results_.status(i) != RunStatus::ok) ++not_ok_;
  }
  is_stopped_ = is_strict_ && not_ok_ > 0;
}

std::optional<std::uint64_t> Ledger::next() {
  const RunRange range = take(1);
  if (range.size() == 0) return {};
  return range.begin;
}

void Ledger::finish(std::span<JournalRecord> records) {
  std::unique_lock lock(mutex_);
  pending_.insert(pending_.end(), std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()));
  if (is_writing_) return;  // the thread that writes takes these, too
  is_writing_ = true;
  try {
    while (!pending_.empty()) write_pending(lock);
  } catch (...) {
    if (!lock) lock.lock();
    is_writing_ = false;
    throw;
  }
  is_writing_ = false;
}

void Ledger::write_pending(std::unique_lock<std::mutex>& lock) {
  std::swap(pending_, being_written_);
  pending_.clear();
  lock.unlock();
  if (journal_) journal_->append(being_written_);
  lock.lock();
  for (JournalRecord& record : being_written_) {
    if (record.outcome.status != RunStatus::ok) ++not_ok_;
    seconds_ += record.seconds;
    results_.add(std::move(record));
  }
  being_written_.clear();
  is_stopped_ = is_strict_ && not_ok_ > 0;
}

SweepProgress Ledger::progress() const {
  const std::lock_guard lock(mutex_);
  SweepProgress now{.finished = results_.finished(), .runs = results_.runs(), .not_ok = not_ok_};
  now.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const std::uint64_t own = now.finished - resumed_;
  if (now.finished == now.runs) {
    now.remaining = 0.0;
  } else if (own > 0) {
    now.remaining = now.seconds * static_cast<double>(now.runs - now.finished) / static_cast<double>(own);
  }
  return now;
}

void Ledger::require_ok() {
  if (!is_stopped_) return;
  std::uint64_t first = 0;
  while (!results_.has(first) || results_.status(first) == RunStatus::ok) ++first;
  const RunStatus status = results_.status(first);
  const std::string reason = results_.reason(first);
  throw RunNotOk(first, status, reason, std::make_shared<const Results>(std::move(results_)));
}

bool Ledger::is_done() const {
  const std::lock_guard lock(mutex_);
  return results_.finished() == results_.runs();
}

double Ledger::mean_seconds() const {
  const std::lock_guard lock(mutex_);
  const std::uint64_t own = results_.finished() - resumed_;
  return own == 0 ? 0.0 : seconds_ / static_cast<double>(own);
}

}  // namespace stickslip::sweep::detail
