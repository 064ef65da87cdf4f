#include "experiments/lcp/pictures.hpp"

#include <array>
#include <utility>

namespace stickslip::experiments::lcp {

namespace {

record::Series facets(const std::string& name, const std::string& title) {
  return {name, title, {{"facet", "1"}, {"x", "m"}, {"y", "m"}, {"z", "m"}}};
}

record::Shape polygons(const std::string& series, record::Colour colour, const std::string& label, double opacity) {
  return {.kind = record::ShapeKind::polygons,
          .series = series,
          .columns = {"facet", "x", "y", "z"},
          .label = label,
          .colour = colour,
          .opacity = opacity};
}

}  // namespace

std::vector<record::Shape> moving_bodies(Result& result, const std::string& prefix, const sim::Recording& recording,
                                         record::Colour colour, const std::string& label, double opacity) {
  std::vector<record::Shape> shapes;
  for (record::Shape& shape : sim::draw(recording, prefix, result, colour, opacity)) {
    if (shape.motion) {
      shape.label = label;
      shapes.push_back(std::move(shape));
    } else {
      std::erase_if(result.series, [&](const record::Series& series) { return series.name() == shape.series; });
    }
  }
  return shapes;
}

record::Series box_series(const std::string& name, const std::string& title, const std::vector<StillBox>& boxes) {
  record::Series series = facets(name, title);
  double facet = 0.0;
  for (const StillBox& box : boxes) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-0.5, 0.5}) {
        for (const auto& [a, b] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
          Vec<3> corner;
          corner[axis] = side;
          corner[(axis + 1) % 3] = a;
          corner[(axis + 2) % 3] = b;
          const Vec<3> p = box.position + box.orientation * Vec<3>(corner.cwiseProduct(box.size));
          series.append({facet, p[0], p[1], p[2]});
        }
        ++facet;
      }
    }
  }
  return series;
}

record::Shape still_boxes(Result& result, const std::string& name, const std::string& title,
                          const std::vector<StillBox>& boxes, record::Colour colour, const std::string& label,
                          double opacity) {
  result.series.push_back(box_series(name, title, boxes));
  return polygons(name, colour, label, opacity);
}

record::Shape ground_shape(Result& result, const std::string& name, const Vec<3>& middle, const Vec<2>& size,
                           const Eigen::Quaterniond& orientation) {
  record::Series series = facets(name, "A piece of the ground, as drawn");
  for (const auto& [a, b] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
    const Vec<3> p = middle + orientation * Vec<3>(a * size[0], b * size[1], 0.0);
    series.append({0.0, p[0], p[1], p[2]});
  }
  result.series.push_back(std::move(series));
  return polygons(name, record::Colour::grey, "", 0.35);
}

record::Scene scene_of(const std::string& name, const std::string& title, const std::string& caption,
                       std::vector<record::Shape> shapes) {
  return {.name = name,
          .title = title,
          .caption = caption,
          .x = {.label = "x", .unit = "m"},
          .y = {.label = "y", .unit = "m"},
          .z = {.label = "z", .unit = "m"},
          .shapes = std::move(shapes)};
}

Eigen::Quaterniond turned_about_z(double yaw) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(yaw, Vec<3>::UnitZ()));
}

std::string in_ms(double h) {
  return to_text(1e3 * h) + " ms";
}

}  // namespace stickslip::experiments::lcp
