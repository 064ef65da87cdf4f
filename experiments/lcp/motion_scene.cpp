#include "experiments/lcp/motion_scene.hpp"

#include <cmath>
#include <utility>

namespace stickslip::experiments::lcp {

sim::Recording merged(std::vector<sim::Recording> runs) {
  sim::Recording all = std::move(runs.front());
  for (std::size_t i = 1; i < runs.size(); ++i) {
    for (sim::BodyRecord& record : runs[i].bodies) {
      if (std::isinf(runs[i].model[record.body].radius)) continue;
      all.model.bodies.push_back(runs[i].model.bodies[static_cast<std::size_t>(record.body)]);
      record.body = all.model.size() - 1;
      all.bodies.push_back(std::move(record));
    }
  }
  return all;
}

record::Scene motion_scene(record::Result& result, const sim::Recording& recording, const std::string& name,
                           const std::string& title, const std::string& caption, std::optional<record::Colour> colour) {
  return {.name = name,
          .title = title,
          .caption = caption,
          .x = {.label = "x", .unit = "m"},
          .y = {.label = "y", .unit = "m"},
          .z = {.label = "z", .unit = "m"},
          .shapes = sim::draw(recording, name, result, colour)};
}

}  // namespace stickslip::experiments::lcp
