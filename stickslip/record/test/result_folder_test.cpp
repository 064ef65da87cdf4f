#include "stickslip/record/result_folder.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace stickslip::record::result_folder_test {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// What links in the folder lead to is left alone, whether it is there or not.
TEST(ResultFolder, NothingIsWrittenOutside) {
  const fs::path root = fs::temp_directory_path() / ("stickslip_folder_" + std::to_string(::getpid()));
  fs::create_directories(root / "out");
  std::ofstream(root / "precious") << "kept";
  for (const char* name : {"run.csv", "checks.csv"}) fs::create_symlink("../precious", root / "out" / name);
  fs::create_symlink("../absent", root / "out" / result_file);
  Result result;
  result.name = "a-result";
  result.series.emplace_back("run", "A run", std::vector<Column>{{"t", "s", {0.0, 1.0}}});
  write_result(result, root / "out");
  EXPECT_EQ(content_of(root / "precious"), "kept");
  EXPECT_FALSE(fs::exists(root / "absent"));
  for (const char* name : {"run.csv", "checks.csv", result_file}) {
    EXPECT_FALSE(fs::is_symlink(root / "out" / name)) << name;
    EXPECT_TRUE(fs::is_regular_file(root / "out" / name)) << name;
  }
  // The folder itself may be reached by a link, and read by one.
  fs::create_symlink("out", root / "way");
  write_result(result, root / "way");
  EXPECT_TRUE(fs::is_symlink(root / "way"));
  EXPECT_EQ(read_results(root / "way").results.size(), 1U);
  fs::remove_all(root);
}

}  // namespace
}  // namespace stickslip::record::result_folder_test
