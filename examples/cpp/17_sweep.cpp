// How often does a grip slip? A study: many plates between two fingers, of varying weight, balance and friction.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <stickslip/sweep/analysis.hpp>
#include <stickslip/sweep/run.hpp>

namespace {

using namespace stickslip;

// The plate's weight comes upon the fingers within a tenth of a second.
constexpr const char* grip = R"(
planar: true
bodies:
  plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.015, 0, 0]}
contacts:
  grip:
    body: plate
    law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 0.8, mu_s: 1.0}}
    pressure: {disc: {radius: 0.01}}
    count: 2
    normal_force: 2.8
loads:
  weight: {body: plate, wrench: [0, {ramp: {to: -1.962, end: 0.1}}, 0]}
run: {until: 0.2, dt: 5e-4, record_dt: 0.01}
)";

constexpr const char* study = R"(
name: grip
scene: grip.yaml
variables:
  bodies.plate.pose.0: {uniform: [0.01, 0.02]}
  contacts.grip.law.elasto_plastic.mu_s: {uniform: [0.9, 1.1]}
  loads.weight.wrench.1.ramp.to: {normal: {mean: -1.962, sd: 0.2, max: 0}}
design: sobol
samples: 128
outputs: {slip: largest_slip}
events: {slips: slip > 1e-4}
)";

// Without a folder for results nothing is written. The scene lies in the current folder.
sweep::Results run(const std::vector<scene::Override>& overrides = {}) {
  return sweep::run(sweep::Study::from_text(study, "study", "", overrides), {});
}

void tell_influence(const sweep::Results& results, std::size_t output) {
  const std::vector<double> correlations = sweep::analyse(results).correlations[output];
  for (std::size_t v = 0; v < correlations.size(); ++v) {
    std::printf("  %-40s %6.3f\n", results.study().variables()[v].key.c_str(), correlations[v]);
  }
}

}  // namespace

int main() {
  std::ofstream("grip.yaml") << grip;
  const sweep::Results results = run();
  const sweep::Proportion slips = sweep::analyse(results).events.front();
  std::printf("squeezed by 2.8 N: %zu of %zu plates slip\n", static_cast<std::size_t>(slips.count),
              static_cast<std::size_t>(slips.of));
  std::printf("  probability %.3f, between %.3f and %.3f\n", slips.share, slips.low, slips.high);
  std::printf("what decides how far they slip, by the correlation of ranks:\n");
  tell_influence(results, 0);
  const std::vector<double> slip = results.output(0);
  const auto worst = static_cast<std::size_t>(std::max_element(slip.begin(), slip.end()) - slip.begin());
  std::printf("worst: run %zu, by %.2f mm. To look at it:\n  %s\n", worst, 1e3 * slip[worst],
              results.study().replay(worst, results.outputs(worst)).c_str());

  // Instead, of some plates, the least force that holds each.
  const char* const find =
      "{variable: contacts.grip.normal_force, output: slip, crosses: 1e-4, between: [1, 20], tol: 0.05}";
  const sweep::Results sought = run({{"samples", "32"}, {"find", find}});
  std::vector<double> force = sought.output(1);  // behind the slip
  std::sort(force.begin(), force.end());
  std::printf("the least force that holds is %.2f to %.2f N; nine in ten plates need %.2f N or less\n", force.front(),
              force.back(), force[28]);
  std::printf("what decides it:\n");
  tell_influence(sought, 1);
}
