// How rank 0 shares runs out, by a rank whose words are written by hand.
#include "stickslip/sweep/detail/crew.hpp"

#include <deque>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/error.hpp"

#include "mixed_study.hpp"
#include "study_files.hpp"

namespace stickslip::sweep {

namespace crew_test {
namespace {

using detail::Ask;
using detail::Crew;
using detail::Dispenser;
using detail::Goodbye;
using detail::Hello;
using detail::Leave;
using detail::Ledger;
using detail::RankNote;
using detail::Records;
using detail::RunRange;
using detail::Runs;
using detail::Stop;

// Rank 0 of two ranks; what it sends is kept.
class Script final : public Ranks {
 public:
  explicit Script(int size = 2) : size_(size) {}

  int rank() const noexcept override { return 0; }
  int size() const noexcept override { return size_; }
  void send(int /*to*/, std::string bytes) override { sent.push_back(detail::note_of(bytes)); }
  std::optional<RankMessage> receive() override {
    if (coming.empty()) return {};
    RankMessage message = std::move(coming.front());
    coming.pop_front();
    return message;
  }
  void says(const RankNote& note, int from = 1) { coming.push_back({from, detail::bytes_of(note)}); }

  std::deque<RankMessage> coming;
  std::vector<RankNote> sent;

 private:
  int size_;
};

class SweepCrew : public testing::Test {
 protected:
  static constexpr std::uint64_t runs = 100'000;

  void TearDown() override {
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.says(Goodbye{}, rank);
  }

  void greet(std::uint32_t threads) {
    ranks_.says(Hello{head_of(study_), threads});
    crew_.listen();
  }
  RunRange ask(std::uint32_t idle) {
    ranks_.says(Ask{idle});
    crew_.listen(&ledger_);
    crew_.hand_out(ledger_, 1);
    return std::get<Runs>(ranks_.sent.back()).range;
  }
  void give_back(const RunRange& range, double seconds) {
    std::string bytes;
    for (std::uint64_t i = range.begin; i < range.end; ++i) {
      append_bytes(bytes, JournalRecord{i, seconds, {.outputs = {0.0, 0.0}}});
    }
    ranks_.says(Records{bytes});
    crew_.listen(&ledger_);
  }
  // So much work that it knows how long runs take and trusts it.
  void settle(double seconds) {
    for (int i = 0; i < 15; ++i) give_back(ask(0), seconds);
  }

