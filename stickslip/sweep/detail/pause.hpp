// How long to sleep between two looks for messages: short while there is traffic, longer the longer there is none.
//
// A rank that looked without sleeping would take the core from the threads that compute, its own or, where there are more ranks than cores,
// those of others. 2 ms are a tenth of the work that ranks have in store (crew.hpp), and a look costs a few µs.
#pragma once

#include <algorithm>
#include <chrono>

namespace stickslip::sweep::detail {

class Pause {
 public:
  std::chrono::microseconds next(bool is_traffic) {
    now_ = is_traffic ? shortest : std::min(2 * now_, longest);
    return now_;
  }

 private:
  static constexpr std::chrono::microseconds shortest{200}, longest{2000};
  std::chrono::microseconds now_ = shortest;
};

}  // namespace stickslip::sweep::detail
