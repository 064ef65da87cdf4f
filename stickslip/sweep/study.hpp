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
#include "stickslip/scene/schema.hpp"
#include "stickslip/sweep/design.hpp"
#include "stickslip/sweep/outcome.hpp"
#include "stickslip/sweep/output.hpp"
#include "stickslip/sweep/variables.hpp"

namespace stickslip::sweep {

struct StudyOptions {
  std::optional<int> samples = {};
  int seed = 0;
  std::optional<double> run_time_limit = {};

  static constexpr auto fields() {
    using S = StudyOptions;
    constexpr Range counts{.low = 0.0, .high = 1e7, .low_included = true, .high_included = true};
    return std::tuple{
        Field{"samples", &S::samples, "1", counts, "number of runs", "not of a grid, which has every combination"},
        Field{"seed", &S::seed, "1", not_negative, "chooses the random numbers"},
        Field{"run_time_limit", &S::run_time_limit, "s", positive, "a run that takes longer is cut off",
              "None: none is"}};
  }
};

// Two studies with the same one have the same runs.
using Fingerprint = std::array<std::uint64_t, 2>;
Fingerprint fingerprint_of(const std::vector<std::string>& texts) noexcept;

class Study {
 public:
  // Computes the outputs of one run. What it throws, derived from std::exception, is the reason why the run failed; what `progress` throws
  // ends it. Called by several threads.
  using Compute = std::function<Outcome(std::span<const double> values, const Progress& progress)>;

  // Throw scene::SceneError with every mistake in the study, or in its scene; std::filesystem::filesystem_error where the file cannot be
  // read.
  static Study read(const std::filesystem::path& file);
  // `file` stands for the text in messages; the scene lies below `folder`.
  static Study from_text(const std::string& text, const std::string& file, const std::filesystem::path& folder);

  // Of any function. `text` tells it from others that have the same name, keys and design. Throws InvalidArgument unless the design has as
  // many dimensions as there are variables, and columns of results differ in their names.
  Study(std::string name, Variables variables, Design design, std::vector<OutputColumn> outputs, Compute compute,
        std::string text = "", std::optional<double> run_time_limit = {});

  const std::string& name() const noexcept { return name_; }
  const std::string& text() const noexcept { return text_; }  // of the file
  std::uint64_t runs() const noexcept { return design_.runs(); }
  const std::vector<VariableName>& variables() const noexcept { return variables_.names(); }
  const Design& design() const noexcept { return design_; }
  const std::vector<OutputColumn>& outputs() const noexcept { return outputs_; }
  const std::optional<double>& run_time_limit() const noexcept { return run_time_limit_; }  // [s]
  // Of all texts that decide what the runs are: of the study, the scene, the files that it names, and the version.
  const Fingerprint& fingerprint() const noexcept { return fingerprint_; }

  // One value per variable. index < runs().
  std::vector<double> values(std::uint64_t index) const;
  // Throws only what `progress` throws, unless that is derived from std::exception too: then it is the reason of a run that failed.
  Outcome run(std::uint64_t index, const Progress& progress = {}) const;

 private:
  std::string name_;
  Variables variables_;
  Design design_;
  std::vector<OutputColumn> outputs_;
  Compute compute_;
  std::string text_;
  std::optional<double> run_time_limit_;
  Fingerprint fingerprint_{};
};

// What a study file may hold, but for the keys of variables, which are those of the scene.
const scene::Schema& study_schema();

}  // namespace stickslip::sweep
