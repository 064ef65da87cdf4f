// A picture in space, still or moving: shapes drawn from the columns of series.
#pragma once

#include <string>
#include <vector>

#include "stickslip/record/axis.hpp"
#include "stickslip/record/shape.hpp"

namespace stickslip::record {

struct Scene {
  std::string name;  // of its files: lower-case letters, digits, '_' and '-'
  std::string title;
  std::string caption;
  Axis x;
  Axis y;
  Axis z;
  std::vector<Shape> shapes;
  bool equal_axes = true;   // else the three axes fill a cube; needed where their units differ
  double azimuth = -50.0;   // [deg] where it is seen from at first: from the x axis towards y,
  double elevation = 25.0;  // [deg] and above the plane of x and y
};

}  // namespace stickslip::record
