// Studies run on threads: the same bits for any number of them, after interruptions, kills and full disks.
#include "stickslip/sweep/run.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <random>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/record/hdf5.hpp"

#include "mixed_study.hpp"
#include "study_files.hpp"

namespace stickslip::sweep {

namespace run_test {
namespace {

class Stop : public std::exception {};

TEST(SweepRun, IsTheSameForAnyNumberOfThreads) {
  const Folder one, two, four;
  const Study study = mixed();
  const Results results = run(study, {.folder = one.path(), .threads = 1});
  static_cast<void>(run(study, {.folder = two.path(), .threads = 2}));
  static_cast<void>(run(study, {.folder = four.path(), .threads = 4}));
  const std::string csv = csv_without_seconds(one.path());
  EXPECT_EQ(csv, csv_without_seconds(two.path()));
  EXPECT_EQ(csv, csv_without_seconds(four.path()));
  const auto numbers = hdf5_without_seconds(one.path());
  EXPECT_TRUE(are_same(numbers, hdf5_without_seconds(two.path())));
  EXPECT_TRUE(are_same(numbers, hdf5_without_seconds(four.path())));
  // A latin hypercube has as many above 1.5 as the normal distribution: 300 · 0.0668, and below −2: 300 · 0.0228.
  EXPECT_NEAR(static_cast<double>(results.count(RunStatus::failed)), 20.0, 1.0);
  EXPECT_NEAR(static_cast<double>(results.count(RunStatus::ended_early)), 6.8, 1.0);
  EXPECT_EQ(results.count(RunStatus::ok) + results.count(RunStatus::failed) + results.count(RunStatus::ended_early),
            300U);
}

TEST(SweepRun, OfAScene) {
  const Folder folder, other;
  folder.write("pivot.yaml", replaced(pivot_scene, "until: 2,", "until: 0.1,"));
  const Study study = Study::from_text(replaced(pivot_study, "samples: 512", "samples: 16"), "s", folder.path());
  const Results results = run(study, {.folder = folder.path() / "out", .threads = 2});
  static_cast<void>(run(study, {.folder = other.path(), .threads = 1}));
  EXPECT_EQ(csv_without_seconds(folder.path() / "out"), csv_without_seconds(other.path()));
  EXPECT_EQ(results.count(RunStatus::ok), 16U);
  const std::string csv = text_of(folder.path() / "out" / csv_file);
  EXPECT_TRUE(csv.starts_with(
      "index,bodies.plate.mass,contacts.grip.law.elasto_plastic.mu_c,contacts.grip.normal_force.sine.mean,"
      "angle,slip,status,reason,seconds\n0,"))
      << csv;
  const record::Result result = record::read_hdf5(folder.path() / "out" / hdf5_file);
  EXPECT_EQ(result["runs"]["bodies.plate.mass"][3], study.values(3)[0]);
  EXPECT_EQ(result["runs"]["angle"][3], results.outputs(3)[0]);
  EXPECT_EQ(std::get<std::string>(result.parameters.back().value), study.text());
}

TEST(SweepRun, WithoutAFolderLeavesNothingBehind) {
  const Folder folder;
  const Results kept = run(mixed(), {.folder = folder.path()}), loose = run(mixed(), {});
  EXPECT_EQ(loose.finished(), loose.runs());
  for (std::uint64_t i = 0; i < kept.runs(); ++i) {
    ASSERT_EQ(kept.status(i), loose.status(i));
    if (kept.status(i) != RunStatus::ok) continue;
    ASSERT_EQ(kept.outputs(i)[0], loose.outputs(i)[0]);
  }
}

TEST(SweepRun, KeepsReasons) {
  const Folder folder;
  const Results results = run(mixed(), {.folder = folder.path()});
  const record::Result result = record::read_hdf5(folder.path() / hdf5_file);
  ASSERT_FALSE(result.tables.empty());
  EXPECT_EQ(result.tables[0].row_labels.size(), result["failures"].rows());
  const auto index = static_cast<std::uint64_t>(result["failures"]["index"][0]);
  EXPECT_EQ(result.tables[0].row_labels[0], results.reason(index));
  const std::string csv = text_of(folder.path() / csv_file);
  EXPECT_NE(csv.find(",failed,\"x = "), std::string::npos);
  EXPECT_NE(csv.find(", \"\"too\"\" large\","), std::string::npos);
  EXPECT_NE(csv.find(",nan,nan,ended_early,it fell,"), std::string::npos);
}

// What the progress throws ends it; runs that are under way are finished and kept.
TEST(SweepRun, GoesOnWhereItWasInterrupted) {
  const Folder whole, parts;
  const Study study = mixed(120, 2e-3);
  static_cast<void>(run(study, {.folder = whole.path()}));
  std::uint64_t before = 0;
  int interruptions = 0;
  for (bool is_done = false; !is_done;) {
    try {
      static_cast<void>(
          run(study, {.folder = parts.path(), .threads = 2, .resume = true, .progress = [&](const SweepProgress& now) {
                        EXPECT_GE(now.finished, before);  // none is lost
                        before = now.finished;
                        if (now.finished < now.runs && ++interruptions <= 3) throw Stop();
                      }}));
      is_done = true;
    } catch (const Stop&) {
      EXPECT_FALSE(std::filesystem::exists(parts.path() / csv_file));
    }
  }
  EXPECT_EQ(csv_without_seconds(whole.path()), csv_without_seconds(parts.path()));
}

// Runs in a process of its own, which is killed after some time; returns whether it was done before.
bool run_and_kill(const Study& study, const std::filesystem::path& folder, std::chrono::microseconds after) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      static_cast<void>(run(study, {.folder = folder, .threads = 2, .resume = true}));
    } catch (...) {
      ::_exit(3);
    }
    ::_exit(0);
  }
  std::this_thread::sleep_for(after);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 3);
  return WIFEXITED(status);
}

