// The study and the scene of the documentation, and a folder to put them in.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace stickslip::sweep {

inline constexpr const char* pivot_scene = R"(name: pivot
planar: true
bodies:
  plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.025, 0, 0]}
contacts:
  grip:
    body: plate
    law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 1.0, mu_s: 1.2}}
    pressure: {disc: {radius: 0.01}}
    model: reduced
    count: 2
    frame: world
    normal_force: {sine: {mean: 3.6, amplitude: 0.9, frequency: 2}}
loads:
  weight: {body: plate, wrench: [0, -1.962, 0]}
run: {until: 2, dt: 2e-4, record_dt: 0.01}
)";

inline constexpr const char* pivot_study = R"(name: pivot_study
scene: pivot.yaml                                # or model: ishigami (a built-in function, to test the statistics)
variables:
  bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}
  contacts.grip.law.elasto_plastic.mu_c: {uniform: [0.8, 1.1]}
  contacts.grip.normal_force.sine.mean: {list: [3.0, 3.6, 4.2]}      # in a random design: drawn with equal chance; linear: {from, to, n}, log: {from, to, n}
design: sobol                                    # grid | latin_hypercube | sobol | monte_carlo
samples: 512
seed: 7
outputs:
  angle: {series: plate.pose.theta, reduce: last}                    # min | max | mean | last | quantile: 0.9
  slip: largest_slip                             # of any contact [m]; also end_pose, least_margin (1 − gauge on the limit surface), dissipated, time_to_rest
run_time_limit: 10                               # seconds per run
# find: {variable: contacts.grip.normal_force.constant, output: slip, crosses: 1e-4, between: [1, 20], tol: 1e-4}
)";

inline constexpr const char* ishigami_study = R"(name: ishigami
model: ishigami
variables:
  x1: {uniform: [-3.141592653589793, 3.141592653589793]}
  x2: {uniform: [-3.141592653589793, 3.141592653589793]}
  x3: {uniform: [-3.141592653589793, 3.141592653589793]}
design: sobol
samples: 1024
outputs: {y: value}
)";

// Empty, and gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "stickslip_sweep_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "cannot make " << name;
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  Folder(Folder&&) = delete;
  Folder& operator=(Folder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const auto at = text.find(part);
  if (at == std::string::npos) {
    ADD_FAILURE() << "'" << part << "' is not in the text";
    return text;
  }
  return text.replace(at, part.size(), by);
}

}  // namespace stickslip::sweep
