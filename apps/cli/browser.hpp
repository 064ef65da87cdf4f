// A headless Chromium, which draws what a report shows.
#pragma once

#include <filesystem>
#include <string>

namespace stickslip::cli {

// The browser's program: what the environment variable STICKSLIP_BROWSER names, else the first Chromium or Chrome on PATH.
// Throws InvalidArgument, saying what to install, if there is none.
std::filesystem::path find_browser();

// Opens a page from disk at #fragment, and gives its document as text once it has loaded. Throws std::runtime_error with the
// browser's last words if it fails.
std::string document_after_load(const std::filesystem::path& browser, const std::filesystem::path& page,
                                const std::string& fragment);

}  // namespace stickslip::cli
