// Memory of large results, used again once Python has dropped them.
//
// The first touch of fresh pages costs as much as a law takes to fill them, and the allocator gives large
// blocks back to the system at once. So a few blocks wait here for the next result of the same size, 64 MiB
// of them at most. No two living arrays ever share one. Needs the GIL.
#pragma once

#include <cstddef>

#include <pybind11/pybind11.h>

namespace stickslip::python {

struct ResultMemory {
  void* data;
  pybind11::capsule owner;  // gives the block back when its last array is gone
};

// Whether results of this size [bytes] are worth it; smaller ones are left to numpy.
bool is_large_result(std::size_t bytes);

ResultMemory result_memory(std::size_t bytes);

}  // namespace stickslip::python
