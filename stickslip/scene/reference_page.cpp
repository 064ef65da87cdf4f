#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/scene/scene_schema.hpp"

namespace stickslip::scene {

namespace {

// What stands for a value in the column "value" of a table.
std::string value_of(const Schema& schema) {
  switch (schema.kind()) {
    case SchemaKind::number:
    case SchemaKind::integer: {
      const std::string what = schema.kind() == SchemaKind::number ? "number" : "whole number";
      return schema.range_text().empty() ? what : what + ", " + schema.range_text();
    }
    case SchemaKind::boolean:
      return "`true` or `false`";
    case SchemaKind::text: {
      if (schema.words().empty()) return "text";
      std::string words;
      for (const Word& word : schema.words()) words += (words.empty() ? "`" : ", `") + word.name + "`";
      return words;
    }
    case SchemaKind::name:
      return "name of `" + schema.of() + "`";
    case SchemaKind::file:
      return "file";
    case SchemaKind::list: {
      std::string count;
      if (schema.least() == schema.most()) {
        count = std::to_string(schema.least()) + " × ";
      } else if (schema.most() < 100) {
        count = std::to_string(schema.least()) + " to " + std::to_string(schema.most()) + " × ";
      }
      return "[" + count + value_of(schema.item()) + "]";
    }
    case SchemaKind::object:
      return "map";
    case SchemaKind::tagged:
      if (schema.find("sine") != nullptr) return "a [profile](#profiles)";
      if (schema.find("power") != nullptr) return "a [function of the load](#functions-of-the-load)";
      return "one of several";
    case SchemaKind::named:
      return "map of names";
    case SchemaKind::either: {
      std::string all;
      for (const Schema& alternative : schema.alternatives()) {
        all += (all.empty() ? "" : " or ") + value_of(alternative);
      }
      return all;
    }
  }
  return "";
}

const std::string& unit_of(const Schema& schema) {
  if (schema.kind() == SchemaKind::list) return unit_of(schema.item());
  if (schema.kind() == SchemaKind::either) return unit_of(schema.alternatives().front());
  return schema.unit();
}

// Families that occur in several places are described once, at the end.
struct Family {
  const char* key;
  const char* title;
  const char* anchor;
};
constexpr Family families[] = {{"shape", "shapes", "shapes"},
                               {"law", "laws", "laws"},
                               {"friction", "laws", "laws"},
                               {"pressure", "pressures", "pressures"},
                               {"contact_model", "contact models", "contact-models"}};

const Family* family_of(const SchemaKey& key) {
  if (key.schema.kind() != SchemaKind::tagged) return nullptr;
  for (const Family& family : families) {
    if (key.name == family.key) return &family;
  }
  return nullptr;
}

std::string row(const std::string& path, const SchemaKey& key) {
  const std::string unit = unit_of(key.schema) == "1" ? "–" : unit_of(key.schema);
  const std::string otherwise = key.is_required            ? "required"
                                : key.default_text.empty() ? "–"
                                                           : "`" + key.default_text + "`";
  const Family* const family = family_of(key);
  const std::string value = family == nullptr
                                ? value_of(key.schema)
                                : std::string("one of the [") + family->title + "](#" + family->anchor + ")";
  return "| `" + path + key.name + "` | " + value + " | " + unit + " | " + otherwise + " | " + key.meaning + " |\n";
}

constexpr const char* head = "| key | value | unit | default | meaning |\n|---|---|---|---|---|\n";

void add_rows(const Schema& schema, const std::string& path, std::string& text);

void add_below(const Schema& schema, const std::string& path, std::string& text) {
  switch (schema.kind()) {
    case SchemaKind::object:
    case SchemaKind::tagged:
      return add_rows(schema, path + ".", text);
    case SchemaKind::named:
      return add_below(schema.item(), path + ".<name>", text);
    case SchemaKind::list:
      return add_below(schema.item(), path + "[]", text);
    default:
      return;
  }
}

void add_rows(const Schema& schema, const std::string& path, std::string& text) {
  for (const SchemaKey& key : schema.keys()) {
    text += row(path, key);
    if (family_of(key) == nullptr) add_below(key.schema, path + key.name, text);
  }
}

// A table per member of a tagged family.
std::string family_text(const Schema& schema) {
  std::string text;
  for (const SchemaKey& tag : schema.keys()) {
    text += "**`" + tag.name + "`**: " + tag.meaning + ".";
    if (tag.schema.kind() == SchemaKind::object && !tag.schema.keys().empty()) {
      text += "\n\n";
      text += head;
      for (const SchemaKey& key : tag.schema.keys()) text += row("", key);
      text += "\n";
    } else if (tag.schema.kind() != SchemaKind::object) {
      text += " Its value: " + value_of(tag.schema) +
              (unit_of(tag.schema) == "1" ? "" : " [" + unit_of(tag.schema) + "]") + ".\n\n";
    } else {
      text += "\n\n";
    }
  }
  return text;
}

const Schema& at(const Schema& root, const std::vector<std::string>& path) {
  const Schema* schema = &root;
  for (const std::string& key : path) {
    while (schema->kind() == SchemaKind::named || schema->kind() == SchemaKind::list) schema = &schema->item();
    schema = &schema->find(key)->schema;
  }
  return *schema;
}

}  // namespace

std::string reference_page() {
  std::string text;
  for (const auto& [kind, name] : Names<SceneKind>::table) {
    text += "### Keys of " + std::string(name) + " scenes\n\n";
    text += head;
    add_rows(scene_schema(kind), "", text);
    text += "\n";
  }
  const Schema &rigid = scene_schema(SceneKind::rigid), &planar = scene_schema(SceneKind::planar),
               &point = scene_schema(SceneKind::point);
  text += "### Shapes\n\n" + family_text(at(rigid, {"bodies", "shape"}));
  text += "### Contact models\n\n" + family_text(at(rigid, {"contact_model"}));
  text += "### Laws\n\n" + family_text(at(point, {"law"}));
  text += "### Pressures\n\n" + family_text(at(planar, {"contacts", "pressure"}));
  text +=
      "### Functions of the load\n\nA number that depends on the normal force fn, in the unit of what it stands "
      "for.\n\n" +
      family_text(at(planar, {"contacts", "pressure", "hertz_contact", "radius"}).alternatives().back());
  text += "### Profiles\n\nA number over time, in the unit of what it stands for.\n\n" +
          family_text(at(point, {"normal_force"}).alternatives().back());
  return text;
}

}  // namespace stickslip::scene
