#include "stickslip/scene/detail/messages.hpp"

#include <algorithm>
#include <cstddef>
#include <regex>

namespace stickslip::scene::detail {

std::string without_function(const std::string& text) {
  const auto colon = text.find(": ");
  if (colon == std::string::npos || colon == 0) return text;
  const std::string function = text.substr(0, colon);
  const bool is_word = std::all_of(function.begin(), function.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  const bool is_type = function.front() >= 'A' && function.front() <= 'Z';
  const bool names_one = is_type || function == "read_polyhedron" || function == "simulate";
  return is_word && names_one ? text.substr(colon + 2) : text;
}

std::string with_names(const std::string& text, const std::vector<std::string>& bodies,
                       const std::vector<std::string>& joints) {
  // How sim speaks of joints and bodies; a number that anything else of a word follows is another's, such as that of a limit.
  static const std::regex reference(
      R"(\bjoint (\d{1,9}) \([^)]*\)|\b(?:body (\d{1,9})|bodies (\d{1,9}) and (\d{1,9}))(?!\w|\.\w))");
  const auto named = [](const std::string& number, const std::vector<std::string>& names) {
    const std::size_t place = std::stoul(number);
    return place < names.size() ? "'" + names[place] + "'" : number;
  };
  std::string out;
  auto from = text.cbegin();
  for (std::sregex_iterator it(text.begin(), text.end(), reference), end; it != end; ++it) {
    const std::smatch& match = *it;
    out.append(from, match[0].first);
    if (match[1].matched) {
      out += joints.empty() ? "the joint" : "joint " + named(match[1], joints);
    } else if (match[2].matched) {
      out += "body " + named(match[2], bodies);
    } else {
      out += "bodies " + named(match[3], bodies) + " and " + named(match[4], bodies);
    }
    from = match[0].second;
  }
  return out.append(from, text.cend());
}

Place place_of_subject(const Node& map, const std::string& text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return (c < 'a' || c > 'z') && c != '_'; });
  const Node* const value = map.find(std::string(text.begin(), end));
  return value == nullptr ? map.place() : value->place();
}

}  // namespace stickslip::scene::detail
