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

std::string with_names(const std::string& text, const std::vector<std::string>& bodies) {
  static const std::regex joint(R"(joint \d+ \([^)]*\))"), number(R"((body|bodies|and) (\d{1,9})\b)");
  const std::string plain = std::regex_replace(text, joint, "the joint");
  std::string out;
  auto from = plain.cbegin();
  for (std::sregex_iterator it(plain.begin(), plain.end(), number), end; it != end; ++it) {
    const std::size_t body = std::stoul((*it)[2]);
    if (body >= bodies.size()) continue;
    out.append(from, plain.cbegin() + it->position()).append((*it)[1]).append(" '").append(bodies[body]).append("'");
    from = plain.cbegin() + it->position() + it->length();
  }
  return out.append(from, plain.cend());
}

Place place_of_subject(const Node& map, const std::string& text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return (c < 'a' || c > 'z') && c != '_'; });
  const Node* const value = map.find(std::string(text.begin(), end));
  return value == nullptr ? map.place() : value->place();
}

}  // namespace stickslip::scene::detail
