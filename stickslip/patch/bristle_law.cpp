#include "stickslip/patch/bristle_law.hpp"

namespace stickslip::patch {

namespace {

template <class Parameters>
friction::Stribeck stribeck(const Parameters& p) noexcept {
  return {{p.mu_c, p.mu_s, p.v_s, p.gamma}, unchecked};
}

}  // namespace

BristleLaw::BristleLaw(const friction::LuGre& law) noexcept
    : sigma0(law.parameters().sigma0),
      sigma1(law.parameters().sigma1),
      sigma2(law.parameters().sigma2),
      g(stribeck(law.parameters())),
      elasto_plastic(false),
      s_ba(0.0) {}

BristleLaw::BristleLaw(const friction::ElastoPlastic& law) noexcept
    : sigma0(law.parameters().sigma0),
      sigma1(law.parameters().sigma1),
      sigma2(law.parameters().sigma2),
      g(stribeck(law.parameters())),
      elasto_plastic(true),
      s_ba(law.parameters().s_ba) {}

BristleLaw::BristleLaw(const AnyBristleLaw& law) noexcept
    : BristleLaw(std::visit([](const auto& any) { return BristleLaw(any); }, law)) {}

}  // namespace stickslip::patch
