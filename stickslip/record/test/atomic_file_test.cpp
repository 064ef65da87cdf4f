#include "stickslip/record/atomic_file.hpp"

#include <array>
#include <cerrno>
#include <fstream>
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

// However much is written before it is noticed, the reason is told.
TEST_F(AtomicFileTest, SaysThatADiskIsFull) {
  for (const std::size_t size : {std::size_t{10}, std::size_t{1} << 20U}) {
    AtomicFile file("/dev/full");
    file.stream() << std::string(size, 'x') << "more";
    try {
      file.commit();
      ADD_FAILURE() << "no error";
    } catch (const std::filesystem::filesystem_error& error) {
      EXPECT_EQ(error.code().value(), ENOSPC) << error.what();
    }
  }
}

TEST_F(AtomicFileTest, WritesMuchAndLittleAlike) {
  std::string expected;
  {
    AtomicFile file(folder_ / "a.txt");
    for (int k = 0; k < 3000; ++k) {
      const std::string part(static_cast<std::size_t>(k * 7919 % 200), static_cast<char>('a' + k % 26));
      expected += part;
      file.stream() << part;
      if (k % 1000 == 0) {
        const std::string large(100'000, 'L');
        expected += large;
        file.stream() << large << std::flush;
      }
    }
    file.commit();
  }
  EXPECT_EQ(text(), expected);
}

TEST_F(AtomicFileTest, WritesToAPipeBehindALink) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  AtomicFile file(std::string("/dev/fd/").append(std::to_string(ends[1])));
  file.stream() << "through";
  file.commit();
  std::array<char, 7> read{};
  EXPECT_EQ(::read(ends[0], read.data(), read.size()), 7);
  EXPECT_EQ(std::string(read.data(), read.size()), "through");
  for (const int end : ends) ::close(end);
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
