// Bodies in contact, read from tests/contact_scenes or generated, and the complementarity problem of Anitescu and Potra's step.
//
//   (1)  z = (Λ_n, Λ_d, γ):   0 ≤ Λ_n ⟂ J_n v⁺ ≥ 0,   0 ≤ Λ_d ⟂ γ + D v⁺ ≥ 0,   0 ≤ γ ⟂ μ Λ_n − 1ᵀΛ_d ≥ 0
//   (2)  v⁺ = v + h g + M⁻¹ (J_nᵀ Λ_n + Dᵀ Λ_d),   2 k rays of D per contact
#pragma once

#include <string>
#include <vector>

#include "stickslip/solvers/boxed_lcp_problem.hpp"
#include "stickslip/solvers/lcp_problem.hpp"
#include "stickslip/solvers/test/lcp_cases.hpp"

namespace stickslip::solvers::test {

struct ContactScene {
  struct Body {
    double mass;
    Eigen::Vector3d inertia, position, velocity, angular_velocity;
  };
  struct Contact {
    int a, b;  // −1: the ground
    Eigen::Vector3d point, normal, tangent1, tangent2;
    double mu;
  };
  double h = 0.01, g = 9.81;
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
};

// The names of the files in tests/contact_scenes.
std::vector<std::string> scene_names();
ContactScene read_scene(const std::string& name);
// n cubes on each other, `points` contacts each around the edge of a face, random masses, velocities and μ.
ContactScene random_stack(Random& random, int n, int points);
// n bricks in rows, each row one brick shorter than that below; each brick touches both below it, with two points each.
ContactScene random_wall(Random& random, int n);

LcpProblem anitescu_potra(const ContactScene& scene, int k);
// The same contacts with |Λ_t| ≤ μ Λ_n in two directions.
BoxedLcpProblem friction_box(const ContactScene& scene);

}  // namespace stickslip::solvers::test
