// Measured tosses of a cube onto a board [Pfrommer 2020], made ready for comparison.
//
// The board leans by half a degree against the cameras' z axis, so each toss is turned until the face that it rests on is
// horizontal. The measured velocities are half a frame old: the start comes from straight lines through the rows in flight instead.
//
//   (1)  x, y, z + g t²/2  and  the rotation vector of R(t) R(t_m)ᵀ  are linear in t while the cube flies
//
// t_m  the middle of the flight. Angular velocity is constant then, because the inertia is the same about every axis.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <vector>

#include "stickslip/sim/world.hpp"

namespace stickslip::experiments::lcp::tosses_experiment {

// In the lengths of the data, which are 2 % short: free fall gives 9.61 m/s², and the cube rests at 51.25 mm.
inline constexpr double frame = 1.0 / 148.0;          // [s]
inline constexpr double half_side = 0.05125;          // [m]
inline constexpr double width = 0.1048;               // [m], of which errors are a share
inline constexpr double gravity_of_data = 9.61;       // [m/s²]
inline constexpr double mass = 0.37, inertia = 9e-4;  // [kg], about every axis [kg m²]

struct Pose {
  Vec<3> position;
  Eigen::Quaterniond orientation;
};

struct Toss {
  int number;
  std::vector<Pose> rows;   // one per frame
  sim::BodyState start;     // at the first row
  std::size_t first_touch;  // row at which the lowest vertex is 2 mm above the board or less
};

// The cube at the origin.
sim::BodyDescription cube(const sim::Surface& surface);

// Throws ParseError where the file is not one of tosses.
std::vector<Toss> read_tosses(const std::filesystem::path& file);

// Which of the faces +x, +y, +z, −x, −y, −z of the cube is lowest.
int face_below(const Eigen::Quaterniond& orientation);
// Angle of the rotation between two orientations [deg].
double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b);

}  // namespace stickslip::experiments::lcp::tosses_experiment
