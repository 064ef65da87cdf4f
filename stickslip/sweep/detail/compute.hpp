// How one run of a study is computed.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "stickslip/sweep/detail/base_scene.hpp"
#include "stickslip/sweep/model.hpp"
#include "stickslip/sweep/output.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep::detail {

// Its value, as often as there are outputs. The variables are among the model's keys.
Compute computing_model(const Model& model, const std::vector<VariableName>& variables, std::size_t outputs);

Compute computing_scene(std::shared_ptr<const BaseScene> scene, const std::vector<VariableName>& variables,
                        std::vector<Output> outputs);

}  // namespace stickslip::sweep::detail