  Folder folder_;
  Study study_ = mixed(runs);
  Script ranks_;
  Ledger ledger_{study_, folder_.path(), false, false};
  Crew crew_{ranks_, head_of(study_)};
};

TEST_F(SweepCrew, HandsOutThirtyMillisecondsOfWork) {
  greet(1);
  EXPECT_EQ(ask(1).size(), 1U);  // nothing is known yet
  settle(0x1p-10);
  EXPECT_EQ(ask(0).size(), 30U);  // 30.72
}

TEST_F(SweepCrew, HandsOutMoreToMoreThreads) {
  greet(4);
  EXPECT_EQ(ask(4).size(), 4U);
  settle(0x1p-10);
  EXPECT_EQ(ask(0).size(), 122U);
}

TEST_F(SweepCrew, HandsOutLongRunsOneByOne) {
  greet(1);
  give_back(ask(1), 100.0);
  EXPECT_EQ(ask(0).size(), 1U);
  EXPECT_EQ(ask(1).size(), 1U);
}

// One run that took no time does not mean that all do.
TEST_F(SweepCrew, TrustsFewTimesLittle) {
  greet(1);
  std::uint64_t last = 0;
  for (int i = 0; i < 6; ++i) {
    const RunRange range = ask(1);
    EXPECT_LE(range.size(), 2 * last + 1);
    last = range.size();
    give_back(range, 1e-9);
  }
  EXPECT_EQ(last, 63U);  // 1, 3, 7, …
}

// Two threads in all: half of what each would get of the rest, so that nobody has all that is left.
TEST_F(SweepCrew, KeepsEnoughForTheOthers) {
  greet(1);
  std::uint64_t left = runs;
  for (int i = 0; i < 200; ++i) {
    const RunRange range = ask(0);
    EXPECT_LE(range.size(), left / 4 + 1) << "of " << left;
    EXPECT_EQ(range.begin, runs - left);
    left -= range.size();
    give_back(range, 1e-7);
    EXPECT_EQ(ledger_.left(), left);
  }
  // Near the end it keeps the rest for who is idle.
  EXPECT_EQ(left, 3U);
  EXPECT_EQ(ask(0).size(), 0U);
  EXPECT_EQ(ask(1).size(), 1U);
  EXPECT_EQ(ask(5).size(), 2U);
  EXPECT_EQ(ask(1).size(), 0U);
}

TEST_F(SweepCrew, RefusesWhatIsDamaged) {
  greet(1);
  std::string bytes;
  append_bytes(bytes, JournalRecord{3, 1.0, {.outputs = {0.0, 0.0}}});
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  ranks_.says(Records{bytes});
  EXPECT_THROW(crew_.listen(&ledger_), InvalidArgument);
  ranks_.says(Runs{});
  EXPECT_THROW(crew_.listen(&ledger_), InvalidArgument);
  ranks_.coming.push_back({1, "a letter"});
  EXPECT_THROW(crew_.listen(&ledger_), InvalidArgument);
  ranks_.coming.push_back({1, ""});
  EXPECT_THROW(crew_.listen(&ledger_), InvalidArgument);
  EXPECT_EQ(ledger_.progress().finished, 0U);
}

// Asked to stop, it takes what still comes, and nothing that comes ends it another way.
TEST_F(SweepCrew, KeepsWhatComesAfterStop) {
  greet(1);
  const RunRange range = ask(1);
  crew_.stop();
  EXPECT_TRUE(std::holds_alternative<Stop>(ranks_.sent.back()));
  ranks_.says(Leave{0, "tired"});
  ranks_.coming.push_back({1, "a letter"});
  give_back(range, 1.0);
  EXPECT_EQ(ledger_.progress().finished, 1U);
  EXPECT_FALSE(crew_.is_gone());
  ranks_.says(Goodbye{});
  crew_.listen();
  EXPECT_TRUE(crew_.is_gone());
}

// Then it is said that not all that was finished is kept.
TEST_F(SweepCrew, TellsWhatIsLostAfterStop) {
  greet(1);
  const RunRange range = ask(1);
  crew_.stop();
  ranks_.says(Leave{0, "tired"});
  crew_.listen(&ledger_);
  EXPECT_FALSE(crew_.loss());
  std::string bytes;
  append_bytes(bytes, JournalRecord{range.begin, 1.0, {.outputs = {0.0, 0.0}}});
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  ranks_.says(Records{bytes});
  crew_.listen(&ledger_);
  ASSERT_TRUE(crew_.loss());
  EXPECT_THROW(std::rethrow_exception(crew_.loss()), InvalidArgument);
}

TEST(SweepNote, ReadsBackWhatWasWritten) {
  const JournalHead head{{1, 2}, 3, 4};
  const auto hello = std::get<Hello>(detail::note_of(detail::bytes_of(Hello{head, 5})));
  EXPECT_EQ(hello.head, head);
  EXPECT_EQ(hello.threads, 5U);
  const auto leave = std::get<Leave>(detail::note_of(detail::bytes_of(Leave{15, "tired"})));
  EXPECT_EQ(leave.signal, 15);
  EXPECT_EQ(leave.reason, "tired");
  const auto runs = std::get<Runs>(detail::note_of(detail::bytes_of(Runs{{6, 9}})));
  EXPECT_EQ(runs.range.begin, 6U);
  EXPECT_EQ(runs.range.end, 9U);
  EXPECT_EQ(std::get<Records>(detail::note_of(detail::bytes_of(Records{"abc"}))).bytes, "abc");
  EXPECT_EQ(std::get<Ask>(detail::note_of(detail::bytes_of(Ask{7}))).idle, 7U);
  const std::string bytes = detail::bytes_of(Hello{head, 5});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(static_cast<void>(detail::note_of(bytes.substr(0, length))), InvalidArgument) << length;
  }
}

// Whichever are there already: the others, each once, in ranges of neighbours.
TEST(SweepDispenser, HandsOutEveryRunThatIsMissingOnce) {
  std::mt19937 random(3);
  for (const unsigned there_of_ten : {0U, 1U, 5U, 9U, 10U}) {
    Results results(mixed(500));
    std::vector<int> handed_out(500, 0);
    for (std::uint64_t i = 0; i < 500; ++i) {
      if (random() % 10 >= there_of_ten) continue;
      results.add({i, 0.0, {.outputs = {0.0, 0.0}}});
      handed_out[i] = 1;
    }
    Dispenser dispenser(results);
    std::uint64_t left = 500 - results.finished();
    EXPECT_EQ(dispenser.left(), left);
    EXPECT_EQ(dispenser.take(0).size(), 0U);
    for (RunRange range = dispenser.take(7); range.size() > 0; range = dispenser.take(1 + random() % 20)) {
      left -= range.size();
      EXPECT_EQ(dispenser.left(), left);
      for (std::uint64_t i = range.begin; i < range.end; ++i) ++handed_out[i];
    }
    EXPECT_EQ(handed_out, std::vector<int>(500, 1));
  }
}

}  // namespace
}  // namespace crew_test

}  // namespace stickslip::sweep
