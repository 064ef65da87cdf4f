#include "stickslip/scene/energy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/scene/detail/shortened.hpp"

namespace stickslip::scene {

using detail::shortened;

namespace {

// NaN where any of them is not finite.
double largest_size(const std::vector<double>& values) noexcept {
  double most = 0.0;
  for (const double value : values) {
    if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
    most = std::max(most, std::abs(value));
  }
  return most;
}

}  // namespace

void Energy::add(const EnergyRecord& at) {
  kinetic.push_back(at.kinetic);
  potential.push_back(at.potential);
  stored.push_back(at.stored);
  external.push_back(at.external);
  dissipated.push_back(at.dissipated);
  const double gained = (at.kinetic - kinetic.front()) + (at.potential - potential.front()) +
                        (at.stored - stored.front()) + (at.dissipated - dissipated.front());
  unaccounted.push_back(at.external - gained);
}

void Energy::finish() {
  put_in = 0.0;
  const double lowest = potential.empty() ? 0.0 : *std::min_element(potential.begin(), potential.end());
  for (std::size_t i = 0; i < kinetic.size(); ++i) {
    put_in = std::max(put_in, kinetic[i] + stored[i] + dissipated[i] + (potential[i] - lowest));
  }
}

double Energy::share(double value) const noexcept {
  return value / std::max(put_in, negligible);
}

double Energy::open_share() const noexcept {
  for (const auto* values : {&kinetic, &potential, &stored, &external, &dissipated}) {
    if (std::isnan(largest_size(*values))) return std::numeric_limits<double>::quiet_NaN();
  }
  return share(largest_size(unaccounted));
}

double Energy::lowest_dissipated_share() const noexcept {
  if (std::isnan(largest_size(dissipated))) return std::numeric_limits<double>::quiet_NaN();
  return dissipated.empty() ? 0.0 : share(*std::min_element(dissipated.begin(), dissipated.end()));
}

bool Energy::passes() const noexcept {
  return open_share() <= bound && lowest_dissipated_share() >= -tolerance;
}

std::string Energy::summary() const {
  const double last = dissipated.empty() ? 0.0 : dissipated.back(), open = open_share();
  if (std::isnan(open)) return "the balance FAILS: some energies are not finite";
  std::string text = has_moved ? "" : "nothing moved but by the deflection of contacts; ";
  if (put_in == 0.0 && open == 0.0) return text + "no energy was put in, and none was dissipated";
  text += "put in " + shortened(put_in) + " J, dissipated " + shortened(last) + " J, ";
  text += passes() ? "balance open by " : "the balance FAILS: open by ";
  text += shortened(open) + " of " + (put_in < negligible ? shortened(negligible) + " J" : "it");
  if (!closes()) text += ", where " + shortened(bound) + " is the bound";
  if (!(lowest_dissipated_share() >= -tolerance))
    text += ", and contacts gave energy, as those do that push out an overlap";
  if (!closes() && !reason.empty()) text += ": " + reason;
  return text;
}

}  // namespace stickslip::scene
