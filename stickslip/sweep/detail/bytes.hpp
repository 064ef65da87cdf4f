// Numbers as bytes, in the order of the machine, for files and messages.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep::detail {

template <class Number>
void put(std::string& bytes, Number number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  char raw[sizeof(Number)];
  std::memcpy(raw, &number, sizeof(Number));
  bytes.append(raw, sizeof(Number));
}

// Takes a number from the front.
template <class Number>
Number take(std::string_view& bytes) {
  static_assert(std::is_trivially_copyable_v<Number>);
  if (bytes.size() < sizeof(Number)) throw InvalidArgument("sweep: bytes end within a number");
  Number number{};
  std::memcpy(&number, bytes.data(), sizeof(Number));
  bytes.remove_prefix(sizeof(Number));
  return number;
}

}  // namespace stickslip::sweep::detail
