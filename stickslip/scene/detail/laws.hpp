// Laws of friction in scenes, by their tables of fields: law: {elasto_plastic: {sigma0: 1e6, …}}.
#pragma once

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/scene/detail/kind.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

// "ElastoPlastic" is elasto_plastic, as in C; LuGre, named after two cities, is one word.
template <class Law>
std::string law_key() {
  if constexpr (std::is_same_v<Law, friction::LuGre>) return "lugre";
  std::string key;
  for (const char* c = Law::name; *c != '\0'; ++c) {
    const bool is_capital = *c >= 'A' && *c <= 'Z';
    if (is_capital && c != Law::name) key += '_';
    key += is_capital ? static_cast<char>(*c - 'A' + 'a') : *c;
  }
  return key;
}

// The first line of a law's description, without the full stop.
inline std::string first_line(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  if (line.ends_with('.')) line.pop_back();
  return line;
}

// Those of a list such as friction::AnyLaw.
template <class List>
const std::vector<Kind<List>>& law_kinds() {
  static const std::vector<Kind<List>> all = [] {
    std::vector<Kind<List>> kinds;
    friction::for_each_law<List>([&]<class Law>() {
      using Parameters = typename Law::Parameters;
      kinds.push_back({law_key<Law>(), first_line(Law::description), Schema::object(field_keys<Parameters>()),
                       [](const Node& node, const SceneFiles&) -> List {
                         const auto parameters = read_fields<Parameters>(node);
                         require_at(node, Law::check(parameters));
                         return Law(parameters);
                       }});
    });
    return kinds;
  }();
  return all;
}

}  // namespace stickslip::scene::detail
