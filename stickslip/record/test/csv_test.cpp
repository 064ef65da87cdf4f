#include "stickslip/record/csv.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "stickslip/core/error.hpp"

namespace stickslip::record::csv_test {
namespace {

class Csv : public testing::Test {
 protected:
  Csv() : folder_(std::filesystem::temp_directory_path() / ("stickslip_csv_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Csv() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

TEST_F(Csv, ReadsBackBitForBit) {
  const double infinity = std::numeric_limits<double>::infinity();
  Series series("loop", "", {{"x", "m"}, {"odd, \"name\"", "N"}, {"ratio", "1"}});
  series.append({0.1, 1.0 / 3.0, 5e-324});
  series.append({-0.0, infinity, -infinity});
  series.append({1.7976931348623157e308, std::nan(""), 3.0});
  write_csv(series, folder_ / "loop.csv");
  const Series back = read_csv(folder_ / "loop.csv");
  EXPECT_EQ(back.name(), "loop");
  ASSERT_EQ(back.columns().size(), 3U);
  ASSERT_EQ(back.rows(), 3U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(back.columns()[c].name, series.columns()[c].name);
    EXPECT_EQ(back.columns()[c].unit, series.columns()[c].unit);
    for (std::size_t r = 0; r < 3; ++r) {
      const double was = series.columns()[c].values[r], is = back.columns()[c].values[r];
      EXPECT_TRUE(is == was || (std::isnan(is) && std::isnan(was))) << was;
    }
  }
  EXPECT_TRUE(std::signbit(back["x"][1]));
}

TEST_F(Csv, WritesPlainText) {
  Series series("loop", "", {{"t", "s"}, {"x", "m"}});
  series.append({0.5, -2.0});
  write_csv(series, folder_ / "loop.csv");
  std::stringstream text;
  text << std::ifstream(folder_ / "loop.csv").rdbuf();
  EXPECT_EQ(text.str(), "t [s],x [m]\n0.5,-2\n");
}

TEST_F(Csv, ReadsOtherPeoplesFiles) {
  const Series series = read_csv(file("theirs.csv", "t,x [m]\r\n1,2e-3\r\n3,4\r\n\r\n"));
  EXPECT_EQ(series.columns()[0].unit, "1");
  EXPECT_EQ(series["x"], (std::vector<double>{2e-3, 4.0}));
}

TEST_F(Csv, SaysWhereAFileIsWrong) {
  const auto message = [](const std::filesystem::path& path) -> std::string {
    try {
      read_csv(path);
    } catch (const ParseError& error) {
      return std::string(error.what()).substr(path.string().size());
    }
    return "no error";
  };
  EXPECT_EQ(message(file("a.csv", "t,x\n1,2\n3,four\n")), ":3: expected a number, found \"four\"");
  EXPECT_EQ(message(file("b.csv", "t,x\n1\n")), ":2: expected 2 cells, found 1");
  EXPECT_EQ(message(file("c.csv", "")), ":1: expected a header line, found an empty file");
  EXPECT_EQ(message(file("d.csv", "\"t\n")), ":1: a quoted cell is not closed");
  EXPECT_EQ(message(file("f.csv", "t\n1\r2\n")), ":2: expected a number, found \"1\r2\"");
  EXPECT_EQ(message(file("g.csv", "t\n\"1\"2\n")), ":2: text after a closing quote");
  EXPECT_EQ(message(file("h.csv", "t,t\n1,2\n")), ":1: Series h: two columns are named t");
  EXPECT_EQ(message(file("Name.csv", "t\n1\n")).substr(0, 16), ":1: Series: name");
  EXPECT_EQ(message(file("e.csv", "t,x\n\n1,\n")), ":3: expected a number, found \"\"");
}

TEST_F(Csv, NamesAFileThatCannotBeOpened) {
  const Series series("a", "", {{"t", "s"}});
  EXPECT_THROW(read_csv(folder_ / "absent.csv"), std::filesystem::filesystem_error);
  try {
    read_csv(folder_);
    ADD_FAILURE() << "no error";
  } catch (const std::filesystem::filesystem_error& error) {
    EXPECT_EQ(error.code(), std::errc::is_a_directory) << error.what();
  }
  EXPECT_THROW(write_csv(series, folder_ / "absent" / "a.csv"), std::filesystem::filesystem_error);
}

}  // namespace
}  // namespace stickslip::record::csv_test
