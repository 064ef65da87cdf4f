// A box that slides and spins on a plane until it rests: by a World, and by the same laws integrated finely.
#pragma once

#include <numbers>
#include <string>

#include "stickslip/core/vector.hpp"
#include "stickslip/sim/world.hpp"

#include "experiments/experiment.hpp"

namespace stickslip::experiments::lcp {

// Unless told otherwise the box of [Peiret 2017, Table 1].
struct SlidingBox {
  Vec<3> size = {1.0, 1.0, 1.0};  // [m]
  double mass = 1.0;              // [kg]
  double mu = 1.0;
  Vec<2> velocity = {0.0, 5.0};          // [m/s]
  double spin = 2.0 * std::numbers::pi;  // about the vertical [rad/s]
  Vec<2> start = {0.0, 0.0};             // [m]

  double radius() const { return 0.5 * norm(Vec<2>(size.head<2>())); }  // half the diagonal of the lower face [m]
};

// Where it came to rest.
struct SlideEnd {
  double x, y, yaw;  // yaw counts whole turns
  double t;
};
double distance(const SlideEnd& a, const SlideEnd& b);

// Where the paper's box rests by Coulomb's law with equal compliance at its corners, integrated without stickslip to six and to five
// digits, for μ = 1 and 0.5.
inline constexpr SlideEnd end_mu_1{0.440646, 1.583968, 1.953472, 0.661243};
inline constexpr SlideEnd end_mu_05{0.31940, 2.95153, 2.87292, 1.1445};
// Checks that integrate_slide gives the same; the path of it for plots, where there is a series for it.
void check_reference(Result& result, double mu, record::Series* path = nullptr);

// The world with the plane z = 0, body 0, and the box upon it, body 1.
sim::World world_of(const SlidingBox& box, const sim::ModelOptions& options);

struct SlideRun {
  sim::Recording recording;
  SlideEnd end;
  double speed;  // at the end, of the fastest point of the lower face [m/s]
};
SlideRun slide(const SlidingBox& box, const sim::ModelOptions& options, double h, double until,
               const Progress& progress = {}, double record_dt = 0.01);

// The path in the plane: t, x, y, yaw.
record::Series path_series(const std::string& name, const std::string& title);
record::Series path_series(const std::string& name, const std::string& title, const sim::Recording& recording);

// Planar motion on four corners, the reference: Coulomb's law at each corner, and normal forces of equal compliance,
// N = max(0, a + b x + c y), which hold up the weight and the moment of friction below the centre of mass. Runge-Kutta steps of at most
// `dt`, shorter towards rest. Throws InvalidArgument where the box would tip.
//
// delay   damping over stiffness of the corners [s]. Forces of corners that carry do not depend on it; but one that has lifted comes
//         down no faster than the damping lets it
// path    gets a row per 10 ms and one for the end; a series like that of path_series()
SlideEnd integrate_slide(const SlidingBox& box, double dt, double delay = 0.0, record::Series* path = nullptr);

}  // namespace stickslip::experiments::lcp
