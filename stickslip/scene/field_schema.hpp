// Tables of fields (core/field.hpp) as schemas, and structs with such tables from the maps of a scene file.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/scene/schema.hpp"

namespace stickslip::scene {

template <class Enum>
Schema names_schema() {
  std::vector<Word> words;
  for (const auto& row : Names<Enum>::table) {
    std::string meaning;
    if constexpr (requires { row.meaning; }) meaning = row.meaning;
    words.push_back({std::string(row.name), std::move(meaning)});
  }
  return Schema::one_of(std::move(words));
}

template <class Struct, class Value>
Schema field_schema(const Field<Struct, Value>& field) {
  using Number = typename Field<Struct, Value>::Number;
  if constexpr (std::is_same_v<Value, bool>) {
    return Schema::boolean();
  } else if constexpr (std::is_enum_v<Value>) {
    return names_schema<Value>();
  } else {
    // The range of a field that begins at another member is checked when the whole struct is there.
    const bool depends =
        field.range_text()[0] != '\0' && field.range().low == -Range::infinity && field.range().high == Range::infinity;
    const auto check = [&field, depends](double value) -> std::optional<Violation> {
      if (depends) {
        if (any_finite.contains(value)) return {};
        return Violation{field.name(), value, "must be finite"};
      }
      Struct values{};
      if constexpr (std::is_integral_v<Number>) {
        // What no int holds is out of range, too.
        const bool holds =
            value >= std::numeric_limits<Number>::lowest() && value <= std::numeric_limits<Number>::max();
        field.of(values) = holds ? static_cast<Number>(value) : std::numeric_limits<Number>::lowest();
        auto bad = field.check(values);
        if (bad) bad->value = value;
        return bad;
      } else {
        field.of(values) = value;
        return field.check(values);
      }
    };
    return Schema::checked_number(std::is_integral_v<Number> ? SchemaKind::integer : SchemaKind::number, field.unit(),
                                  field.range(), field.range_text(), check);
  }
}

// As a scene file would have it; empty where a value is required, or none is the default.
template <class Struct, class Value>
std::string default_text(const Field<Struct, Value>& field) {
  if (field.is_required()) return "";
  const Struct values{};
  const Value& value = field.of(values);
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_enum_v<Value>) {
    return std::string(name_of(value));
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return to_text(static_cast<double>(value));
  } else {
    return value ? to_text(static_cast<double>(*value)) : "";
  }
}

// "bristle stiffness; None: …" of the table, where None is what a key that is absent stands for.
template <class AnyField>
std::string meaning_of(const AnyField& field) {
  std::string text = field.meaning();
  std::string note = field.note();
  if (note.starts_with("None: ")) note.replace(0, 4, "absent");
  if (const auto place = note.find("; None: "); place != std::string::npos) note.replace(place + 2, 4, "absent");
  if (!note.empty()) text += "; " + note;
  return text;
}

// All of a struct, in the order of its table.
template <class Struct>
std::vector<SchemaKey> field_keys() {
  std::vector<SchemaKey> keys;
  for_each_field<Struct>([&](const auto& field) {
    keys.push_back({field.name(), field_schema(field), meaning_of(field), field.is_required(), default_text(field)});
  });
  return keys;
}

// Sets the members that the map has keys for. The map was checked against field_keys<Struct>().
template <class Struct>
void read_fields(const Node& map, Struct& values) {
  for_each_field<Struct>([&](const auto& field) {
    const Node* const node = map.find(field.name());
    if (node == nullptr || node->is(NodeKind::null)) return;
    auto& value = field.of(values);
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, bool>) {
      value = node->boolean();
    } else if constexpr (std::is_enum_v<Value>) {
      value = *value_named<Value>(node->text());
    } else {
      using Number = typename std::remove_cvref_t<decltype(field)>::Number;
      value = static_cast<Number>(node->number());
    }
  });
}

template <class Struct>
Struct read_fields(const Node& map) {
  Struct values{};
  read_fields(map, values);
  return values;
}

}  // namespace stickslip::scene
