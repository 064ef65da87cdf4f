#include <algorithm>
#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "stickslip/scene/scene_schema.hpp"

namespace stickslip::scene {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Schema& schema);

// The default as a value where it is one.
void add_default(Json& json, const std::string& text) {
  const Node value = Node::plain(text);
  if (value.is(NodeKind::number)) json["default"] = value.number();
  if (value.is(NodeKind::boolean)) json["default"] = value.boolean();
  if (value.is(NodeKind::text) && json.contains("enum")) json["default"] = text;
}

Json json_of(const SchemaKey& key) {
  Json json = json_of(key.schema);
  std::string meaning = key.meaning;
  if (key.schema.unit() != "1") meaning += " [" + key.schema.unit() + "]";
  if (!key.schema.range_text().empty()) meaning += ", " + key.schema.range_text();
  json["description"] = meaning;
  add_default(json, key.default_text);
  return json;
}

Json object_of(const Schema& schema) {
  Json json = {{"type", "object"}, {"additionalProperties", false}};
  Json properties = Json::object(), required_keys = Json::array();
  for (const SchemaKey& key : schema.keys()) {
    properties[key.name] = json_of(key);
    if (key.is_required) required_keys.push_back(key.name);
  }
  json["properties"] = std::move(properties);
  if (!required_keys.empty()) json["required"] = std::move(required_keys);
  return json;
}

Json number_of(const Schema& schema) {
  Json json = {{"type", schema.kind() == SchemaKind::integer ? "integer" : "number"}};
  const Range& range = schema.range();
  if (std::isfinite(range.low)) json[range.low_included ? "minimum" : "exclusiveMinimum"] = range.low;
  if (std::isfinite(range.high)) json[range.high_included ? "maximum" : "exclusiveMaximum"] = range.high;
  return json;
}

Json json_of(const Schema& schema) {
  switch (schema.kind()) {
    case SchemaKind::number:
    case SchemaKind::integer:
      return number_of(schema);
    case SchemaKind::boolean:
      return {{"type", "boolean"}};
    case SchemaKind::text: {
      Json json = {{"type", "string"}};
      for (const Word& word : schema.words()) json["enum"].push_back(word.name);
      return json;
    }
    case SchemaKind::name:
    case SchemaKind::file:
      return {{"type", "string"}};
    case SchemaKind::list: {
      Json json = {{"type", "array"}, {"items", json_of(schema.item())}, {"minItems", schema.least()}};
      if (schema.most() != std::numeric_limits<std::size_t>::max()) json["maxItems"] = schema.most();
      return json;
    }
    case SchemaKind::object:
      return object_of(schema);
    case SchemaKind::tagged: {
      Json json = object_of(schema);
      json["minProperties"] = 1;
      json["maxProperties"] =
          std::ranges::count_if(schema.keys(), [&](const SchemaKey& key) { return !schema.is_tag(key); }) + 1;
      return json;
    }
    case SchemaKind::named:
      if (schema.is_by_path()) return {{"type", "object"}, {"additionalProperties", json_of(schema.item())}};
      return {{"type", "object"},
              {"propertyNames", {{"pattern", "^(?=.{1,40}$)[a-z0-9-]+(_[a-z0-9-]+)*$"}}},
              {"additionalProperties", json_of(schema.item())}};
    case SchemaKind::either: {
      Json json;
      for (const Schema& alternative : schema.alternatives()) json["anyOf"].push_back(json_of(alternative));
      return json;
    }
  }
  return {};
}

}  // namespace

std::string json_schema() {
  Json json = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
               {"title", "stickslip scene"},
               {"description", "Bodies, contacts, friction and loads, and how long to run"}};
  for (const auto& [kind, name] : Names<SceneKind>::table) {
    Json one = json_of(scene_schema(kind));
    one["title"] = std::string(name) + " scene";
    one["properties"]["name"]["pattern"] = "^[a-z0-9_-]{1,64}$";
    if (kind == SceneKind::rigid) {
      for (const char* key : {"planar", "point"}) one["properties"][key]["const"] = false;
    } else {
      one["properties"][std::string(name)]["const"] = true;
    }
    json["oneOf"].push_back(std::move(one));
  }
  return json.dump(1) + "\n";
}

}  // namespace stickslip::scene
