#include "stickslip/scene/mistake.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

namespace stickslip::scene {

namespace {

std::string text_of(const std::string& file, const std::vector<Mistake>& mistakes,
                    const std::vector<std::string>& overrides) {
  std::string text;
  for (const Mistake& mistake : mistakes) {
    if (!text.empty()) text += '\n';
    text += file;
    if (mistake.place.line > 0) {
      text.append(":").append(std::to_string(mistake.place.line));
      text.append(":").append(std::to_string(mistake.place.column));
    } else if (const int set = mistake.place.column; set > 0 && set <= static_cast<int>(overrides.size())) {
      text.append(", set ").append(overrides[static_cast<std::size_t>(set - 1)]);
    }
    text.append(": ").append(mistake.text);
  }
  return text;
}

std::vector<Mistake> sorted(std::vector<Mistake> mistakes) {
  std::stable_sort(mistakes.begin(), mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.place < b.place; });
  return mistakes;
}

// Letters to insert, leave out or replace; two neighbours exchanged count as one.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      const bool is_exchange = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchange) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before = row;
    std::swap(row, next);
  }
  return row[b.size()];
}

// What others call things that have a key here, and that key.
constexpr std::array synonyms = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"acceleration", "gravity"},
    {"actuator", "drive"},
    {"anchor", "point"},
    {"ball", "sphere"},
    {"bounce", "restitution"},
    {"bounciness", "restitution"},
    {"bouncy", "restitution"},
    {"child", "a"},
    {"coefficient_of_friction", "mu"},
    {"continuous", "hinge"},
    {"convex_hull", "points"},
    {"cor", "restitution"},
    {"cube", "box"},
    {"cuboid", "box"},
    {"cylinder", "disc"},
    {"disk", "disc"},
    {"duration", "until"},
    {"duration", "run"},
    {"e", "restitution"},
    {"elasticity", "restitution"},
    {"end", "until"},
    {"euler", "orientation"},
    {"floor", "plane"},
    {"forces", "loads"},
    {"friction", "mu"},
    {"friction_coefficient", "mu"},
    {"ground", "plane"},
    {"half_space", "plane"},
    {"halfspace", "plane"},
    {"hull", "points"},
    {"initial_velocity", "velocity"},
    {"joint", "joints"},
    {"kinetic_friction", "mu"},
    {"limit", "limits"},
    {"linear", "slider"},
    {"linear_velocity", "velocity"},
    {"lower", "limits"},
    {"moment", "torque"},
    {"motor", "drive"},
    {"mu_k", "mu"},
    {"mu_s", "mu"},
    {"obj", "mesh"},
    {"omega", "angular_velocity"},
    {"parent", "b"},
    {"pin", "hinge"},
    {"pivot", "point"},
    {"pos", "position"},
    {"prismatic", "slider"},
    {"quat", "orientation"},
    {"quaternion", "orientation"},
    {"range", "limits"},
    {"revolute", "hinge"},
    {"rigid", "fixed"},
    {"rotation", "orientation"},
    {"rotational", "hinge"},
    {"rpy", "orientation"},
    {"socket", "ball"},
    {"spherical", "ball"},
    {"static_friction", "mu"},
    {"step", "dt"},
    {"stl", "mesh"},
    {"t_end", "until"},
    {"time", "until"},
    {"time", "run"},
    {"time_step", "dt"},
    {"timestep", "dt"},
    {"translational", "slider"},
    {"upper", "limits"},
    {"vel", "velocity"},
    {"vertices", "points"},
    {"weight", "mass"},
    {"weld", "fixed"},
    {"welded", "fixed"},
});

// The known word that another stands for; null where there is none.
const std::string* meant_by(const std::string& word, const std::vector<std::string>& known) {
  std::string small;
  for (const char c : word) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == '-' ? '_' : c;
  for (const auto& [other, ours] : synonyms) {
    if (other != small) continue;
    const auto found = std::find(known.begin(), known.end(), ours);
    if (found != known.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

SceneError::SceneError(std::string file, std::vector<Mistake> mistakes, const std::vector<std::string>& overrides)
    : InvalidArgument(text_of(file, sorted(mistakes), overrides)),
      file_(std::move(file)),
      mistakes_(sorted(std::move(mistakes))) {}

void Mistakes::add(const Place& place, std::string text) {
  if (found_.size() < most) {
    found_.push_back({place, std::move(text)});
  } else {
    ++left_out_;
  }
}

void Mistakes::require_none(const std::string& file, const std::vector<std::string>& overrides) const {
  if (found_.empty()) return;
  std::vector<Mistake> all = found_;
  if (left_out_ > 0) {
    const auto last = std::max_element(all.begin(), all.end(), [](const Mistake& a, const Mistake& b) {
                        return a.place < b.place;
                      })->place;
    all.push_back({last, "and " + std::to_string(left_out_) + " more mistakes"});
  }
  throw SceneError(file, std::move(all), overrides);
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 64;  // of what may have been meant
  if (word.empty() || word.size() > longest) return "";
  const std::string* best = meant_by(word, known);
  if (best != nullptr) return " (did you mean '" + *best + "'?)";
  std::size_t distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > longest) continue;
    if (const std::size_t d = edit_distance(word, candidate); d < distance) {
      distance = d;
      best = &candidate;
    }
  }
  return best == nullptr ? "" : " (did you mean '" + *best + "'?)";
}

}  // namespace stickslip::scene
