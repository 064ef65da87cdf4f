// How the runs of a plate between two fingers are shown.
#include <algorithm>
#include <utility>

#include "experiments/planar/in_hand/in_hand.hpp"
#include "experiments/planar/paper/models.hpp"
#include "experiments/planar/picture/scenes.hpp"

namespace stickslip::experiments::planar {

using record::Colour;

void add_in_hand_parameters(Result& result, int grip_number) {
  const Grip grip{.number = grip_number, .profile = 1};
  const sim::PlanarBody plate = grip.plate();
  add_paper_settings(result);
  result.parameters.push_back({"mass of the plate", plate.mass, "kg"});
  result.parameters.push_back({"inertia of the plate", plate.inertia, "kg·m²"});
  result.parameters.push_back({"length of the plate", Grip::length, "m"});
  result.parameters.push_back({"width of the plate", Grip::width, "m"});
  result.parameters.push_back({"CoM beside the grip at first", plate.pose.x, "m"});
  result.parameters.push_back({"fingers", static_cast<double>(Grip::fingers)});
  result.parameters.push_back({"time that normal forces are held for", held_for, "s"});
  result.parameters.push_back({"step, distributed", distributed_targets[1].dt, "s"});
}

namespace {

record::Figure under_loads(const std::string& name, const std::string& title, const std::string& caption,
                           const std::vector<Curve>& loads, std::vector<record::Panel> panels) {
  panels.insert(panels.begin(), time_panel(force_axis("fN"), "fn", loads, "fN"));
  return {name, title, caption, std::move(panels), 2};
}

}  // namespace

record::Figure pose_figure(const std::string& name, const std::string& title, const std::string& caption,
                           const std::vector<Curve>& curves, const std::vector<Curve>& loads) {
  return under_loads(name, title, caption, loads, pose_panels(curves));
}

record::Figure finger_figure(const std::string& name, const std::string& title, const std::string& caption,
                             const std::vector<Curve>& curves, const std::vector<Curve>& loads) {
  return under_loads(name, title, caption, loads, wrench_panels(curves));
}

std::vector<Curve> both_loads(const std::string& surface_name) {
  const auto series = [&](int profile, HandModel model) { return hand_series(surface_name, profile, model); };
  return {{series(1, HandModel::distributed), "d,1", Colour::blue, distributed_dash},
          {series(1, HandModel::reduced), "r,1", Colour::blue, reduced_dash},
          {series(2, HandModel::distributed), "d,2", Colour::red, distributed_dash},
          {series(2, HandModel::reduced), "r,2", Colour::red, reduced_dash}};
}

std::vector<Curve> loads_alone(const std::string& surface_name) {
  return {{hand_series(surface_name, 1, HandModel::distributed), ",1", Colour::blue},
          {hand_series(surface_name, 2, HandModel::distributed), ",2", Colour::red}};
}

void add_plate_scene(Result& result, const std::string& run, const std::string& title, const std::string& caption,
                     const patch::Pressure& contact) {
  constexpr double half = 0.004, above = half + 0.0005;  // plate and contact as drawn [m]
  const std::string plate = "scene_plate", finger = run + "_contact", motion = run + "_motion";
  const auto is_plate = [&](const record::Series& series) { return series.name() == plate; };
  if (std::none_of(result.series.begin(), result.series.end(), is_plate)) {
    record::Series body = body_series(plate, "The plate about its centre of mass, as drawn");
    append_prism(body, rectangle_outline({Grip::length, Grip::width}), -half, half);
    result.series.push_back(std::move(body));
  }
  record::Series cells = body_series(finger, "Cells of a finger's contact, as drawn");
  append_cells(cells, contact, above);
  record::Series moved = motion_series(motion, "Motion of the plate, and friction of both fingers, as drawn",
                                       result[run], above, Grip::fingers, contact.cop());
  result.series.push_back(std::move(cells));
  result.series.push_back(std::move(moved));
  record::Shape pad{record::ShapeKind::polygons, finger, {"facet", "x", "y", "z"}, "contact"};
  pad.colour = Colour::yellow;
  result.scenes.push_back({"scene_" + run,
                           title,
                           caption,
                           place_axis("x"),
                           place_axis("y"),
                           place_axis("z"),
                           {moving_body(plate, motion, "plate", Colour::cyan, 0.5), pad,
                            path_shape(motion, "centre of mass", Colour::blue), friction_arrow(motion, 0.02)},
                           true,
                           -90.0,
                           65.0});
}

}  // namespace stickslip::experiments::planar
