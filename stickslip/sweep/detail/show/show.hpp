// What a study shows people: figures, tables, and rows to explore.
#pragma once

#include "stickslip/record/result.hpp"
#include "stickslip/sweep/results.hpp"

namespace stickslip::sweep::detail {

// Adds to the result, which has the series "runs" already.
void show(const Results& results, record::Result& result);

}  // namespace stickslip::sweep::detail
