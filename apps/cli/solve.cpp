#include "solve.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/result_folder.hpp"
#include "stickslip/record/timestamp.hpp"

#include "interrupt.hpp"
#include "progress_line.hpp"
#include "report.hpp"
#include "standard_streams.hpp"
#include "trial.hpp"

namespace stickslip::cli {

namespace {

// What stands last in a row takes the rest of its line.
using Row = std::vector<std::string>;

// A residual of exactly zero has no place on a logarithmic axis.
constexpr double smallest_shown = 1e-18;

bool is_solved(const Trial& trial) {
  return trial.refusal.empty() && trial.report.status == SolveStatus::converged;
}

// The names of files, or paths as they were given where names are the same.
std::vector<std::string> shown_names(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) {
    const auto has_name = [&](const std::filesystem::path& other) { return other.filename() == file.filename(); };
    const bool is_alone = std::count_if(files.begin(), files.end(), has_name) == 1;
    names.push_back(is_alone ? file.filename().string() : file.string());
  }
  return names;
}

// Lower-case letters, digits, '_' and '-', and different from those before.
std::string folder_name(const std::filesystem::path& file, const std::vector<record::Result>& before) {
  std::string name;
  for (const char c : file.stem().string()) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : is_letter ? c : '-';
  }
  name.resize(std::min<std::size_t>(name.size(), 80));
  std::string candidate = name;
  const auto is_taken = [&] {
    return std::any_of(before.begin(), before.end(), [&](const auto& result) { return result.name == candidate; });
  };
  for (int k = 2; is_taken(); ++k) candidate = fmt::format("{}-{}", name, k);
  return candidate;
}

record::Panel convergence_panel(const std::string& title, const record::Axis& x, const std::string& column,
                                const std::vector<Trial>& trials) {
  const auto& colours = Names<record::Colour>::table;
  record::Panel panel{title, x, {"residual", "1", 1.0, true}, {}};
  for (const Trial& trial : trials) {
    if (trial.history.empty()) continue;
    const std::string series = "history_" + trial.method;
    const record::Colour colour = colours[panel.marks.size() / 2 % std::size(colours)].value;
    for (const auto kind : {record::MarkKind::line, record::MarkKind::points}) {
      panel.marks.push_back({kind, series, {column, "residual"}, trial.method, colour});
    }
  }
  return panel;
}

// One row per row of an LCP, or per contact of a cone problem.
record::Series solution_series(const Problem& problem, const Trial& trial) {
  const std::string name = "solution_" + trial.method;
  if (std::holds_alternative<solvers::LcpProblem>(problem)) {
    record::Series series(name, "What " + trial.method + " returned", {{"row", "1"}, {"z", "1"}, {"w", "1"}});
    for (std::size_t i = 0; i < trial.solution.size(); ++i) {
      series.append({static_cast<double>(i), trial.solution[i], trial.slack[i]});
    }
    return series;
  }
  record::Series series(name, "What " + trial.method + " returned",
                        {{"contact", "1"},
                         {"r_n", "N s"},
                         {"r_t1", "N s"},
                         {"r_t2", "N s"},
                         {"u_n", "m/s"},
                         {"u_t1", "m/s"},
                         {"u_t2", "m/s"}});
  const std::vector<double>&r = trial.solution, &u = trial.slack;
  for (std::size_t i = 0; i + 2 < r.size(); i += 3) {
    const std::size_t contact = i / 3;
    series.append({static_cast<double>(contact), r[i], r[i + 1], r[i + 2], u[i], u[i + 1], u[i + 2]});
  }
  return series;
}

record::Result result_of(const std::filesystem::path& file, const std::string& shown, const std::string& name,
                         const Problem& problem, const std::vector<Trial>& trials, double tolerance) {
  record::Result result;
  result.name = name;
  result.title = shown + ": " + to_text(problem);
  result.source = file.string();
  result.version = version;
  result.made = record::utc_now();
  result.parameters = {{"tol", tolerance}};
  record::Series summary("methods", "What each method achieved",
                         {{"converged", "1"}, {"residual", "1"}, {"iterations", "1"}, {"time", "s"}});
  record::Table table{"Methods", "methods"};
  double best = std::numeric_limits<double>::infinity();
  for (const Trial& trial : trials) {
    if (!trial.refusal.empty()) continue;
    summary.append({is_solved(trial) ? 1.0 : 0.0, trial.report.residual, static_cast<double>(trial.report.iterations),
                    trial.seconds});
    table.row_labels.push_back(trial.method + ": " + std::string(name_of(trial.report.status)) + " (" +
                               std::string(trial.report.method) + ")");
    best = std::min(best, trial.report.residual);
    record::Series history("history_" + trial.method, "The best residual of " + trial.method + " so far",
                           {{"iterations", "1"}, {"time", "s"}, {"residual", "1"}});
    for (const Instant& at : trial.history) {
      // At least one iteration: the axis is logarithmic.
      history.append(
          {static_cast<double>(std::max(at.iterations, 1L)), at.seconds, std::max(at.residual, smallest_shown)});
    }
    if (!trial.history.empty()) result.series.push_back(std::move(history));
    if (!trial.solution.empty()) result.series.push_back(solution_series(problem, trial));
  }
  if (summary.rows() > 0) {
    result.series.push_back(std::move(summary));
    result.tables = {std::move(table)};
  }
  result.checks = {
      record::at_most(trials.size() == 1 ? "residual" : "residual of the best method", "1", tolerance, best)};
  const record::Axis iterations{"iterations", "1", 1.0, true}, time{"time", "s", 1.0, true};
  result.figures = {
      {"convergence",
       "Convergence",
       "Residual of the point that a solver returns when its budget of iterations ends; the time is that "
       "of the solve with this budget, the least of three where it is short. Residuals below 1e-18 are drawn there.",
       {convergence_panel("By iterations", iterations, "iterations", trials),
        convergence_panel("By time", time, "time", trials)}}};
  return result;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

// The first few of many.
std::string values_text(const char* name, const std::vector<double>& values) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), most); ++i) {
    text += fmt::format("{}{:.4g}", i == 0 ? "" : ", ", values[i] + 0.0);  // −0 is 0
  }
  return fmt::format("{} = [{}{}]", name, text, values.size() > most ? ", ..." : "");
}

