// What every reader of problem files must do with any bytes: give a problem that is sound and whose text reads back the same, or
// throw ParseError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "stickslip/core/error.hpp"

namespace stickslip::fuzz {

// Ends the program, with what was expected on standard error, unless it holds.
inline void require(bool holds, const char* expected) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: expected %s\n", expected);
  std::abort();
}

template <class Read, class Same>
int try_reader(const std::uint8_t* data, std::size_t size, Read read, Same same) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto problem = read(bytes, std::string("input"));
    check(problem);
    require(same(problem), "that what is written reads back the same");
  } catch (const ParseError&) {
  }
  return 0;
}

}  // namespace stickslip::fuzz
