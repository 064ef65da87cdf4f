// The facets of the cone spanned by rays in 1 … 8 dimensions: from Vᵀ y, y ≥ 0 to A w ≤ 0.
//
// Rays are rows, none zero, any length. The result has outward unit rows, irredundant and complete: each is the plane
// of all the rays on one facet; an equation (the cone is flat) stands as two opposite rows, at the end; the whole space
// has none. Applied to the rows A it gives the rays V, lines as two opposite ones.
//
// How: coordinates are changed so that the rays are spread evenly, whatever their units; lines that the cone contains
// are divided out; what is left has a cross-section, whose hull is known [Barber 1996]; the plane of every facet found
// is fitted again to the rays on it. Angles below `flat` in these coordinates count as zero.
// `progress` is called between facets, and may throw to stop; Qhull itself, a small part of the time, is not interrupted.
// Throws std::runtime_error if the hull fails.
#pragma once

#include <Eigen/Core>

#include "stickslip/core/progress.hpp"

namespace stickslip::cone::detail {

inline constexpr double flat = 1e-9;

Eigen::MatrixXd cone_facets(const Eigen::MatrixXd& rays, const Progress& progress = {});

}  // namespace stickslip::cone::detail
