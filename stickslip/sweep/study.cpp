#include "stickslip/sweep/study.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/record/input_file.hpp"
#include "stickslip/scene/yaml.hpp"
#include "stickslip/sweep/counter.hpp"
#include "stickslip/sweep/detail/study_reader.hpp"
#include "stickslip/sweep/shell_word.hpp"

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
  std::set<std::string> names(fixed_columns.begin(), fixed_columns.end());
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

Study Study::read(const std::filesystem::path& file, const std::vector<scene::Override>& overrides,
                  const Progress& progress) {
  const std::string text = record::InputFile(file).read(scene::largest_file + 1);
  return from_text(text, file.string(), file.parent_path(), overrides, progress);
}

Study Study::from_text(const std::string& text, const std::string& file, const std::filesystem::path& folder,
                       const std::vector<scene::Override>& overrides, const Progress& progress) {
  return Study(detail::read_study(text, file, folder, overrides, progress));
}

Study::Study(StudyParts parts) : parts_(std::move(parts)), outputs_(parts_.outputs) {
  if (parts_.variables.size() != parts_.design.dimensions()) {
    throw InvalidArgument("Study: the design must have as many dimensions as there are variables");
  }
  if (parts_.threshold) outputs_.push_back({Threshold::column, parts_.threshold->variable.unit});
  require_distinct(parts_.variables.names(), outputs_);
  std::vector<std::string> texts = {version, parts_.name, parts_.text, std::string(name_of(parts_.design.kind())),
                                    std::to_string(parts_.design.seed())};
  const auto take = [&](const VariableName& variable) {
    texts.push_back(variable.key);
    for (const KeyFactor& one : variable.keys) texts.insert(texts.end(), {one.key, to_text(one.factor)});
  };
  for (const VariableName& variable : parts_.variables.names()) take(variable);
  // Of a study without a file some runs tell what the variables are.
  constexpr std::uint64_t some = 8;
  for (std::uint64_t k = 0; k < std::min(some, runs()); ++k) {
    for (const double value : values(k * runs() / some)) texts.push_back(to_text(value));
  }
  if (parts_.threshold) {
    const Threshold& t = *parts_.threshold;
    take(t.variable);
    for (const double number : {static_cast<double>(t.output), t.crosses, t.low, t.high, t.tol})
      texts.push_back(to_text(number));
  }
  texts.insert(texts.end(), parts_.further_texts.begin(), parts_.further_texts.end());
  fingerprint_ = fingerprint_of(texts);
}

std::vector<double> Study::values(std::uint64_t index) const {
  std::vector<double> u(variables().size()), x(variables().size());
  parts_.design.point(index, u);
  parts_.variables.values(u, x);
  return x;
}

std::vector<std::pair<std::string, double>> Study::changes(std::uint64_t index) const {
  const std::vector<double> x = values(index);
  std::vector<std::pair<std::string, double>> all;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (auto& change : variables()[i].assigned(x[i])) all.push_back(std::move(change));
  }
  return all;
}

Outcome Study::computed(std::span<const double> values, const Progress& progress) const {
  const auto without = [&](RunStatus status, std::string reason) {
    return Outcome{status, std::move(reason), std::vector<double>(parts_.outputs.size(), not_a_number)};
  };
  const std::optional<double>& limit = parts_.run_time_limit;
  const auto begin = Clock::now();
  try {
    Outcome outcome = parts_.compute(values, [&](double share) {
      progress(share);
      if (limit && std::chrono::duration<double>(Clock::now() - begin).count() > *limit) throw TimeIsUp{};
    });
    if (outcome.outputs.size() != parts_.outputs.size()) return without(outcome.status, on_one_line(outcome.reason));
    return outcome;
  } catch (const TimeIsUp&) {
    return without(RunStatus::time_limit, "took longer than " + to_text(*limit) + " s");
  } catch (const std::exception& error) {
    return without(RunStatus::failed, on_one_line(error.what()));
  }
}

Outcome Study::run(std::uint64_t index, const Progress& progress) const {
  std::vector<double> x = values(index);
  if (!parts_.threshold) return computed(x, progress);
  x.push_back(0.0);
  return parts_.threshold->find([&](double value) {
    x.back() = value;
    return computed(x, progress);
  });
}

std::string Study::replay(std::uint64_t index, std::span<const double> outputs) const {
  if (parts_.scene.empty()) return "";
  std::string command = "stickslip run " + shell_word(parts_.scene);
  const auto set = [&](const std::string& key, double value) {
    command += " --set " + shell_word(key + "=" + to_text(value));
  };
  for (const auto& [key, value] : changes(index)) set(key, value);
  if (parts_.threshold && !std::isnan(outputs.back())) {
    for (const auto& [key, value] : parts_.threshold->variable.assigned(outputs.back())) set(key, value);
  }
  return command;
}

}  // namespace stickslip::sweep
