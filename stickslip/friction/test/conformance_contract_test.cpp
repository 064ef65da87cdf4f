// What every law promises about its inputs, whatever its physics.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/friction/test/conformance.hpp"

#include "tests/malloc_guard/malloc_guard.hpp"

namespace stickslip::friction::test::conformance_contract_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

STICKSLIP_CONFORMANCE_SUITE(LawContract);

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST_P(LawContract, RefusesBadInputAndKeepsTheState) {
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    const auto expect_refusal = [&](const Vec<Dim>& v, double fn, double dt) {
      for (const Form form : contact->forms()) {
        contact->start(Vec<Dim>::Constant(0.3 * contact->length));
        const std::vector<double> before = contact->memory();
        const Vec<Dim> force = contact->step(v, fn, dt, form);
        EXPECT_TRUE(force.array().isNaN().all()) << "v = " << v.transpose() << ", fn = " << fn << ", dt = " << dt;
        EXPECT_TRUE(same_bits(contact->memory(), before))
            << "v = " << v.transpose() << ", fn = " << fn << ", dt = " << dt;
      }
    };
    for (const double bad : {nan, infinity, -infinity}) {
      for (int i = 0; i < Dim; ++i) {
        Vec<Dim> v = Vec<Dim>::Constant(contact->speed);
        v(i) = bad;
        expect_refusal(v, 1.0, contact->time);
      }
    }
    if (contact->traits.placed) return;  // positions know neither dt nor, until asked for the force, fn
    for (const double bad : {nan, infinity, -infinity, -1.0, -5e-324}) {
      expect_refusal(Vec<Dim>::Constant(contact->speed), bad, contact->time);
      expect_refusal(Vec<Dim>::Constant(contact->speed), 1.0, bad);
    }
  });
}

TEST_P(LawContract, RestKeepsTheStateBitForBit) {
  if (traits().memoryless) GTEST_SKIP() << "no state";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all([&] {
      const Vec<Dim> z = draw_deflection<Dim>(contact->length), v = draw_vector<Dim>(contact->speed);
      const double dt = contact->time * draw_power(-9, 6);
      for (const Form form : contact->forms()) {
        contact->start(z);
        const std::vector<double> before = contact->memory();
        const Vec<Dim> force = contact->step(Vec<Dim>::Zero(), 1.0, dt, form);
        RC_ASSERT(same_bits(contact->memory(), before));
        // At rest the bristles are a spring and nothing else.
        RC_ASSERT((force + contact->stiffness * z).norm() <= 1e-15 * contact->force);
        contact->step(v, 1.0, 0.0, form);
        RC_ASSERT(same_bits(contact->memory(), before));
      }
    });
  });
}

TEST_P(LawContract, ForceIsProportionalToLoad) {
  each_dimension([]<int Dim>() {
    const auto one = make<Dim>(), half = make<Dim>(), none = make<Dim>();
    for_all([&] {
      const auto motion = draw_motion<Dim>(one->speed);
      const double dt = one->time * draw_power(-3, 2);
      for (const Form form : one->forms()) {
        if (form == Form::euler && dt > 0.01 * one->time) continue;  // beyond its stability
        for (const auto& contact : {one.get(), half.get(), none.get()}) contact->start(Vec<Dim>::Zero());
        for (const Vec<Dim>& v : motion) {
          const Vec<Dim> force = one->step(v, 1.0, dt, form);
          // A power of two scales without rounding.
          RC_ASSERT(half->step(v, 0.5, dt, form) == Vec<Dim>(0.5 * force));
          RC_ASSERT(none->step(v, 0.0, dt, form) == Vec<Dim>(Vec<Dim>::Zero()));
          RC_ASSERT(same_bits(one->memory(), none->memory()));
        }
      }
    });
  });
}

