#include "tests/malloc_guard/malloc_guard.hpp"

#include <cerrno>

namespace stickslip::test {

namespace {

thread_local std::size_t count = 0;

}  // namespace

std::size_t allocations() noexcept {
  return count;
}

#if defined(__SANITIZE_ADDRESS__)

bool counts_allocations() noexcept {
  return false;
}

#else

bool counts_allocations() noexcept {
  return true;
}

#endif

}  // namespace stickslip::test

#if !defined(__SANITIZE_ADDRESS__)

// glibc's allocator under its second names. The definitions below take the place of the public names in the
// whole program; operator new arrives here too.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++stickslip::test::count;
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) {
  ++stickslip::test::count;
  return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size) {
  ++stickslip::test::count;
  return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++stickslip::test::count;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  ++stickslip::test::count;
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}
}

#endif
