// A step of the paper's box with phantom inertia, and stacks as Anitescu and Potra pose them, by `auto` and by the solvers of
// Siconos in the same run.
//
// Each problem is solved from zero to a residual of 10⁻⁸ by our measure. A solver of Siconos that does not get there, takes more than
// 20 s or ends the program is tried in a process of its own first, and left out. Normal forces are redundant: four points per cube.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <benchmark/benchmark.h>

#include "stickslip/formulation/formulator.hpp"
#include "stickslip/solvers/residual.hpp"

#include "benchmarks/child_process.hpp"

#ifdef STICKSLIP_HAS_SICONOS
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#endif

namespace stickslip::benchmarks {
namespace {

using formulation::Bodies;
using formulation::Contacts;
using formulation::Formulated;

constexpr double tolerance = 1e-8, h = 0.01, gravity = 9.81;

struct Scene {
  Bodies bodies;
  Contacts contacts;
};

// n cubes of 1 kg and 1 m on each other, each on the four corners of its lower face, each sliding and turning a little otherwise.
Scene stack(int n) {
  Scene scene;
  Bodies& bodies = scene.bodies;
  bodies.mass = Eigen::VectorXd::Ones(n);
  bodies.inertia = formulation::Rows<Eigen::Dynamic>::Constant(n, 3, 1.0 / 6.0);
  bodies.position = formulation::Rows<3>::Zero(n, 3);
  bodies.velocity = formulation::Rows<3>::Zero(n, 3);
  bodies.angular_velocity = formulation::Rows<3>::Zero(n, 3);
  bodies.force = formulation::Rows<3>::Zero(n, 3);
  Contacts& contacts = scene.contacts;
  contacts.bodies.resize(4 * n, 2);
  contacts.point.resize(4 * n, 3);
  contacts.normal = formulation::Rows<3>::Zero(4 * n, 3);
  contacts.mu = formulation::Rows<Eigen::Dynamic>::Constant(4 * n, 1, 0.5);
  for (int i = 0; i < n; ++i) {
    bodies.position(i, 2) = 0.5 + i;
    bodies.velocity.row(i) << 0.5 + 0.1 * i, 0.3 - 0.2 * i, 0.0;
    bodies.angular_velocity(i, 2) = i % 2 == 0 ? 0.5 : -0.3;
    bodies.force(i, 2) = -gravity;
    for (int corner = 0; corner < 4; ++corner) {
      const int c = 4 * i + corner;
      contacts.bodies.row(c) << i, i - 1;  // −1 is the ground
      contacts.point.row(c) << (corner % 2 == 0 ? 0.5 : -0.5), (corner < 2 ? 0.5 : -0.5), i;
      contacts.normal(c, 2) = 1.0;
    }
  }
  return scene;
}

// [Peiret 2017, Table 1]
Scene paper_box() {
  Scene scene = stack(1);
  scene.bodies.velocity.row(0) << 0.0, 5.0, 0.0;
  scene.bodies.angular_velocity(0, 2) = 2.0 * std::numbers::pi;
  scene.contacts.mu.setOnes();
  return scene;
}

// From zero, or as simulations do from the solution of the step before.
void phantom_step(benchmark::State& state, bool is_warm) {
  const Scene scene = paper_box();
  formulation::Formulator formulator;
  solvers::Workspace workspace;
  Formulated step;
  std::vector<double> z;
  SolveReport report;
  for (auto _ : state) {
    formulator.phantom_inertia(scene.bodies, scene.contacts, {.h = h}, {}, {}, step);
    if (!is_warm || z.empty()) z.assign(static_cast<std::size_t>(step.size()), 0.0);
    report = step.solve(workspace, z);
    benchmark::DoNotOptimize(z.data());
  }
  if (report.status != SolveStatus::converged) state.SkipWithError("not solved");
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(std::string(report.method));
}
BENCHMARK_CAPTURE(phantom_step, cold, false)->Name("formulation/phantom_box/cold");
BENCHMARK_CAPTURE(phantom_step, warm, true)->Name("formulation/phantom_box/warm");

solvers::LcpProblem pyramid(int n) {
  const Scene scene = stack(n);
  const Formulated step = anitescu_potra(scene.bodies, scene.contacts,
                                         {.h = h, .normal_relaxation = formulation::Relaxation{.epsilon = 0.0}});
  return std::get<solvers::LcpProblem>(step.problem());
}

void by_method(benchmark::State& state, int n, solvers::LcpMethod method) {
  const solvers::LcpProblem problem = pyramid(n);
  std::vector<double> z(static_cast<std::size_t>(problem.size()));
  solvers::Workspace workspace;
  SolveReport report;
  for (auto _ : state) {
    std::fill(z.begin(), z.end(), 0.0);
    report = workspace.solve(problem, z, method, {.tolerance = tolerance});
    benchmark::DoNotOptimize(z.data());
  }
  if (report.status != SolveStatus::converged) state.SkipWithError("not solved");
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(std::string(report.method));
}

#ifdef STICKSLIP_HAS_SICONOS
struct Rival {
  const char* name;
  int id;
};
constexpr std::array rivals = {Rival{"LEMKE", SICONOS_LCP_LEMKE},
                               Rival{"PIVOT", SICONOS_LCP_PIVOT},
                               Rival{"PIVOT_LUMOD", SICONOS_LCP_PIVOT_LUMOD},
                               Rival{"NEWTON_FB", SICONOS_LCP_NEWTON_FB_FBLSA},
                               Rival{"NEWTON_MIN", SICONOS_LCP_NEWTON_MIN_FBLSA},
                               Rival{"AVI_CAOFERRIS", SICONOS_LCP_AVI_CAOFERRIS}};

// One call of the driver from zero. False where it does not get there.
class Siconos {
 public:
  Siconos(solvers::LcpProblem problem, int id)
      : problem_(std::move(problem)), z_(static_cast<std::size_t>(problem_.size())), w_(z_.size()), id_(id) {}

