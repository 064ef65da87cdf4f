// Which of the points bound the convex hull of points in 2 … 8 dimensions, facet by facet, by Qhull [Barber 1996].
//
// Points are rows, more than dimensions, not all in one plane. Facets that Qhull takes for coplanar are one, with all
// its corners. Where too many points are almost coplanar for that, Qhull moves the points by little more than rounding:
// facets are simplices then, and a flat facet of the true hull appears as several. Corners are ascending indices of
// points. Throws std::runtime_error with Qhull's message where it gives up. Prints nothing.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace stickslip::geometry {

using Corners = std::vector<Eigen::Index>;

std::vector<Corners> hull_facets(const Eigen::MatrixXd& points);
// The same of points that are moved by little more than rounding, always: every facet is a simplex, and every ridge has two.
std::vector<Corners> hull_simplices(const Eigen::MatrixXd& points);

}  // namespace stickslip::geometry
