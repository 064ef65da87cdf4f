#include "experiments/lcp/tosses/scene.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "stickslip/sim/world.hpp"

namespace stickslip::experiments::lcp::tosses_experiment {

void add_scene(record::Result& result, const Toss& toss, const std::vector<Pose>& simulated, const std::string& name) {
  constexpr double apart = 0.15;  // of each from the middle line [m]
  const Vec<3> origin(toss.rows.front().position[0], toss.rows.front().position[1], 0.0);
  const Vec<3> way = toss.rows.back().position - toss.rows.front().position;
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(-std::atan2(way[1], way[0]), Vec<3>::UnitZ()));
  sim::World stage;
  stage.add_plane(Vec<3>::UnitZ(), 0.0);
  const std::array bodies = {stage.add_body(cube({})), stage.add_body(cube({}))};
  sim::State state = stage.state();
  sim::Recording recording;
  for (std::size_t k = 0; k < simulated.size(); ++k) {
    state.t = static_cast<double>(k) * frame;
    for (std::size_t i = 0; i < 2; ++i) {
      const Pose& pose = i == 0 ? toss.rows[k] : simulated[k];
      sim::BodyState& body = state.bodies[static_cast<std::size_t>(bodies[i])];
      body.position = turn * (pose.position - origin) + Vec<3>(0.0, i == 0 ? apart : -apart, 0.0);
      body.orientation = turn * pose.orientation;
    }
    if (k == 0) {
      recording.begin(stage.model(), state);
    } else {
      recording.add(stage.model(), state);
    }
  }
  std::vector<record::Shape> shapes;
  // Each face has its colour, or nobody could see how the cubes turn.
  constexpr std::array faces = {record::Colour::blue,   record::Colour::red,  record::Colour::green,
                                record::Colour::yellow, record::Colour::cyan, record::Colour::purple};
  for (const record::Shape& shape : sim::draw(recording, name, result)) {
    if (!shape.motion) {
      shapes.push_back(shape);
      continue;
    }
    for (std::size_t face = 0; face < faces.size(); ++face) {
      shapes.push_back(shape);
      shapes.back().colour = faces[face];
      shapes.back().only = record::RowFilter{"facet", static_cast<double>(face)};
    }
    const bool is_measured = shape.motion->series == name + "_" + std::to_string(bodies[0]);
    shapes.push_back({.kind = record::ShapeKind::curve,
                      .series = shape.motion->series,
                      .columns = {"t", "x", "y", "z"},
                      .label = is_measured ? "measured" : "simulated",
                      .colour = is_measured ? record::Colour::ink : record::Colour::red});
  }
  result.scenes.push_back({.name = name,
                           .title = "",
                           .caption = "",
                           .x = {.label = "x", .unit = "m"},
                           .y = {.label = "y", .unit = "m"},
                           .z = {.label = "z", .unit = "m"},
                           .shapes = std::move(shapes),
                           .azimuth = -65.0});
}

}  // namespace stickslip::experiments::lcp::tosses_experiment
