#include "stickslip/sweep/detail/compute.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/core/shortened.hpp"
#include "stickslip/scene/run.hpp"

namespace stickslip::sweep::detail {

Compute computing_model(const Model& model, const std::vector<VariableName>& variables, std::size_t outputs) {
  // Of what each variable stands for among the arguments.
  std::vector<std::vector<std::size_t>> places;
  std::vector<double> arguments;
  for (const Model::Key& key : model.keys) arguments.push_back(key.otherwise);
  for (const VariableName& variable : variables) {
    places.emplace_back();
    for (const auto& [name, factor] : variable.assigned(1.0)) {
      const auto found = std::ranges::find(model.keys, name, &Model::Key::name);
      if (found == model.keys.end()) throw InvalidArgument("the model has no argument '" + name + "'");
      places.back().push_back(static_cast<std::size_t>(found - model.keys.begin()));
    }
  }
  return [=, value = model.value](std::span<const double> values, const Progress& /*progress*/) {
    std::vector<double> x = arguments;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::vector<KeyFactor>& keys = variables[i].keys;
      for (std::size_t k = 0; k < places[i].size(); ++k) {
        x[places[i][k]] = keys.empty() ? values[i] : keys[k].times(values[i]);
      }
    }
    return Outcome{.outputs = std::vector<double>(outputs, value(x))};
  };
}

namespace {

std::string failure_of(const scene::EnergyVerdict& verdict) {
  return verdict.quantity + " is " + shortened(verdict.share) + ", where " + shortened(verdict.bound) + " is the bound";
}

void add_reason(Outcome& outcome, const std::string& reason) {
  if (!outcome.reason.empty()) outcome.reason += "; ";
  outcome.reason += reason;
}

}  // namespace

Compute computing_scene(std::shared_ptr<const BaseScene> scene, const std::vector<VariableName>& variables,
                        std::vector<Output> outputs) {
  return [base = std::move(scene), variables, outputs = std::move(outputs)](std::span<const double> values,
                                                                            const Progress& progress) {
    std::vector<scene::Override> changes;
    for (std::size_t i = 0; i < variables.size(); ++i) {
      for (const auto& [key, value] : variables[i].assigned(values[i])) changes.push_back({key, to_text(value)});
    }
    const scene::SceneRun run = scene::run(base->with(changes), progress);
    Outcome outcome;
    if (run.ended_early() || run.status() == SolveStatus::not_finite) {
      outcome.status = RunStatus::ended_early;
      outcome.reason = "the motion is not finite after " + to_text(run.t().empty() ? 0.0 : run.t().back()) + " s";
      return outcome;
    }
    for (const Output& output : outputs) output.add(run, outcome.outputs);
    if (run.fails()) {
      outcome.status = RunStatus::failed_checks;
      for (const scene::EnergyVerdict& verdict : run.energy().verdicts()) {
        if (verdict.judgement == scene::Judgement::fail) add_reason(outcome, failure_of(verdict));
      }
    }
    if (run.status() != SolveStatus::converged) {
      if (!run.fails()) outcome.status = RunStatus::not_converged;
      add_reason(outcome, "some steps did not converge: " + std::string(name_of(run.status())));
    }
    return outcome;
  };
}

}  // namespace stickslip::sweep::detail
