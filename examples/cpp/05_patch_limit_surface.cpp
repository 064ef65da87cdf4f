// A box on a table is pushed beside its middle: how hard, and about which point does it turn?
//
// A pressure says how the weight is spread, its limit surface which forces and torques friction can bear together, and
// the inverse of that, how the box moves when pushed. 05_patch_limit_surface.py does the same in Python.
#include <cstdio>
#include <vector>

#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/patch/pressure.hpp"

using stickslip::Twist2;
using stickslip::Vec;
using stickslip::Wrench2;
using stickslip::patch::LimitSurface;
using stickslip::patch::Pressure;

struct Contact {
  const char* name;
  Pressure pressure;
};

// The corners of a square around (x, 0).
std::vector<Vec<2>> pad(double x, double half = 0.0015) {
  return {{x - half, -half}, {x + half, -half}, {x + half, half}, {x - half, half}};
}

int main() {
  const Contact contacts[] = {{"disc", Pressure::disc(0.01)},
                              {"square", Pressure::rectangle(Vec<2>(0.02, 0.02))},
                              {"line", Pressure::line(0.02)},
                              {"two pads", Pressure::polygons({pad(-0.0085), pad(0.0085)})},
                              {"ball on a plane", Pressure::hertz(0.01, 2.0)}};
  std::printf("contact, 20 mm wide     r [mm]   u [mm²]\n");
  for (const auto& [name, pressure] : contacts) {
    std::printf("%-20s %9.4f %9.4f\n", name, 1e3 * pressure.r(), 1e6 * pressure.u());
  }

  // Forces in units of the greatest friction, μ fn. The push acts along x, at the height y above the middle.
  const Pressure box = Pressure::rectangle(Vec<2>(0.2, 0.1));
  const LimitSurface exact(box), ellipsoid = LimitSurface::ellipsoid(box);

  std::printf("\npush at y [mm]   exact: force   turns about y [mm]   ellipsoid: force   turns about y [mm]\n");
  for (const double y : {0.01, 0.02, 0.03, 0.04, 0.05}) {
    const Wrench2 push(1.0, 0.0, -y);  // torque = x fy − y fx
    std::printf("%14.0f", 1e3 * y);
    for (const LimitSurface* surface : {&exact, &ellipsoid}) {
      const double force = 1.0 / surface->gauge(-push);  // the least that moves it
      const Twist2 motion = surface->twist(-push);
      std::printf(" %14.4f %20.3f", force, 1e3 * motion(0) / motion(2));
    }
    std::printf("\n");
  }

  const Wrench2 slide_and_spin = exact.wrench({0.1, 0.0, 2.0});  // 0.1 m/s along x while it spins with 2 rad/s
  std::printf("\nslides with 0.1 m/s, spins with 2 rad/s: friction %.4f along x, torque %.5f m\n", slide_and_spin(0),
              slide_and_spin(2));
}
