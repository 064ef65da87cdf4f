// Memory that begins on a cache line, for arrays that vector code reads.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace stickslip::numerics {

template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>& /*other*/) noexcept {}  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* memory, std::size_t /*count*/) noexcept { ::operator delete(memory, line); }

  bool operator==(const AlignedAllocator& /*other*/) const noexcept { return true; }
};

using AlignedVector = std::vector<double, AlignedAllocator<double>>;

}  // namespace stickslip::numerics
