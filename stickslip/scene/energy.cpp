#include "stickslip/scene/energy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "stickslip/core/shortened.hpp"

namespace stickslip::scene {

namespace {

// Below, energies are rounding [J].
constexpr double negligible = 1e-14;
constexpr double shown_from = 1e-9;  // of the energy of the scene: less is shown as none

double largest_size(const std::vector<double>& values) noexcept {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace

void Energy::add(const EnergyRecord& at) {
  kinetic.push_back(at.kinetic);
  potential.push_back(at.potential);
  stored.push_back(at.stored);
  external.push_back(at.external);
  dissipated.push_back(at.dissipated);
  corrected.push_back(at.corrected);
  watch(at.dissipated);
  const double gained = (at.kinetic - kinetic.front()) + (at.potential - potential.front()) +
                        (at.stored - stored.front()) + (at.dissipated - dissipated.front()) +
                        (at.corrected - corrected.front());
  unaccounted.push_back(at.external - gained);
}

void Energy::watch(double dissipated_now) noexcept {
  peak_ = std::max(peak_, dissipated_now);
  largest_fall = std::max(largest_fall, peak_ - dissipated_now);
}

void Energy::finish() {
  put_in = 0.0;
  const double lowest = potential.empty() ? 0.0 : *std::min_element(potential.begin(), potential.end());
  for (std::size_t i = 0; i < kinetic.size(); ++i) {
    put_in = std::max(put_in, kinetic[i] + stored[i] + dissipated[i] + (potential[i] - lowest));
  }
}

bool Energy::is_finite() const noexcept {
  for (const auto* values : {&kinetic, &potential, &stored, &external, &dissipated, &corrected}) {
    if (!std::all_of(values->begin(), values->end(), [](double x) { return std::isfinite(x); })) return false;
  }
  return std::isfinite(largest_fall);
}

double Energy::share(double value) const noexcept {
  return is_finite() ? value / std::max(put_in + lift, negligible) : std::numeric_limits<double>::quiet_NaN();
}

double Energy::open_share() const noexcept {
  return share(largest_size(unaccounted));
}

double Energy::fall_share() const noexcept {
  return share(largest_fall);
}

double Energy::corrected_share() const noexcept {
  return share(largest_size(corrected));
}

std::vector<EnergyVerdict> Energy::own_verdicts() const {
  const auto judged = [this](const char* quantity, double of, double bound, double unresolved = 0.0) -> EnergyVerdict {
    const bool is_judged = !std::isfinite(of) || (has_moved && (of <= bound || of > unresolved));
    return {quantity, of, bound, !is_judged ? Judgement::not_judged : of <= bound ? Judgement::pass : Judgement::fail};
  };
  EnergyVerdict open = judged("energy that is not accounted for", open_share(), bounds.unaccounted,
                              std::min(bounds.unresolved, most_unresolved));
  if (open.judgement != Judgement::pass) open.reason = reason;
  EnergyVerdict fall = judged("energy that friction and impacts gave", fall_share(), bounds.fall,
                              bounds.may_give ? most_unresolved : 0.0);
  if (bounds.may_give && !bounds.is_watched && fall.judgement == Judgement::pass)
    fall.judgement = Judgement::not_judged;
  if (bounds.may_give && fall.judgement != Judgement::pass) {
    fall.reason = law + " is not passive, and may give energy";
    if (!bounds.is_watched) fall.reason += "; between records it was not watched";
  }
  return {std::move(open), std::move(fall), judged("energy of corrections", corrected_share(), bounds.corrected)};
}

std::vector<EnergyVerdict> Energy::verdicts() const {
  std::vector<EnergyVerdict> all = own_verdicts();
  if (parts.empty()) return all;
  const auto severity = [](const EnergyVerdict& verdict) {
    const int grade = verdict.judgement == Judgement::fail ? 2 : verdict.judgement == Judgement::not_judged ? 1 : 0;
    return std::pair(grade, std::isnan(verdict.share) ? std::numeric_limits<double>::infinity() : verdict.share);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Part* worst = &parts.front();
    for (const Part& part : parts) {
      if (severity(part.verdicts[i]) > severity(worst->verdicts[i])) worst = &part;
    }
    all[i] = worst->verdicts[i];
    if (parts.size() > 1 && all[i].judgement != Judgement::pass)
      all[i].reason = "of " + worst->name + (all[i].reason.empty() ? "" : ", " + all[i].reason);
  }
  return all;
}

Judgement Energy::judgement() const {
  Judgement all = Judgement::pass;
  for (const EnergyVerdict& verdict : verdicts()) {
    if (verdict.judgement == Judgement::fail) return Judgement::fail;
    if (verdict.judgement == Judgement::not_judged) all = Judgement::not_judged;
  }
  return all;
}

std::string Energy::summary() const {
  if (!is_finite()) return "FAIL: some energies are not finite";
  if (put_in == 0.0 && largest_size(unaccounted) == 0.0 && largest_fall == 0.0)
    return (has_moved ? "pass" : "not judged, for nothing moved") +
           std::string(": no energy was put in, and none was dissipated");
  const double rounding = shown_from * (put_in + lift);
  const auto last = [rounding](const std::vector<double>& values) {
    return shortened(values.empty() || std::abs(values.back()) < rounding ? 0.0 : values.back());
  };
  std::string text = "put in " + shortened(put_in) + " J, dissipated " + last(dissipated) + " J";
  if (largest_size(corrected) > rounding) text += ", corrected " + last(corrected) + " J";
  text += "; open by " + shortened(open_share()) + " of " + (lift > 0.0 ? shortened(put_in + lift) + " J" : "it");
  if (!has_moved) return text + ": not judged, for nothing moved but by the deflection of contacts";
  const Judgement all = judgement();
  if (all == Judgement::pass) return text + ": pass";
  std::string faults;
  for (const EnergyVerdict& verdict : verdicts()) {
    if (verdict.judgement != all) continue;
    faults += (faults.empty() ? "" : "; also ") + verdict.quantity + " is " + shortened(verdict.share) + ", where " +
              shortened(verdict.bound) + " is the bound" + (verdict.reason.empty() ? "" : "; " + verdict.reason);
  }
  return text + (all == Judgement::fail ? ": FAIL, " : ": not judged, ") + faults;
}

}  // namespace stickslip::scene
