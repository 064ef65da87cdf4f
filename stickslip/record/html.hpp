// Results as one web page that needs nothing else: it opens from disk, offline, and can be mailed. It shows tables, plots,
// moving scenes and rows to choose among, and hands out every series as CSV.
//
// The page is made of a template (apps/report), built by node and held by the library, and of the results' data. Text from
// results never becomes markup.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/result.hpp"

namespace stickslip::record {

// Whether this build holds the template. It does not where node was missing when it was configured.
bool can_write_html() noexcept;
// What to tell a user where it does not.
inline constexpr const char* why_no_html = "reports are off: stickslip was built without node, which makes their page";

// Writes whole or not at all (AtomicFile). Throws InvalidArgument where can_write_html() is false or a result is not valid
// (validate), std::filesystem::filesystem_error if it cannot write.
void write_html(const std::vector<Result>& results, const std::filesystem::path& path, Links links = Links::followed);

// The text of the page, with a template of one's own: the place <!--data--> receives the data. Throws InvalidArgument unless
// that stands in it exactly once.
std::string fill_page(std::string_view page_template, const std::vector<Result>& results);

}  // namespace stickslip::record
