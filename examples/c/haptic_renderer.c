/* A tool is dragged a millimetre across a surface and back, at 1 kHz, with the tremor of a hand.
 *
 * Build:  cc -std=c99 haptic_renderer.c -lstickslip_haptics_c -lm
 * Prints time, position, force and regime, and checks the promises of the interface on the way. */
#include <math.h>
#include <stdio.h>

#include "stickslip/haptics/stickslip_haptics.h"

int main(void) {
  stickslip_renderer renderer; /* the whole state: copy it, put it anywhere, nothing to free */
  stickslip_adhesion law;
  stickslip_options options;
  stickslip_error error;
  const double two_pi = 6.283185307179586;
  double longest = 0.0;
  int k;

  printf("# stickslip %s, renderer of %d bytes\n", stickslip_haptics_version(), (int)sizeof renderer);
  stickslip_adhesion_defaults(&law);
  law.z_max = 1e-4;    /* slides when pulled 0.1 mm from where it held */
  law.stiffness = 1e4; /* so the sliding friction is 1 N */
  stickslip_options_defaults(&options);
  options.force_limit = 3.0;
  if (stickslip_renderer_init_adhesion(&renderer, &law, &options, &error) != STICKSLIP_OK) {
    fprintf(stderr, "%s = %g %s\n", error.argument, error.value, error.rule);
    return 1;
  }

  printf("# t [s]  x [mm]  force [N]  regime\n");
  for (k = 0; k <= 1000; ++k) {
    const double t = 1e-3 * k;
    const double x[3] = {1e-3 * sin(0.5 * two_pi * t) + 1e-5 * sin(10.0 * two_pi * t), 0.0, 0.0};
    double force[3];
    const int status = stickslip_renderer_update(&renderer, x, 1.0, force);
    if (status != STICKSLIP_OK) {
      fprintf(stderr, "sample %d: %s\n", k, stickslip_status_text(status));
      return 1;
    }
    longest = fmax(longest, fabs(force[0]));
    if (k % 100 == 0) {
      printf("%.3f  %+.4f  %+.4f  %s\n", t, 1e3 * x[0], force[0],
             stickslip_regime_text(stickslip_renderer_regime(&renderer)));
    }
  }
  if (fabs(longest - 1.0) > 1e-9) {
    fprintf(stderr, "sliding friction was %g N, not stiffness * z_max = 1 N\n", longest);
    return 1;
  }
  return 0;
}
