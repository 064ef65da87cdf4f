// Studies on several ranks: the same bits for any number of them, whatever the order of messages; each ends in order.
#include "stickslip/sweep/ranks.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/sweep/assist.hpp"
#include "stickslip/sweep/run.hpp"

#include "mixed_study.hpp"
#include "study_files.hpp"
#include "thread_ranks.hpp"

namespace stickslip::sweep {

namespace ranks_test {
namespace {

using std::chrono::microseconds;

Results run_on(Post& post, const Study& study, const SweepOptions& options, const AssistOptions& others = {}) {
  std::optional<Results> results;
  on_ranks(
      post, [&](Ranks& ranks) { results = run(study, options, ranks); },
      [&](Ranks& ranks) { assist(study, others, ranks); });
  return std::move(*results);
}

TEST(SweepRanks, AreTheSameForAnyNumber) {
  const Folder alone;
  static_cast<void>(run(mixed(), {.folder = alone.path(), .threads = 1}));
  for (const int size : {1, 2, 3, 8}) {
    for (const int threads : {1, 2}) {
      const Folder folder;
      Post post(size);
      std::atomic<std::uint64_t> computed = 0;
      const Study study = mixed(300, 0.0, &computed);
      const Results results = run_on(post, study, {.folder = folder.path(), .threads = threads}, {.threads = threads});
      EXPECT_EQ(results.finished(), 300U);
      EXPECT_EQ(computed, 300U);  // none twice
      EXPECT_EQ(csv_without_seconds(folder.path()), csv_without_seconds(alone.path())) << size << " ranks";
      EXPECT_TRUE(are_same(hdf5_without_seconds(folder.path()), hdf5_without_seconds(alone.path())));
    }
  }
}

// Messages that take up to 20 ms, longer than the runs and longer than what a rank has in store.
TEST(SweepRanks, AreTheSameHoweverSlowThePost) {
  const Folder alone;
  static_cast<void>(run(mixed(200), {.folder = alone.path()}));
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const Folder folder;
    Post post(5, microseconds(seed % 2 == 0 ? 20'000 : 1000), seed);
    std::atomic<std::uint64_t> computed = 0;
    static_cast<void>(run_on(post, mixed(200, 2e-4, &computed), {.folder = folder.path()}, {.threads = 2}));
    EXPECT_EQ(computed, 200U);
    EXPECT_EQ(csv_without_seconds(folder.path()), csv_without_seconds(alone.path())) << "seed " << seed;
  }
}

TEST(SweepRanks, ShareTheWork) {
  const Folder folder;
  Post post(4);
  std::mutex mutex;
  std::set<std::thread::id> threads;
  Variables variables;
  variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
  const Study study({.name = "s",
                     .variables = variables,
                     .design = {DesignKind::sobol, 1, 400, 1},
                     .outputs = {{"y"}},
                     .compute = [&](std::span<const double> x, const Progress&) {
                       std::this_thread::sleep_for(microseconds(1000));
                       const std::lock_guard lock(mutex);
                       threads.insert(std::this_thread::get_id());
                       return Outcome{.outputs = {x[0]}};
                     }});
  static_cast<void>(run_on(post, study, {.folder = folder.path()}, {.threads = 2}));
  EXPECT_EQ(threads.size(), 1U + 3U * 2U);  // one of rank 0, unless told otherwise
}

TEST(SweepRanks, OfNoRunAndOfOne) {
  for (const std::uint64_t runs : {0U, 1U}) {
    const Folder folder;
    Post post(8);
    EXPECT_EQ(run_on(post, mixed(runs), {.folder = folder.path()}).finished(), runs);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / hdf5_file));
  }
}

class Halt : public std::exception {};

// Whatever ends it, finished runs are kept on every rank, so that in the end each run was computed once.
TEST(SweepRanks, GoOnWhereTheyWereInterrupted) {
  const Folder whole, parts;
  static_cast<void>(run(mixed(400), {.folder = whole.path()}));
  std::atomic<std::uint64_t> computed = 0;
  const Study study = mixed(400, 5e-4, &computed);
  int interruptions = 0;
  for (const int size : {3, 2, 5, 1, 4, 4, 4, 4, 4, 4}) {
    Post post(size, microseconds(500), static_cast<unsigned>(size));
    const auto interrupt = [&](const SweepProgress& now) {
      if (interruptions < 3 && now.finished < now.runs) throw Halt();
    };
    try {
      static_cast<void>(run_on(post, study, {.folder = parts.path(), .resume = true, .progress = interrupt}));
      break;
    } catch (const Halt&) {
      ++interruptions;
    }
  }
  EXPECT_GE(interruptions, 1);
  EXPECT_EQ(computed, 400U);
  EXPECT_EQ(csv_without_seconds(whole.path()), csv_without_seconds(parts.path()));
}

TEST(SweepRanks, ASignalAtAnyEndsItForAll) {
  const Folder folder;
  std::atomic<std::uint64_t> computed = 0;
  const Study study = mixed(2000, 5e-4, &computed);
  Post post(4);
  try {
    on_ranks(
        post, [&](Ranks& ranks) { static_cast<void>(run(study, {.folder = folder.path()}, ranks)); },
        [&](Ranks& ranks) {
          const auto signal = [&] { return ranks.rank() == 2 && computed > 100 ? SIGTERM : 0; };
          assist(study, {.signal = signal}, ranks);
        });
    FAIL() << "it was not ended";
  } catch (const RankStopped& error) {
    EXPECT_EQ(error.signal(), SIGTERM);
    EXPECT_STREQ(error.what(), "rank 2: interrupted");
  }
  EXPECT_LT(computed, 2000U);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / csv_file));
  Post again(2);
  EXPECT_EQ(run_on(again, study, {.folder = folder.path(), .resume = true}).finished(), 2000U);
  EXPECT_EQ(computed, 2000U);
}

