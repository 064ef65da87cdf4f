// What a study file says, checked against its scene.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep::detail {

// Throws scene::SceneError.
StudyParts read_study(const std::string& text, const std::string& file, const std::filesystem::path& folder,
                      const std::vector<scene::Override>& overrides, const Progress& progress);

}  // namespace stickslip::sweep::detail
