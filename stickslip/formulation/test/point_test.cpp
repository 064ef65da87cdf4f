// Every formulation against what a mass on the ground does in closed form.
#include <algorithm>
#include <functional>
#include <numbers>

#include "stickslip/formulation/test/scenes.hpp"

namespace stickslip::formulation::test::point_test {
namespace {

constexpr double h = 0.01, mu = 0.6;
constexpr double weight = Point::mass * Point::gravity;
// With the default compliance ε_n = 1e-4/m the normal impulse is that of a rigid contact over 1 + 1e-4.
constexpr double pressed = h * weight / (1.0 + 1e-4);

enum class Polygon { inscribed, circumscribed, circle };

struct Case {
  const char* name;
  std::function<Formulated(const Point&, int)> formulate;
  Polygon polygon;
  double relaxed;  // 1 + m ε_t: a force that holds is h × push over it
  bool has_lines;  // takes any k
};

const Case cases[] = {
    {"stewart_trinkle",
     [](const Point& p, int k) { return stewart_trinkle(p.bodies, p.contacts, {.h = h, .directions = k}); },
     Polygon::inscribed, 1.0, true},
    {"anitescu_potra",
     [](const Point& p, int k) { return anitescu_potra(p.bodies, p.contacts, {.h = h, .directions = k}); },
     Polygon::inscribed, 1.0, true},
    {"box", [](const Point& p, int) { return box(p.bodies, p.contacts, {.h = h}); }, Polygon::circumscribed, 1.001,
     false},
    {"hybrid", [](const Point& p, int) { return hybrid(p.bodies, p.contacts, {.h = h}); }, Polygon::circumscribed,
     1.001, false},
    {"phantom_inertia",
     [](const Point& p, int k) { return phantom_inertia(p.bodies, p.contacts, {.h = h, .directions = k}); },
     Polygon::circumscribed, 1.001, true},
    {"exact_cone", [](const Point& p, int) { return exact_cone(p.bodies, p.contacts, {.h = h}); }, Polygon::circle, 1.0,
     false},
};

TEST(Point, StaysAtRestUnderASmallPush) {
  for (const Case& c : cases) {
    const Vec<2> push(0.3 * mu * weight, 0.1 * mu * weight);
    const Formulated f = c.formulate(Point(mu, push), 2);
    const Motion motion = motion_of(f, solution_of(f));
    EXPECT_NEAR(motion.impulses(0, 0), pressed, 1e-10) << c.name;
    EXPECT_NEAR(motion.impulses(0, 1), -h * push[0] / c.relaxed, 1e-10) << c.name;
    EXPECT_NEAR(motion.impulses(0, 2), -h * push[1] / c.relaxed, 1e-10) << c.name;
    // What relaxation leaves: u = −ε Λ.
    EXPECT_NEAR(motion.velocities(0, 0), h * push[0] / Point::mass * (1.0 - 1.0 / c.relaxed), 1e-10) << c.name;
    EXPECT_NEAR(motion.velocities(0, 2), -1e-4 * pressed / Point::mass, 1e-10) << c.name;
    EXPECT_NEAR(motion.velocities.row(0).tail<3>().norm(), 0.0, 1e-15) << c.name;
  }
}

// Where it is a hair from slipping, steps of pivoting methods tie to within 1e-14 … 1e-4: the tolerance is met all the same.
TEST(Point, IsSolvedAHairFromSlipping) {
  for (const Case& c : cases) {
    for (int k = 0; k < 8; ++k) {
      for (double hair = 1e-14; hair < 1e-3; hair *= 10.0) {
        for (const double sign : {-1.0, 1.0}) {
          const double angle = std::numbers::pi / 8.0 * k, push = (1.0 + sign * hair) * mu * weight;
          const Point point(mu, {push * std::cos(angle), push * std::sin(angle)});
          const SolveReport report = c.formulate(point, 8).solve().report;
          EXPECT_EQ(report.status, SolveStatus::converged)
              << c.name << ' ' << k << ' ' << hair << ' ' << report.residual;
        }
      }
    }
  }
}

TEST(Point, SlipsAlongAnAxisUnderALargePush) {
  for (const Case& c : cases) {
    const Formulated f = c.formulate(Point(mu, {1.5 * mu * weight, 0.0}), 2);
    const Motion motion = motion_of(f, solution_of(f));
    EXPECT_NEAR(motion.impulses(0, 1), -mu * pressed, 1e-10) << c.name;
    EXPECT_NEAR(motion.impulses(0, 2), 0.0, 1e-10) << c.name;
    EXPECT_NEAR(motion.velocities(0, 0), h * (1.5 * mu * weight) / Point::mass - mu * pressed / Point::mass, 1e-10)
        << c.name;
  }
}

TEST(Point, SlidesOnAgainstFrictionInAnyDirectionWhereTheModelKnowsIt) {
  // Models with axes along the motion, and the exact cone: friction is against the velocity, whatever its direction.
  const Vec<2> direction(std::cos(0.7), std::sin(0.7));
  for (const Case& c : cases) {
    const std::string name = c.name;
    if (name != "hybrid" && name != "phantom_inertia" && name != "exact_cone") continue;
    const Formulated f = c.formulate(Point(mu, {0.0, 0.0}, 3.0 * direction), 2);
    const Motion motion = motion_of(f, solution_of(f));
    EXPECT_NEAR(motion.impulses(0, 1), -mu * pressed * direction[0], 1e-10) << name;
    EXPECT_NEAR(motion.impulses(0, 2), -mu * pressed * direction[1], 1e-10) << name;
  }
}

TEST(Point, StopsWithinTheStepInsteadOfTurningBack) {
  const double slow = 0.5 * mu * h * Point::gravity;  // friction could take twice that
  for (const Case& c : cases) {
    const Formulated f = c.formulate(Point(mu, {0.0, 0.0}, {slow, 0.0}), 2);
    const Motion motion = motion_of(f, solution_of(f));
    EXPECT_NEAR(motion.velocities(0, 0), slow * (1.0 - 1.0 / c.relaxed), 1e-10) << c.name;
  }
}

TEST(Point, ExplicitSlidingTurnsBack) {
  const double slow = 0.5 * mu * h * Point::gravity;
  const Point point(mu, {0.0, 0.0}, {slow, 0.0});
  const Formulated f = phantom_inertia(point.bodies, point.contacts, {.h = h, .sliding = Sliding::explicit_});
  EXPECT_EQ(f.rows(), (std::vector<Row>{{RowRole::normal, 0, 0}}));
  const Motion motion = motion_of(f, solution_of(f));
  EXPECT_NEAR(motion.impulses(0, 1), -mu * pressed, 1e-12);
  EXPECT_NEAR(motion.velocities(0, 0), slow - mu * pressed / Point::mass, 1e-12);
}

TEST(Point, NoLateralFrictionAcrossTheMotion) {
  const Point point(mu, {0.0, 0.2 * mu * weight}, {3.0, 0.0});
  const Formulated f = phantom_inertia(point.bodies, point.contacts, {.h = h, .sliding = Sliding::no_lateral});
  const Motion motion = motion_of(f, solution_of(f));
  EXPECT_NEAR(motion.impulses(0, 1), -mu * pressed, 1e-10);
  EXPECT_NEAR(motion.impulses(0, 2), 0.0, 1e-12);
}

// Relaxation across the motion: Λ_l = −u_l⁺/ε_l with ε_l = u_t/(μ Λ_n), so that friction is along (u_t, u_l⁺).
TEST(Point, LateralRelaxationLetsFrictionFollowTheVelocity) {
  const double speed = 3.0, side = 0.2 * mu * weight;
  const Point point(mu, {0.0, side}, {speed, 0.0});
  Rows<3> previous(1, 3);
  previous << pressed, -mu * pressed, 0.0;
  for (const bool is_hybrid : {true, false}) {
    const Formulated f = is_hybrid ? hybrid(point.bodies, point.contacts, {.h = h}, {}, previous)
                                   : phantom_inertia(point.bodies, point.contacts, {.h = h}, {}, previous);
    const Motion motion = motion_of(f, solution_of(f));
    const double epsilon = speed / (mu * pressed);
    EXPECT_NEAR(motion.impulses(0, 2), -(h * side / Point::mass) / (1.0 / Point::mass + epsilon), 1e-12);
    EXPECT_NEAR(motion.impulses(0, 2) / motion.impulses(0, 1), motion.velocities(0, 1) / speed, 1e-12);
  }
}

// Fig. 1: the largest push that a contact holds, in every direction, is a polygon about the circle or within it.
TEST(Point, HoldsAPolygonOfForces) {
  const double largest = mu * weight * h / (1.0 + 1e-4);
  for (const Case& c : cases) {
    for (const int k : {2, 3, 4, 8}) {
      if (!c.has_lines && k != 2) continue;
      for (int i = 0; i < 37; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / 37.0;
        const double wedge = std::numbers::pi / k;  // between neighbouring rays
        const double circumscribed = 1.0 / std::cos(std::remainder(angle, wedge));
        const double inside = std::fmod(angle, wedge) - 0.5 * wedge;
        const double inscribed = std::cos(0.5 * wedge) / std::cos(inside);
        const double radius = c.polygon == Polygon::circle      ? 1.0
                              : c.polygon == Polygon::inscribed ? inscribed
                                                                : circumscribed;
        const Vec<2> direction(std::cos(angle), std::sin(angle));
        const auto slip = [&](double share) {
          const double force = share * radius * largest * c.relaxed / h;
          const Formulated f = c.formulate(Point(mu, force * direction), k);
          const Motion motion = motion_of(f, solution_of(f, "auto", c.polygon == Polygon::circle ? 1e-11 : 1e-13));
          // What is more than relaxation lets it creep.
          return (Point::mass * motion.velocities.row(0).head<2>().transpose() -
                  (1.0 - 1.0 / c.relaxed) * h * force * direction)
                     .norm() /
                 largest;
        };
        EXPECT_LT(slip(1.0 - 1e-9), 1e-11) << c.name << " k " << k << " angle " << angle;
        EXPECT_GT(slip(1.0 + 1e-9), 2e-10) << c.name << " k " << k << " angle " << angle;
      }
    }
  }
}

// Fig. 2: ramped through stick, slip and stick, at any phantom inertia.
TEST(Point, PhantomInertiaChangesNeitherForceNorVelocity) {
  for (const double push : {0.2, 0.9, 1.1, 2.0}) {
    for (const double speed : {0.0, 0.01, 0.2}) {
      const Point point(mu, {push * mu * weight, 0.3 * mu * weight}, {-speed, 0.5 * speed});
      std::optional<Motion> first;
      for (int decade = -4; decade <= 4; ++decade) {
        for (const int k : {2, 3}) {
          PhantomInertiaOptions options{.h = h, .directions = k};
          options.rho = Point::mass * std::pow(10.0, decade);
          const Formulated f = phantom_inertia(point.bodies, point.contacts, options);
          EXPECT_EQ(f.rho(), *options.rho);
          const Eigen::VectorXd z = solution_of(f, "lemke");
          const Eigen::Index w = (z.size() - 1) / 2;
          EXPECT_EQ((z.segment(1, w).array() * z.tail(w).array()).abs().maxCoeff(), 0.0) << decade;
          if (k != 2) continue;
          const Motion motion = motion_of(f, z);
          if (!first) first = motion;
          EXPECT_NEAR((motion.impulses - first->impulses).norm() / pressed, 0.0, 1e-9) << decade;
          EXPECT_NEAR((motion.velocities - first->velocities).norm(), 0.0, 1e-9) << decade;
        }
      }
    }
  }
}

TEST(Point, StaticAndKineticFriction) {
  for (const Case& c : cases) {
    for (const bool slides : {false, true}) {
      Point point(1.0, {2.0 * weight, 0.0}, {slides ? 1.0 : 0.0, 0.0});
      point.contacts.mu.resize(1, 2);
      point.contacts.mu << 0.8, 0.5;
      const Formulated f = c.formulate(point, 2);
      EXPECT_NEAR(motion_of(f, solution_of(f)).impulses(0, 1), -(slides ? 0.5 : 0.8) * pressed, 1e-10) << c.name;
    }
  }
}

TEST(Point, GapIsClosedNotCrossed) {
  // Falls by 0.5 h g per step more than the gap allows: arrives with φ/h left to go.
  Point point(mu, {0.0, 0.0});
  const double fall = h * Point::gravity, gap = 0.5 * h * fall;
  point.contacts.gap = Eigen::VectorXd::Constant(1, gap);
  for (const Case& c : cases) {
    const Formulated f = c.formulate(point, 2);
    const Motion motion = motion_of(f, solution_of(f));
    const bool is_left_out = std::string(c.name) == "anitescu_potra";
    EXPECT_EQ(f.contacts(), 1);
    EXPECT_EQ(f.size() == 0, is_left_out) << c.name;
    EXPECT_NEAR(motion.impulses(0, 0), is_left_out ? 0.0 : Point::mass * (fall - gap / h) / (1.0 + 1e-4), 1e-11)
        << c.name;
  }
  // Overlap: a third of it per step, all of it by Stewart and Trinkle.
  point.contacts.gap[0] = -gap;
  for (const Case& c : cases) {
    const Formulated f = c.formulate(point, 2);
    const double share = std::string(c.name) == "stewart_trinkle" ? 1.0 : 1.0 / 3.0;
    EXPECT_NEAR(motion_of(f, solution_of(f)).impulses(0, 0), Point::mass * (fall + share * gap / h) / (1.0 + 1e-4),
                1e-11)
        << c.name;
  }
}

TEST(Point, SpringAndDamperSetTheRelaxation) {
  const Point point(mu, {0.3 * mu * weight, 0.0});
  const double k = 1e4, b = 20.0, epsilon = 1.0 / (k * h * h + b * h);
  PhantomInertiaOptions options{.h = h};
  options.tangent_relaxation = Relaxation{.stiffness = k, .damping = b};
  options.normal_relaxation = Relaxation{.epsilon = 0.0};
  const Formulated f = phantom_inertia(point.bodies, point.contacts, options);
  const Motion first = motion_of(f, solution_of(f));
  EXPECT_NEAR(first.impulses(0, 0), h * weight, 1e-12);
  EXPECT_NEAR(first.impulses(0, 1), -0.3 * h * mu * weight / (1.0 + epsilon * Point::mass), 1e-12);

  // A bristle: force after n steps is that of its stretch, −(k δ + b u).
  Point moving = point;
  Rows<3> previous = first.impulses;
  double stretch = h * first.velocities(0, 0);
  for (int step = 0; step < 50; ++step) {
    moving.bodies.velocity.row(0) << (step == 0 ? first.velocities(0, 0) : moving.bodies.velocity(0, 0)), 0.0, 0.0;
    options.v_th = 1.0;  // the swing counts as sticking
    const Formulated next = phantom_inertia(moving.bodies, moving.contacts, options, {}, previous);
    const Motion motion = motion_of(next, solution_of(next));
    stretch += h * motion.velocities(0, 0);
    previous = motion.impulses;
    moving.bodies.velocity(0, 0) = motion.velocities(0, 0);
    EXPECT_NEAR(motion.impulses(0, 1), -h * (k * stretch + b * motion.velocities(0, 0)), 1e-12);
  }
}

}  // namespace
}  // namespace stickslip::formulation::test::point_test
