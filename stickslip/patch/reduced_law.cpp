#include "stickslip/patch/reduced_law.hpp"

namespace stickslip::patch {

ReducedLaw::ReducedLaw(const BristleLaw& law, Stick stick, double r_now, double u_now) noexcept
    : sigma0(law.sigma0),
      sigma1(law.sigma1),
      sigma2(law.sigma2),
      drift_free(stick == Stick::drift_free),
      r(r_now),
      u(u_now),
      per_sigma0(1.0 / law.sigma0),
      per_r(1.0 / r_now),
      gaussian(law.g.parameters().gamma == 2.0 || law.g.parameters().mu_s == law.g.parameters().mu_c),
      base(law.g.parameters().mu_c),
      rise(law.g.parameters().mu_s - law.g.parameters().mu_c),
      per_v_s(1.0 / law.g.parameters().v_s),
      yield(law.yield) {}

}  // namespace stickslip::patch
