// A stylus strokes a surface to and fro at 1 kHz, with the tremor of a hand, and loses a few samples on the way.
//
// Position alone is enough for Adhesion: nothing is differentiated, so the tremor makes no chatter, and a
// late or lost sample makes no kick. Prints what the device would be sent; 04_haptic_renderer.py does the
// same in Python.
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/haptics/renderer.hpp"

using stickslip::Vec;

// Where the stylus is at time t [s]: strokes of 2 mm, tremor of 20 µm at 9 Hz.
static Vec<3> stylus(double t) {
  constexpr double turn = 2.0 * std::numbers::pi;
  return {2e-3 * std::sin(turn * 0.5 * t), 2e-5 * std::sin(turn * 9.0 * t), 0.0};
}

int main() {
  const stickslip::friction::Adhesion law({.z_max = 1e-4, .stiffness = 1e4});  // slides at 1 N
  stickslip::haptics::Renderer<3> renderer(law, {.force_limit = 3.0});

  std::printf("t [s]   x [mm]   force [N]             regime   status\n");
  int refused = 0;
  for (int k = 0; k <= 2000; ++k) {
    const double t = 1e-3 * k;
    Vec<3> x = stylus(t);
    if (k % 400 == 150) x[0] = std::numeric_limits<double>::quiet_NaN();  // the sensor had nothing to say
    const auto [force, status] = renderer.render(x, {.t = t, .normal_force = 1.0});
    if (is_refused(status)) ++refused;
    if (k % 200 == 150) {
      const bool sliding = renderer.regime() == stickslip::friction::Regime::sliding;
      std::printf("%.3f  %+.4f  (%+.4f, %+.4f, %+.4f)  %-7s  %s\n", t, 1e3 * stylus(t)[0], force[0], force[1], force[2],
                  sliding ? "sliding" : "stuck", to_text(status));
    }
  }
  std::printf("%d samples refused; each time the device was sent the last force.\n", refused);
  return refused == 5 ? 0 : 1;
}
