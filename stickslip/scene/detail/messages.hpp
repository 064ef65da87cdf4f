// What the library says about bad arguments, in the words of whoever wrote the scene.
#pragma once

#include <string>
#include <vector>

#include "stickslip/scene/node.hpp"

namespace stickslip::scene::detail {

// Without the function that found it: "World.add_body: mass = …" is "mass = …".
std::string without_function(const std::string& text);

// Numbers of bodies as their names: "bodies 'box' and 'ground' overlap"; a joint by its number is "the joint", or by its name where names are
// given. No other number is touched.
std::string with_names(const std::string& text, const std::vector<std::string>& bodies,
                       const std::vector<std::string>& joints = {});

// Where in a map the value is that a text such as "inertia must be symmetric" begins with; the place of the map where there is none.
Place place_of_subject(const Node& map, const std::string& text);

}  // namespace stickslip::scene::detail