  bool solve() {
    std::fill(z_.begin(), z_.end(), 0.0);
    std::fill(w_.begin(), w_.end(), 0.0);
    // Solvers may write into what they are given.
    matrix_ = problem_.M;
    q_ = problem_.q;
    const int n = static_cast<int>(problem_.size());
    NumericsMatrix* matrix = NM_create_from_data(NM_DENSE, n, n, matrix_.data());
    LinearComplementarityProblem posed{n, matrix, q_.data()};
    ::SolverOptions* options = solver_options_create(id_);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    linearComplementarity_driver(&posed, z_.data(), w_.data(), options);
    solver_options_delete(options);
    matrix->matrix0 = nullptr;  // ours
    NM_clear(matrix);
    std::free(matrix);
    return solvers::residual(problem_, z_) <= tolerance;
  }

 private:
  solvers::LcpProblem problem_;
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd q_;
  std::vector<double> z_, w_;
  int id_;
};

bool gets_there(int n, int id) {
  return succeeds_in_child([&] { return Siconos(pyramid(n), id).solve(); });
}

void by_siconos(benchmark::State& state, int n, int id) {
  if (!gets_there(n, id)) {
    state.SkipWithError("does not reach 1e-8");
    return;
  }
  Siconos solver(pyramid(n), id);
  for (auto _ : state) benchmark::DoNotOptimize(solver.solve());
  state.SetItemsProcessed(state.iterations());
}
#endif

const bool registered = [] {
  for (const int n : {1, 2, 3, 5, 10}) {
    const std::string name = "formulation/stack/" + std::to_string(4 * n) + "/";
    benchmark::RegisterBenchmark((name + "auto").c_str(), by_method, n, solvers::LcpMethod::automatic);
    benchmark::RegisterBenchmark((name + "lemke").c_str(), by_method, n, solvers::LcpMethod::lemke);
#ifdef STICKSLIP_HAS_SICONOS
    for (const Rival& rival : rivals) {
      benchmark::RegisterBenchmark((name + "siconos/" + rival.name).c_str(), by_siconos, n, rival.id);
    }
#endif
  }
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
