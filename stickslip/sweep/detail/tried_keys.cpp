#include "stickslip/sweep/detail/tried_keys.hpp"

#include <algorithm>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/utf8.hpp"

namespace stickslip::sweep::detail {

std::string in_quotes(const std::string& text) {
  return std::string("'").append(scene::excerpt(text)).append("'");
}

void TriedKeys::add_once(const scene::Place& place, const std::string& text) {
  if (told_.insert({place.line, place.column, text}).second) mistakes_.add(place, text);
}

bool TriedKeys::are_distinct() {
  constexpr std::size_t most = 1000;
  if (all_.size() > most) {
    mistakes_.add(all_[most].place, "a study has at most 1000 variables");
    return false;
  }
  bool are_distinct = true;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::string &a = all_[j].key, &b = all_[i].key;
      if (a != b && !a.starts_with(b + ".") && !b.starts_with(a + ".")) continue;
      are_distinct = false;
      add_once(all_[i].place, in_quotes(b) + " and " + in_quotes(a) + " change the same value");
    }
  }
  return are_distinct;
}

void TriedKeys::check(const Model& model) {
  std::vector<std::string> known;
  for (const Model::Key& key : model.keys) known.emplace_back(key.name);
  for (const TriedKey& one : all_) {
    if (std::find(known.begin(), known.end(), one.key) != known.end()) continue;
    std::string there;
    for (const std::string& key : known) there += (there.empty() ? "; there are: " : ", ") + key;
    mistakes_.add(one.place, "the model has no argument " + in_quotes(one.key) + there);
  }
}

void TriedKeys::check(const BaseScene& scene, const Progress& progress) {
  std::vector<double> middle;
  for (const TriedKey& one : all_) middle.push_back(one.values.front());
  if (!mistakes_with(scene, middle).empty()) return tell_which(scene, middle);
  for (std::size_t i = 0; i < all_.size(); ++i) {
    progress(static_cast<double>(i) / static_cast<double>(all_.size()));
    const std::optional<SceneNumber> number = scene.number_at(all_[i].key);
    if (!number) {
      add_once(all_[i].place, in_quotes(all_[i].key) + " of the scene is no number");
      continue;
    }
    if (number->is_whole && all_[i].levels == 0) {
      add_once(all_[i].place, in_quotes(all_[i].key) + " is a whole number: it needs a list or linear");
      continue;
    }
    for (const double value : all_[i].values) {
      std::vector<double> values = middle;
      values[i] = value;
      for (const scene::Mistake& mistake : mistakes_with(scene, values)) tell(scene, mistake, i, value);
    }
  }
}

// Of values that the scene does not take: the keys that it does not take by themselves or, where there is none, the first.
void TriedKeys::tell_which(const BaseScene& scene, const std::vector<double>& values) {
  bool is_told = false;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (scene::Mistake& mistake : mistakes_with(scene, values, i)) {
      if (mistake.place.line == 0) mistake.place.column = static_cast<int>(i) + 1;
      tell(scene, mistake, i, values[i]);
      is_told = true;
    }
  }
  if (is_told) return;
  for (const scene::Mistake& mistake : mistakes_with(scene, values)) tell(scene, mistake, 0, values[0]);
}

// Those of the scene with other values, of one key or of all.
std::vector<scene::Mistake> TriedKeys::mistakes_with(const BaseScene& scene, const std::vector<double>& values,
                                                     std::optional<std::size_t> only) const {
  std::vector<scene::Override> changes;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (!only || *only == i) changes.push_back({all_[i].key, to_text(values[i])});
  }
  try {
    static_cast<void>(scene.with(changes));
    return {};
  } catch (const scene::SceneError& error) {
    return error.mistakes();
  }
}

// At the key whose value it is, or at the one that was tried where it stands elsewhere in the scene.
void TriedKeys::tell(const BaseScene& scene, const scene::Mistake& mistake, std::size_t tried, double value) {
  const auto change = static_cast<std::size_t>(std::max(0, mistake.place.column));
  if (mistake.place.line == 0 && change > 0 && change <= all_.size()) {
    return add_once(all_[change - 1].place, mistake.text);
  }
  std::string text = in_quotes(all_[tried].key) + " = " + to_text(value) + ": " + scene.name();
  text += ":" + std::to_string(mistake.place.line) + ":" + std::to_string(mistake.place.column) + ": " + mistake.text;
  add_once(all_[tried].place, text);
}

}  // namespace stickslip::sweep::detail
