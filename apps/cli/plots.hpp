// The figures, scenes and explorers of a report as pictures, one file each.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stickslip::cli {

// Lets the browser draw what a report page shows, and writes <folder>/<figure>.<format> into the folder of each of its
// results, in the page's order. `format` is "png" or "svg"; scenes, which are shaded surfaces, are png always. Gives the
// files' paths. Throws InvalidArgument without a browser, std::runtime_error if the page could not be drawn.
std::vector<std::filesystem::path> write_plots(const std::filesystem::path& page,
                                               const std::vector<std::filesystem::path>& folders,
                                               const std::string& format);

}  // namespace stickslip::cli
