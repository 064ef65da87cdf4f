#include "tests/malloc_guard/malloc_guard.hpp"

#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

namespace stickslip::test {
namespace {

TEST(MallocGuard, SeesEveryWayToAllocate) {
  if (!counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  EXPECT_EQ(allocations_in([] {}), 0U);
  EXPECT_GE(allocations_in([] { const std::vector<double> v(100); }), 1U);
  EXPECT_EQ(allocations_in([] {
              // volatile, or the compiler may drop the pair
              void* volatile memory = std::malloc(8);
              std::free(memory);
            }),
            1U);
  EXPECT_EQ(allocations_in([] {
              void* volatile memory = std::aligned_alloc(64, 64);
              std::free(memory);
            }),
            1U);
}

}  // namespace
}  // namespace stickslip::test