// Each continues what the one before left; the kills come at random moments.
TEST(SweepRun, SurvivesKills) {
  const Folder whole, parts;
  const Study study = mixed(2000, 5e-5);
  static_cast<void>(run(study, {.folder = whole.path()}));
  std::mt19937 random(5);
  int kills = 0;
  while (kills < 20 && !run_and_kill(study, parts.path(), std::chrono::microseconds(1000 + random() % 20'000))) ++kills;
  EXPECT_GE(kills, 2);
  std::uint64_t at_start = 0;
  bool is_first = true;
  const Results results =
      run(study, {.folder = parts.path(), .resume = true, .progress = [&](const SweepProgress& now) {
                    if (std::exchange(is_first, false)) at_start = now.finished;
                  }});
  EXPECT_GT(at_start, 0U);
  EXPECT_EQ(results.finished(), 2000U);
  EXPECT_EQ(csv_without_seconds(whole.path()), csv_without_seconds(parts.path()));
  EXPECT_TRUE(are_same(hdf5_without_seconds(whole.path()), hdf5_without_seconds(parts.path())));
}

// A journal that was cut anywhere, or whose bytes were changed, gives back the records before, and the study is completed.
TEST(SweepRun, TakesWhatIsGoodOfAJournal) {
  const Folder whole;
  std::atomic<int> computed = 0;
  Variables variables;
  variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
  const Study study({.name = "s",
                     .variables = variables,
                     .design = {DesignKind::sobol, 1, 40, 1},
                     .outputs = {{"y"}},
                     .compute = [&](std::span<const double> x, const Progress&) {
                       ++computed;
                       return Outcome{.outputs = {x[0] * x[0]}};
                     }});
  static_cast<void>(run(study, {.folder = whole.path(), .threads = 1}));
  const std::string csv = csv_without_seconds(whole.path()), journal = text_of(whole.path() / journal_file);
  const std::size_t head = 60, record = (journal.size() - head) / 40;
  for (const std::size_t length : {std::size_t{0}, std::size_t{10}, head - 1, head, head + 1, head + record,
                                   head + 7 * record + 5, journal.size() - 1, journal.size()}) {
    const Folder cut;
    std::ofstream(cut.path() / journal_file, std::ios::binary) << journal.substr(0, length);
    computed = 0;
    static_cast<void>(run(study, {.folder = cut.path(), .threads = 1, .resume = true}));
    EXPECT_EQ(csv_without_seconds(cut.path()), csv) << length;
    EXPECT_EQ(computed, 40 - static_cast<int>(length < head ? 0 : (length - head) / record)) << length;
    EXPECT_EQ(text_of(cut.path() / journal_file).size(), journal.size());
  }
  const Folder changed;
  std::string bytes = journal;
  bytes[head + 5 * record + 20] ^= 1;
  std::ofstream(changed.path() / journal_file, std::ios::binary) << bytes;
  computed = 0;
  static_cast<void>(run(study, {.folder = changed.path(), .resume = true}));
  EXPECT_EQ(csv_without_seconds(changed.path()), csv);
  EXPECT_EQ(computed, 1);
}

TEST(SweepRun, RefusesAJournalOfAnotherStudy) {
  const Folder folder;
  static_cast<void>(run(mixed(10), {.folder = folder.path()}));
  const Study other({.name = "another", .outputs = {{"y"}}, .compute = [](std::span<const double>, const Progress&) {
                       return Outcome{.outputs = {1.0}};
                     }});
  EXPECT_THROW(static_cast<void>(run(other, {.folder = folder.path(), .resume = true})), InvalidArgument);
  EXPECT_NO_THROW(static_cast<void>(run(mixed(10), {.folder = folder.path(), .resume = true})));
  EXPECT_NO_THROW(static_cast<void>(run(other, {.folder = folder.path()})));  // a finished study may be replaced
  folder.write(journal_file, "a letter to a friend, of some length that is more than that of a head");
  EXPECT_THROW(static_cast<void>(run(other, {.folder = folder.path()})), InvalidArgument);
}

TEST(SweepRun, DoesNotOverwriteAnUnfinishedStudy) {
  const Folder folder;
  const Study study = mixed(200, 2e-3);
  const auto interrupt = [](const SweepProgress& now) {
    if (now.finished > 0 && now.finished < now.runs) throw Stop();
  };
  EXPECT_THROW(static_cast<void>(run(study, {.folder = folder.path(), .progress = interrupt})), Stop);
  EXPECT_THROW(static_cast<void>(run(study, {.folder = folder.path()})), InvalidArgument);
  EXPECT_EQ(run(study, {.folder = folder.path(), .resume = true}).finished(), 200U);
}

TEST(SweepRun, IsForOneProcess) {
  const Folder folder;
  const Journal journal(folder.path() / journal_file);
  EXPECT_THROW(static_cast<void>(run(mixed(3), {.folder = folder.path()})), InvalidArgument);
}

// What links in the folder lead to is left alone, whether it is there or not.
TEST(SweepRun, WritesNothingOutsideOfItsFolder) {
  const Folder folder;
  const std::filesystem::path inside = folder.path() / "inside";
  std::filesystem::create_directory(inside);
  for (const std::string file : {csv_file, hdf5_file}) std::filesystem::create_symlink("../" + file, inside / file);
  folder.write(csv_file, "kept");
  static_cast<void>(run(mixed(3), {.folder = inside}));
  EXPECT_EQ(text_of(folder.path() / csv_file), "kept");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / hdf5_file));
  std::filesystem::remove(inside / journal_file);
  std::filesystem::create_symlink("../away.bin", inside / journal_file);
  EXPECT_THROW(static_cast<void>(run(mixed(3), {.folder = inside})), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "away.bin"));
}

