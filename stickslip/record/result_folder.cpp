#include "stickslip/record/result_folder.hpp"

#include <algorithm>

#include "stickslip/core/error.hpp"
#include "stickslip/record/csv.hpp"
#include "stickslip/record/hdf5.hpp"

namespace stickslip::record {

namespace fs = std::filesystem;

void write_result(const Result& result, const fs::path& folder, const std::function<void()>& may_stop) {
  validate(result);
  fs::create_directories(folder);
  may_stop();
  write_hdf5(result, folder / result_file);  // first: it refuses texts that no file could hold
  for (const Series& series : result.series) {
    may_stop();
    write_csv(series, folder / (series.name() + ".csv"));
  }
  may_stop();
  write_csv(result.checks, folder / "checks.csv");
}

SavedResults read_results(const fs::path& folder, const std::function<void()>& may_stop) {
  if (!fs::is_directory(folder)) throw InvalidArgument("\"" + folder.string() + "\" is no folder");
  std::vector<fs::path> folders;
  if (fs::exists(folder / result_file)) folders.push_back(folder);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && fs::exists(entry.path() / result_file)) folders.push_back(entry.path());
  }
  if (folders.empty()) {
    throw InvalidArgument("no results in \"" + folder.string() + "\": neither it nor a folder in it holds a file " +
                          result_file + ", which 'stickslip reproduce --out' writes");
  }
  std::sort(folders.begin(), folders.end());
  SavedResults saved;
  for (const fs::path& own : folders) {
    may_stop();
    try {
      saved.results.push_back(read_hdf5(own / result_file));
      saved.folders.push_back(own);
    } catch (const ParseError& error) {
      saved.problems.emplace_back(error.what());
    } catch (const fs::filesystem_error& error) {
      saved.problems.emplace_back(error.what());
    }
  }
  return saved;
}

}  // namespace stickslip::record
