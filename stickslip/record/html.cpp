#include "stickslip/record/html.hpp"

#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/detail/layout_json.hpp"
#include "stickslip/record/detail/packed_column.hpp"
#include "stickslip/record/detail/page_template.hpp"
#include "stickslip/record/timestamp.hpp"

namespace stickslip::record {

namespace {

// A script element that the browser keeps but does not run.
std::string data_element(const std::string& type, const std::string& id, const std::string& content) {
  return "<script type=\"" + type + "\" id=\"" + id + "\">" + content + "</script>\n";
}

// No '<' can end the element that holds the text; in JSON it may only stand within strings.
std::string without_markup(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

// Appends the columns' elements to `columns`, and gives what the page needs to find them.
nlohmann::json series_json(const Series& series, std::string& columns, std::size_t& count) {
  nlohmann::json list = nlohmann::json::array();
  for (const Column& column : series.columns()) {
    columns += data_element("text/plain", "column-" + std::to_string(count), detail::packed_column(column.values));
    list.push_back({{"name", column.name}, {"unit", column.unit}, {"data", count++}});
  }
  return {{"name", series.name()}, {"title", series.title()}, {"rows", series.rows()}, {"columns", std::move(list)}};
}

}  // namespace

std::string fill_page(std::string_view page_template, const std::vector<Result>& results) {
  constexpr std::string_view place = "<!--data-->";
  const std::size_t at = page_template.find(place);
  if (at == std::string_view::npos || page_template.find(place, at + 1) != std::string_view::npos) {
    throw InvalidArgument("the page's template must hold <!--data--> exactly once");
  }
  nlohmann::json list = nlohmann::json::array();
  std::string columns;
  std::size_t count = 0;
  for (const Result& result : results) {
    validate(result);
    nlohmann::json json = detail::to_json(result);
    json["series"] = nlohmann::json::array();
    for (const Series& series : result.series) json["series"].push_back(series_json(series, columns, count));
    list.push_back(std::move(json));
  }
  const nlohmann::json document = {
      {"format", 1}, {"version", version}, {"made", utc_now()}, {"results", std::move(list)}};
  // Text that is no UTF-8 shows the replacement character rather than losing the report.
  const std::string json = document.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string page(page_template.substr(0, at));
  page += data_element("application/json", "document", without_markup(json));
  page += columns;
  page += page_template.substr(at + place.size());
  return page;
}

bool can_write_html() noexcept {
  return !detail::page_template().empty();
}

void write_html(const std::vector<Result>& results, const std::filesystem::path& path, Links links) {
  if (!can_write_html()) throw InvalidArgument(why_no_html);
  const std::string page = fill_page(detail::page_template(), results);
  AtomicFile file(path, links);
  file.stream() << page;
  file.commit();
}

}  // namespace stickslip::record
