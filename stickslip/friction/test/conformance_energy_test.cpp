// Friction takes energy and gives back at most what it has stored.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "stickslip/friction/test/conformance.hpp"

namespace stickslip::friction::test::conformance_energy_test {
namespace {

STICKSLIP_CONFORMANCE_SUITE(LawEnergy);

TEST_P(LawEnergy, SteadySlidingOpposesTheMotion) {
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all([&] {
      const Vec<Dim> v = contact->speed * draw_power(-6, 3) * (draw_vector<Dim>(1.0) + Vec<Dim>::Constant(1e-4));
      const Vec<Dim> force = contact->steady_force(v, 1.0);
      // Against v, and at least some tenths of the break-away force strong.
      RC_ASSERT(force.dot(v) <= -(1.0 - 1e-14) * norm(force) * norm(v));
      RC_ASSERT(norm(force) >= 0.49 * contact->force);
      contact->start(Vec<Dim>::Zero());
      // Far enough for any approach: in a law of exponent 2.5 what is missing falls like distance^(−2/3).
      // Positions lose digits so far out, but need not go there.
      const double dt = (contact->traits.placed ? 1e3 : 1e15) * contact->length / norm(v);
      contact->step(v, dt);
      RC_ASSERT(norm(Vec<Dim>(contact->step(v, dt) - force)) <= 1e-9 * norm(force));
    });
    EXPECT_EQ(contact->steady_force(Vec<Dim>::Zero(), 1.0), (Vec<Dim>(Vec<Dim>::Zero())));
  });
}

TEST_P(LawEnergy, EveryStepTakesAtLeastWhatItStores) {
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all([&] {
      const auto motion = draw_motion<Dim>(contact->speed);
      contact->start(draw_deflection<Dim>(contact->length));
      const double dt = contact->time * draw_power(-9, 6), fn = draw_power(-1, 1);
      double travelled = 0.0;
      for (const Vec<Dim>& v : motion) {
        const double before = contact->stored(fn), work = contact->work(v, fn, dt);
        const double dissipated = work - (contact->stored(fn) - before);
        // Work and storage are sums of a few terms of this size; positions are known to their last digit.
        travelled += norm(v) * dt;
        const double reach = contact->length + (contact->traits.placed ? travelled : 0.0);
        const double scale = std::abs(work) + fn * contact->force * reach;
        RC_ASSERT(dissipated >= -1e-14 * scale);
      }
    });
  });
}

TEST_P(LawEnergy, NoMotionDrawsMoreThanWasStored) {
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all([&] {
      const auto motion = draw_motion<Dim>(contact->speed, 40);
      contact->start(draw_deflection<Dim>(contact->length));
      const double dt = contact->time * draw_power(-2, 1);
      double energy = contact->stored(1.0), scale = energy + contact->force * contact->length;
      for (const Vec<Dim>& v : motion) {
        const double work = contact->work(v, 1.0, dt);
        energy += work;
        scale += std::abs(work);
        RC_ASSERT(energy >= -1e-13 * scale);
      }
    });
  });
}

// Round and round on an ellipse, or to and fro on a line, much farther than the bristles reach. The work of a
// lap is the path times a force between the least and the greatest, less some deflections at each turn.
TEST_P(LawEnergy, AClosedLapCostsFrictionTimesPath) {
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    constexpr int count = 2000;
    const double amplitude = 50.0 * contact->length, dt = contact->time;
    std::vector<Vec<Dim>> lap(count);
    double path = 0.0, fastest = 0.0;
    for (int k = 0; k < count; ++k) {
      const double phase = 2.0 * std::numbers::pi * (k + 0.5) / count, step = 2.0 * std::numbers::pi / count;
      Vec<Dim> v = Vec<Dim>::Zero();
      v(0) = -amplitude * std::sin(phase) * step / dt;
      if constexpr (Dim > 1) v(1) = 0.6 * amplitude * std::cos(phase) * step / dt;
      lap[static_cast<std::size_t>(k)] = v;
      path += norm(v) * dt;
      fastest = std::max(fastest, norm(v));
    }
    double work = 0.0, stored = 0.0;
    for (int turn = 0; turn < 2; ++turn) {  // the first lap ends where the second begins
      work = 0.0;
      stored = contact->stored(1.0);
      for (const Vec<Dim>& v : lap) work += contact->work(v, 1.0, dt);
    }
    // A law of exponent 2.5 forgets its first lap no faster than a power of the path.
    EXPECT_NEAR(contact->stored(1.0), stored, 1e-4 * contact->force * contact->length);
    const Vec<Dim> top = Vec<Dim>::Unit(0) * fastest;
    const double greatest = contact->force + norm(contact->steady_force(top, 1.0));
    EXPECT_LT(work, path * greatest);
    EXPECT_GT(work, (path - 8.0 * contact->length) * 0.49 * contact->force);
  });
}

}  // namespace
}  // namespace stickslip::friction::test::conformance_energy_test
