#include "stickslip/sweep/study.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/scene/yaml.hpp"
#include "stickslip/sweep/counter.hpp"
#include "stickslip/sweep/detail/study_reader.hpp"

namespace stickslip::sweep {

namespace {

using Clock = std::chrono::steady_clock;

// Not derived from std::exception, so that nothing on the way takes it for an error of the run.
struct TimeIsUp {};

std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += "; ";
    } else if (c != '\r') {
      line += c;
    }
  }
  return line;
}

void require_distinct(const std::vector<VariableName>& variables, const std::vector<OutputColumn>& outputs) {
  std::set<std::string> names = {"index", "status", "reason", "seconds"};
  const auto add = [&](const std::string& name) {
    if (!names.insert(name).second)
      throw InvalidArgument("Study: two columns of the results are called '" + name + "'");
  };
  for (const VariableName& variable : variables) add(variable.key);
  for (const OutputColumn& output : outputs) add(output.name);
}

}  // namespace

Fingerprint fingerprint_of(const std::vector<std::string>& texts) noexcept {
  Fingerprint print{1, 2};
  const auto take = [&](std::uint64_t word) {
    for (std::uint64_t& part : print) part = mix(part ^ word);
    print[1] += print[0];
  };
  for (const std::string& text : texts) {
    take(text.size());
    for (std::size_t at = 0; at < text.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, std::min(sizeof(word), text.size() - at));
      take(word);
    }
  }
  return print;
}

Study Study::read(const std::filesystem::path& file) {
  return from_text(record::InputFile(file).read(scene::largest_file + 1), file.string(), file.parent_path());
}

Study Study::from_text(const std::string& text, const std::string& file, const std::filesystem::path& folder) {
  detail::StudyParts parts = detail::read_study(text, file, folder);
  Study study(std::move(parts.name), std::move(parts.variables), std::move(*parts.design), std::move(parts.outputs),
              std::move(parts.compute), text, parts.run_time_limit);
  std::vector<std::string> texts = {version, text};
  for (std::string& one : parts.texts) texts.push_back(std::move(one));
  study.fingerprint_ = fingerprint_of(texts);
  return study;
}

Study::Study(std::string name, Variables variables, Design design, std::vector<OutputColumn> outputs, Compute compute,
             std::string text, std::optional<double> run_time_limit)
    : name_(std::move(name)),
      variables_(std::move(variables)),
      design_(std::move(design)),
      outputs_(std::move(outputs)),
      compute_(std::move(compute)),
      text_(std::move(text)),
      run_time_limit_(run_time_limit) {
  if (variables_.size() != design_.dimensions()) {
    throw InvalidArgument("Study: the design must have as many dimensions as there are variables");
  }
  require_distinct(variables_.names(), outputs_);
  std::vector<std::string> texts = {version, name_, text_, std::string(name_of(design_.kind())),
                                    std::to_string(design_.seed())};
  for (const VariableName& variable : variables_.names()) texts.push_back(variable.key);
  fingerprint_ = fingerprint_of(texts);
}

std::vector<double> Study::values(std::uint64_t index) const {
  std::vector<double> u(variables_.size()), x(variables_.size());
  design_.point(index, u);
  variables_.values(u, x);
  return x;
}

Outcome Study::run(std::uint64_t index, const Progress& progress) const {
  const auto without = [&](RunStatus status, std::string reason) {
    return Outcome{status, std::move(reason),
                   std::vector<double>(outputs_.size(), std::numeric_limits<double>::quiet_NaN())};
  };
  const auto begin = Clock::now();
  try {
    Outcome outcome = compute_(values(index), [&](double share) {
      progress(share);
      if (!run_time_limit_) return;
      if (std::chrono::duration<double>(Clock::now() - begin).count() > *run_time_limit_) throw TimeIsUp{};
    });
    if (outcome.outputs.size() != outputs_.size()) return without(outcome.status, on_one_line(outcome.reason));
    return outcome;
  } catch (const TimeIsUp&) {
    return without(RunStatus::time_limit, "took longer than " + to_text(*run_time_limit_) + " s");
  } catch (const std::exception& error) {
    return without(RunStatus::failed, on_one_line(error.what()));
  }
}

}  // namespace stickslip::sweep
