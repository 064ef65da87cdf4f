#include "stickslip/scene/energy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace stickslip::scene {

namespace {

std::string shortened(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace

double Energy::open_share() const noexcept {
  double most = 0.0;
  for (const double value : unaccounted) most = std::max(most, std::abs(value));
  return put_in <= negligible ? 0.0 : most / put_in;
}

std::string Energy::summary() const {
  if (put_in <= negligible) return "nothing moved: " + shortened(put_in) + " J put in are the give of the contacts";
  const double last = dissipated.empty() ? 0.0 : dissipated.back();
  const std::string begin = "put in " + shortened(put_in) + " J, dissipated " + shortened(last) + " J, ";
  const std::string share = shortened(open_share());
  if (closes()) return begin + "balance open by " + share + " of it";
  return begin + "balance open by " + share + " of it: " + reason;
}

}  // namespace stickslip::scene
