// `stickslip run`, `validate` and `scenes`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stickslip::cli {

struct RunOptions {
  std::string scene;                      // a file, or the name of a scene that ships
  std::vector<std::string> changes = {};  // PATH=VALUE
  std::optional<double> dt = {}, until = {};
  std::filesystem::path out = {};  // empty: results/<name>
  std::string plots = {};          // "png", "svg" or empty: none
  bool quiet = false;
};

struct ScenesOptions {
  std::string name = {};    // of a scene to show or copy
  std::string folder = {};  // where it is copied to
};

// 0: ran; 1: ran, but some step did not converge, a verdict failed, or it ended early.
int run(const RunOptions& options);

// 0 where the file is good; 2, with every mistake on standard error, where not.
int validate(const std::string& file);

int list_scenes();
int show_scene(const ScenesOptions& options);
int copy_scene(const ScenesOptions& options);
int show_schema();
// The tables of docs/scene.md.
int show_reference();

}  // namespace stickslip::cli