// What is not derived from std::exception is no failure of a run but of the program.
TEST(SweepRanks, AWorkerThatThrowsEndsItWithTheReason) {
  for (const bool is_first : {false, true}) {
    const Folder folder;
    std::atomic<bool> is_thrown = false;
    const auto study_of = [&](bool throws) {
      Variables variables;
      variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
      return Study({.name = "s",
                    .variables = variables,
                    .design = {DesignKind::sobol, 1, 300, 1},
                    .outputs = {{"y"}},
                    .compute = [&is_thrown, throws](std::span<const double> x, const Progress&) {
                      std::this_thread::sleep_for(microseconds(500));
                      if (throws && !is_thrown.exchange(true)) throw 7;
                      return Outcome{.outputs = {x[0]}};
                    }});
    };
    Post post(3);
    const auto go = [&] {
      on_ranks(
          post, [&](Ranks& ranks) { static_cast<void>(run(study_of(is_first), {.folder = folder.path()}, ranks)); },
          [&](Ranks& ranks) { assist(study_of(!is_first && ranks.rank() == 2), {.threads = 2}, ranks); });
    };
    if (is_first) {
      EXPECT_THROW(go(), int);
    } else {
      try {
        go();
        ADD_FAILURE() << "it was not ended";
      } catch (const RankStopped& error) {
        EXPECT_EQ(error.signal(), 0);
        EXPECT_STREQ(error.what(), "rank 2: a worker threw something that is no std::exception");
      }
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / csv_file));
    Post again(3);
    EXPECT_EQ(run_on(again, study_of(false), {.folder = folder.path(), .resume = true}).finished(), 300U);
  }
}

TEST(SweepRanks, RefuseAnotherStudyBeforeAnythingIsWritten) {
  const Folder folder;
  const Study study = mixed(50), other = mixed(51);
  Post post(4, microseconds(2000));
  try {
    on_ranks(
        post, [&](Ranks& ranks) { static_cast<void>(run(study, {.folder = folder.path() / "out"}, ranks)); },
        [&](Ranks& ranks) { assist(ranks.rank() == 3 ? other : study, {}, ranks); });
    FAIL() << "it was not refused";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("rank 3 read another study"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST(SweepRanks, MayDecline) {
  const Folder folder;
  const Study study = mixed(50);
  Post post(3);
  try {
    on_ranks(
        post, [&](Ranks& ranks) { static_cast<void>(run(study, {.folder = folder.path() / "out"}, ranks)); },
        [&](Ranks& ranks) {
          if (ranks.rank() == 1) return decline("cannot open study.yaml", ranks);
          assist(study, {}, ranks);
        });
    FAIL() << "it went on";
  } catch (const RankStopped& error) {
    EXPECT_STREQ(error.what(), "rank 1: cannot open study.yaml");
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST(SweepRanks, AreDismissedWhereThereIsNothingToDo) {
  Post post(4, microseconds(2000));
  on_ranks(
      post, [](Ranks& ranks) { dismiss(ranks); },
      [](Ranks& ranks) {
        if (ranks.rank() == 2) return decline("no study", ranks);
        assist(mixed(20), {}, ranks);
      });
}

// However rank 0 fails, the others come home.
TEST(SweepRanks, ComeHomeWhereTheFirstFails) {
  const Folder folder;
  const auto file = folder.write("file", "");
  for (const SweepOptions& options :
       {SweepOptions{.folder = file}, SweepOptions{.folder = folder.path(), .threads = -1}}) {
    Post post(3, microseconds(1000));
    EXPECT_ANY_THROW(static_cast<void>(run_on(post, mixed(20), options)));
  }
}

// A limit on the size of files stands for a full disk.
TEST(SweepRanks, SurviveAFullDisk) {
  const Folder whole, full;
  const Study study = mixed(500, 1e-4);
  static_cast<void>(run(study, {.folder = whole.path()}));
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{8000, 8000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    int code = 0;
    try {
      Post post(3);
      static_cast<void>(run_on(post, study, {.folder = full.path()}));
    } catch (const std::filesystem::filesystem_error&) {
      code = 7;
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  Post post(3);
  static_cast<void>(run_on(post, study, {.folder = full.path(), .resume = true}));
  EXPECT_EQ(csv_without_seconds(whole.path()), csv_without_seconds(full.path()));
}

}  // namespace
}  // namespace ranks_test

}  // namespace stickslip::sweep
