#include "stickslip/record/atomic_file.hpp"

#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace stickslip::record {
namespace {

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest()
      : folder_(std::filesystem::temp_directory_path() / ("stickslip_atomic_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~AtomicFileTest() override { std::filesystem::remove_all(folder_); }

  auto files() const {
    return std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator());
  }
  std::string text() const {
    std::string line;
    std::ifstream stream(folder_ / "a.txt");
    std::getline(stream, line);
    return line;
  }

  std::filesystem::path folder_;
};

TEST_F(AtomicFileTest, AppearsOnlyOnCommit) {
  {
    AtomicFile file(folder_ / "a.txt");
    file.stream() << "new";
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a.txt"));
    file.commit();
  }
  EXPECT_EQ(text(), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, LeavesTheOldFileWhenGivenUp) {
  std::ofstream(folder_ / "a.txt") << "old";
  {
    AtomicFile file(folder_ / "a.txt");
    file.stream() << "half";
  }
  EXPECT_EQ(text(), "old");
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace stickslip::record
