#include "stickslip/sweep/detail/tried_keys.hpp"

#include <algorithm>
#include <map>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/utf8.hpp"

namespace stickslip::sweep::detail {

namespace {

using Parts = std::vector<std::string>;

// Whether one of two paths is the other or leads through it.
bool meet(const Parts& a, const Parts& b) {
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
}

}  // namespace

std::string in_quotes(const std::string& text) {
  return std::string("'").append(scene::excerpt(text)).append("'");
}

void TriedKeys::add_once(const scene::Place& place, const std::string& text) {
  if (reported_.insert({place.line, place.column, text}).second) mistakes_.add(place, text);
}

bool TriedKeys::are_distinct() {
  constexpr std::size_t most = 1000;
  std::size_t keys = 0;
  for (const TriedKey& one : all_) {
    keys += std::max<std::size_t>(1, one.variable.keys.size());
    if (keys <= most) continue;
    mistakes_.add(one.place, "a study has at most 1000 variables, which stand for at most as many keys");
    return false;
  }
  bool are_distinct = true;
  std::vector<std::pair<std::string, Parts>> before;
  std::map<std::string, bool> names;  // and whether the first of that name stands for several keys
  for (const TriedKey& one : all_) {
    const bool is_group = !one.variable.keys.empty();
    const auto [first, is_new] = names.try_emplace(one.variable.key, is_group);
    if (!is_new && (is_group || first->second)) {
      are_distinct = false;
      add_once(one.place, in_quotes(one.variable.key) + " is the name of another variable: choose another one");
    }
    for (const auto& [key, factor] : one.variable.assigned(1.0)) {
      const Parts parts = scene::parts_of(key);
      for (const auto& [other, its_parts] : before) {
        if (!meet(parts, its_parts)) continue;
        are_distinct = false;
        add_once(one.place, in_quotes(key) + " and " + in_quotes(other) + " change the same value");
      }
      before.emplace_back(key, parts);
    }
  }
  return are_distinct;
}

void TriedKeys::check(const Model& model) {
  std::vector<std::string> known;
  for (const Model::Key& key : model.keys) known.emplace_back(key.name);
  for (const TriedKey& one : all_) {
    for (const auto& [name, factor] : one.variable.assigned(1.0)) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      std::string there;
      for (const std::string& key : known) there += (there.empty() ? "; there are: " : ", ") + key;
      mistakes_.add(one.place, "the model has no argument " + in_quotes(name) + there);
    }
  }
}

void TriedKeys::check(const BaseScene& scene, const Progress& progress) {
  std::vector<double> middle;
  for (const TriedKey& one : all_) middle.push_back(one.values.front());
  if (!mistakes_with(scene, middle).empty()) return tell_which(scene, middle);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    progress(static_cast<double>(i) / static_cast<double>(all_.size()));
    if (!check_kinds(scene, all_[i])) continue;
    for (const double value : all_[i].values) {
      std::vector<double> values = middle;
      values[i] = value;
      for (const scene::Mistake& mistake : mistakes_with(scene, values)) tell(scene, mistake, i, value);
    }
  }
}

// Whether its keys are numbers, whole ones only where the values are.
bool TriedKeys::check_kinds(const BaseScene& scene, const TriedKey& one) {
  const auto is_fit = [&](const auto& assigned) {
    const std::optional<SceneNumber> number = scene.number_at(assigned.first);
    if (!number) {
      add_once(one.place, in_quotes(assigned.first) + " of the scene is no number");
      return false;
    }
    if (number->is_whole && one.levels == 0) {
      add_once(one.place, in_quotes(assigned.first) + " is a whole number: it needs a list or linear");
      return false;
    }
    return true;
  };
  return std::ranges::all_of(one.variable.assigned(1.0), is_fit);
}

// Of values that the scene does not take: the keys that it does not take by themselves or, where there is none, the first.
void TriedKeys::tell_which(const BaseScene& scene, const std::vector<double>& values) {
  bool is_reported = false;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (scene::Mistake& mistake : mistakes_with(scene, values, i)) {
      if (mistake.place.line == 0) mistake.place.column = static_cast<int>(i) + 1;
      tell(scene, mistake, i, values[i]);
      is_reported = true;
    }
  }
  if (is_reported) return;
  for (const scene::Mistake& mistake : mistakes_with(scene, values)) tell(scene, mistake, 0, values[0]);
}

// Those of the scene with other values, of one key or of all.
std::vector<scene::Mistake> TriedKeys::mistakes_with(const BaseScene& scene, const std::vector<double>& values,
                                                     std::optional<std::size_t> only) const {
  std::vector<scene::Override> changes;
  std::vector<std::size_t> whose;  // of each change: its variable
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (only && *only != i) continue;
    for (const auto& [key, value] : all_[i].variable.assigned(values[i])) {
      changes.push_back({key, to_text(value)});
      whose.push_back(i);
    }
  }
  try {
    static_cast<void>(scene.with(changes));
    return {};
  } catch (const scene::SceneError& error) {
    std::vector<scene::Mistake> mistakes = error.mistakes();
    for (scene::Mistake& mistake : mistakes) {
      const auto change = static_cast<std::size_t>(std::max(0, mistake.place.column));
      if (mistake.place.line == 0 && change > 0) mistake.place.column = static_cast<int>(whose[change - 1]) + 1;
    }
    return mistakes;
  }
}

// At the key whose value it is, or at the one that was tried where it stands elsewhere in the scene.
void TriedKeys::tell(const BaseScene& scene, const scene::Mistake& mistake, std::size_t tried, double value) {
  const auto change = static_cast<std::size_t>(std::max(0, mistake.place.column));
  if (mistake.place.line == 0 && change > 0 && change <= all_.size()) {
    return add_once(all_[change - 1].place, mistake.text);
  }
  std::string text = in_quotes(all_[tried].variable.key) + " = " + to_text(value) + ": " + scene.name();
  text += ":" + std::to_string(mistake.place.line) + ":" + std::to_string(mistake.place.column) + ": " + mistake.text;
  add_once(all_[tried].place, text);
}

}  // namespace stickslip::sweep::detail
