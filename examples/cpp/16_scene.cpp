// A scene in code, run, changed and run again: a plate pivots between two fingers, and slips if they are loose.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include <stickslip/core/names.hpp>
#include <stickslip/scene/mistake.hpp>
#include <stickslip/scene/run.hpp>

namespace {

using namespace stickslip;

constexpr const char* pivot = R"(
name: pivot
planar: true
bodies:
  plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.025, 0, 0]}
contacts:
  grip:
    body: plate
    law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 1.0, mu_s: 1.2}}
    pressure: {disc: {radius: 0.01}}
    count: 2
    normal_force: {sine: {mean: 3.6, amplitude: 0.9, frequency: 2}}
loads:
  weight: {body: plate, wrench: [0, -1.962, 0]}
run: {until: 2, dt: 2e-4, record_dt: 0.01}
)";

scene::SceneDescription described(const std::vector<scene::Override>& overrides = {}) {
  return scene::SceneDescription::from_text(pivot, "scene", {}, overrides);
}

void tell(const char* grip, const scene::SceneRun& run) {
  const sim::Trajectory& plate = run.track("plate").trajectory;
  const Pose2 end = plate.pose.back();
  const double force = std::hypot(plate.wrench.back()[0], plate.wrench.back()[1]);
  std::printf("%s: turned by %8.3f deg, fell by %7.3f mm, each finger bears %.4f N\n", grip,
              end.theta * 180.0 / std::numbers::pi, -1e3 * end.y, force);
  std::printf("  friction took %.4f mJ; %s\n", 1e3 * run.energy().dissipated.back(),
              std::string(name_of(run.status())).c_str());
}

}  // namespace

int main() {
  tell("squeezed by 3.6 N", scene::run(described()));
  tell("squeezed by 1.2 N",
       scene::run(described({{"contacts.grip.normal_force.sine.mean", "1.2"}, {"run.until", "0.2"}})));
  try {
    static_cast<void>(described({{"bodies.plate.mass", "-1"}, {"contacts.grip.modle", "reduced"}}));
  } catch (const scene::SceneError& mistakes) {
    std::printf("%s\n", mistakes.what());
  }
}
