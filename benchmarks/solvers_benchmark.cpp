// Cone problems by `auto` against six solvers of Siconos, in the same run; and what a sweep costs as piles grow.
//
// The shared problems are read from $STICKSLIP_REFERENCE/contact/fc3d, or from shared/reference beside a folder above the current
// one; without them, and without Siconos, there is nothing of that kind to run. Each is solved from zero to a residual of 10⁻⁸ by our
// measure. Siconos is timed within its driver alone, by the processor time of its thread (set OPENBLAS_NUM_THREADS=1; ours is the
// column CPU), with W by blocks and as a sparse matrix: the better one counts. A solver of Siconos that does not get there, takes more
// than 20 s or ends the program (some of its assertions do) is tried in a process of its own first, and left out.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>
#include <benchmark/benchmark.h>
#include <malloc.h>

#include "stickslip/solvers/auto_cone.hpp"
#include "stickslip/solvers/fc_file.hpp"
#include "stickslip/solvers/nsgs.hpp"
#include "stickslip/solvers/residual.hpp"

#include "benchmarks/child_process.hpp"

#ifdef STICKSLIP_HAS_SICONOS
#include <CSparseMatrix.h>
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
#endif

namespace stickslip::benchmarks {
namespace {

namespace fs = std::filesystem;
using solvers::BlockMatrix;
using solvers::ConeProblem;

constexpr double tolerance = 1e-8;

std::optional<fs::path> folder_of_problems() {
  const fs::path name = fs::path("contact") / "fc3d";
  std::error_code ignored;
  if (const char* root = std::getenv("STICKSLIP_REFERENCE"); root != nullptr) {
    if (fs::is_directory(root / name, ignored)) return root / name;
  }
  for (fs::path here = fs::current_path(ignored);; here = here.parent_path()) {
    const fs::path folder = here / "shared" / "reference" / name;
    if (fs::is_directory(folder, ignored)) return folder;
    if (here == here.parent_path()) return std::nullopt;
  }
}

ConeProblem read(const fs::path& path) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return solvers::read_fc(text, path.filename().string());
}

void by_auto(benchmark::State& state, const fs::path& path) {
  const ConeProblem problem = read(path);
  std::vector<double> r(static_cast<std::size_t>(problem.size()));
  solvers::AutoCone solver;
  SolveReport report;
  for (auto _ : state) {
    std::fill(r.begin(), r.end(), 0.0);
    report = solver.solve(problem, r, {.tolerance = tolerance});
    benchmark::DoNotOptimize(r.data());
  }
  if (report.status != SolveStatus::converged) state.SkipWithError("not solved");
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(std::string(report.method));
}

#ifdef STICKSLIP_HAS_SICONOS
// Of this thread, which does all the work: what other programs take does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Rival {
  const char* name;
  int id;
};
constexpr std::array rivals = {Rival{"NSGS", SICONOS_FRICTION_3D_NSGS},     Rival{"NSN_AC", SICONOS_FRICTION_3D_NSN_AC},
                               Rival{"NSN_FB", SICONOS_FRICTION_3D_NSN_FB}, Rival{"PROX", SICONOS_FRICTION_3D_PROX},
                               Rival{"ADMM", SICONOS_FRICTION_3D_ADMM},     Rival{"VI_EG", SICONOS_FRICTION_3D_VI_EG}};

