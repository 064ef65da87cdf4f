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

TEST_F(AtomicFileTest, KeepsLinksAndPermissions) {
  namespace fs = std::filesystem;
  std::ofstream(folder_ / "a.txt") << "old";
  fs::permissions(folder_ / "a.txt", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(folder_ / "a.txt", folder_ / "link");
  AtomicFile file(folder_ / "link");
  file.stream() << "new";
  file.commit();
  EXPECT_EQ(text(), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(fs::status(folder_ / "a.txt").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// A name is not cut off where it has a zero: that would be another file.
TEST_F(AtomicFileTest, RefusesAZeroInTheName) {
  std::ofstream(folder_ / "a.txt") << "old";
  EXPECT_THROW(AtomicFile(folder_ / std::string("a.txt\0b", 7)), std::filesystem::filesystem_error);
  EXPECT_EQ(text(), "old");
  EXPECT_EQ(files(), 1);
}

// What is no file is neither replaced nor removed.
TEST_F(AtomicFileTest, WritesToADevice) {
  {
    AtomicFile file("/dev/null");
    file.stream() << "gone";
    file.commit();
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace stickslip::record
