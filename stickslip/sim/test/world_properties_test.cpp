// Properties of whatever scene is drawn: energy, momentum, symmetry, and worlds that go on alike whatever is done to them.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "stickslip/core/error.hpp"
#include "stickslip/core/test/property.hpp"
#include "stickslip/sim/test/random_bodies.hpp"
#include "stickslip/sim/world.hpp"

namespace stickslip::sim::test::world_properties_test {
namespace {

using stickslip::test::for_all, stickslip::test::whole;

constexpr double h = 1e-3;

Random draw_random() {
  return Random(*rc::gen::arbitrary<unsigned>());
}

// Bodies above one another, apart, the upper ones thrown down; masses differ by up to a factor of a thousand.
std::vector<BodyDescription> draw_column(Random& random, int most_bodies, double restitution) {
  std::vector<BodyDescription> bodies;
  const int count = *whole(1, most_bodies);
  const double mu = random.between(0.1, 1.0);
  double height = 0.02;
  for (int k = 0; k < count; ++k) {
    const double radius = random.between(0.025, 0.15);
    BodyDescription given{.shapes = {{random_shape(random, radius)}},
                          .mass = std::pow(10.0, random.between(-2.0, 1.0))};
    given.surface = {mu, mu, restitution};
    given.position = {random.between(-0.05, 0.05), random.between(-0.05, 0.05), height + 2.0 * radius};
    given.orientation = random.rotation();
    given.velocity = {random.between(-1.0, 1.0), random.between(-1.0, 1.0), -random.between(0.0, k == 0 ? 1.0 : 10.0)};
    given.angular_velocity = random.between(0.0, 20.0) * random.direction();
    height += 4.0 * radius + 0.02;  // twice as far as needed where the centroid is in the middle
    bodies.push_back(given);
  }
  return bodies;
}

TEST(WorldProperties, ImpactsBetweenUnlikeMassesGiveNoEnergy) {
  for_all(
      [] {
        Random random = draw_random();
        const double e = *rc::gen::element(0.0, 0.0, 0.5, 1.0);
        World world;
        world.add_plane({0.0, 0.0, 1.0}, 0.0, {0.5, 0.5, e});
        for (const BodyDescription& given : draw_column(random, 4, e)) world.add_body(given);
        const Watch seen = watch(world, 0.5, h);
        RC_ASSERT(seen.most_in_a_step < 1e-6);
        RC_ASSERT(seen.most_in_a_run < 2e-5);
        RC_ASSERT(seen.unsolved <= 25);  // of 500: bodies of unlike masses that strike others at 10 m/s
      },
      60);
}

// One body tossed on a plane.
TEST(WorldProperties, TossedBodiesGainNothing) {
  for_all(
      [] {
        Random random = draw_random();
        const double mu = random.between(0.1, 4.0);
        World world;
        world.add_plane({0.0, 0.0, 1.0}, 0.0, {mu, mu, 0.0});
        BodyDescription given{.shapes = {{random_shape(random, 0.09)}}, .mass = 1.0, .surface = {mu, mu, 0.0}};
        given.position = {0.0, 0.0, 0.19};
        given.orientation = random.rotation();
        given.velocity = random.between(0.0, 1.0) * random.direction();
        given.angular_velocity = random.between(0.0, 8.0) * random.direction();
        world.add_body(given);
        const Watch seen = watch(world, 0.8, h);
        RC_ASSERT(seen.most_in_a_step < 1e-6);
        RC_ASSERT(seen.unsolved <= 1);
      },
      100);
}

struct Momenta {
  Vec<3> linear = Vec<3>::Zero(), angular = Vec<3>::Zero();
  double scale_linear = 0.0, scale_angular = 0.0;
};

// About the origin.
Momenta momenta(const World& world) {
  Momenta sum;
  for (int b = 0; b < world.model().size(); ++b) {
    const BodyState& body = world.body(b);
    const Vec<3> linear = world.model()[b].mass * body.velocity;
    const Vec<3> own = body.orientation * (world.model()[b].inertia * body.spin);
    sum.linear += linear;
    sum.angular += body.position.cross(linear) + own;
    sum.scale_linear += linear.norm();
    sum.scale_angular += body.position.norm() * linear.norm() + world.model()[b].inertia.norm() * body.spin.norm();
  }
  return sum;
}

TEST(WorldProperties, BodiesThatDoNotTouchKeepEnergyAndMomentum) {
  for_all([] {
    Random random = draw_random();
    World world({.gravity = Vec<3>::Zero()});
    const int count = *whole(1, 4);
    const double spin = stickslip::test::draw_power(0, 3);
    for (int k = 0; k < count; ++k) {
      BodyDescription given{.shapes = {{random_shape(random, 0.1)}}, .mass = std::pow(10.0, random.between(-3.0, 3.0))};
      given.position = {10.0 * k, 0.0, 0.0};
      given.orientation = random.rotation();
      given.velocity = random.direction();
      given.angular_velocity = spin * random.direction();
      world.add_body(given);
    }
    const Momenta before = momenta(world);
    const double energy = world.kinetic_energy();
    for (int k = 0; k < 1000; ++k) RC_ASSERT(world.step(h).contacts == 0);
    const Momenta after = momenta(world);
    RC_ASSERT((after.linear - before.linear).norm() < 1e-13 * before.scale_linear);
    // Newton's method ends within 1e-12 of the angular momentum in each of 1000 steps.
    RC_ASSERT((after.angular - before.angular).norm() < 1e-10 * before.scale_angular);
    RC_ASSERT(std::abs(world.kinetic_energy() - energy) < 1e-10 * energy);
  });
}

// A motion of space that takes the ground to itself: mirrored at x = 0 or not, then turned about z.
struct Symmetry {
  Eigen::Quaterniond turn;
  bool is_mirrored;

