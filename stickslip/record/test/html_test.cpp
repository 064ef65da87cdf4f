#include "stickslip/record/html.hpp"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"

namespace stickslip::record::html_test {
namespace {

constexpr const char* page_template = "<html><body><!--data--><script>draw()</script></body></html>";

// What stands in the element of that id.
std::string element(const std::string& page, const std::string& id) {
  const std::size_t begin = page.find('>', page.find("id=\"" + id + "\"")) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::string from_base64(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bits, bytes;
  for (const char c : text) {
    for (int bit = 5; c != '=' && bit >= 0; --bit)
      bits += (letters.find(c) >> static_cast<unsigned>(bit) & 1U) != 0 ? '1' : '0';
  }
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8)
    bytes += static_cast<char>(std::stoi(bits.substr(i, 8), nullptr, 2));
  return bytes;
}

// The numbers of a column, the way a page decodes them.
std::vector<double> unpacked(const std::string& text, std::size_t rows) {
  const std::string packed = from_base64(text);
  std::vector<unsigned char> bytes(8 * rows + 1);
  uLongf size = bytes.size();
  EXPECT_EQ(uncompress(bytes.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()), Z_OK);
  EXPECT_EQ(size, 8 * rows);
  std::vector<double> values;
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t bits = 0;
    for (std::size_t byte = 0; byte < 8; ++byte) bits |= std::uint64_t{bytes[byte * rows + i]} << (8 * byte);
    values.push_back(std::bit_cast<double>(bits));
  }
  return values;
}

Result a_result() {
  Result result;
  result.name = "a-result";
  result.title = "</script><script>alert(1)</script><!--";
  result.series.emplace_back("run", "A run",
                             std::vector<Column>{{"t", "s", {0.0, 0.1, 0.2}}, {"x", "m", {1e-300, -0.0, 1e300}}});
  result.series.emplace_back("none", "Nothing", std::vector<Column>{{"t", "s"}});
  result.checks = {at_most("drift", "m", 0.0, std::numeric_limits<double>::quiet_NaN())};
  return result;
}

TEST(Page, HoldsTheResults) {
  const auto document = nlohmann::json::parse(element(fill_page(page_template, {a_result(), a_result()}), "document"));
  EXPECT_EQ(document["format"], 1);
  EXPECT_EQ(document["version"], version);
  ASSERT_EQ(document["results"].size(), 2U);
  const auto& result = document["results"][1];
  EXPECT_EQ(result["name"], "a-result");
  EXPECT_EQ(result["checks"][0]["measured"], "nan");
  EXPECT_EQ(result["checks"][0]["passed"], false);
  EXPECT_EQ(result["series"][0]["rows"], 3);
  EXPECT_EQ(result["series"][0]["columns"][1]["unit"], "m");
}

TEST(Page, HoldsEveryNumberBitForBit) {
  const Result result = a_result();
  const std::string page = fill_page(page_template, {result, result});
  const auto document = nlohmann::json::parse(element(page, "document"));
  for (std::size_t r = 0; r < 2; ++r) {
    for (std::size_t s = 0; s < result.series.size(); ++s) {
      for (std::size_t c = 0; c < result.series[s].columns().size(); ++c) {
        const int index = document["results"][r]["series"][s]["columns"][c]["data"];
        const auto values = unpacked(element(page, "column-" + std::to_string(index)), result.series[s].rows());
        const std::vector<double>& expected = result.series[s].columns()[c].values;
        ASSERT_EQ(values.size(), expected.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
          EXPECT_EQ(std::bit_cast<std::uint64_t>(values[i]), std::bit_cast<std::uint64_t>(expected[i]));
        }
      }
    }
  }
}

TEST(Page, KeepsTextFromBecomingMarkup) {
  const std::string page = fill_page(page_template, {a_result()});
  const std::string data = page.substr(0, page.find("<script>draw()"));
  EXPECT_EQ(data.find("alert(1)</script>"), std::string::npos);
  EXPECT_EQ(data.find("<!--"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(element(page, "document"))["results"][0]["title"], a_result().title);
}

TEST(Page, ShowsTextThatIsNoUtf8) {
  Result result = a_result();
  result.title = "caf\xe9";
  const auto document = nlohmann::json::parse(element(fill_page(page_template, {result}), "document"));
  EXPECT_EQ(document["results"][0]["title"], "caf\xef\xbf\xbd");
}

TEST(Page, IsTheSameWhenTheClockIsHeld) {
  ::setenv("SOURCE_DATE_EPOCH", "1000000000", 1);
  const std::string page = fill_page(page_template, {a_result()});
  ::unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_EQ(nlohmann::json::parse(element(page, "document"))["made"], "2001-09-09T01:46:40Z");
}

TEST(Page, AsksForOnePlaceInTheTemplate) {
  EXPECT_THROW(fill_page("<html></html>", {}), InvalidArgument);
  EXPECT_THROW(fill_page("<!--data--><!--data-->", {}), InvalidArgument);
}

TEST(Page, RefusesWhatIsNotValid) {
  Result result = a_result();
  result.name = "";
  EXPECT_THROW(fill_page(page_template, {result}), InvalidArgument);
}

}  // namespace
}  // namespace stickslip::record::html_test
