// The reduced patches of [Waltersson 2024], made the paper's way from a grid of point cells.
#pragma once

#include <string>

#include "stickslip/patch/bristle_law.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"
#include "stickslip/patch/reduced_patch.hpp"

namespace stickslip::experiments::planar {

// Parameter set p of Table I.
patch::BristleLaw bristle_law(bool elasto_plastic, int p);

constexpr int table_cells = 20;  // of the paper's table, over 90°

// The table of 4n × n nodes over a surface's cells with the bilinear rule, and the paper's stick.
patch::ReducedPatch paper_reduced(const patch::BristleLaw& law, const patch::Pressure& surface, int n = table_cells);

// The ellipsoid with r and u of the same cells.
patch::ReducedPatch paper_ellipsoid(const patch::BristleLaw& law, const patch::Pressure& surface);

// The nodes of the authors' own table (reference/ls_…), with their r and u: Circle, Square, LineGrad, NonConvex1. Their
// centre of rotation is rounded towards zero, not down, so nodes near the low rims differ from paper_reduced.
patch::ReducedPatch authors_reduced(const patch::BristleLaw& law, const std::string& surface);

// The ellipsoid with the authors' r, and their u, which is about the grid's centre instead of the CoP.
patch::ReducedPatch authors_ellipsoid(const patch::BristleLaw& law, const std::string& surface);

struct AuthorsNumbers {
  std::string surface;
  double cop_x, cop_y;  // [m]
  double r;             // torque of a pure spin by the bilinear rule, N = 21 [m]
  double u;             // about the CoP [m²]
  double u_centre;      // about the grid's centre [m²]
  double hx, hy;        // force of a pure spin about the CoP
};

// As printed by the authors' code for N = 21, nine digits. Throws InvalidArgument for another name.
AuthorsNumbers authors_numbers(const std::string& surface);

// The stem of a surface's reference files.
std::string lower_case(std::string name);

}  // namespace stickslip::experiments::planar
