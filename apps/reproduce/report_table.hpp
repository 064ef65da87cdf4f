// The table of an experiment: quantity, published, measured, tolerance, verdict; for people and for programs.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "experiments/experiment.hpp"

namespace stickslip::cli {

// Aligned columns; `colour` marks the verdicts with terminal colours. Of a skipped experiment: why, instead.
std::string to_text(const experiments::Experiment& experiment, const experiments::Result& result, bool colour);

// "skipped" says why there are no checks, and is empty where there are.
nlohmann::json to_json(const experiments::Experiment& experiment, const experiments::Result& result);

}  // namespace stickslip::cli
