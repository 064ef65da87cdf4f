// A trajectory of C++ as arrays, and back.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "stickslip/sim/trajectory.hpp"

#include "arrays.hpp"

namespace stickslip::python {

struct TrajectoryObject {
  std::array<ResultArray, sim::trajectory_fields.size()> fields;  // (R,) or (R, 3)
  py::object bristles;                                            // None where they were not wanted
  long steps;
  int status;
  std::string method;
  long iterations;
  double residual;
};

// `cells`: how many a distributed patch has whose bristles it holds.
TrajectoryObject trajectory_object(sim::Trajectory trajectory, std::optional<std::size_t> cells = {});

// What pickle keeps of all but the bristles.
py::dict trajectory_parts(const TrajectoryObject& trajectory);
// Of such parts, without bristles. Throws InvalidArgument where they are of different lengths.
sim::Trajectory trajectory_from(const py::dict& parts);

}  // namespace stickslip::python
