// How long, how finely and by what scheme a simulation runs, and what it keeps.
#pragma once

#include <functional>
#include <optional>
#include <tuple>

#include "stickslip/core/field.hpp"
#include "stickslip/core/progress.hpp"
#include "stickslip/sim/frame.hpp"
#include "stickslip/sim/integrator.hpp"

namespace stickslip::sim {

struct SimulationOptions {
  std::optional<double> dt = {};
  double t_end = 1.0;
  double record_dt = 0.01;
  std::optional<double> tol = {};
  int contacts = 1;
  Frame frame = Frame::world;
  Integrator integrator = Integrator::sdirk2;
  bool record_bristles = true;
  bool record_energy = false;  // whether to sum up work and heat: Trajectory::energy
  Progress progress = {};      // called at every record, and every 256 steps or sooner, with the share of t_end
  // Called at the start and after every step with the time and what has been dissipated by then [J], also between records. With a tolerance
  // the run is repeated, and each repetition starts again at t = 0; the last is the one that is returned.
  std::function<void(double t, double dissipated)> watch = {};

  static constexpr auto fields() {
    using O = SimulationOptions;
    return std::tuple{
        Field{"dt", &O::dt, "s", positive, "longest step",
              "at least t_end/1e12; None: 1e-3, or record_dt where tol is given"},
        Field{"tol", &O::tol, "1", between(0.0, 1.0),
              "error of the end pose as a share of the largest displacement, angles times the patch's r",
              "steps are chosen for it; None: steps of dt"},
        Field{"t_end", &O::t_end, "s", positive, "end of the simulation"},
        Field{"contacts", &O::contacts, "1", at_least(1.0), "number of equal contacts", "2 for two fingers"},
        Field{"frame", &O::frame,
              "'world': the patch stands still at the world's origin (a gripper); 'body': it moves with the body"},
        Field{"record_dt", &O::record_dt, "s", positive, "time between records",
              "at least t_end/1e8; the start and the end are always recorded"},
        Field{"integrator", &O::integrator,
              "'sdirk2': implicit, order 2, no limit of stability; 'rk4': explicit, for small dt only"},
        Field{"record_bristles", &O::record_bristles, "whether to keep the deflections of every record"}};
  }
};

}  // namespace stickslip::sim
