// Profiles in scenes: a number, or a tagged map such as {sine: {mean: 3.6, amplitude: 0.9, frequency: 2}}.
#pragma once

#include <string>
#include <vector>

#include "stickslip/scene/detail/kind.hpp"
#include "stickslip/scene/profile.hpp"

namespace stickslip::scene::detail {

const std::vector<Kind<Profile>>& profile_kinds();

// A number or a profile, in a unit.
Schema profile_schema(const char* unit);
// `least` to `most` of them.
Schema profiles_schema(const char* unit, std::size_t least, std::size_t most);

Profile profile_of(const Node& node, const SceneFiles& files);
template <int Dim>
Profiles<Dim> profiles_of(const Node& list, const SceneFiles& files) {
  Profiles<Dim> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = profile_of(list.items()[i], files);
  return all;
}

}  // namespace stickslip::scene::detail
