// What a study file says, checked against its scene.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep::detail {

struct StudyParts {
  std::string name;
  Variables variables;
  std::optional<Design> design;
  std::vector<OutputColumn> outputs;
  Study::Compute compute;
  std::optional<double> run_time_limit;
  std::vector<std::string> texts;  // of the scene and the files that it names
};

// Throws scene::SceneError.
StudyParts read_study(const std::string& text, const std::string& file, const std::filesystem::path& folder);

}  // namespace stickslip::sweep::detail
