// e^{−x} and 1 − e^{−x} of a whole chunk, in two short loops.
#pragma once

#include <cstddef>

#include "stickslip/numerics/vector_math.hpp"
#include "stickslip/patch/detail/distributed_kernels.hpp"

namespace stickslip::patch::detail::cellwise {

using numerics::Decay;
using numerics::decay_of;
using numerics::Reduced;
using numerics::reduced;

struct alignas(64) Decays {
  double x[chunk_size];      // in
  double value[chunk_size];  // e^{−x}
  double loss[chunk_size];   // 1 − e^{−x}
};

STICKSLIP_KERNEL_PART void find_decays(std::size_t size, Decays& e) noexcept {
#pragma omp simd
  for (std::size_t i = 0; i < size; ++i) {
    const Reduced at = reduced(e.x[i]);
    e.loss[i] = at.r;
    e.value[i] = at.scale;
  }
#pragma omp simd
  for (std::size_t i = 0; i < size; ++i) {
    const Decay at = decay_of(e.loss[i], e.value[i]);
    e.value[i] = at.value;
    e.loss[i] = at.loss;
  }
}

}  // namespace stickslip::patch::detail::cellwise
