#include "report.hpp"

#include <fmt/core.h>

#include "stickslip/core/error.hpp"
#include "stickslip/record/html.hpp"
#include "stickslip/record/result_folder.hpp"

#include "browser.hpp"
#include "interrupt.hpp"
#include "plots.hpp"
#include "standard_streams.hpp"

namespace stickslip::cli {

void make_folder(const std::filesystem::path& path, const std::string& argument) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    throw InvalidArgument(argument + " = \"" + path.string() + "\" cannot be made a folder: " + error.message());
}

void require_showable(const std::filesystem::path& page, const std::string& plots) {
  if (std::filesystem::is_directory(page)) {
    throw InvalidArgument("the report cannot be written: \"" + page.string() + "\" is a folder");
  }
  if (plots.empty()) return;
  if (plots != "png" && plots != "svg") throw InvalidArgument("--plots = \"" + plots + "\" must be png or svg");
  if (!record::can_write_html()) {
    throw InvalidArgument(std::string("--plots draws what a report shows, and ") + record::why_no_html);
  }
  if (std::filesystem::exists(page) && !std::filesystem::is_regular_file(page)) {
    throw InvalidArgument("--plots draws from the report's file, and \"" + page.string() + "\" is none");
  }
  static_cast<void>(find_browser());
}

Shown show(const std::vector<record::Result>& results, const std::vector<std::filesystem::path>& folders,
           const std::filesystem::path& page, const std::string& plots, ProgressLine& line, record::Links links) {
  if (!record::can_write_html()) return {};
  record::write_html(results, page, links);
  if (plots.empty()) return {page};
  line.show("drawing the figures in " + find_browser().string());
  const Shown shown = {page, write_plots(page, folders, plots).size()};
  line.clear();
  return shown;
}

std::string to_text(const Shown& shown) {
  if (shown.page.empty()) return fmt::format("No report: {}.\n", record::why_no_html);
  const std::string pictures =
      shown.plots == 0 ? "" : fmt::format("Pictures: {} files beside the series.\n", shown.plots);
  return fmt::format("Report: {}\n{}", shown.page.string(), pictures);
}

int report(const ReportOptions& options) {
  if (!record::can_write_html()) throw InvalidArgument(record::why_no_html);
  const std::filesystem::path page = options.out.empty() ? options.folder / "report.html" : options.out;
  const record::Links links = options.out.empty() ? record::Links::replaced : record::Links::followed;
  require_showable(page, options.plots);
  const record::SavedResults saved =
      record::read_results(options.folder, [](double /*share*/) { throw_if_interrupted(); });
  for (const std::string& problem : saved.problems) complain("stickslip: left out: " + problem + "\n");
  if (!saved.results.empty()) {
    ProgressLine line(!options.quiet);
    const Shown shown = show(saved.results, saved.folders, page, options.plots, line, links);
    const std::size_t count = saved.results.size();
    if (!options.quiet) {
      print(
          fmt::format("{} result{} of {}\n{}", count, count == 1 ? "" : "s", options.folder.string(), to_text(shown)));
    }
  }
  return saved.problems.empty() ? 0 : 2;
}

}  // namespace stickslip::cli
