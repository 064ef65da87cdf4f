// What a call that should be refused says.
#pragma once

#include <exception>
#include <string>

namespace stickslip::test {

// The text of what it throws; "accepted" if nothing.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace stickslip::test
