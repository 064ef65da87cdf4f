// What is shown, as JSON: the schema of apps/report/src/document.ts, for the page and for files.
//
// Numbers JSON cannot represent stand as the texts "nan", "inf" and "-inf"; what is absent as null. Numbers read back bit
// for bit, NaN's payload aside.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "stickslip/record/result.hpp"

namespace stickslip::record::detail {

nlohmann::json to_json(const Parameter& parameter);
nlohmann::json to_json(const Check& check);
nlohmann::json to_json(const Table& table);
nlohmann::json to_json(const Figure& figure);
nlohmann::json to_json(const Scene& scene);
nlohmann::json to_json(const Explorer& explorer);
// All but the series: whoever writes them knows where their numbers are.
nlohmann::json to_json(const Result& result);

// As text. Throws InvalidArgument, naming what it is in, if a text is not UTF-8.
std::string to_text(const nlohmann::json& json, const std::string& what);

// Back again. These throw InvalidArgument, saying where, as in "figure.title must be a text": on text that is no JSON,
// a missing entry, one of another type. Entries that they do not know are passed over; those that earlier versions did not
// write may be missing.
Table table_from_json(const std::string& text);
Figure figure_from_json(const std::string& text);
Scene scene_from_json(const std::string& text);
Explorer explorer_from_json(const std::string& text);

// Throws InvalidArgument, naming those there are.
Relation relation_from_text(const std::string& text);

}  // namespace stickslip::record::detail
