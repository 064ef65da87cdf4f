// What the scenes of moving bodies share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stickslip/sim/recording.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::lcp {

// The bodies of a recording, without its planes, under one entry of the legend. Adds series named after `prefix`.
std::vector<record::Shape> moving_bodies(Result& result, const std::string& prefix, const sim::Recording& recording,
                                         record::Colour colour, const std::string& label, double opacity = 1.0);

// Boxes that rest, as one shape: columns facet, x, y, z.
struct StillBox {
  Vec<3> size, position;
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();
};
record::Series box_series(const std::string& name, const std::string& title, const std::vector<StillBox>& boxes);
record::Shape still_boxes(Result& result, const std::string& name, const std::string& title,
                          const std::vector<StillBox>& boxes, record::Colour colour, const std::string& label,
                          double opacity);

// A piece of ground: a rectangle of that length along x and width along y about a place, turned as given.
record::Shape ground_shape(Result& result, const std::string& name, const Vec<3>& middle, const Vec<2>& size,
                           const Eigen::Quaterniond& orientation = Eigen::Quaterniond::Identity());

// A scene whose axes are x, y and z in metres.
record::Scene scene_of(const std::string& name, const std::string& title, const std::string& caption,
                       std::vector<record::Shape> shapes);

Eigen::Quaterniond turned_about_z(double yaw);

// 10 ms as "10 ms".
std::string in_ms(double h);

}  // namespace stickslip::experiments::lcp