Row row_of(const std::string& name, const Problem& problem, const Trial& trial) {
  if (!trial.refusal.empty()) return {name, trial.method, "refused: " + trial.refusal};
  const SolveReport& report = trial.report;
  const auto [solution, slack] = names_of_solution(problem);
  return {name,
          trial.method,
          std::string(name_of(report.status)),
          fmt::format("{:.3g}", report.residual),
          std::to_string(report.iterations),
          time_text(trial.seconds),
          values_text(solution, trial.solution) + "  " + values_text(slack, trial.slack)};
}

std::string table_text(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) text += fmt::format("{:<{}}", row[i], widths[i] + 2);
    text += row.back() + "\n";
  }
  return text;
}

// A number JSON cannot represent is null there.
nlohmann::json to_json(const std::filesystem::path& file, const Problem& problem, const std::vector<Trial>& trials) {
  nlohmann::json methods = nlohmann::json::array();
  for (const Trial& trial : trials) {
    nlohmann::json entry = {{"method", trial.method}, {"refused", trial.refusal}};
    if (trial.refusal.empty()) {
      entry["status"] = name_of(trial.report.status);
      entry["converged"] = is_solved(trial);
      entry["solved_by"] = trial.report.method;
      entry["residual"] = trial.report.residual;
      entry["iterations"] = trial.report.iterations;
      entry["seconds"] = trial.seconds;
      const auto [solution, slack] = names_of_solution(problem);
      entry[solution] = trial.solution;
      entry[slack] = trial.slack;
    }
    methods.push_back(std::move(entry));
  }
  return {{"file", file.string()},
          {"problem", to_text(problem)},
          {"solved", std::any_of(trials.begin(), trials.end(), is_solved)},
          {"methods", std::move(methods)}};
}

std::vector<Trial> try_all(const SolveOptions& options, const std::filesystem::path& file, const std::string& shown,
                           const Problem& problem, ProgressLine& line) {
  std::vector<std::string_view> methods = {options.method};
  if (options.method == "all") methods = method_names(problem);
  std::vector<Trial> trials;
  for (const std::string_view method : methods) {
    trials.push_back(try_method(problem, method, options.tolerance, true, [&](double share) {
      throw_if_interrupted();
      line.show(fmt::format("{} by {}", shown, method), share);
    }));
    line.clear();
  }
  // One that was asked for by name must take the problem.
  if (trials.size() == 1 && !trials.front().refusal.empty()) {
    throw InvalidArgument(file.string() + ": " + trials.front().refusal);
  }
  return trials;
}

}  // namespace

int solve(const SolveOptions& options) {
  if (!std::isfinite(options.tolerance) || options.tolerance < smallest_positive) {
    throw InvalidArgument("--tol = " + stickslip::to_text(options.tolerance) + " must be finite and > 0");
  }
  // Everything that can be wrong with the call and its files comes before the work.
  std::vector<Problem> problems;
  for (const auto& file : options.files) problems.push_back(read_problem(file));
  for (const Problem& problem : problems) {
    if (options.method == "all") break;
    require_method(problem, options.method);
  }
  require_showable(options.out / "report.html", options.plots);
  make_folder(options.out);

  ProgressLine line(!options.quiet);
  const std::vector<std::string> names = shown_names(options.files);
  std::vector<record::Result> results;
  std::vector<std::filesystem::path> folders;
  std::vector<Row> rows = {{"file", "method", "status", "residual", "iterations", "time", "solution"}};
  nlohmann::json json = {{"version", version}, {"out", options.out.string()}, {"problems", nlohmann::json::array()}};
  std::size_t solved = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto& file = options.files[i];
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<Trial> trials = try_all(options, file, names[i], problems[i], line);
    record::Result result =
        result_of(file, names[i], folder_name(file, results), problems[i], trials, options.tolerance);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    folders.push_back(options.out / result.name);
    record::write_result(result, folders.back(), [](double /*share*/) { throw_if_interrupted(); });
    results.push_back(std::move(result));
    for (const Trial& trial : trials) rows.push_back(row_of(names[i], problems[i], trial));
    if (std::any_of(trials.begin(), trials.end(), is_solved)) ++solved;
    json["problems"].push_back(to_json(file, problems[i], trials));
  }
  const Shown shown = show(results, folders, options.out / "report.html", options.plots, line);
  json["report"] = shown.page.empty() ? nlohmann::json() : nlohmann::json(shown.page.string());
  json["solved"] = solved == problems.size();
  if (options.json) print(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  if (!options.quiet && !options.json) {
    print(fmt::format("{}{} of {} problems solved to {:g}.\n{}", table_text(rows), solved, problems.size(),
                      options.tolerance, to_text(shown)));
  }
  return solved == problems.size() ? 0 : 1;
}

}  // namespace stickslip::cli
