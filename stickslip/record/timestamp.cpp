#include "stickslip/record/timestamp.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace stickslip::record {

std::string utc_now() {
  std::time_t instant = std::time(nullptr);
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) {
    std::from_chars(fixed, fixed + std::strlen(fixed), instant);  // anything else leaves the clock's instant
  }
  std::tm parts{};
  ::gmtime_r(&instant, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), length};
}

}  // namespace stickslip::record
