// A study: a scene or a function, variables, a design, and what to keep of each run.
//
//   const Study study = Study::read("study.yaml");
//   const std::vector<double> values = study.values(7);      // of the variables in run 7
//   const Outcome outcome = study.run(7);
//
// docs/sweep.md explains the file. A study is constant, and its runs may be computed by several threads.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "stickslip/core/field.hpp"
#include "stickslip/core/progress.hpp"
#include "stickslip/scene/scene_description.hpp"
#include "stickslip/scene/schema.hpp"
#include "stickslip/sweep/design.hpp"
#include "stickslip/sweep/event.hpp"
#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/output.hpp"
#include "stickslip/sweep/threshold.hpp"
#include "stickslip/sweep/variables.hpp"

namespace stickslip::sweep {

struct StudyOptions {
  std::optional<int> samples = {};
  int seed = 0;
  bool indices = false;
  std::optional<double> run_time_limit = {};

  static constexpr auto fields() {
    using S = StudyOptions;
    constexpr Range counts{.low = 0.0, .high = 1e7, .low_included = true, .high_included = true};
    constexpr Range seeds{.low = 0.0, .high = 1e9, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"samples", &S::samples, "1", counts, "number of runs", "not of a grid, which has every combination"},
        Field{"seed", &S::seed, "1", seeds, "chooses the random numbers"},
        Field{"indices", &S::indices, "with sobol: k + 2 runs per sample of k variables, for Sobol's indices"},
        Field{"run_time_limit", &S::run_time_limit, "s", positive, "a run that takes longer is cut off",
              "None: none is"}};
  }
};

// Columns of results beside variables and outputs.
inline constexpr std::array<const char*, 4> fixed_columns = {"index", "status", "reason", "seconds"};

// Two studies with the same one have the same runs.
using Fingerprint = std::array<std::uint64_t, 2>;
Fingerprint fingerprint_of(const std::vector<std::string>& texts) noexcept;

// Computes the outputs of one run. What it throws, derived from std::exception, is the reason why the run failed; what `progress` throws
// ends it. Called by several threads. Of a study with a threshold its variable's value is behind those of the variables.
using Compute = std::function<Outcome(std::span<const double> values, const Progress& progress)>;

// What a study is made of, by whoever has no file.
struct StudyParts {
  std::string name = {};
  Variables variables = {};
  Design design = Design::grid({});
  std::vector<OutputColumn> outputs = {};
  Compute compute = {};
  std::vector<Event> events = {};
  std::optional<Threshold> threshold = {};
  std::optional<double> run_time_limit = {};    // [s]
  std::string text = {};                        // of the file; tells studies of the same name, keys and design apart
  std::vector<scene::Override> overrides = {};  // of the file's values
  std::vector<std::string> further_texts = {};  // what else decides what the runs are, such as the scene's file
  std::string scene = {};                       // its file, as the study names it; empty where there is none
};

class Study {
 public:
  // Throw scene::SceneError with every mistake in the study, or in its scene; std::filesystem::filesystem_error where the file cannot be
  // read. Overrides replace values of the study: {"samples", "64"}, {"variables.bodies.plate.mass", "{uniform: [0.1, 0.2]}"}.
  // What `progress` throws ends the reading, which takes seconds where there are hundreds of variables.
  static Study read(const std::filesystem::path& file, const std::vector<scene::Override>& overrides = {},
                    const Progress& progress = {});
  // `file` stands for the text in messages; the scene lies below `folder`.
  static Study from_text(const std::string& text, const std::string& file, const std::filesystem::path& folder,
                         const std::vector<scene::Override>& overrides = {}, const Progress& progress = {});

  // Of any function. Throws InvalidArgument unless the design has as many dimensions as there are variables, and columns of results differ
  // in their names.
  explicit Study(StudyParts parts);

  const std::string& name() const noexcept { return parts_.name; }
  const std::string& text() const noexcept { return parts_.text; }  // of the file
  std::uint64_t runs() const noexcept { return parts_.design.runs(); }
  const std::vector<VariableName>& variables() const noexcept { return parts_.variables.names(); }
  const Design& design() const noexcept { return parts_.design; }
  // The threshold, where there is one, is the last.
  const std::vector<OutputColumn>& outputs() const noexcept { return outputs_; }
  const std::vector<scene::Override>& overrides() const noexcept { return parts_.overrides; }
  const std::vector<Event>& events() const noexcept { return parts_.events; }
  const std::optional<Threshold>& threshold() const noexcept { return parts_.threshold; }
  const std::optional<double>& run_time_limit() const noexcept { return parts_.run_time_limit; }  // [s]
  // Of all texts that decide what the runs are: of the study, the scene, the files that it names, and the version.
  const Fingerprint& fingerprint() const noexcept { return fingerprint_; }

  // One value per variable. index < runs().
  std::vector<double> values(std::uint64_t index) const;
  // Keys of the scene and their values in run `index`: the same where each variable is one key. Of a threshold's variable nothing.
  std::vector<std::pair<std::string, double>> changes(std::uint64_t index) const;
  // Throws only what `progress` throws, unless that is derived from std::exception too: then it is the reason of a run that failed.
  Outcome run(std::uint64_t index, const Progress& progress = {}) const;

  // The command that runs the scene as run `index` did, beside the study's file, given the run's outputs; empty where there is no scene.
  std::string replay(std::uint64_t index, std::span<const double> outputs) const;

 private:
  // One run of the scene or function, within the time limit.
  Outcome computed(std::span<const double> values, const Progress& progress) const;

  StudyParts parts_;
  std::vector<OutputColumn> outputs_;
  Fingerprint fingerprint_{};
};

// What a study file may hold, but for the keys of variables, which are those of the scene.
const scene::Schema& study_schema();

}  // namespace stickslip::sweep
