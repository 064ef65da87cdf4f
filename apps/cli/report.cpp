#include "report.hpp"

#include <fmt/core.h>

#include "stickslip/core/error.hpp"
#include "stickslip/record/html.hpp"
#include "stickslip/record/result_folder.hpp"

#include "browser.hpp"
#include "interrupt.hpp"
#include "plots.hpp"

namespace stickslip::cli {

void require_plots(const std::string& format) {
  if (format.empty()) return;
  if (format != "png" && format != "svg") throw InvalidArgument("--plots = \"" + format + "\" must be png or svg");
  if (!record::can_write_html())
    throw InvalidArgument(std::string("--plots draws what a report shows, and ") + record::why_no_html);
  static_cast<void>(find_browser());
}

Shown show(const std::vector<record::Result>& results, const std::filesystem::path& page,
           const std::filesystem::path& folder, const std::string& plots) {
  if (!record::can_write_html()) return {};
  record::write_html(results, page);
  return {page, plots.empty() ? 0 : write_plots(page, folder, plots).size()};
}

std::string to_text(const Shown& shown) {
  if (shown.page.empty()) return fmt::format("No report: {}.\n", record::why_no_html);
  const std::string pictures =
      shown.plots == 0 ? "" : fmt::format("Pictures: {} files beside the series.\n", shown.plots);
  return fmt::format("Report: {}\n{}", shown.page.string(), pictures);
}

int report(const ReportOptions& options) {
  if (!record::can_write_html()) throw InvalidArgument(record::why_no_html);
  require_plots(options.plots);
  const std::vector<record::Result> results = record::read_results(options.folder, throw_if_interrupted);
  const std::filesystem::path page = options.out.empty() ? options.folder / "report.html" : options.out;
  const Shown shown = show(results, page, options.folder, options.plots);
  if (!options.quiet) fmt::print("{} results of {}\n{}", results.size(), options.folder.string(), to_text(shown));
  return 0;
}

}  // namespace stickslip::cli
