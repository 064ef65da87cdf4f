#include <cmath>
#include <cstdio>

#include <stickslip/core/version.hpp>
#include <stickslip/friction/lugre.hpp>
#include <stickslip/haptics/renderer.hpp>
#include <stickslip/record/series.hpp>

int main() {
  const stickslip::friction::LuGre law({.sigma0 = 1e6, .mu_c = 0.5, .mu_s = 0.6});
  stickslip::friction::Bristle<1> bristle;
  double force = 0.0;
  for (int k = 0; k < 1000; ++k) force = law.step(bristle, stickslip::Vec<1>(0.1), 2.0, 1e-3)(0);
  stickslip::record::Series series("force", "", {{"f", "N"}});
  series.append({force});
  std::printf("%s %g\n", stickslip::version, force);
  return std::abs(force + 1.0) < 1e-12 ? 0 : 1;  // −μC fn
}
