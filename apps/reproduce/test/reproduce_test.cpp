#include "apps/reproduce/reproduce.hpp"

#include <csignal>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/record/html.hpp"

#include "apps/cli/interrupt.hpp"

namespace stickslip::cli::reproduce_test {
namespace {

using experiments::Experiment;
using experiments::Progress;
using experiments::Result;

Result good(const Progress& progress) {
  progress(1.0);
  record::Series series("curve", "A curve", {{"t", "s"}, {"x", "m"}});
  series.append({0.0, 1.0});
  Result result;
  result.series = {series};
  result.checks = {experiments::equal("answer, with \"quotes\"", "m", 42.0, 42.0, 0.0)};
  return result;
}

Result bad(const Progress& progress) {
  Result result = good(progress);
  result.checks.push_back(experiments::at_most("drift", "m", 0.0, 1.0));
  return result;
}

Result without_data(const Progress&) {
  Result result;
  result.skipped = "there is no file measured.csv";
  return result;
}

Result interrupted(const Progress& progress) {
  std::raise(SIGINT);
  return good(progress);
}

// The signal comes after the last progress, while files are about to be written.
Result interrupted_late(const Progress& progress) {
  Result result = good(progress);
  std::raise(SIGINT);
  return result;
}

const std::vector<Experiment> available = {{"good", "Hayward2000", "Fig. 1", "it agrees", good},
                                           {"bad", "Hayward2000", "Fig. 2", "it does not", bad}};

class Reproduce : public testing::Test {
 protected:
  Reproduce()
      : folder_(std::filesystem::temp_directory_path() / ("stickslip_cli_test_" + std::to_string(::getpid()))) {}
  ~Reproduce() override { std::filesystem::remove_all(folder_); }

  ReproduceOptions asking_for(std::vector<std::string> names) const {
    return {.names = std::move(names), .out = folder_, .quiet = true};
  }
  std::string text(const char* file) const {
    std::stringstream stream;
    stream << std::ifstream(folder_ / file).rdbuf();
    return stream.str();
  }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_))
      count += entry.is_regular_file() ? 1U : 0U;
    return count;
  }

  std::filesystem::path folder_;
};

TEST_F(Reproduce, WritesSeriesAndTable) {
  EXPECT_EQ(reproduce(asking_for({"good"}), available), 0);
  EXPECT_EQ(text("good/curve.csv"), "t [s],x [m]\n0,1\n");
  EXPECT_EQ(text("good/checks.csv"),
            "quantity,unit,relation,published,measured,tolerance,verdict\n"
            "\"answer, with \"\"quotes\"\"\",m,equal,42,42,0,pass\n");
}

TEST_F(Reproduce, FailsIfAVerdictFails) {
  EXPECT_EQ(reproduce(asking_for({"good", "bad"}), available), 1);
  EXPECT_NE(text("bad/checks.csv").find("FAIL"), std::string::npos);
  const std::size_t pages = record::can_write_html() ? 1 : 0;
  EXPECT_EQ(files(), 2 * 3 + pages);  // a series, the checks and the whole of each, and the report
}

TEST_F(Reproduce, AllMeansEachOnce) {
  ReproduceOptions options = asking_for({"bad"});
  options.all = true;
  options.quiet = false;
  options.json = true;
  testing::internal::CaptureStdout();
  EXPECT_EQ(reproduce(options, available), 1);
  const auto json = nlohmann::json::parse(testing::internal::GetCapturedStdout());
  ASSERT_EQ(json["experiments"].size(), 2U);
  EXPECT_EQ(json["passed"], false);
  EXPECT_EQ(json["experiments"][0]["passed"], true);
  EXPECT_EQ(json["experiments"][1]["checks"][1]["quantity"], "drift");
}

TEST_F(Reproduce, PrintsTheTableInAPipe) {
  ReproduceOptions options = asking_for({"bad"});
  options.quiet = false;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  reproduce(options, available);
  const std::string out = testing::internal::GetCapturedStdout();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "progress is for terminals";
  EXPECT_NE(out.find("quantity"), std::string::npos);
  EXPECT_NE(out.find("≤ 0 m"), std::string::npos);
  EXPECT_NE(out.find("FAIL"), std::string::npos);
  EXPECT_EQ(out.find('\x1b'), std::string::npos) << "colours are for terminals";
}

TEST_F(Reproduce, SaysWhatItSkipsAndDoesNotFailForIt) {
  const std::vector<Experiment> experiments = {{"measured", "Hayward2000", "Fig. 3", "it needs data", without_data},
                                               {"good", "Hayward2000", "Fig. 1", "it agrees", good}};
  ReproduceOptions options = asking_for({"measured", "good"});
  options.quiet = false;
  testing::internal::CaptureStdout();
  EXPECT_EQ(reproduce(options, experiments), 0);
  const std::string out = testing::internal::GetCapturedStdout();
  EXPECT_NE(out.find("measured  [Hayward2000, Fig. 3]\n  skipped: there is no file measured.csv\n\n"),
            std::string::npos);
  EXPECT_NE(out.find("1 checks, 0 failed. 1 of 2 experiments skipped."), std::string::npos);

  options.json = true;
  testing::internal::CaptureStdout();
  EXPECT_EQ(reproduce(options, experiments), 0);
  const auto json = nlohmann::json::parse(testing::internal::GetCapturedStdout());
  EXPECT_EQ(json["passed"], true);
  EXPECT_EQ(json["experiments"][0]["skipped"], "there is no file measured.csv");
  EXPECT_EQ(json["experiments"][1]["skipped"], "");
}

TEST_F(Reproduce, NamesWhatThereIs) {
  try {
    reproduce(asking_for({"absent"}), available);
    FAIL() << "no error";
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(), "reproduce: no experiment absent; there are: good bad");
  }
  EXPECT_THROW(reproduce(asking_for({}), available), InvalidArgument);
}

TEST_F(Reproduce, LeavesNoHalfWrittenFileWhenInterrupted) {
  for (auto* run : {interrupted, interrupted_late}) {
    // A death test: the flag of the signal stays set in the process.
    EXPECT_EXIT(
        {
          catch_interrupts();
          try {
            reproduce(asking_for({"stopped"}), {{"stopped", "Hayward2000", "Fig. 3", "it is stopped", run}});
          } catch (const Interrupted&) {
            std::_Exit(interrupted_exit_code());
          }
          std::_Exit(0);
        },
        testing::ExitedWithCode(130), "");
    EXPECT_EQ(files(), 0U);
  }
}

}  // namespace
}  // namespace stickslip::cli::reproduce_test
