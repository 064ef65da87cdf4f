#include "stickslip/record/file_error.hpp"

#include <system_error>

#include <gtest/gtest.h>

#include "stickslip/record/atomic_file.hpp"

namespace stickslip::record::file_error_test {
namespace {

namespace fs = std::filesystem;

TEST(FileError, SaysWhatFailedWhereAndWhy) {
  const std::error_code full = std::make_error_code(std::errc::no_space_on_device);
  EXPECT_EQ(reason_of(fs::filesystem_error("cannot write", "results/x.csv", full)),
            "cannot write results/x.csv: No space left on device");
  EXPECT_EQ(reason_of(fs::filesystem_error("cannot write", full)), "cannot write: No space left on device");
  EXPECT_EQ(reason_of(fs::filesystem_error("status", "x.csv", full)), "x.csv: No space left on device");
  EXPECT_EQ(reason_of(fs::filesystem_error("", full)), "No space left on device");
}

TEST(FileError, OfAFileThatIsWritten) {
  try {
    AtomicFile("/nowhere/x.csv").commit();
    ADD_FAILURE() << "no error";
  } catch (const fs::filesystem_error& error) {
    EXPECT_EQ(reason_of(error), "cannot write /nowhere/x.csv: No such file or directory");
  }
}

}  // namespace
}  // namespace stickslip::record::file_error_test
