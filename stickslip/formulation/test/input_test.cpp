// What is wrong with an input is said with its name, place, value and range.
#include <functional>
#include <limits>
#include <string>

#include "stickslip/core/error.hpp"
#include "stickslip/formulation/formulator.hpp"
#include "stickslip/formulation/test/scenes.hpp"

namespace stickslip::formulation::test::input_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

std::string message(const std::function<void(Pair&)>& spoil) {
  Pair pair;
  spoil(pair);
  return message_of([&] { static_cast<void>(exact_cone(pair.bodies, pair.contacts, {.h = 0.01})); });
}

TEST(Input, Bodies) {
  EXPECT_EQ(message([](Pair&) {}), "");
  EXPECT_EQ(message([](Pair& p) { p.bodies.mass[1] = 0.0; }), "Bodies: mass[1] = 0 must be finite and > 0 [kg]");
  EXPECT_EQ(message([](Pair& p) { p.bodies.mass[0] = nan; }), "Bodies: mass[0] = nan must be finite and > 0 [kg]");
  EXPECT_EQ(message([](Pair& p) { p.bodies.inertia(1, 0) = -1.0; }),
            "Bodies: inertia[1] must be finite, symmetric and positive definite [kg m^2]");
  EXPECT_EQ(message([](Pair& p) { p.bodies.inertia(1, 1) = 0.1; }),
            "Bodies: inertia[1] must be finite, symmetric and positive definite [kg m^2]");
  EXPECT_EQ(message([](Pair& p) { p.bodies.inertia = Rows<3>::Zero(2, 3); }),
            "Bodies: inertia[0][0] = 0 must be finite and > 0 [kg m^2]");
  EXPECT_EQ(message([](Pair& p) { p.bodies.inertia = Rows<4>::Ones(2, 4); }),
            "Bodies: inertia has 4 numbers per body, must have 3 (principal) or 9 (matrix)");
  EXPECT_EQ(message([](Pair& p) { p.bodies.velocity(1, 2) = nan; }), "Bodies: velocity[1][2] = nan must be finite");
  EXPECT_EQ(message([](Pair& p) { p.bodies.force.resize(1, 3); }), "Bodies: force has 1 rows, must have 2");
  EXPECT_EQ(message([](Pair& p) { p.bodies.orientation.row(1).setZero(); }),
            "Bodies: orientation[1] has length 0, must be a quaternion w, x, y, z that is not zero");
  EXPECT_EQ(message([](Pair& p) {
              p.bodies.force(0, 0) = 1e308;
              p.bodies.mass[0] = 1e-10;
            }).substr(0, 46),
            "Bodies: velocity after a step without contacts");
}

TEST(Input, Contacts) {
  EXPECT_EQ(message([](Pair& p) { p.contacts.bodies(1, 0) = 2; }), "Contacts: bodies[1][0] = 2 must be a body, 0 to 1");
  EXPECT_EQ(message([](Pair& p) { p.contacts.bodies(1, 0) = -1; }),
            "Contacts: bodies[1][0] = -1 must be a body: the ground, -1, must be the second");
  EXPECT_EQ(message([](Pair& p) { p.contacts.bodies(1, 0) = -2; }),
            "Contacts: bodies[1][0] = -2 must be a body, 0 to 1");
  EXPECT_EQ(message([](Pair& p) { p.contacts.bodies(2, 1) = -2; }),
            "Contacts: bodies[2][1] = -2 must be a body, 0 to 1, or -1 for the ground");
  EXPECT_EQ(message([](Pair& p) { p.contacts.bodies(2, 1) = 0; }),
            "Contacts: bodies[2] = (0, 0) must be two different bodies");
  EXPECT_EQ(message([](Pair& p) { p.contacts.normal.row(1).setZero(); }),
            "Contacts: normal[1] has length 0, must be finite and > 0");
  EXPECT_EQ(message([](Pair& p) { p.contacts.mu(1, 1) = -0.1; }), "Contacts: mu[1][1] = -0.1 must be finite and >= 0");
  EXPECT_EQ(message([](Pair& p) { p.contacts.mu.setConstant(3, 1, -0.1); }),
            "Contacts: mu[0] = -0.1 must be finite and >= 0");
  EXPECT_EQ(message([](Pair& p) { p.contacts.mu.setOnes(3, 3); }),
            "Contacts: mu has 3 numbers per contact, must have 1 (mu) or 2 (mu_s, mu_k)");
  EXPECT_EQ(message([](Pair& p) { p.contacts.point(0, 1) = nan; }), "Contacts: point[0][1] = nan must be finite");
  EXPECT_EQ(message([](Pair& p) { p.contacts.gap = Eigen::VectorXd::Constant(3, nan); }),
            "Contacts: gap[0] = nan must be finite");
  EXPECT_EQ(message([](Pair& p) { p.contacts.gap.setZero(2); }), "Contacts: gap has 2 rows, must have 3");
  EXPECT_EQ(message([](Pair& p) { p.contacts.tangent.row(2) = p.contacts.normal.row(2); }),
            "Contacts: tangent[2] must not be parallel to the normal");
}

