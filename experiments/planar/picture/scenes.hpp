// What the scenes of these experiments share: limit surfaces as facets, flat bodies with some thickness, and their motion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stickslip/core/planar.hpp"
#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::planar {

// The limit surface for μ = 1, fn = 1 N, its torque over `length` [m] so that all axes are forces: columns facet, fx, fy, ft.
record::Series surface_facets(const std::string& name, const std::string& title, const patch::LimitSurface& surface,
                              double length, int around = 48, int from_pole_to_pole = 24);
// Such a surface in a scene.
record::Shape surface_shape(const std::string& series, const std::string& label, record::Colour colour, double opacity);

// Facets of bodies: columns facet, x, y, z.
record::Series body_series(const std::string& name, const std::string& title);
// The outline, convex and counter-clockwise, from z = lower to z = upper [m].
void append_prism(record::Series& body, const std::vector<Vec<2>>& outline, double lower, double upper);
// A flat piece at height z.
void append_plate(record::Series& body, const std::vector<Vec<2>>& outline, double z);
// The cells of a contact that carry force, flat at height z.
void append_cells(record::Series& body, const patch::Pressure& pressure, double z);

std::vector<Vec<2>> circle_outline(double radius);
std::vector<Vec<2>> rectangle_outline(const Vec<2>& size);

// Where the body of a run (to_series, trajectory.hpp) is, and the friction of all its contacts at height `top`: at a point
// of the world, or at the body's own place where there is none. The first record has the friction of the second: its own is
// that of bristles not bent yet.
// Columns t, x, y, z, qw, qx, qy, qz, top, at_x, at_y, fx, fy, fz.
record::Series motion_series(const std::string& name, const std::string& title, const record::Series& run, double top,
                             int contacts, const std::optional<Vec<2>>& at = {});
record::Shape moving_body(const std::string& body, const std::string& motion, const std::string& label,
                          record::Colour colour, double opacity);
// What the motion's own columns show: the path of the centre of mass, and friction, drawn `metres_a_newton` long.
record::Shape path_shape(const std::string& motion, const std::string& label, record::Colour colour);
record::Shape friction_arrow(const std::string& motion, double metres_a_newton);

}  // namespace stickslip::experiments::planar
