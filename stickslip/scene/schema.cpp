#include "stickslip/scene/schema.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stickslip::scene {

namespace {

std::string with_unit(const std::string& text, const std::string& unit) {
  return unit == "1" ? text : text + " [" + unit + "]";
}

}  // namespace

// Here, where the keys are known: what a constructor makes it must be able to destroy.
Schema::Schema(SchemaKind kind) : kind_(kind) {}

Schema Schema::number(const char* unit) {
  return checked_number(SchemaKind::number, unit, any_finite, "", {});
}

Schema Schema::checked_number(SchemaKind kind, const char* unit, const Range& range, std::string range_text,
                              NumberCheck check) {
  Schema schema(kind);
  schema.unit_ = unit;
  schema.range_ = range;
  schema.range_text_ = std::move(range_text);
  schema.check_ = std::move(check);
  return schema;
}

Schema Schema::boolean() {
  return Schema(SchemaKind::boolean);
}

Schema Schema::text() {
  return Schema(SchemaKind::text);
}

Schema Schema::one_of(std::vector<Word> words) {
  Schema schema(SchemaKind::text);
  schema.words_ = std::move(words);
  return schema;
}

Schema Schema::name(std::string of) {
  Schema schema(SchemaKind::name);
  schema.of_ = std::move(of);
  return schema;
}

Schema Schema::file() {
  return Schema(SchemaKind::file);
}

Schema Schema::list(Schema item, std::size_t least, std::size_t most) {
  Schema schema(SchemaKind::list);
  schema.parts_.push_back(std::move(item));
  schema.least_ = least;
  schema.most_ = most;
  return schema;
}

Schema Schema::vector(std::size_t count, const char* unit, std::string note) {
  Schema schema = list(number(unit), count, count);
  schema.note_ = std::move(note);
  return schema;
}

Schema Schema::object(std::vector<SchemaKey> keys) {
  Schema schema(SchemaKind::object);
  schema.keys_ = std::move(keys);
  return schema;
}

Schema Schema::tagged(std::vector<SchemaKey> tags) {
  return tagged(std::move(tags), {});
}

Schema Schema::tagged(std::vector<SchemaKey> tags, std::vector<SchemaKey> beside) {
  Schema schema(SchemaKind::tagged);
  schema.keys_ = std::move(tags);
  schema.tags_ = schema.keys_.size();
  for (SchemaKey& key : beside) schema.keys_.push_back(std::move(key));
  return schema;
}

Schema Schema::named(Schema item) {
  Schema schema(SchemaKind::named);
  schema.parts_.push_back(std::move(item));
  return schema;
}

Schema Schema::by_path(Schema item, std::string what) {
  Schema schema = named(std::move(item));
  schema.note_ = std::move(what);
  schema.is_by_path_ = true;
  return schema;
}

Schema Schema::either(std::vector<Schema> alternatives) {
  Schema schema(SchemaKind::either);
  schema.parts_ = std::move(alternatives);
  return schema;
}

std::optional<Violation> Schema::check(double value) const {
  if (check_) return check_(value);
  if (range_.contains(value)) return {};
  return Violation{"", value, "must be finite"};
}

const std::vector<SchemaKey>& Schema::keys() const noexcept {
  return keys_;
}

const SchemaKey* Schema::find(const std::string& key) const noexcept {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const SchemaKey& k) { return k.name == key; });
  return found == keys_.end() ? nullptr : &*found;
}

bool Schema::has_keys_beside() const noexcept {
  return tags_ < keys_.size();
}

bool Schema::is_tag(const SchemaKey& key) const noexcept {
  return std::any_of(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(tags_),
                     [&](const SchemaKey& tag) { return tag.name == key.name; });
}

bool Schema::fits(const Node& node) const noexcept {
  switch (kind_) {
    case SchemaKind::number:
    case SchemaKind::integer:
      return node.is(NodeKind::number);
    case SchemaKind::boolean:
      return node.is(NodeKind::boolean);
    case SchemaKind::text:
    case SchemaKind::name:
    case SchemaKind::file:
      return node.is(NodeKind::text) || node.is(NodeKind::number) || node.is(NodeKind::boolean);
    case SchemaKind::list:
      if (!node.is(NodeKind::list)) return false;
      if (node.items().empty()) return least_ == 0;
      if (least_ == most_ && node.items().size() != least_) return false;
      return item().fits(node.items().front());
    case SchemaKind::object:
    case SchemaKind::tagged:
    case SchemaKind::named:
      return node.is(NodeKind::map);
    case SchemaKind::either:
      return std::any_of(parts_.begin(), parts_.end(), [&](const Schema& part) { return part.fits(node); });
  }
  return false;
}

std::string Schema::description() const {
  const auto joined = [](const auto& all, const auto& text_of, const char* last = " or ") {
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) {
      text += (i == 0 ? "" : i + 1 == all.size() ? last : ", ") + text_of(all[i]);
    }
    return text;
  };
  switch (kind_) {
    case SchemaKind::number:
      return with_unit("a number", unit_);
    case SchemaKind::integer:
      return "a whole number";
    case SchemaKind::boolean:
      return "true or false";
    case SchemaKind::text:
      if (words_.empty()) return "a text";
      return (words_.size() == 1 ? "" : "one of ") + joined(words_, [](const Word& word) { return word.name; });
    case SchemaKind::name:
      return "a name of '" + of_ + "'";
    case SchemaKind::file:
      return "the name of a file";
    case SchemaKind::list: {
      std::string text = "a list of ";
      if (least_ == most_) text += std::to_string(least_) + " ";
      const bool is_of_numbers = item().kind() == SchemaKind::number;
      return with_unit(text + (is_of_numbers ? "numbers" : "entries"), item().unit());
    }
    case SchemaKind::object:
      if (keys_.empty()) return "an empty map";
      return "a map with the keys " + joined(
                                          keys_, [](const SchemaKey& key) { return key.name; }, " and ");
    case SchemaKind::tagged: {
      const auto name = [](const SchemaKey& key) { return key.name; };
      const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(tags_);
      const std::string tags = "a map with one of the keys " + joined(std::vector<SchemaKey>(keys_.begin(), end), name);
      return has_keys_beside() ? tags + ", and where wanted " + joined(std::vector<SchemaKey>(end, keys_.end()), name)
                               : tags;
    }
    case SchemaKind::named:
      return is_by_path_ ? "a map of " + note_ : "a map of names";
    case SchemaKind::either:
      return joined(parts_, [](const Schema& part) { return part.description(); });
  }
  return "";
}

}  // namespace stickslip::scene