TEST_P(LawContract, StaysFiniteAndBoundedAtTheEdgesOfTheNumbers) {
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for (const double v : {0.0, 5e-324, 1e-310, 1e-300, 1e-30, 1e-3, 1.0, 1e30, 1e150, 1e300}) {
      for (const double dt : {0.0, 5e-324, 1e-300, 1e-30, 1e-9, 1.0, 1e6, 1e30, 1e300}) {
        if (contact->traits.placed && v * dt > 1e60) continue;  // positions have to stay measurable
        for (const double z : {0.0, 1e-320, 1e-150, 0.5, 1.0, 1e3, 1e30}) {
          for (const Form form : contact->forms()) {
            if (form == Form::euler) continue;  // unstable by nature
            SCOPED_TRACE("v " + to_text(v) + " dt " + to_text(dt) + " z " + to_text(z));
            contact->start(Vec<Dim>::Unit(0) * (-z * contact->length));
            const double before = norm(contact->deflection());
            EXPECT_TRUE(contact->step(Vec<Dim>::Unit(Dim - 1) * v, 1.0, dt, form).allFinite());
            // A placed slider is where it is: its deflection is known to the last digit of its position only.
            const double rounding =
                1e-15 * (std::max(before, contact->bound) + (contact->traits.placed ? v * dt : 0.0));
            EXPECT_LE(norm(contact->deflection()), std::max(before, contact->bound) + rounding);
          }
        }
      }
    }
  });
}

TEST_P(LawContract, ForceIsContinuousAtRestAndAtZeroDeflection) {
  if (traits().memoryless) GTEST_SKIP() << "the force of a memoryless law jumps at rest";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all([&] {
      const double dt = contact->time * draw_power(-3, 0), small = 1e-9;
      const Vec<Dim> direction = draw_vector<Dim>(1.0), rest = Vec<Dim>::Zero();
      const Vec<Dim> z = 0.999 * draw_deflection<Dim>(contact->length);  // off the jump of stick-slip at its bound
      for (const Form form : contact->forms()) {
        const auto force = [&](const Vec<Dim>& from, const Vec<Dim>& v) {
          contact->start(from);
          return contact->step(v, 1.0, dt, form);
        };
        // The slopes are of the order force/speed and force/length; 10 leaves room for damping and dimension.
        const double tolerance = 10.0 * small * contact->force;
        const Vec<Dim> slow = small * contact->speed * direction;
        RC_ASSERT((force(z, slow) - force(z, rest)).norm() <= tolerance);
        const Vec<Dim> v = 0.4 * contact->speed * direction, bent = small * contact->length * direction;
        RC_ASSERT((force(bent, v) - force(rest, v)).norm() <= tolerance);
        RC_ASSERT((force(Vec<Dim>(-bent), v) - force(rest, v)).norm() <= tolerance);
      }
    });
  });
}

TEST_P(LawContract, ArraysInAnyPiecesEqualSingleSteps) {
  each_dimension([]<int Dim>() {
    const auto single = make<Dim>(), whole_run = make<Dim>(), pieces = make<Dim>();
    for_all([&] {
      const auto motion = draw_motion<Dim>(single->speed);
      const double dt = single->time * draw_power(-4, 1);
      const auto split = motion.begin() + *whole(0, static_cast<int>(motion.size()));
      for (const Form form : single->forms()) {
        for (const auto& contact : {single.get(), whole_run.get(), pieces.get()}) contact->start(Vec<Dim>::Zero());
        std::vector<Vec<Dim>> forces;
        for (const Vec<Dim>& v : motion) forces.push_back(single->step(v, 1.5, dt, form));
        const std::vector<double> expected = flatten<Dim>(forces);
        RC_ASSERT(same_bits(whole_run->run(motion, 1.5, dt, form), expected));
        std::vector<double> joined = pieces->run({motion.begin(), split}, 1.5, dt, form);
        const std::vector<double> rest = pieces->run({split, motion.end()}, 1.5, dt, form);
        joined.insert(joined.end(), rest.begin(), rest.end());
        RC_ASSERT(same_bits(joined, expected));
        RC_ASSERT(same_bits(whole_run->memory(), single->memory()));
        RC_ASSERT(same_bits(pieces->memory(), single->memory()));
      }
    });
  });
}

TEST_P(LawContract, StepsAllocateNothing) {
  if (!stickslip::test::counts_allocations()) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for (const Form form : contact->forms()) {
      EXPECT_EQ(stickslip::test::allocations_in([&] {
                  for (int k = 0; k < 100; ++k) {
                    contact->step(Vec<Dim>::Constant(contact->speed * std::sin(0.3 * k)), 1.0, 0.1 * contact->time,
                                  form);
                  }
                }),
                0U);
    }
  });
}

}  // namespace
}  // namespace stickslip::friction::test::conformance_contract_test
