// A value of a scene file and where it stands there: nothing, true or false, a number, a text, a list or a map.
//
// What is read from a file has a line and a column; what is built in code has none. Maps keep the order of their keys. Scalars keep their
// text as written, so that "012" is still a name where a name is wanted, and a number where a number is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stickslip::scene {

// From 1 on. Line 0: not from a file; then column k > 0 is the k-th override, and 0 is built in code.
struct Place {
  int line = 0;
  int column = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): there is no pointer
  friend auto operator<=>(const Place&, const Place&) = default;
};

enum class NodeKind : std::uint8_t { null, boolean, number, text, list, map };

struct NodeEntry;

class Node {
 public:
  Node() = default;
  Node(bool value);              // NOLINT(google-explicit-constructor)
  Node(double value);            // NOLINT(google-explicit-constructor)
  Node(int value);               // NOLINT(google-explicit-constructor)
  Node(std::string value);       // NOLINT(google-explicit-constructor)
  Node(const char* value);       // NOLINT(google-explicit-constructor)
  Node(std::vector<Node> list);  // NOLINT(google-explicit-constructor)
  static Node map();
  // What a text without quotes stands for: ~ and null, true and false, numbers as in 1e-3, .inf and .nan; all else is text.
  static Node plain(std::string text);

  NodeKind kind() const noexcept { return kind_; }
  bool is(NodeKind kind) const noexcept { return kind_ == kind; }
  const Place& place() const noexcept { return place_; }
  void put(const Place& place) noexcept { place_ = place; }
  // It and all within, keys included.
  void put_all(const Place& place) noexcept;

  bool boolean() const noexcept { return number_ != 0.0; }
  double number() const noexcept { return number_; }
  // Of a scalar, as written.
  const std::string& text() const noexcept { return text_; }
  const std::vector<Node>& items() const noexcept { return items_; }
  std::vector<Node>& items() noexcept { return items_; }
  const std::vector<NodeEntry>& entries() const noexcept { return entries_; }
  std::vector<NodeEntry>& entries() noexcept { return entries_; }

  // Of a map: null where there is no such key.
  const Node* find(std::string_view key) const noexcept;
  Node* find(std::string_view key) noexcept;
  // Of a map: adds the key, or replaces its value.
  void set(std::string_view key, Node value);

  // Itself and all within.
  std::size_t size() const noexcept;

  // The same values, wherever they stand.
  friend bool operator==(const Node& a, const Node& b) noexcept;

 private:
  NodeKind kind_ = NodeKind::null;
  Place place_;
  double number_ = 0.0;
  std::string text_;
  std::vector<Node> items_;
  std::vector<NodeEntry> entries_;
};

struct NodeEntry {
  std::string key;
  Place place;
  Node value;
};

// "a number", "a list": for messages.
std::string_view name_of_kind(NodeKind kind) noexcept;

}  // namespace stickslip::scene
