// A renderer over a whole array of samples, for recordings and tests.
//
// Arrays are row-major, N × Dim. Sizes are checked first and throw InvalidArgument; a sample that is NaN, out
// of order or otherwise unusable is refused in its place, as it would be in the stream, and its status says
// so. The renderer carries on from call to call: N samples in one call or in many give the same forces, bit
// for bit. The loop allocates nothing.
#pragma once

#include <cstddef>
#include <span>

#include "stickslip/core/vector.hpp"
#include "stickslip/haptics/renderer.hpp"

namespace stickslip::haptics {

inline constexpr double unit_load[] = {1.0};

struct Recording {
  std::span<const double> x;                         // positions, N × Dim [m]
  std::span<const double> t = {};                    // times, N or empty [s]
  std::span<const double> normal_force = unit_load;  // N or 1 [N]
};

namespace detail {

// Throws InvalidArgument unless the sizes fit together; returns N.
std::size_t require_sizes(const Recording& recording, std::size_t dim, std::size_t force, std::size_t status);

}  // namespace detail

// force: N × Dim [N]; status: N.
template <int Dim>
void run(Renderer<Dim>& renderer, const Recording& recording, std::span<double> force, std::span<Status> status) {
  const std::size_t count = detail::require_sizes(recording, Dim, force.size(), status.size());
  const std::size_t load_stride = recording.normal_force.size() == 1 ? 0 : 1;
  for (std::size_t k = 0; k < count; ++k) {
    Conditions conditions{.normal_force = recording.normal_force[k * load_stride]};
    if (!recording.t.empty()) conditions.t = recording.t[k];
    const Rendered<Dim> rendered =
        renderer.render(Eigen::Map<const Vec<Dim>>(recording.x.data() + k * Dim), conditions);
    Eigen::Map<Vec<Dim>>(force.data() + k * Dim) = rendered.force;
    status[k] = rendered.status;
  }
}

}  // namespace stickslip::haptics
