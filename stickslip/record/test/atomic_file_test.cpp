#include "stickslip/record/atomic_file.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stickslip::record::atomic_file_test {
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

  // errno of what is thrown, which must name the path as it was given; 0 where nothing is.
  static int error_of_writing(const std::filesystem::path& path) {
    try {
      AtomicFile(path).commit();
    } catch (const std::filesystem::filesystem_error& error) {
      EXPECT_EQ(error.path1(), path);
      EXPECT_TRUE(error.path2().empty()) << error.what();
      return error.code().value();
    }
    return 0;
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

// Whoever looks, however many write: the file is the whole of one of them.
TEST_F(AtomicFileTest, IsWholeWhereManyThreadsWriteIt) {
  constexpr std::size_t length = 300'000;
  std::atomic<int> torn = 0, failed = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 6; ++k) {
    threads.emplace_back([&, k] {
      for (int round = 0; round < 40; ++round) {
        try {
          AtomicFile file(folder_ / "a.txt");
          file.stream() << std::string(length, static_cast<char>('a' + k));
          file.commit();
        } catch (const std::filesystem::filesystem_error&) {
          ++failed;
        }
        const std::string found = text();
        if (found != std::string(length, found.empty() ? ' ' : found.front())) ++torn;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(files(), 1);
}

// A temporary name that can be foreseen lets another user choose what is overwritten.
TEST_F(AtomicFileTest, WritesThroughNoLinkAtAGuessedName) {
  namespace fs = std::filesystem;
  std::ofstream(folder_ / "victim") << "kept";
  const fs::path guess = folder_ / ("a.txt." + std::to_string(::getpid()) + ".partial");
  fs::create_symlink("victim", guess);
  AtomicFile first(folder_ / "a.txt"), second(folder_ / "a.txt");
  for (const auto& entry : fs::directory_iterator(folder_)) {
    EXPECT_TRUE(entry.path() == guess || !entry.is_symlink()) << entry.path();
  }
  EXPECT_EQ(files(), 4) << "each has a file of its own";
  first.stream() << "new";
  first.commit();
  std::string kept;
  std::getline(std::ifstream(folder_ / "victim"), kept);
  EXPECT_EQ(kept, "kept");
  EXPECT_EQ(text(), "new");
}

// As /dev/stdout is where standard output is closed: the link is the system's.
TEST_F(AtomicFileTest, LeavesALinkToNothingALink) {
  namespace fs = std::filesystem;
  fs::create_symlink("a.txt", folder_ / "second");
  fs::create_symlink(folder_ / "second", folder_ / "first");
  EXPECT_EQ(error_of_writing(folder_ / "first"), 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "first") && fs::is_symlink(folder_ / "second"));
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ / "a.txt")));
  fs::create_symlink("absent/a.txt", folder_ / "astray");
  EXPECT_EQ(error_of_writing(folder_ / "astray"), ENOENT);
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_EQ(error_of_writing(folder_ / "loop"), ELOOP);
  EXPECT_TRUE(fs::is_symlink(folder_ / "astray") && fs::is_symlink(folder_ / "loop"));
  EXPECT_EQ(files(), 5);
}

TEST_F(AtomicFileTest, ReplacesALinkWhereToldSo) {
  namespace fs = std::filesystem;
  std::ofstream(folder_ / "a.txt") << "kept";
  for (const char* target : {"a.txt", "absent.txt", "link", "/dev/null", "."}) {
    fs::create_symlink(target, folder_ / "link");
    AtomicFile file(folder_ / "link", Links::replaced);
    file.stream() << "new";
    file.commit();
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ / "link"))) << target;
    fs::remove(folder_ / "link");
  }
  EXPECT_EQ(text(), "kept");
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, NamesThePathAsItWasGiven) {
  EXPECT_EQ(error_of_writing(""), ENOENT);
  EXPECT_EQ(error_of_writing(folder_), EISDIR);
  EXPECT_EQ(error_of_writing(folder_ / "absent" / "a.txt"), ENOENT);
  {
    AtomicFile file(folder_ / "a.txt");
    std::filesystem::create_directory(folder_ / "a.txt");
    try {
      file.commit();
      ADD_FAILURE() << "no error";
    } catch (const std::filesystem::filesystem_error& error) {
      EXPECT_EQ(error.path1(), folder_ / "a.txt");
      EXPECT_TRUE(error.path2().empty()) << error.what();
    }
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, TakesNamesAsLongAsTheSystemDoes) {
  EXPECT_EQ(error_of_writing(folder_ / std::string(255, 'a')), 0);
  EXPECT_EQ(error_of_writing(folder_ / std::string(256, 'a')), ENAMETOOLONG);
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, DoesNotWaitForAReaderOfAPipe) {
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(error_of_writing(pipe), ENXIO);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_EQ(error_of_writing(pipe), 0);
  ::close(reader);
}

TEST_F(AtomicFileTest, WritesToAnOpenFileThatHasNoNameAnyMore) {
  const std::filesystem::path path = folder_ / "a.txt";
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  std::filesystem::remove(path);
  {
    AtomicFile file(std::string("/dev/fd/").append(std::to_string(descriptor)));
    file.stream() << "found";
    file.commit();
  }
  std::array<char, 5> read{};
  EXPECT_EQ(::pread(descriptor, read.data(), read.size(), 0), 5);
  EXPECT_EQ(std::string(read.data(), read.size()), "found");
  ::close(descriptor);
  EXPECT_EQ(files(), 0);
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
}  // namespace stickslip::record::atomic_file_test
