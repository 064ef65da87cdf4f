// What `stickslip list` and `stickslip reproduce` can be asked for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stickslip::cli {

struct ListOptions {
  bool json = false;
};

struct ReproduceOptions {
  std::vector<std::string> names;
  bool all = false;
  bool full = false;  // whole experiments, where a part is the rule
  std::filesystem::path out = "results";
  std::string plots = {};  // "png", "svg" or empty: none
  bool quiet = false;
  bool json = false;
  int jobs = 0;  // how many experiments run at a time; 0: one per core
};

}  // namespace stickslip::cli