// A limit on the size of files stands for a full disk.
TEST(SweepRun, SurvivesAFullDisk) {
  const Folder whole, full;
  const Study study = mixed(500);
  static_cast<void>(run(study, {.folder = whole.path()}));
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{8000, 8000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      static_cast<void>(run(study, {.folder = full.path(), .threads = 2}));
    } catch (const std::filesystem::filesystem_error&) {
      ::_exit(7);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_GT(std::filesystem::file_size(full.path() / journal_file), 7000U);
  static_cast<void>(run(study, {.folder = full.path(), .resume = true}));
  EXPECT_EQ(csv_without_seconds(whole.path()), csv_without_seconds(full.path()));
}

// Where one run is not ok, and there is no room for the other, which was under way: it is lost, and that is what is said.
TEST(SweepRun, AStrictOneSaysThatTheDiskIsFull) {
  const Folder folder;
  std::atomic<int> begun = 0;
  Variables variables;
  variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
  const Study study({.name = "s",
                     .variables = variables,
                     .design = {DesignKind::monte_carlo, 1, 2, 1},
                     .outputs = {{"y"}},
                     .compute = [&begun](std::span<const double> x, const Progress&) {
                       const bool is_first = ++begun == 1;
                       while (begun < 2) std::this_thread::yield();
                       if (is_first)
                         return Outcome{.status = RunStatus::failed_checks, .reason = "no", .outputs = {x[0]}};
                       std::this_thread::sleep_for(std::chrono::milliseconds(300));
                       return Outcome{.outputs = {x[0]}};
                     }});
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    constexpr rlim_t head = 60, record = 8 + 17 + 8;
    const rlimit limit{head + record + 10, head + record + 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      static_cast<void>(run(study, {.folder = folder.path(), .threads = 2, .strict = true}));
    } catch (const std::filesystem::filesystem_error&) {
      ::_exit(7);
    } catch (const RunNotOk&) {
      ::_exit(8);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

// Of many records in one call those stay for which there is room, whole.
TEST(SweepRun, AFullDiskKeepsWholeRecords) {
  const Folder folder;
  const Study study = mixed(100);
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Journal journal(folder.path() / journal_file);
    journal.start(head_of(study));
    std::vector<JournalRecord> records;
    for (std::uint64_t i = 0; i < 100; ++i) records.push_back({i, 1.0, {.outputs = {0.0, 0.0}}});
    try {
      journal.append(records);
    } catch (const std::filesystem::filesystem_error&) {
      ::_exit(7);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  constexpr std::uint64_t head = 60, record = 8 + 17 + 16, whole = (1000 - head) / record;
  EXPECT_EQ(std::filesystem::file_size(folder.path() / journal_file), head + whole * record);
  Journal journal(folder.path() / journal_file);
  std::uint64_t next = 0;
  journal.read([&](const JournalRecord& one) { EXPECT_EQ(one.index, next++); });
  EXPECT_EQ(next, whole);
}

TEST(SweepRun, ADamagedRecordIsComputedAgain) {
  const Folder folder;
  std::atomic<std::uint64_t> computed = 0;
  static_cast<void>(run(mixed(100), {.folder = folder.path(), .threads = 1}));
  const std::string csv = csv_without_seconds(folder.path());
  const std::filesystem::path journal = folder.path() / journal_file;
  std::string bytes = text_of(journal);
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(journal, std::ios::binary) << bytes;
  // Who only looks changes nothing.
  EXPECT_THROW(static_cast<void>(run(mixed(100), {.folder = folder.path()})), InvalidArgument);
  EXPECT_EQ(text_of(journal), bytes);
  static_cast<void>(run(mixed(100, 0.0, &computed), {.folder = folder.path(), .resume = true}));
  EXPECT_EQ(computed, 1U);
  EXPECT_EQ(csv_without_seconds(folder.path()), csv);
}

TEST(SweepRun, AJournalWithoutItsFilesIsNotOverwritten) {
  const Folder folder;
  static_cast<void>(run(mixed(20), {.folder = folder.path()}));
  std::filesystem::remove(folder.path() / hdf5_file);  // as where the disk was full
  folder.write(report_file, "of an earlier study");
  EXPECT_THROW(static_cast<void>(run(mixed(20), {.folder = folder.path()})), InvalidArgument);
  std::atomic<std::uint64_t> computed = 0;
  static_cast<void>(run(mixed(20, 0.0, &computed), {.folder = folder.path(), .resume = true}));
  EXPECT_EQ(computed, 0U);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / hdf5_file));
  // A new study clears what the old one left.
  static_cast<void>(run(mixed(21), {.folder = folder.path()}));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / report_file));
}

