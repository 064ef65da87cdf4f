#include "stickslip/scene/node.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "stickslip/core/error.hpp"

namespace stickslip::scene {

namespace {

// Of a number that no double holds: whether it is too small rather than too large. 0.000…1 has no exponent.
bool is_tiny(std::string_view digits) {
  const auto exponent = digits.find_first_of("eE");
  if (exponent != std::string_view::npos) return digits.substr(exponent + 1).starts_with('-');
  return digits.find_first_of("123456789") > digits.find('.');
}

std::optional<double> number_in(std::string_view text) {
  if (text.empty()) return {};
  const bool is_negative = text.front() == '-';
  std::string_view digits = text;
  if (is_negative || text.front() == '+') digits.remove_prefix(1);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (digits == ".inf" || digits == ".Inf" || digits == ".INF") return is_negative ? -infinity : infinity;
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return std::numeric_limits<double>::quiet_NaN();
  // Without digits or a point first it would be inf or nan, which YAML spells with a point.
  if (digits.empty() || (digits.front() != '.' && (digits.front() < '0' || digits.front() > '9'))) return {};
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size()) return {};
  // Out of range: too small is zero, too large is infinite, which no range of a parameter takes by chance.
  if (error == std::errc::result_out_of_range) value = is_tiny(digits) ? 0.0 : infinity;
  return is_negative ? -value : value;
}

}  // namespace

Node::Node(bool value) : kind_(NodeKind::boolean), number_(value ? 1.0 : 0.0), text_(value ? "true" : "false") {}
Node::Node(double value) : kind_(NodeKind::number), number_(value), text_(to_text(value)) {}
Node::Node(int value) : Node(static_cast<double>(value)) {}
Node::Node(std::string value) : kind_(NodeKind::text), text_(std::move(value)) {}
Node::Node(const char* value) : Node(std::string(value)) {}
Node::Node(std::vector<Node> list) : kind_(NodeKind::list), items_(std::move(list)) {}

Node Node::map() {
  Node node;
  node.kind_ = NodeKind::map;
  return node;
}

Node Node::plain(std::string text) {
  Node node(std::move(text));
  const std::string& word = node.text_;
  if (word.empty() || word == "~" || word == "null" || word == "Null" || word == "NULL") {
    node.kind_ = NodeKind::null;
  } else if (word == "true" || word == "True" || word == "TRUE") {
    node.kind_ = NodeKind::boolean;
    node.number_ = 1.0;
  } else if (word == "false" || word == "False" || word == "FALSE") {
    node.kind_ = NodeKind::boolean;
  } else if (const auto number = number_in(word)) {
    node.kind_ = NodeKind::number;
    node.number_ = *number;
  }
  return node;
}

const Node* Node::find(std::string_view key) const noexcept {
  const auto place = std::find_if(entries_.begin(), entries_.end(), [&](const NodeEntry& e) { return e.key == key; });
  return place == entries_.end() ? nullptr : &place->value;
}

Node* Node::find(std::string_view key) noexcept {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

void Node::set(std::string_view key, Node value) {
  if (Node* const found = find(key)) {
    *found = std::move(value);
  } else {
    entries_.push_back({std::string(key), value.place(), std::move(value)});
  }
}

void Node::put_all(const Place& place) noexcept {
  place_ = place;
  for (Node& item : items_) item.put_all(place);
  for (NodeEntry& entry : entries_) {
    entry.place = place;
    entry.value.put_all(place);
  }
}

std::size_t Node::size() const noexcept {
  std::size_t count = 1;
  for (const Node& item : items_) count += item.size();
  for (const NodeEntry& entry : entries_) count += entry.value.size();
  return count;
}

bool operator==(const Node& a, const Node& b) noexcept {
  if (a.kind_ != b.kind_) return false;
  switch (a.kind_) {
    case NodeKind::null:
      return true;
    case NodeKind::boolean:
    case NodeKind::number:
      return a.number_ == b.number_ || (std::isnan(a.number_) && std::isnan(b.number_));
    case NodeKind::text:
      return a.text_ == b.text_;
    case NodeKind::list:
      return a.items_ == b.items_;
    case NodeKind::map:
      return std::equal(a.entries_.begin(), a.entries_.end(), b.entries_.begin(), b.entries_.end(),
                        [](const NodeEntry& x, const NodeEntry& y) { return x.key == y.key && x.value == y.value; });
  }
  return false;
}

std::string_view name_of_kind(NodeKind kind) noexcept {
  switch (kind) {
    case NodeKind::null:
      return "nothing";
    case NodeKind::boolean:
      return "true or false";
    case NodeKind::number:
      return "a number";
    case NodeKind::text:
      return "a text";
    case NodeKind::list:
      return "a list";
    case NodeKind::map:
      return "a map";
  }
  return "";
}

}  // namespace stickslip::scene