TEST(Input, JointsAndOptions) {
  const Pair pair;
  Joints joints;
  joints.bodies.resize(1, 2);
  joints.bodies << 0, 5;
  joints.jacobian.setOnes(1, 12);
  const auto with_joints = [&] { static_cast<void>(exact_cone(pair.bodies, pair.contacts, {.h = 0.01}, joints)); };
  EXPECT_EQ(message_of(with_joints), "Joints: bodies[0][1] = 5 must be a body, 0 to 1, or -1 for the ground");
  joints.bodies << 0, 1;
  joints.stiffness = Eigen::VectorXd::Constant(1, -1.0);
  EXPECT_EQ(message_of(with_joints), "Joints: stiffness[0] = -1 must be finite and >= 0");

  const auto with = [&](const PhantomInertiaOptions& options, const Rows<3>& previous = {}) {
    return message_of([&] { static_cast<void>(phantom_inertia(pair.bodies, pair.contacts, options, {}, previous)); });
  };
  EXPECT_EQ(with({}), "phantom_inertia: h = nan must be finite and > 0 [s]");
  EXPECT_EQ(with({.h = 0.01, .directions = 1}), "phantom_inertia: directions = 1 must be >= 2 and <= 1000");
  EXPECT_EQ(with({.h = 0.01, .directions = std::numeric_limits<int>::max()}),
            "phantom_inertia: directions = 2147483647 must be >= 2 and <= 1000");
  EXPECT_EQ(message_of([&] {
              const int most = std::numeric_limits<int>::max();
              static_cast<void>(stewart_trinkle(pair.bodies, pair.contacts, {.h = 0.01, .directions = most}));
            }),
            "stewart_trinkle: directions = 2147483647 must be >= 2 and <= 1000");
  EXPECT_EQ(with({.h = 0.01, .rho = 0.0}), "phantom_inertia: rho = 0 must be finite and > 0 [kg]");
  EXPECT_EQ(with({.h = 0.01, .normal_relaxation = Relaxation{.epsilon = -1.0}}),
            "normal_relaxation: epsilon = -1 must be finite and >= 0 [1/kg]");
  EXPECT_EQ(with({.h = 0.01, .normal_relaxation = Relaxation{.epsilon = 1.0, .stiffness = 1.0}}),
            "normal_relaxation: must be epsilon, or stiffness and damping of which one is > 0");
  EXPECT_EQ(with({.h = 0.01, .tangent_relaxation = Relaxation{}}),
            "tangent_relaxation: must be epsilon, or stiffness and damping of which one is > 0");
  EXPECT_EQ(with({.h = 0.01}, Rows<3>::Zero(2, 3)), "phantom_inertia: previous has 2 rows, must have 3");
  EXPECT_EQ(with({.h = 0.01}, Rows<3>::Constant(3, 3, std::numeric_limits<double>::infinity())),
            "phantom_inertia: previous[0][0] = inf must be finite, or NaN in the whole row of a contact that is new");
  EXPECT_EQ(with({.h = 0.01}, Rows<3>::Constant(3, 3, nan)), "");
  for (int known = 0; known < 3; ++known) {
    Rows<3> previous = Rows<3>::Zero(3, 3);
    previous.row(1).setConstant(nan);
    previous(1, known) = 1.0;
    EXPECT_EQ(with({.h = 0.01}, previous),
              "phantom_inertia: previous[1][" + std::string(known == 0 ? "1" : "0") +
                  "] = nan must be finite, or NaN in the whole row of a contact that is new");
  }

  // Four vertices have friction of rank three.
  Box box;
  box.bodies.velocity.setZero();
  box.bodies.angular_velocity.setZero();
  const std::string text = message_of([&] {
    static_cast<void>(
        phantom_inertia(box.bodies, box.contacts, {.h = 0.01, .tangent_relaxation = Relaxation{.epsilon = 0.0}}));
  });
  EXPECT_EQ(text.substr(0, 58), "phantom_inertia: tangent_relaxation must be larger: fricti");
}