TEST(SweepRun, RefusesAJournalThatNoStudyHas) {
  const Folder folder;
  JournalHead head = head_of(mixed(2));
  head.runs = std::uint64_t{1} << 62U;
  { Journal(folder.path() / journal_file).start(head); }
  EXPECT_THROW(static_cast<void>(run(mixed(2), {.folder = folder.path()})), InvalidArgument);
}

TEST(SweepRun, OfNoRunAndOfOne) {
  const Folder folder;
  EXPECT_EQ(run(mixed(0), {.folder = folder.path() / "none"}).finished(), 0U);
  EXPECT_EQ(csv_without_seconds(folder.path() / "none"), "index,x,k,product,sine,status,reason\n");
  EXPECT_EQ(run(mixed(1), {.folder = folder.path() / "one", .threads = 8}).finished(), 1U);
}

TEST(SweepRun, RefusesBadOptions) {
  const Folder folder;
  EXPECT_THROW(static_cast<void>(run(mixed(1), {.folder = folder.path(), .threads = -1})), InvalidArgument);
  const auto file = folder.write("file", "");
  EXPECT_THROW(static_cast<void>(run(mixed(1), {.folder = file})), std::filesystem::filesystem_error);
  EXPECT_THROW(static_cast<void>(Results(mixed(2)).result()), InvalidArgument);
}

