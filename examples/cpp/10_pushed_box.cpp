// A box pushed along the ground, as a complementarity problem: does it stick or slide, and who can solve it?
#include <cstdio>
#include <string>
#include <variant>
#include <vector>

#include <stickslip/formulation/formulations.hpp>

namespace {

using namespace stickslip;
using formulation::Bodies;
using formulation::Contacts;
using formulation::Formulated;

// A box of 1 kg and 1 m on four corners.
Contacts corners() {
  Contacts contacts;
  contacts.bodies.resize(4, 2);
  contacts.bodies << 0, -1, 0, -1, 0, -1, 0, -1;
  contacts.point.resize(4, 3);
  contacts.point << -0.5, -0.5, 0.0, -0.5, 0.5, 0.0, 0.5, -0.5, 0.0, 0.5, 0.5, 0.0;
  contacts.normal.setZero(4, 3);
  contacts.normal.col(2).setOnes();
  contacts.mu.setConstant(4, 1, 0.5);
  return contacts;
}

Bodies box() {
  Bodies bodies;
  bodies.mass.setOnes(1);
  bodies.inertia.setConstant(1, 3, 1.0 / 6.0);
  bodies.position.setZero(1, 3);
  bodies.position(0, 2) = 0.5;
  bodies.velocity.setZero(1, 3);
  bodies.angular_velocity.setZero(1, 3);
  bodies.force.setZero(1, 3);
  bodies.force(0, 2) = -9.81;
  bodies.torque.setZero(1, 3);
  return bodies;
}

void print(double push, const char* name, const Formulated& step) {
  const formulation::Solution solution = step.solve();
  const auto velocities = step.velocities({solution.z.data(), static_cast<std::size_t>(solution.z.size())});
  std::printf("push %g N, %-16s %8.4f mm/s   %s\n", push, name, 1e3 * velocities(0, 0),
              std::string(solution.report.method).c_str());
}

}  // namespace

int main() {
  const Contacts contacts = corners();
  std::printf("friction holds 4.905 N\n");
  for (const double push : {4.0, 6.0}) {
    Bodies bodies = box();
    bodies.force(0, 0) = push;
    bodies.torque(0, 1) = -0.5 * push;  // below its middle, so that it does not tip
    print(push, "exact_cone", exact_cone(bodies, contacts, {.h = 0.01}));
    print(push, "phantom_inertia", phantom_inertia(bodies, contacts, {.h = 0.01}));
    print(push, "anitescu_potra", anitescu_potra(bodies, contacts, {.h = 0.01}));
  }

  // Problems are values: take one, and compare solvers on it.
  Bodies sliding = box();
  sliding.velocity(0, 1) = 5.0;
  sliding.angular_velocity(0, 2) = 6.28;
  const Formulated step = anitescu_potra(sliding, contacts, {.h = 0.01});
  const auto& problem = std::get<solvers::LcpProblem>(step.problem());
  solvers::Workspace workspace;
  for (const auto method : {solvers::LcpMethod::lemke, solvers::LcpMethod::judice_pires, solvers::LcpMethod::pgs}) {
    std::vector<double> z(static_cast<std::size_t>(problem.size()), 0.0);
    const SolveReport report = workspace.solve(problem, z, method, {.max_iterations = 1000});
    std::printf("%-13s %-15s residual %.1e   %s\n", std::string(name_of(method)).c_str(),
                std::string(name_of(report.status)).c_str(), report.residual, std::string(report.method).c_str());
  }
}
