// Counts the heap allocations of a piece of code, for "this step allocates nothing".
#pragma once

#include <cstddef>

namespace stickslip::test {

// Allocations by this thread since the program began, through malloc, calloc, realloc, aligned_alloc,
// posix_memalign or operator new.
std::size_t allocations() noexcept;

// Sanitizers bring an allocator of their own, which cannot be counted here.
bool counts_allocations() noexcept;

// Allocations made by calling `function`.
template <class Function>
std::size_t allocations_in(Function&& function) {
  const std::size_t before = allocations();
  function();
  return allocations() - before;
}

}  // namespace stickslip::test