// At the end everything is done, and nothing is left to do.
TEST(SweepRun, TellsHowFarItIs) {
  const Folder folder;
  SweepProgress last;
  const Results results =
      run(mixed(300, 1e-3), {.folder = folder.path(), .threads = 2, .progress = [&](const SweepProgress& now) {
                               EXPECT_EQ(now.runs, 300U);
                               EXPECT_GE(now.finished, last.finished);
                               EXPECT_GE(now.remaining, 0.0);
                               last = now;
                             }});
  EXPECT_EQ(last.finished, 300U);
  EXPECT_EQ(last.not_ok, 300U - results.count(RunStatus::ok));
  EXPECT_EQ(last.remaining, 0.0);
}

// One thread computes run after run: none after the first that is not ok. Then it goes on, and ends with the same results.
TEST(SweepRun, AStrictOneStopsAtTheFirstThatIsNotOk) {
  const Results all = run(mixed(), {});
  std::uint64_t first = 0;
  while (all.status(first) == RunStatus::ok) ++first;
  ASSERT_LT(first, 299U);
  const Folder folder;
  std::atomic<std::uint64_t> computed = 0;
  const Study study = mixed(300, 0.0, &computed);
  const SweepOptions strict{.folder = folder.path(), .threads = 1, .resume = true, .strict = true};
  for (int attempt = 0; attempt < 2; ++attempt) {  // resumed, it stops at once
    try {
      static_cast<void>(run(study, strict));
      ADD_FAILURE() << "it was not stopped";
    } catch (const RunNotOk& error) {
      EXPECT_EQ(error.index(), first);
      EXPECT_EQ(error.status(), all.status(first));
      EXPECT_EQ(std::string(error.what()), "run " + std::to_string(first) + " is " +
                                               std::string(name_of(all.status(first))) + ": " + all.reason(first));
      EXPECT_FALSE(error.results());
      ASSERT_EQ(error.finished()->finished(), first + 1);
      for (std::uint64_t i = 0; i < 300; ++i) {
        ASSERT_EQ(error.finished()->has(i), i <= first) << i;
        if (i <= first) {
          ASSERT_EQ(error.finished()->status(i), all.status(i)) << i;
        }
      }
    }
    EXPECT_EQ(computed, first + 1);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / csv_file));
  }
  const Results rest = run(study, {.folder = folder.path(), .threads = 2, .resume = true});
  EXPECT_EQ(computed, 300U);
  for (std::uint64_t i = 0; i < 300; ++i) ASSERT_EQ(rest.status(i), all.status(i));
  EXPECT_THROW(static_cast<void>(run(study, strict)), RunNotOk);  // nothing is left to be done, and yet one is not ok
}

// Also where the last run to finish, or the only one, is the one: all are written, and it says so.
TEST(SweepRun, AStrictOneSaysWhatTheLastRunCameTo) {
  for (const std::uint64_t runs : {1U, 8U}) {
    const Folder folder;
    Variables variables;
    variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
    std::atomic<std::uint64_t> computed = 0;
    const Study study({.name = "s",
                       .variables = variables,
                       .design = {DesignKind::monte_carlo, 1, runs, 1},
                       .outputs = {{"y"}},
                       .compute = [&computed, runs](std::span<const double> x, const Progress&) {
                         const bool is_last = ++computed == runs;
                         return Outcome{.status = is_last ? RunStatus::failed_checks : RunStatus::ok,
                                        .reason = is_last ? "too late" : "",
                                        .outputs = {x[0]}};
                       }});
    try {
      static_cast<void>(run(study, {.folder = folder.path(), .threads = 1, .strict = true}));
      ADD_FAILURE() << runs;
    } catch (const RunNotOk& error) {
      EXPECT_EQ(error.index(), runs - 1);
      ASSERT_TRUE(error.results());
      EXPECT_EQ(error.results()->finished(), runs);
      EXPECT_EQ(error.finished(), error.results());
      EXPECT_TRUE(std::filesystem::exists(folder.path() / csv_file));
      EXPECT_TRUE(std::filesystem::exists(folder.path() / hdf5_file));
    }
  }
}

TEST(SweepRun, AStrictOneOfRunsThatAreOkIsAnyOther) {
  Variables variables;
  variables.add({"x"}, Distribution::uniform({.from = 0.0, .to = 1.0}));
  const Study study({.name = "s",
                     .variables = variables,
                     .design = {DesignKind::sobol, 1, 64, 1},
                     .outputs = {{"y"}},
                     .compute = [](std::span<const double> x, const Progress&) { return Outcome{.outputs = {x[0]}}; }});
  EXPECT_EQ(run(study, {.threads = 2, .strict = true}).count(RunStatus::ok), 64U);
}

}  // namespace
}  // namespace run_test

}  // namespace stickslip::sweep