// One solve from zero: seconds, or none where it does not get there.
std::optional<double> siconos(const ConeProblem& problem, int id, bool by_blocks) {
  const int n = problem.contacts();
  const auto make = [](NM_types type, int rows) { return NM_create(type, rows, rows); };
  const auto release = [](NumericsMatrix* matrix) {
    NM_clear(matrix);
    std::free(matrix);
  };
  std::unique_ptr<NumericsMatrix, decltype(release)> sparse(make(NM_SPARSE, 3 * n), release), blocks(nullptr, release);
  NM_triplet_alloc(sparse.get(), static_cast<CS_INT>(9 * problem.W.columns().size()));
  for (int i = 0; i < n; ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int k = problem.W.row_begin()[row]; k < problem.W.row_begin()[row + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) {
          const double value = problem.W.blocks()[at](a, b);
          if (value != 0.0) NM_entry(sparse.get(), 3 * i + a, 3 * problem.W.columns()[at] + b, value);
        }
      }
    }
  }
  if (by_blocks) {
    blocks.reset(make(NM_SPARSE_BLOCK, 3 * n));
    SBM_from_csparse(3, NM_csc(sparse.get()), blocks->matrix1);
  }
  Eigen::VectorXd q = problem.q, mu = problem.mu;
  std::vector<double> r(static_cast<std::size_t>(3 * n), 0.0), u(r.size(), 0.0);
  FrictionContactProblem posed{3, n, by_blocks ? blocks.get() : sparse.get(), q.data(), mu.data()};
  ::SolverOptions* options = solver_options_create(id);
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  if (id == SICONOS_FRICTION_3D_NSGS || id == SICONOS_FRICTION_3D_VI_EG || id == SICONOS_FRICTION_3D_ADMM) {
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 20000;  // their own limits end too soon for half of the problems
  }
  if (id == SICONOS_FRICTION_3D_ADMM && problem.W.asymmetry() > 0.0) {
    options->iparam[SICONOS_FRICTION_3D_ADMM_IPARAM_SYMMETRY] = SICONOS_FRICTION_3D_ADMM_SYMMETRIZE;
  }
  const double start = cpu_seconds();
  fc3d_driver(&posed, r.data(), u.data(), options);
  const double seconds = cpu_seconds() - start;
  solver_options_delete(options);
  if (!(solvers::residual(problem, r) <= tolerance)) return {};
  return seconds;
}

bool gets_there(const ConeProblem& problem, int id, bool by_blocks) {
  return succeeds_in_child([&] { return siconos(problem, id, by_blocks).has_value(); });
}

void by_siconos(benchmark::State& state, const fs::path& path, int id, bool by_blocks) {
  const ConeProblem problem = read(path);
  static std::vector<std::pair<std::string, bool>> known;  // repetitions ask again
  const std::string key = path.string() + std::to_string(2 * id + (by_blocks ? 1 : 0));
  auto found = std::find_if(known.begin(), known.end(), [&](const auto& entry) { return entry.first == key; });
  if (found == known.end()) found = known.insert(known.end(), {key, gets_there(problem, id, by_blocks)});
  if (!found->second) {
    state.SkipWithError("does not reach 1e-8");
    return;
  }
  for (auto _ : state) state.SetIterationTime(siconos(problem, id, by_blocks).value_or(0.0));
  state.SetItemsProcessed(state.iterations());
}
#endif

