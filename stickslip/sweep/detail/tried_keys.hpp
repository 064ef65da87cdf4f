// The keys that a study replaces, tried in its model or scene before anything is run.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "stickslip/core/progress.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/sweep/detail/base_scene.hpp"
#include "stickslip/sweep/model.hpp"
#include "stickslip/sweep/variables.hpp"

namespace stickslip::sweep::detail {

// As messages have it.
std::string in_quotes(const std::string& text);

struct TriedKey {
  VariableName variable;
  scene::Place place;          // in the study
  std::vector<double> values;  // that must be legal, the first in the middle
  std::uint64_t levels;        // 0 where it may take any value between
  bool is_sought = false;      // the variable of a threshold
};

// What is wrong is added to the mistakes, each once, at the place of its key.
class TriedKeys {
 public:
  explicit TriedKeys(scene::Mistakes& mistakes) : mistakes_(mistakes) {}

  void add(TriedKey key) { all_.push_back(std::move(key)); }
  const std::vector<TriedKey>& all() const noexcept { return all_; }

  // Whether no two have the same name or replace the same value, and there are not too many.
  bool are_distinct();
  void check(const Model& model);
  // Each key at each of its values, with all others in their middle.
  void check(const BaseScene& scene, const Progress& progress);

 private:
  void add_once(const scene::Place& place, const std::string& text);
  bool check_kinds(const BaseScene& scene, const TriedKey& one);
  void tell_which(const BaseScene& scene, const std::vector<double>& values);
  void tell(const BaseScene& scene, const scene::Mistake& mistake, std::size_t tried, double value);
  std::vector<scene::Mistake> mistakes_with(const BaseScene& scene, const std::vector<double>& values,
                                            std::optional<std::size_t> only = {}) const;

  scene::Mistakes& mistakes_;
  std::vector<TriedKey> all_;
  std::set<std::tuple<int, int, std::string>> reported_;
};

}  // namespace stickslip::sweep::detail
