#include "stickslip/record/input_file.hpp"

#include <cerrno>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"

namespace stickslip::record::input_file_test {
namespace {

class InputFileTest : public testing::Test {
 protected:
  InputFileTest()
      : folder_(std::filesystem::temp_directory_path() / ("stickslip_input_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~InputFileTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& text) const {
    std::ofstream(folder_ / "a.txt", std::ios::binary) << text;
    return folder_ / "a.txt";
  }

  std::filesystem::path folder_;
};

// errno of what is thrown, which must name the path; 0 where nothing is.
int error_of_reading(const std::filesystem::path& path) {
  try {
    InputFile(path).read();
  } catch (const std::filesystem::filesystem_error& error) {
    EXPECT_EQ(error.path1(), path);
    return error.code().value();
  }
  return 0;
}

TEST_F(InputFileTest, ReadsAllOrTheNextBytes) {
  std::string text(3U << 20U, 'c');
  text[1] = '\0';
  text.back() = 'e';
  const std::filesystem::path path = file(text);
  EXPECT_EQ(InputFile(path).read(), text);
  InputFile in_pieces(path);
  EXPECT_EQ(in_pieces.read(2), text.substr(0, 2));
  EXPECT_EQ(in_pieces.read(2U << 20U), text.substr(2, 2U << 20U));
  EXPECT_EQ(in_pieces.read(5U << 20U), text.substr((2U << 20U) + 2));
  EXPECT_EQ(in_pieces.read(), "");
}

TEST_F(InputFileTest, SaysWhyItCannotRead) {
  EXPECT_EQ(error_of_reading(folder_ / "absent.txt"), ENOENT);
  EXPECT_EQ(error_of_reading(folder_), EISDIR);
  EXPECT_EQ(error_of_reading("/proc/self/mem"), EIO) << "its first byte is nobody's";
  std::filesystem::create_symlink("loop", folder_ / "loop");
  EXPECT_EQ(error_of_reading(folder_ / "loop"), ELOOP);
}

TEST_F(InputFileTest, SaysThatItMayNotRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read every file";
  const std::filesystem::path path = file("secret");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  EXPECT_EQ(error_of_reading(path), EACCES);
}

TEST_F(InputFileTest, WaitsForNoPipe) {
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::filesystem::path& path : {pipe, std::filesystem::path("/dev/zero")}) {
    try {
      InputFile input(path);
      ADD_FAILURE() << path << " is taken for a file";
    } catch (const ParseError& error) {
      EXPECT_EQ(error.what(), path.string() + ":1: not a regular file");
    }
  }
}

}  // namespace
}  // namespace stickslip::record::input_file_test
