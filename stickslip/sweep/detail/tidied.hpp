// Numbers that were computed from those a user wrote, as the user would write them.
#pragma once

namespace stickslip::sweep::detail {

// Of the numbers within `rounding` of a value the one that is short, if there is one: 0.1 of 0.1 is 0.01, not 0.010000000000000002.
double tidied(double value, double rounding);

}  // namespace stickslip::sweep::detail
