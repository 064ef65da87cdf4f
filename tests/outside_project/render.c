#include <math.h>
#include <stdio.h>
#include <stickslip/haptics/stickslip_haptics.h>

int main(void) {
  stickslip_adhesion law;
  stickslip_renderer renderer;
  double position[3] = {0.0, 0.0, 0.0}, force[3];
  int k;
  stickslip_adhesion_defaults(&law);
  law.z_max = 1e-4;
  law.stiffness = 1e4;
  if (stickslip_renderer_init_adhesion(&renderer, &law, NULL, NULL) != STICKSLIP_OK) return 1;
  for (k = 0; k < 100; ++k) {
    position[0] = 1e-5 * k;
    if (stickslip_renderer_update(&renderer, position, 1.0, force) != STICKSLIP_OK) return 2;
  }
  printf("%g\n", force[0]);
  return fabs(force[0] + 1.0) < 1e-9 ? 0 : 3; /* stiffness times z_max, against the motion */
}
