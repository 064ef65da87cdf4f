#include "apps/cli/report.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/refusal.hpp"
#include "stickslip/record/html.hpp"
#include "stickslip/record/result_folder.hpp"

#include "apps/cli/browser.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/plots.hpp"

namespace stickslip::cli::report_test {
namespace {

using test::refusal;

namespace fs = std::filesystem;

record::Result a_result(const std::string& name) {
  record::Result result;
  result.name = name;
  result.series.emplace_back("curve", "A curve",
                             std::vector<record::Column>{{"t", "s", {0.0, 1.0}}, {"x", "m", {2.0, 3.0}}});
  result.checks = {record::equal("answer", "m", 42.0, 42.0, 0.0)};
  return result;
}

class Report : public testing::Test {
 protected:
  Report() : folder_(fs::temp_directory_path() / ("stickslip_report_test_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~Report() override { fs::remove_all(folder_); }

  void save(const std::string& name) const {
    fs::create_directories(folder_ / name);
    record::write_result(a_result(name), folder_ / name);
  }

  fs::path folder_;
};

TEST_F(Report, ReadsBackTheResultsOfAFolder) {
  save("second");
  save("first");
  fs::create_directories(folder_ / "empty");
  const std::vector<record::Result> results = record::read_results(folder_).results;
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].name, "first");
  EXPECT_EQ(results[1].name, "second");
  EXPECT_EQ(results[1]["curve"]["x"], (std::vector<double>{2.0, 3.0}));
  EXPECT_EQ(record::read_results(folder_ / "first").folders, std::vector{folder_ / "first"}) << "one result's will do";
}

TEST_F(Report, SaysWhatIsMissing) {
  EXPECT_EQ(refusal([&] { record::read_results(folder_ / "absent"); }),
            "\"" + (folder_ / "absent").string() + "\" is no folder");
  EXPECT_NE(refusal([&] { record::read_results(folder_); }).find("holds a file result.h5"), std::string::npos);
}

TEST_F(Report, StandsBesideTheResultsOrWhereAsked) {
  save("first");
  if (!record::can_write_html()) {
    EXPECT_EQ(refusal([&] { report({.folder = folder_}); }), record::why_no_html);
    ProgressLine line(false);
    EXPECT_TRUE(show({a_result("first")}, {folder_}, folder_ / "page.html", "", line).page.empty());
    return;
  }
  EXPECT_EQ(report({.folder = folder_, .quiet = true}), 0);
  EXPECT_GT(fs::file_size(folder_ / "report.html"), 100'000U);
  EXPECT_EQ(report({.folder = folder_, .out = folder_ / "other.html", .quiet = true}), 0);
  EXPECT_TRUE(fs::exists(folder_ / "other.html"));
}

TEST_F(Report, ShowsTheRestWhereOneIsBroken) {
  save("first");
  save("second");
  fs::resize_file(folder_ / "first" / "result.h5", 1000);
  const record::SavedResults saved = record::read_results(folder_);
  ASSERT_EQ(saved.results.size(), 1U);
  EXPECT_EQ(saved.results[0].name, "second");
  ASSERT_EQ(saved.problems.size(), 1U);
  EXPECT_NE(saved.problems[0].find("first/result.h5"), std::string::npos) << saved.problems[0];
  if (!record::can_write_html()) return;
  testing::internal::CaptureStderr();
  EXPECT_EQ(report({.folder = folder_, .quiet = true}), 2);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("left out: "), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ / "report.html"));
}

// A link that leads to itself, a folder whose result is one, and a pipe.
TEST_F(Report, ShowsTheRestWhereAPlaceCannotBeLookedInto) {
  save("good");
  fs::create_symlink("loop", folder_ / "loop");
  for (const char* name : {"linked", "piped"}) fs::create_directory(folder_ / name);
  fs::create_symlink("result.h5", folder_ / "linked" / "result.h5");
  ASSERT_EQ(::mkfifo((folder_ / "piped" / "result.h5").c_str(), 0600), 0);
  const record::SavedResults saved = record::read_results(folder_);
  ASSERT_EQ(saved.results.size(), 1U);
  EXPECT_EQ(saved.results[0].name, "good");
  ASSERT_EQ(saved.problems.size(), 3U);
  EXPECT_NE(saved.problems[0].find((folder_ / "linked" / "result.h5").string()), std::string::npos)
      << saved.problems[0];
  EXPECT_NE(saved.problems[1].find((folder_ / "loop").string()), std::string::npos) << saved.problems[1];
  EXPECT_EQ(saved.problems[2], (folder_ / "piped" / "result.h5").string() + ":1: not a regular file");
}

TEST_F(Report, ShowsTheRestWhereAFolderMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every folder";
  save("good");
  save("locked");
  fs::permissions(folder_ / "locked", fs::perms::none);
  const record::SavedResults saved = record::read_results(folder_);
  fs::permissions(folder_ / "locked", fs::perms::owner_all);
  ASSERT_EQ(saved.results.size(), 1U);
  EXPECT_EQ(saved.results[0].name, "good");
  ASSERT_EQ(saved.problems.size(), 1U);
  EXPECT_NE(saved.problems[0].find((folder_ / "locked").string()), std::string::npos) << saved.problems[0];
}

TEST_F(Report, IsRefusedBeforeTheWork) {
  EXPECT_EQ(refusal([] { require_showable("report.html", "gif"); }), "--plots = \"gif\" must be png or svg");
  EXPECT_NO_THROW(require_showable("report.html", ""));
  EXPECT_EQ(refusal([&] { require_showable(folder_, ""); }),
            "the report cannot be written: \"" + folder_.string() + "\" is a folder");
}

// Programs that stand in for the browser.
class Browser : public Report {
 protected:
  ~Browser() override { ::unsetenv("STICKSLIP_BROWSER"); }
  void pretend(const std::string& script) const {
    const fs::path program = folder_ / "browser";
    std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(program, fs::perms::owner_all);
    ::setenv("STICKSLIP_BROWSER", program.c_str(), 1);
  }
};

TEST_F(Browser, IsTheOneAskedFor) {
  ::setenv("STICKSLIP_BROWSER", "/nowhere/chromium", 1);
  EXPECT_EQ(refusal([] { find_browser(); }), "STICKSLIP_BROWSER = \"/nowhere/chromium\" is no program");
  pretend("true");
  EXPECT_EQ(find_browser(), folder_ / "browser");
}

TEST_F(Browser, OpensThePageByItsUrl) {
  pretend("for word; do last=$word; done; echo \"$last\"");
  EXPECT_EQ(document_after_load(find_browser(), "/a folder/ü#1.html", "export=png"),
            "file:///a%20folder/%C3%BC%231.html#export=png\n");
}

TEST_F(Browser, LeavesPictures) {
  pretend(R"(printf '<html><pre id="export">[{"result":1,"name":"one","format":"png","content":"aGk="},)"
          R"({"result":0,"name":"two","format":"svg","content":"\\u003csvg/>"}]</pre></html>')");
  save("first");
  save("second");
  const std::vector<fs::path> files = write_plots("page.html", {folder_ / "first", folder_ / "second"}, "svg");
  ASSERT_EQ(files.size(), 2U);
  std::string first, second;
  std::getline(std::ifstream(folder_ / "second" / "one.png"), first);
  std::getline(std::ifstream(folder_ / "first" / "two.svg"), second);
  EXPECT_EQ(first, "hi");
  EXPECT_EQ(second, "<svg/>");
}

// Neither gone nor dead and waiting for its parent to notice.
bool is_running(pid_t process) {
  std::ifstream status(std::string("/proc/").append(std::to_string(process)).append("/stat"));
  std::string number, name, state;
  status >> number >> name >> state;
  return !state.empty() && state != "Z" && state != "X";
}

// A browser that is a script with a child of its own, and does not end by itself.
TEST_F(Browser, EndsWithAllItsProcessesWhenInterrupted) {
  const fs::path child = folder_ / "child";
  pretend("trap '' TERM; sleep 300 & echo $! > '" + child.string() + "'; wait; sleep 300");
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::thread([] {
          std::this_thread::sleep_for(std::chrono::milliseconds(300));
          std::raise(SIGTERM);
        }).detach();
        try {
          document_after_load(find_browser(), "page.html", "export=png");
        } catch (const Interrupted&) {
          std::_Exit(interrupted_exit_code());
        }
        std::_Exit(0);
      },
      testing::ExitedWithCode(128 + SIGTERM), "");
  pid_t left = 0;
  std::ifstream(child) >> left;
  ASSERT_GT(left, 0);
  EXPECT_FALSE(is_running(left));
}

TEST_F(Browser, IsQuotedWhenItFails) {
  pretend("echo no display >&2; exit 3");
  try {
    write_plots("page.html", {folder_}, "png");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("failed, exit code 3: no display"), std::string::npos);
  }
  pretend("echo '<html></html>'");
  EXPECT_THROW(write_plots("page.html", {folder_}, "png"), std::runtime_error);
}

}  // namespace
}  // namespace stickslip::cli::report_test
