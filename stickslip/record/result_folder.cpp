#include "stickslip/record/result_folder.hpp"

#include <algorithm>

#include "stickslip/core/error.hpp"
#include "stickslip/record/csv.hpp"
#include "stickslip/record/file_error.hpp"
#include "stickslip/record/hdf5.hpp"

namespace stickslip::record {

namespace fs = std::filesystem;

namespace {

// Throws std::filesystem::filesystem_error where that cannot be found out, as of a link that leads to itself.
bool holds_a_result(const fs::path& place) {
  return fs::is_directory(place) && fs::exists(place / result_file);
}

}  // namespace

void write_result(const Result& result, const fs::path& folder, const Progress& progress) {
  validate(result);
  fs::create_directories(folder);
  const double files = static_cast<double>(result.series.size()) + 2.0;
  double written = 0.0;
  progress(0.0);
  write_hdf5(result, folder / result_file, Links::replaced);  // first: it refuses texts that no file could hold
  for (const Series& series : result.series) {
    progress(++written / files);
    write_csv(series, folder / (series.name() + ".csv"), Links::replaced);
  }
  progress(++written / files);
  write_csv(result.checks, folder / "checks.csv", Links::replaced);
  progress(1.0);
}

SavedResults read_results(const fs::path& folder, const Progress& progress) {
  if (!fs::is_directory(folder)) throw InvalidArgument("\"" + folder.string() + "\" is no folder");
  std::vector<fs::path> places = {folder};
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) places.push_back(entry.path());
  std::sort(places.begin(), places.end());
  SavedResults saved;
  for (std::size_t i = 0; i < places.size(); ++i) {
    progress(static_cast<double>(i) / static_cast<double>(places.size()));
    const fs::path& own = places[i];
    try {
      if (!holds_a_result(own)) continue;
      saved.results.push_back(read_hdf5(own / result_file));
      saved.folders.push_back(own);
    } catch (const ParseError& error) {
      saved.problems.emplace_back(error.what());
    } catch (const fs::filesystem_error& error) {
      saved.problems.push_back(reason_of(error));
    }
  }
  if (saved.results.empty() && saved.problems.empty()) {
    throw InvalidArgument("no results in \"" + folder.string() + "\": neither it nor a folder in it holds a file " +
                          result_file + ", which 'stickslip run' and 'stickslip reproduce --out' write");
  }
  progress(1.0);
  return saved;
}

}  // namespace stickslip::record
