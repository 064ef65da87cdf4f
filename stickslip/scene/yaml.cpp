#include "stickslip/scene/yaml.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <istream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <streambuf>
#include <utility>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/utf8.hpp"

namespace stickslip::scene {

namespace {

Place place_of(const YAML::Mark& mark) {
  return mark.is_null() ? Place{1, 1} : Place{mark.line + 1, mark.column + 1};
}

// Columns count characters, as those of the parser do.
Place place_of_byte(std::string_view text, std::size_t byte) {
  Place place{1, 1};
  for (const char c : text.substr(0, byte)) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (c == '\n') {
      place = {place.line + 1, 1};
    } else if (!continues) {
      ++place.column;
    }
  }
  return place;
}

[[noreturn]] void refuse(const std::string& file, const Place& place, const std::string& text) {
  throw SceneError(file, {{place, text}});
}

// What a line begins with: spaces and tabs.
struct Indentation {
  std::size_t begin = 0, size = 0;  // bytes of the text

  Indentation(std::string_view text, int line) {
    for (int k = 1; k < line; ++k) begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    size = std::min(text.find_first_not_of(" \t", begin), text.size()) - begin;
  }
};

// Bytes that are there already: a stream would copy them.
class Bytes : public std::streambuf {
 public:
  explicit Bytes(std::string_view text) {
    char* const begin = const_cast<char*>(text.data());
    setg(begin, begin, begin + text.size());
  }
};

// Puts values together as the parser meets them. It is called for every value in turn, so that nothing is built that goes beyond the
// bounds.
class Builder final : public YAML::EventHandler {
 public:
  explicit Builder(const std::string& file) : file_(file) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(Node(), place_of(mark), anchor); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) refuse(file_, place_of(mark), "an alias of a value that it is itself part of");
    count(found->second.size() - 1, place_of(mark));
    add(Node(found->second), place_of(mark), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const bool is_plain = tag == "?" || tag.empty();
    if (!is_plain && tag != "!")
      refuse(file_, place_of(mark), "tags such as " + excerpt(tag) + " are not used in scenes");
    if (is_plain && value == merge_key && awaits_key()) open_.back().merges = true;
    add(is_plain ? Node::plain(value) : Node(value), place_of(mark), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(Node(std::vector<Node>{}), place_of(mark), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(Node::map(), place_of(mark), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // A list or a map that is not finished.
  struct Open {
    Node node;
    YAML::anchor_t anchor;
    std::optional<std::pair<std::string, Place>> key = {};  // whose value comes next
    std::set<std::string> keys = {};                        // of a large map
    bool merges = false;                                    // whether it has a key <<, not in quotes
  };

  static constexpr std::string_view merge_key = "<<";

  // Whether what comes next is a key.
  bool awaits_key() const { return !open_.empty() && open_.back().node.is(NodeKind::map) && !open_.back().key; }

  void count(std::size_t more, const Place& place) {
    count_ += more;
    if (count_ > most_values) {
      refuse(file_, place,
             "the file holds more than " + std::to_string(most_values) + " values after expanding aliases");
    }
  }

  void open(Node node, const Place& place, YAML::anchor_t anchor) {
    if (open_.size() >= most_levels) {
      refuse(file_, place, "nested deeper than " + std::to_string(most_levels) + " levels");
    }
    if (awaits_key()) {
      refuse(file_, place, "a key must be a text; or is a bracket or a brace above not closed?");
    }
    count(1, place);
    node.put(place);
    open_.push_back({std::move(node), anchor});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (done.merges) merge(done.node);
    --count_;  // add() counts it again
    const Place place = done.node.place();
    add(std::move(done.node), place, done.anchor);
  }

  // Puts what the key << names in its place: entries of a map, or of several, of which the first that has a key counts. The map's own
  // count before all.
  void merge(Node& map) {
    std::vector<NodeEntry>& entries = map.entries();
    const auto at = std::find_if(entries.begin(), entries.end(), [](const NodeEntry& e) { return e.key == merge_key; });
    Node sources = std::move(at->value);
    const Place place = sources.place();
    if (!sources.is(NodeKind::list)) sources = Node(std::vector<Node>{std::move(sources)});
    std::set<std::string> keys;
    for (const NodeEntry& entry : entries) keys.insert(entry.key);
    std::vector<NodeEntry> merged;
    for (Node& source : sources.items()) {
      if (!source.is(NodeKind::map)) refuse(file_, place, "the value of '<<' must be a map or a list of maps");
      for (NodeEntry& entry : source.entries()) {
        if (keys.insert(entry.key).second) merged.push_back(std::move(entry));
      }
    }
    entries.insert(entries.erase(at), std::make_move_iterator(merged.begin()), std::make_move_iterator(merged.end()));
  }

  void add(Node node, const Place& place, YAML::anchor_t anchor) {
    count(1, place);
    node.put(place);
    if (anchor != 0) {
      count(node.size(), place);  // a copy, of which anchors within anchors make many
      anchored_[anchor] = node;
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& to = open_.back();
    if (to.node.is(NodeKind::list)) {
      to.node.items().push_back(std::move(node));
    } else if (to.key) {
      to.node.entries().push_back({std::move(to.key->first), to.key->second, std::move(node)});
      to.key.reset();
    } else {
      if (node.is(NodeKind::list) || node.is(NodeKind::map))
        refuse(file_, place, "a key must be a text; or is a bracket or a brace above not closed?");
      if (!is_new(to, node.text())) refuse(file_, place, "duplicate key '" + excerpt(node.text()) + "'");
      to.key = {node.text(), place};
    }
  }

  // Whether a map has no such key yet. Most have few, among which looking is faster than remembering.
  static bool is_new(Open& map, const std::string& key) {
    constexpr std::size_t few = 16;
    const std::vector<NodeEntry>& entries = map.node.entries();
    if (entries.size() < few) return map.node.find(key) == nullptr;
    if (map.keys.empty()) {
      for (const NodeEntry& entry : entries) map.keys.insert(entry.key);
    }
    return map.keys.insert(key).second;
  }

  const std::string& file_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchored_;
  std::size_t count_ = 0;
  Node root_;
};

// What must be quoted so as not to be read as something else.
bool needs_quotes(const std::string& text) {
  if (!Node::plain(text).is(NodeKind::text)) return true;
  return !std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '/';
  });
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::array digits = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
      const auto byte = static_cast<unsigned char>(c);
      out += "\\x";
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string scalar_text(const Node& node) {
  switch (node.kind()) {
    case NodeKind::null:
      return "null";
    case NodeKind::boolean:
      return node.boolean() ? "true" : "false";
    case NodeKind::number:
      if (std::isnan(node.number())) return ".nan";
      if (std::isinf(node.number())) return node.number() > 0.0 ? ".inf" : "-.inf";
      return to_text(node.number());
    default:
      return needs_quotes(node.text()) ? quoted(node.text()) : node.text();
  }
}

std::string key_text(const std::string& key) {
  return needs_quotes(key) ? quoted(key) : key;
}

// On one line.
std::string flow(const Node& node) {
  std::string out;
  if (node.is(NodeKind::list)) {
    for (const Node& item : node.items()) out += (out.empty() ? "" : ", ") + flow(item);
    return "[" + out + "]";
  }
  if (node.is(NodeKind::map)) {
    for (const NodeEntry& entry : node.entries()) {
      out += (out.empty() ? "" : ", ") + key_text(entry.key) + ": " + flow(entry.value);
    }
    return "{" + out + "}";
  }
  return scalar_text(node);
}

// Whether it is a list or a map that is too long for one line.
bool is_long(const Node& node) {
  constexpr std::size_t short_count = 12, longest_line = 100;
  if (node.is(NodeKind::list) || node.is(NodeKind::map)) {
    if (node.items().empty() && node.entries().empty()) return false;
    return node.size() > 4 * short_count || flow(node).size() > longest_line;
  }
  return false;
}

void write(const Node& node, std::size_t depth, std::string& out) {
  const std::string indent(2 * depth, ' ');
  const auto write_value = [&](const Node& value) {
    if (depth == 0 ? value.is(NodeKind::map) && !value.entries().empty() : is_long(value)) {
      out += "\n";
      write(value, depth + 1, out);
    } else {
      out.append(" ").append(flow(value)).append("\n");
    }
  };
  for (const NodeEntry& entry : node.entries()) {
    out += indent + key_text(entry.key) + ":";
    write_value(entry.value);
  }
  for (const Node& item : node.items()) {
    out += indent + "-";
    write_value(item);
  }
}

Node parse(std::string_view text, const std::string& file) {
  Bytes bytes(text);
  std::istream stream(&bytes);
  Builder builder(file);
  YAML::Parser parser(stream);
  if (!parser.HandleNextDocument(builder)) return {};
  Node root = builder.take();
  if (Builder rest(file); parser.HandleNextDocument(rest)) {
    if (const Node more = rest.take(); !more.is(NodeKind::null)) {
      refuse(file, more.place(), "a second document begins here; a scene file has one");
    }
  }
  return root;
}

// Whether tabs in the indentation of a line are to blame: with spaces instead the parser stumbles elsewhere, or not at all. Within brackets
// and quotes tabs are legal, and the parser's messages do not tell.
bool is_fault_of_tabs(std::string_view text, const Indentation& of, const std::string& file,
                      const YAML::Exception& error) {
  std::string with_spaces(text);
  with_spaces.replace(of.begin, of.size, of.size, ' ');
  try {
    static_cast<void>(parse(with_spaces, file));
  } catch (const YAML::Exception& again) {
    return again.msg != error.msg || again.mark.pos != error.mark.pos;
  } catch (const SceneError&) {
    return true;
  }
  return true;
}

}  // namespace

Node read_yaml(std::string_view text, const std::string& file) {
  if (text.size() > largest_file) {
    refuse(file, {1, 1},
           "the file has " + std::to_string(text.size()) + " bytes, more than " + std::to_string(largest_file));
  }
  if (const std::size_t bad = first_bad_byte(text); bad < text.size()) {
    refuse(file, place_of_byte(text, bad),
           text[bad] == '\0' ? "a zero byte: the file must be text in UTF-8"
                             : "a byte that is not UTF-8: save the file in that encoding");
  }
  try {
    return parse(text, file);
  } catch (const YAML::Exception& error) {
    const Place place = place_of(error.mark);
    const Indentation indentation(text, place.line);
    const std::size_t tab = text.substr(indentation.begin, indentation.size).find('\t');
    if (tab != std::string_view::npos && is_fault_of_tabs(text, indentation, file, error)) {
      refuse(file, {place.line, static_cast<int>(tab) + 1}, "tab in the indentation: YAML allows only spaces there");
    }
    constexpr std::size_t longest = 120;
    const std::string reason = error.msg.size() <= longest ? printable(error.msg) : excerpt(error.msg);
    refuse(file, place, "not valid YAML: " + reason);
  }
}

std::string write_yaml(const Node& node) {
  if (!node.is(NodeKind::map) && !node.is(NodeKind::list)) return scalar_text(node) + "\n";
  if (node.items().empty() && node.entries().empty()) return flow(node) + "\n";
  std::string out;
  write(node, 0, out);
  return out;
}

std::string write_yaml_line(const Node& node) {
  return flow(node);
}

}  // namespace stickslip::scene
