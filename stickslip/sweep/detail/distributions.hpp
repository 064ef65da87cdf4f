// Distributions as study files have them.
#pragma once

#include "stickslip/scene/node.hpp"
#include "stickslip/sweep/distribution.hpp"
#include "stickslip/sweep/joint_normal.hpp"

namespace stickslip::sweep::detail {

// Both of a map that the schema of studies found good. Throw InvalidArgument for what is wrong beyond it.
Distribution distribution_of(const scene::Node& node);
JointNormal joint_of(const scene::Node& node);

}  // namespace stickslip::sweep::detail
