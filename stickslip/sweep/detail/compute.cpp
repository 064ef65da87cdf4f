#include "stickslip/sweep/detail/compute.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/run.hpp"

namespace stickslip::sweep::detail {

Compute computing_model(const Model& model, const std::vector<VariableName>& variables, std::size_t outputs) {
  std::vector<std::size_t> places;  // of the variables among the arguments
  std::vector<double> arguments;
  for (const Model::Key& key : model.keys) arguments.push_back(key.otherwise);
  for (const VariableName& variable : variables) {
    const auto has_name = [&](const Model::Key& key) { return key.name == variable.key; };
    const auto found = std::find_if(model.keys.begin(), model.keys.end(), has_name);
    if (found == model.keys.end()) throw InvalidArgument("the model has no argument '" + variable.key + "'");
    places.push_back(static_cast<std::size_t>(found - model.keys.begin()));
  }
  return [=, value = model.value](std::span<const double> values, const Progress& /*progress*/) {
    std::vector<double> x = arguments;
    for (std::size_t i = 0; i < values.size(); ++i) x[places[i]] = values[i];
    return Outcome{.outputs = std::vector<double>(outputs, value(x))};
  };
}

Compute computing_scene(std::shared_ptr<const BaseScene> scene, const std::vector<VariableName>& variables,
                        std::vector<Output> outputs) {
  std::vector<std::string> keys;
  keys.reserve(variables.size());
  for (const VariableName& variable : variables) keys.push_back(variable.key);
  return [base = std::move(scene), keys, outputs = std::move(outputs)](std::span<const double> values,
                                                                       const Progress& progress) {
    std::vector<scene::Override> changes;
    changes.reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) changes.push_back({keys[i], to_text(values[i])});
    const scene::SceneRun run = scene::run(base->with(changes), progress);
    Outcome outcome;
    if (run.ended_early() || run.status() == SolveStatus::not_finite) {
      outcome.status = RunStatus::ended_early;
      outcome.reason = "the motion is not finite after " + to_text(run.t().empty() ? 0.0 : run.t().back()) + " s";
      return outcome;
    }
    for (const Output& output : outputs) output.add(run, outcome.outputs);
    if (run.status() != SolveStatus::converged) {
      outcome.status = RunStatus::not_converged;
      outcome.reason = "some steps did not converge: " + std::string(name_of(run.status()));
    }
    return outcome;
  };
}

}  // namespace stickslip::sweep::detail
