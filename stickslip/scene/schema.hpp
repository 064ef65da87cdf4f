// What a value of a scene file may be: a tree of descriptions, from which scenes are checked, and a JSON Schema and the reference page are
// written.
//
// Numbers of structs come from the structs' tables of fields (field_schema.hpp): their units, ranges, defaults and meanings stand nowhere
// else.
//
// number   within a range, with a unit              text   any; `words`: one of these
// integer  a whole number within a range            name   of an entry of the map `of` at the top of the scene, e.g. "bodies"
// boolean  true or false                            file   a path below the scene's folder
// list     `least` to `most` values of one schema   object a map with known keys
// tagged   a map with exactly one of the keys; other keys may be allowed beside it
// named    a map from names that the user chooses, or from paths of keys, to values of one schema
// either   the first of several that fits the kind of the value
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/scene/node.hpp"

namespace stickslip::scene {

enum class SchemaKind : std::uint8_t {
  number,
  integer,
  boolean,
  text,
  name,
  file,
  list,
  object,
  tagged,
  named,
  either
};

struct SchemaKey;

struct Word {
  std::string name;
  std::string meaning = {};
};

class Schema {
 public:
  // What is wrong with a number, by its field.
  using NumberCheck = std::function<std::optional<Violation>(double)>;

  // Any that is finite.
  static Schema number(const char* unit = "1");
  // Number or integer, of a field.
  static Schema checked_number(SchemaKind kind, const char* unit, const Range& range, std::string range_text,
                               NumberCheck check);
  static Schema boolean();
  static Schema text();
  static Schema one_of(std::vector<Word> words);
  static Schema name(std::string of);
  static Schema file();
  static Schema list(Schema item, std::size_t least = 0, std::size_t most = std::numeric_limits<std::size_t>::max());
  // Of numbers, all with a unit. `note`: which they are, for the message about another count.
  static Schema vector(std::size_t count, const char* unit, std::string note = {});
  static Schema object(std::vector<SchemaKey> keys);
  static Schema tagged(std::vector<SchemaKey> tags);
  static Schema tagged(std::vector<SchemaKey> tags, std::vector<SchemaKey> beside);
  static Schema named(Schema item);
  // A map whose keys are paths, such as "bodies.plate.mass", which are no names; `what` such a map holds, for messages.
  static Schema by_path(Schema item, std::string what);
  static Schema either(std::vector<Schema> alternatives);

  SchemaKind kind() const noexcept { return kind_; }
  const std::string& unit() const noexcept { return unit_; }  // "1" for a pure number
  const Range& range() const noexcept { return range_; }
  const std::string& range_text() const noexcept { return range_text_; }  // "> 0", "≥ mu_c"
  std::optional<Violation> check(double value) const;
  const std::vector<Word>& words() const noexcept { return words_; }
  const std::string& of() const noexcept { return of_; }
  const std::string& note() const noexcept { return note_; }
  std::size_t least() const noexcept { return least_; }
  std::size_t most() const noexcept { return most_; }
  const Schema& item() const noexcept { return parts_.front(); }
  const std::vector<Schema>& alternatives() const noexcept { return parts_; }
  const std::vector<SchemaKey>& keys() const noexcept;  // of what is tagged: the tags, then those beside
  bool is_tag(const SchemaKey& key) const noexcept;
  bool has_keys_beside() const noexcept;
  bool is_by_path() const noexcept { return is_by_path_; }
  const SchemaKey* find(const std::string& key) const noexcept;

  // Whether a value is of a kind that this describes, whatever is in it.
  bool fits(const Node& node) const noexcept;
  // "a number [kg]", "a list of 3": for messages.
  std::string description() const;

 private:
  explicit Schema(SchemaKind kind);

  SchemaKind kind_;
  std::string unit_ = "1";
  Range range_ = any_finite;
  std::string range_text_;
  NumberCheck check_;
  std::vector<Word> words_;
  std::string of_, note_;
  std::size_t least_ = 0, most_ = std::numeric_limits<std::size_t>::max();
  std::vector<Schema> parts_;
  std::vector<SchemaKey> keys_;
  std::size_t tags_ = 0;  // how many of the keys are tags
  bool is_by_path_ = false;
};

struct SchemaKey {
  std::string name;
  Schema schema;
  std::string meaning;
  bool is_required = false;
  std::string default_text = {};  // as the file would have it; empty where there is none
};

}  // namespace stickslip::scene
