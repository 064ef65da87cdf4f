// A small LCP, a contact that sticks and one that slides, and a problem without solution: solved, and judged by the report.
//
//   an LCP       0 ≤ z ⟂ M z + q ≥ 0, by every method
//   a contact    K_μ ∋ r ⟂ u + μ ‖u_t‖ n ∈ K*_μ, u = W r + q, for a push that it holds and one that it does not
//   no solution  what the report says then
//
// 09_complementarity.py does the same in Python.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "stickslip/solvers/residual.hpp"
#include "stickslip/solvers/workspace.hpp"

using namespace stickslip::solvers;
using stickslip::name_of;
using stickslip::Names;
using stickslip::SolveReport;
using stickslip::SolveStatus;

void print(const char* what, const SolveReport& report) {
  std::printf("%-14s %-11s residual %.1e, %ld iterations, by %s\n", what, std::string(name_of(report.status)).c_str(),
              report.residual, report.iterations, std::string(report.method).c_str());
}

int main() {
  Workspace workspace;  // keeps its memory: solves of the same size allocate nothing from the second on
  bool all_well = true;

  const LcpProblem lcp{(Eigen::Matrix2d() << 2.0, 1.0, 1.0, 2.0).finished(), Eigen::Vector2d(-5.0, -6.0)};
  for (const auto& method : Names<LcpMethod>::table) {
    std::vector<double> z(2);  // the start, and the point that comes back
    const SolveReport report = workspace.solve(lcp, z, method.value);
    print(std::string(method.name).c_str(), report);
    all_well = all_well && report.status == SolveStatus::converged && std::abs(z[0] - 4.0 / 3.0) < 1e-8;
  }

  // A mass of 1 kg falls onto a table at 1 m/s while it moves along at 0.2 and at 2 m/s.
  for (const double along : {0.2, 2.0}) {
    const ConeProblem contact{BlockMatrix::from_dense(Eigen::Matrix3d::Identity()), Eigen::Vector3d(-1.0, along, 0.0),
                              Eigen::VectorXd::Constant(1, 0.5)};
    std::vector<double> r(3);
    const SolveReport report = workspace.solve(contact, r, ConeMethod::automatic, {.tolerance = 1e-8});
    const double left = along + r[1];
    print(along < 1.0 ? "sticks" : "slides", report);
    std::printf("  impulse %.3f N s up, %.3f N s along; moves on at %.3f m/s\n", r[0], r[1], left);
    all_well = all_well && report.status == SolveStatus::converged && std::abs(left - (along < 1.0 ? 0.0 : 1.5)) < 1e-7;
  }

  const LcpProblem impossible{Eigen::MatrixXd::Constant(1, 1, -1.0), Eigen::VectorXd::Constant(1, -1.0)};  // −z − 1 ≥ 0
  std::vector<double> z(1);
  const SolveReport report = workspace.solve(impossible, z);
  print("impossible", report);
  all_well = all_well && report.status == SolveStatus::infeasible && report.residual == residual(impossible, z);
  return all_well ? 0 : 1;
}