  Vec<3> polar(Vec<3> v) const {
    if (is_mirrored) v.x() = -v.x();
    return turn * v;
  }
  Vec<3> axial(const Vec<3>& v) const { return is_mirrored ? Vec<3>(-polar(v)) : polar(v); }
  Eigen::Quaterniond orientation(const Eigen::Quaterniond& q) const {
    return turn * (is_mirrored ? Eigen::Quaterniond(q.w(), q.x(), -q.y(), -q.z()) : q);
  }
};

// Balls and boxes are their own mirror images. One impact with the ground and the slide or tumble after it. What tumbles amplifies rounding, and
// what the solver leaves in each of 500 steps, as it amplifies a nudge of the solver's tolerance at the start. Cases that amplify that by more
// than a thousand show nothing and are drawn again; so would falls in between several bodies.
TEST(WorldProperties, MirroredAndRotatedScenesGiveMirroredAndRotatedMotion) {
  for_all(
      [] {
        Random random = draw_random();
        const double angle = random.between(0.0, 2.0 * std::numbers::pi);
        const Symmetry symmetry{Eigen::Quaterniond(std::cos(angle / 2.0), 0.0, 0.0, std::sin(angle / 2.0)),
                                *rc::gen::arbitrary<bool>()};
        World plain, moved, nudged;
        for (World* world : {&plain, &moved, &nudged}) world->add_plane({0.0, 0.0, 1.0}, 0.0);
        BodyDescription given{.shapes = {{geometry::Sphere{0.1}}}, .mass = random.between(0.1, 2.0)};
        if (*whole(0, 2) > 0) {
          const Vec<3> sides(random.between(0.05, 0.3), random.between(0.05, 0.3), random.between(0.05, 0.3));
          given.shapes = {{geometry::Polyhedron::box(sides)}};
        }
        given.position = {random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.4};
        given.orientation = random.rotation();
        given.velocity = 2.0 * random.direction();
        given.angular_velocity = random.between(0.0, 10.0) * random.direction();
        const int body = plain.add_body(given);
        const BodyDescription as_it_is = given;
        given.velocity += 1e-9 * random.direction();
        nudged.add_body(given);
        given = as_it_is;
        given.position = symmetry.polar(given.position);
        given.orientation = symmetry.orientation(given.orientation);
        given.velocity = symmetry.polar(given.velocity);
        given.angular_velocity = symmetry.axial(given.angular_velocity);
        moved.add_body(given);
        for (int k = 0; k < 500; ++k) {
          RC_ASSERT(plain.step(h).converged());
          RC_ASSERT(moved.step(h).converged());
          RC_ASSERT(nudged.step(h).converged());
        }
        const BodyState &a = plain.body(body), &b = moved.body(body), &c = nudged.body(body);
        constexpr double amplified = 100.0;  // of the nudge: what 500 steps leave
        RC_PRE((a.position - c.position).norm() < 1e-6);
        RC_ASSERT((symmetry.polar(a.position) - b.position).norm() <
                  1e-5 + amplified * (a.position - c.position).norm());
        RC_ASSERT((symmetry.polar(a.velocity) - b.velocity).norm() <
                  1e-4 + amplified * (a.velocity - c.velocity).norm());
        RC_ASSERT((symmetry.axial(a.angular_velocity()) - b.angular_velocity()).norm() <
                  1e-3 + amplified * (a.angular_velocity() - c.angular_velocity()).norm());
      },
      60);
}

// Whatever is done to a world, and then to its copy and to one restored from its bytes: all three end alike, bit for bit, and finite.
TEST(WorldProperties, CopiesAndRestoredWorldsFollowWhateverIsDone) {
  for_all(
      [] {
        Random random = draw_random();
        World world;
        world.add_plane({0.0, 0.0, 1.0}, 0.0);
        for (const BodyDescription& given : draw_column(random, 5, 0.3)) world.add_body(given);
        const std::vector<int> deeds = *rc::gen::container<std::vector<int>>(12, whole(0, 9));
        const auto act = [](World& to, int deed, unsigned seed) {
          Random own(seed);
          const int body = own.count(0, to.model().size() - 1);
          try {
            switch (deed) {
              case 0:
                to.remove(body);
                break;
              case 1:
                to.add_body({.shapes = {{random_shape(own, 0.05)}},
                             .mass = own.between(0.0, 2.0),
                             .position = {own.between(-1.0, 1.0), own.between(-1.0, 1.0), own.between(0.1, 2.0)}});
                break;
              case 2:
                to.set_velocity(body, 5.0 * own.direction());
                break;
              case 3:
                to.set_angular_velocity(body, 20.0 * own.direction());
                break;
              case 4:
                to.set_orientation(body, own.rotation());
                break;
              case 5:
                to.set_force(body, 50.0 * own.direction());
                break;
              case 6:
                to.set_collision(body, own.count(0, to.model().size() - 1), own.count(0, 1) == 0);
                break;
              default:
                for (int k = own.count(1, 40); k > 0; --k) static_cast<void>(to.step(own.count(0, 9) == 0 ? 5e-3 : h));
            }
          } catch (const InvalidArgument&) {
            // Bodies that are gone, planes that cannot turn, bodies turned into one another: refused, and nothing changes.
          }
        };
        std::vector<unsigned> seeds;
        for (std::size_t k = 0; k < deeds.size(); ++k) seeds.push_back(static_cast<unsigned>(random.count(0, 1 << 30)));
        for (std::size_t k = 0; k < 6; ++k) act(world, deeds[k], seeds[k]);
        World copy = world, restored(world.model());
        restored.restore(world.save());
        for (std::size_t k = 6; k < 12; ++k) {
          for (World* each : {&world, &copy, &restored}) act(*each, deeds[k], seeds[k]);
        }
        RC_ASSERT(copy.save() == world.save());
        RC_ASSERT(restored.save() == world.save());
        for (const BodyState& body : world.state().bodies) {
          RC_ASSERT(std::isfinite(body.position.sum() + body.velocity.sum() + body.spin.sum()));
        }
      },
      60);
}

}  // namespace
}  // namespace stickslip::sim::test::world_properties_test
