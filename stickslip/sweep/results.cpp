#include "stickslip/sweep/results.hpp"

#include <algorithm>
#include <future>
#include <ostream>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/atomic_file.hpp"
#include "stickslip/record/hdf5.hpp"
#include "stickslip/record/timestamp.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/sweep/detail/show/show.hpp"

namespace stickslip::sweep {

namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  cell += '"';
  return cell;
}

}  // namespace

Results::Results(Study study)
    : study_(std::move(study)),
      status_(study_.runs(), unfinished),
      seconds_(study_.runs(), 0.0),
      outputs_(study_.runs() * study_.outputs().size(), 0.0) {}

std::uint64_t Results::count(RunStatus status) const noexcept {
  return static_cast<std::uint64_t>(std::count(status_.begin(), status_.end(), static_cast<std::uint8_t>(status)));
}

const std::string& Results::reason(std::uint64_t index) const noexcept {
  static const std::string none;
  const auto found = reasons_.find(index);
  return found == reasons_.end() ? none : found->second;
}

std::span<const double> Results::outputs(std::uint64_t index) const noexcept {
  return std::span(outputs_).subspan(index * study_.outputs().size(), study_.outputs().size());
}

std::vector<double> Results::variable(std::size_t column) const {
  std::vector<double> values;
  values.reserve(runs());
  for (std::uint64_t i = 0; i < runs(); ++i) values.push_back(study_.values(i)[column]);
  return values;
}

std::vector<double> Results::output(std::size_t column) const {
  std::vector<double> values;
  values.reserve(runs());
  for (std::uint64_t i = 0; i < runs(); ++i) values.push_back(outputs(i)[column]);
  return values;
}

void Results::add(JournalRecord record) {
  if (record.index >= runs() || record.outcome.outputs.size() != study_.outputs().size()) {
    throw InvalidArgument("Results: the study has no run " + std::to_string(record.index) + " with " +
                          std::to_string(record.outcome.outputs.size()) + " outputs");
  }
  if (has(record.index)) return;
  ++finished_;
  status_[record.index] = static_cast<std::uint8_t>(record.outcome.status);
  seconds_[record.index] = record.seconds;
  const std::size_t width = record.outcome.outputs.size();
  std::copy(record.outcome.outputs.begin(), record.outcome.outputs.end(),
            outputs_.begin() + static_cast<std::ptrdiff_t>(record.index * width));
  if (!record.outcome.reason.empty()) reasons_[record.index] = scene::printable(record.outcome.reason);
}

void Results::require_finished() const {
  if (finished_ == runs()) return;
  throw InvalidArgument("Results: " + std::to_string(runs() - finished_) + " runs of the study are missing");
}

record::Result Results::result() const {
  return result_of(runs());
}

record::Result Results::page() const {
  return result_of(most_rows_on_a_page);
}

record::Result Results::result_of(std::uint64_t most_rows) const {
  require_finished();
  std::vector<record::Column> columns = {{"index", "1"}};
  for (const VariableName& variable : study_.variables()) columns.push_back({variable.key, variable.unit});
  for (const OutputColumn& output : study_.outputs()) columns.push_back({output.name, output.unit});
  columns.push_back({"status", "1"});
  columns.push_back({"seconds", "s"});
  const bool are_kept = runs() <= most_rows;
  if (are_kept) {
    for (record::Column& column : columns) column.values.reserve(runs());
  }
  std::vector<record::Column> failures = {{"index", "1"}, {"status", "1"}};
  std::vector<std::string> reasons;
  double total = 0.0;
  for (std::uint64_t i = 0; i < runs(); ++i) {
    if (are_kept) {
      std::size_t column = 0;
      const auto put = [&](double value) { columns[column++].values.push_back(value); };
      put(static_cast<double>(i));
      for (const double value : study_.values(i)) put(value);
      for (const double value : outputs(i)) put(value);
      put(status_[i]);
      put(seconds_[i]);
    }
    total += seconds_[i];
    if (status(i) == RunStatus::ok || reasons.size() >= most_rows) continue;
    failures[0].values.push_back(static_cast<double>(i));
    failures[1].values.push_back(status_[i]);
    reasons.push_back(reason(i));
  }
  record::Result result;
  result.name = study_.name();
  result.title = study_.name();
  const Design& design = study_.design();
  result.source = "a study: " + (design.is_single_run() ? "a single run" : std::string(name_of(design.kind())));
  result.version = version;
  result.made = record::utc_now();
  result.seconds = total;
  result.parameters = {{"runs", static_cast<double>(runs())}, {"seed", static_cast<double>(study_.design().seed())}};
  for (const auto& row : Names<RunStatus>::table) {
    const std::string code = std::to_string(static_cast<int>(row.value));
    result.parameters.push_back(
        {"status " + code + ": " + std::string(row.name), static_cast<double>(count(row.value))});
  }
  for (const scene::Override& change : study_.overrides()) {
    result.parameters.push_back({"set " + change.path, change.value});
  }
  if (!study_.text().empty()) result.parameters.push_back({"study file", study_.text()});
  if (are_kept) {
    result.series.emplace_back("runs", "Every run: its variables and outputs", std::move(columns));
  }
  if (!reasons.empty()) {
    result.series.emplace_back("failures", "Runs that are not ok", std::move(failures));
    result.tables.push_back({"Runs that are not ok, and why", "failures", std::move(reasons)});
  }
  detail::show(*this, result);
  return result;
}

void Results::write_csv(const std::filesystem::path& path, record::Links links) const {
  record::AtomicFile file(path, links);
  std::string text = "index";
  for (const VariableName& variable : study_.variables()) text.append(",").append(csv_cell(variable.key));
  for (const OutputColumn& output : study_.outputs()) text.append(",").append(csv_cell(output.name));
  text += ",status,reason,seconds\n";
  constexpr std::size_t enough = std::size_t{1} << 16U;
  for (std::uint64_t i = 0; i < runs(); ++i) {
    text += std::to_string(i);
    for (const double value : study_.values(i)) text.append(",").append(to_text(value));
    for (const double value : outputs(i)) text.append(",").append(to_text(value));
    text.append(",").append(name_of(status(i))).append(",").append(csv_cell(reason(i)));
    text.append(",").append(to_text(seconds_[i])).append("\n");
    if (text.size() < enough) continue;
    file.stream() << text;
    text.clear();
  }
  file.stream() << text;
  file.commit();
}

void Results::write(const std::filesystem::path& folder, std::size_t threads) const {
  require_finished();
  // Where a second thread cannot be had, get() writes it.
  const auto policy = threads > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
  std::future<void> csv = std::async(policy, [&] { write_csv(folder / csv_file, record::Links::replaced); });
  record::write_hdf5(result(), folder / hdf5_file, record::Links::replaced);
  csv.get();
}

}  // namespace stickslip::sweep
