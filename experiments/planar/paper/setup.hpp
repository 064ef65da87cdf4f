// What the experiments of [Waltersson 2024] share: surfaces as grids of cells, parameters, the given motion.
//
// Set-ups follow the authors' published code where the text differs; docs/experiments.md says where.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"
#include "stickslip/patch/pressure.hpp"

namespace stickslip::experiments::planar {

constexpr int surface_cells = 21;      // along a side
constexpr double surface_side = 0.02;  // [m]

// By the names of the paper: Circle, Square, Line, LineGrad, LineGradX, NonConvex1, NonConvex2. n × n cells over a
// square of this side [m]. Throws InvalidArgument for another name.
patch::Pressure surface(const std::string& name, int n = surface_cells, double side = surface_side);

// Parameter sets p = 0 (Coulomb alone) and p = 1 (Stribeck and viscous) of Table I.
friction::LuGre lugre(int p);
friction::ElastoPlastic elasto_plastic(int p);

// The given motion at the centre of pressure, 0 ≤ t < 5 s.
Twist2 fixed_velocity_twist(double t);

}  // namespace stickslip::experiments::planar
