// Scenes of rigid bodies that move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stickslip/record/result.hpp"
#include "stickslip/sim/recording.hpp"

namespace stickslip::experiments::lcp {

// Bodies of several runs in one, as if they had shared a room; times and planes are those of the first. All have as many records.
sim::Recording merged(std::vector<sim::Recording> runs);

// The bodies of a recording on equal axes in metres. Adds their series, named after the scene, to the result.
record::Scene motion_scene(record::Result& result, const sim::Recording& recording, const std::string& name,
                           const std::string& title, const std::string& caption,
                           std::optional<record::Colour> colour = {});

}  // namespace stickslip::experiments::lcp