// Spheres of 1 kg and 1 m on a cubic lattice, side × side × 8, on a floor: three contacts per sphere. Normals are a little off the axes,
// as in a real pile.
ConeProblem pile(int contacts) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const int layers = 8, side = std::max(2, static_cast<int>(std::lround(std::sqrt(contacts / (3.0 * layers)))));
  const auto body = [&](int x, int y, int z) { return (z * side + y) * side + x; };
  struct Contact {
    int first, second;  // second: −1 for the floor
    Eigen::Matrix<double, 3, 6> to_first, to_second;
  };
  std::vector<Contact> found;
  const auto touch = [&](int first, int second, const Eigen::Vector3d& axis) {
    const Eigen::Vector3d n =
        (axis + 0.1 * Eigen::Vector3d(normal(random), normal(random), normal(random))).normalized();
    const Eigen::Vector3d other = std::abs(n.x()) < 0.9 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
    const Eigen::Vector3d t_1 = (other - n * n.dot(other)).normalized(), t_2 = n.cross(t_1);
    Contact contact{first, second, {}, {}};
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d e = k == 0 ? n : (k == 1 ? t_1 : t_2);
      const Eigen::Vector3d lever = (-0.5 * n).cross(e);
      contact.to_first.row(k) << e.transpose(), lever.transpose();
      contact.to_second.row(k) << -e.transpose(), lever.transpose();
    }
    found.push_back(contact);
  };
  for (int z = 0; z < layers; ++z) {
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        touch(body(x, y, z), z > 0 ? body(x, y, z - 1) : -1, Eigen::Vector3d::UnitZ());
        if (x > 0) touch(body(x, y, z), body(x - 1, y, z), Eigen::Vector3d::UnitX());
        if (y > 0) touch(body(x, y, z), body(x, y - 1, z), Eigen::Vector3d::UnitY());
      }
    }
  }
  const int n = static_cast<int>(found.size()), bodies = side * side * layers;
  std::vector<std::vector<std::pair<int, const Eigen::Matrix<double, 3, 6>*>>> of_body(
      static_cast<std::size_t>(bodies));
  for (int i = 0; i < n; ++i) {
    const Contact& contact = found[static_cast<std::size_t>(i)];
    of_body[static_cast<std::size_t>(contact.first)].emplace_back(i, &contact.to_first);
    if (contact.second >= 0) of_body[static_cast<std::size_t>(contact.second)].emplace_back(i, &contact.to_second);
  }
  Eigen::Matrix<double, 6, 1> inverse_mass;
  inverse_mass << 1.0, 1.0, 1.0, 10.0, 10.0, 10.0;  // a ball: 2/5 m R²
  std::vector<BlockMatrix::Entry> entries;
  ConeProblem problem{{}, Eigen::VectorXd::Zero(3 * n), Eigen::VectorXd::Constant(n, 0.5)};
  for (const auto& touching : of_body) {
    Eigen::Matrix<double, 6, 1> velocity;
    velocity << 0.01 * normal(random), 0.01 * normal(random), -0.0981, 0.0, 0.0, 0.0;  // 10 ms of gravity
    for (const auto& [i, J] : touching) {
      problem.q.segment<3>(3 * i) += *J * velocity;
      for (const auto& [j, other] : touching) {
        entries.push_back({i, j, *J * inverse_mass.asDiagonal() * other->transpose()});
      }
    }
  }
  problem.W = BlockMatrix(n, entries);
  return problem;
}

// Time per sweep and contact; memory of the problem and the solver per contact.
void sweeps_of_pile(benchmark::State& state) {
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  const ConeProblem problem = pile(static_cast<int>(state.range(0)));
  std::vector<double> r(static_cast<std::size_t>(problem.size()));
  solvers::Nsgs solver;
  constexpr int sweeps = 50;
  double left = 0.0;
  for (auto _ : state) {
    std::fill(r.begin(), r.end(), 0.0);
    left = solver.solve(problem, r, {.tolerance = 1e-15, .max_iterations = sweeps}).residual;
  }
  const auto contacts = static_cast<double>(problem.contacts());
  state.SetItemsProcessed(state.iterations() * sweeps);
  state.counters["contacts"] = contacts;
  state.counters["residual"] = left;
  state.counters["bytes_per_contact"] =
      static_cast<double>(mallinfo2().uordblks + mallinfo2().hblkhd - before) / contacts;
}

const bool registered = [] {
  for (const int contacts : {100, 316, 1000, 3162, 10000, 31623}) {
    benchmark::RegisterBenchmark(("solvers/pile/sweep/" + std::to_string(contacts)).c_str(), sweeps_of_pile)
        ->Arg(contacts);
  }
  const std::optional<fs::path> folder = folder_of_problems();
  if (!folder) return true;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(*folder)) {
    if (entry.path().extension() == ".fc") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    const std::string name = "solvers/fc3d/" + path.stem().string() + "/";
    benchmark::RegisterBenchmark((name + "auto").c_str(), by_auto, path);
#ifdef STICKSLIP_HAS_SICONOS
    for (const Rival& rival : rivals) {
      for (const bool by_blocks : {true, false}) {
        benchmark::RegisterBenchmark((name + "siconos/" + rival.name + (by_blocks ? "/blocks" : "/sparse")).c_str(),
                                     by_siconos, path, rival.id, by_blocks)
            ->UseManualTime();
      }
    }
#endif
  }
  return true;
}();

}  // namespace
}  // namespace stickslip::benchmarks