TEST(Input, LengthsOfQuaternionsDoNotMatter) {
  Pair pair;
  const Formulated f = exact_cone(pair.bodies, pair.contacts, {.h = 0.01});
  for (const double scale : {0x1p-664, 0x1p664}) {
    Pair scaled;
    scaled.bodies.orientation *= scale;
    const Formulated g = exact_cone(scaled.bodies, scaled.contacts, {.h = 0.01});
    const auto& first = std::get<solvers::ConeProblem>(f.problem());
    const auto& second = std::get<solvers::ConeProblem>(g.problem());
    EXPECT_TRUE(second.W.to_dense().isApprox(first.W.to_dense(), 1e-14)) << scale;
    EXPECT_TRUE(second.q.isApprox(first.q, 1e-14)) << scale;
  }
}

TEST(Input, NumbersOutOfRangeAreNamed) {
  const auto with = [](double mass_scale, const PhantomInertiaOptions& options) {
    Box box;
    box.bodies.mass *= mass_scale;
    box.bodies.inertia *= mass_scale;
    box.bodies.force *= mass_scale;
    return message_of([&] { static_cast<void>(phantom_inertia(box.bodies, box.contacts, options)); });
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos ? "" : text;
  };
  for (const double fine : {1e-100, 1e100}) EXPECT_EQ(with(fine, {.h = 0.01}), "");
  EXPECT_EQ(contains(with(1e300, {.h = 0.01, .v_th = 100.0}), "the mass, 1e+300 kg, or the inertia of a body"), "");
  EXPECT_EQ(contains(with(1e-200, {.h = 0.01, .v_th = 100.0}), "the mass, 1e-200 kg, or the inertia of a body"), "");
  EXPECT_EQ(contains(with(1.0, {.h = 1e-300}), "or the step h too short"), "");
  EXPECT_EQ(contains(with(1.0, {.h = 0.01, .v_th = 100.0, .tangent_relaxation = Relaxation{.epsilon = 1e200}}),
                     "tangent_relaxation = 1e+200 1/kg is out of range"),
            "");
}

TEST(Input, Solutions) {
  const Pair pair;
  const Formulated f = phantom_inertia(pair.bodies, pair.contacts, {.h = 0.01});
  const Formulated g = exact_cone(pair.bodies, pair.contacts, {.h = 0.01});
  const Eigen::VectorXd z = Eigen::VectorXd::Zero(4);
  EXPECT_EQ(message_of([&] { static_cast<void>(f.impulses(as_span(z))); }),
            "Formulated: z has 4 entries, must have 15, or 33 of the mixed problem");
  EXPECT_EQ(message_of([&] { static_cast<void>(g.residual(as_span(z))); }), "Formulated: z has 4 entries, must have 9");
  EXPECT_EQ(message_of([&] { static_cast<void>(g.solve("auto", Formulated::default_options(), as_span(z))); }),
            "Formulated.solve: z0 has 4 entries, must have 9");
  EXPECT_EQ(message_of([&] { static_cast<void>(g.solve("lemke")); }),
            "Formulated.solve: method 'lemke' must be one of 'auto', 'nsgs', 'prox_newton', 'admm'");
  EXPECT_EQ(message_of([&] { static_cast<void>(g.mixed()); }),
            "Formulated: there is a mixed problem for phantom_inertia only");
  EXPECT_EQ(message_of([&] { static_cast<void>(g.rank(-1.0)); }), "rank: tol = -1 must be finite and >= 0");
}

TEST(Input, NothingIsAStepToo) {
  Pair pair;
  pair.contacts = Contacts{};
  pair.contacts.bodies.resize(0, 2);
  for (const Formulated& f :
       {phantom_inertia(pair.bodies, pair.contacts, {.h = 0.01}), exact_cone(pair.bodies, pair.contacts, {.h = 0.01}),
        anitescu_potra(pair.bodies, pair.contacts, {.h = 0.01}), box(pair.bodies, pair.contacts, {.h = 0.01})}) {
    EXPECT_EQ(f.size(), 0);
    const Rows<6> velocities = f.velocities({});
    EXPECT_NEAR(velocities(0, 0), 0.2 + 0.01 / 1.5, 1e-15);
  }
  EXPECT_EQ(Formulated().size(), 0);
}

TEST(Input, WhatWasMovedFromIsWrittenAnew) {
  const Pair pair;
  Formulator formulator;
  Formulated f;
  for (int round = 0; round < 2; ++round) {
    formulator.exact_cone(pair.bodies, pair.contacts, {.h = 0.01}, {}, f);
    const Formulated taken = std::move(f);
    EXPECT_EQ(taken.size(), 9);
  }
  const Formulated other = phantom_inertia(pair.bodies, pair.contacts, {.h = 0.01});
  f = other;
  EXPECT_EQ(f.size(), other.size());
}

}  // namespace
}  // namespace stickslip::formulation::test::input_test
