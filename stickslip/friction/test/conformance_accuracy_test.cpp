// Steps of any size stay bounded, and small ones converge to the law's own differential equation.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stickslip/friction/test/conformance.hpp"

namespace stickslip::friction::test::conformance_accuracy_test {
namespace {

STICKSLIP_CONFORMANCE_SUITE(LawAccuracy);

TEST_P(LawAccuracy, DeflectionIsBoundedForAnyStep) {
  if (traits().memoryless) GTEST_SKIP() << "no deflection";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all(
        [&] {
          const auto motion = draw_motion<Dim>(contact->speed, 40);
          contact->start(Vec<Dim>::Zero());
          double travelled = 0.0;
          for (const Vec<Dim>& v : motion) {
            const double dt = contact->time * draw_power(-6, 9);
            contact->step(v, dt);
            travelled += norm(v) * dt;
            // A placed slider's deflection is known to the last digit of its position only.
            const double rounding = 1e-15 * (2.0 * contact->bound + (contact->traits.placed ? travelled : 0.0));
            RC_ASSERT(norm(contact->deflection()) <= contact->bound + rounding);
          }
        },
        300);
  });
}

// A curved path of changing speed, sampled at the middle of each step. It does not turn back on itself: the
// step in which it did would err by its own share of h², and the ratio of errors would tell nothing.
template <int Dim>
Vec<Dim> smooth_velocity(double t) {
  const Vec<3> v(std::cos(1.7 * t) + 1.3, 0.8 * std::sin(2.3 * t + 0.4), 0.5 * std::cos(3.1 * t + 1.0));
  return v.template head<Dim>();
}

// Deflections at 16 instants of the path of four time units, in units of the bound.
template <int Dim>
std::vector<Vec<Dim>> trace(Contact<Dim>& contact, int steps, Form form, bool constant) {
  std::vector<Vec<Dim>> z;
  contact.start(Vec<Dim>::Unit(Dim - 1) * (-0.4 * contact.length));
  const double h = 4.0 / steps;
  for (int k = 0; k < steps; ++k) {
    const double t = form == Form::euler ? k * h : (k + 0.5) * h;
    const Vec<Dim> v = constant ? Vec<Dim>(Vec<Dim>::LinSpaced(0.9, 0.5)) : smooth_velocity<Dim>(t);
    contact.step(contact.speed * v, 1.0, h * contact.time, form);
    if ((k + 1) % (steps / 16) == 0) z.push_back(contact.deflection() / contact.length);
  }
  return z;
}

template <int Dim>
double greatest_difference(const std::vector<Vec<Dim>>& a, const std::vector<Vec<Dim>>& b) {
  double greatest = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) greatest = std::max(greatest, norm(Vec<Dim>(a[k] - b[k])));
  return greatest;
}

// Four times the steps divide an error of order p by 4^p. The windows leave room for the next order.
TEST_P(LawAccuracy, StepIsOfSecondOrder) {
  if (traits().memoryless || traits().placed) GTEST_SKIP() << "no differential equation";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    const auto reference = trace(*contact, 1 << 16, Form::end, false);
    for (const Form form : {Form::end, Form::mean}) {
      const double coarse = greatest_difference(trace(*contact, 256, form, false), reference);
      const double fine = greatest_difference(trace(*contact, 1024, form, false), reference);
      EXPECT_LT(fine, 1e-4);
      EXPECT_GT(coarse / fine, 12.0);
      EXPECT_LT(coarse / fine, 22.0);
    }
  });
}

TEST_P(LawAccuracy, EulerIsOfFirstOrderAndConvergesToTheSame) {
  if (traits().memoryless || traits().placed) GTEST_SKIP() << "no differential equation";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    const auto reference = trace(*contact, 1 << 14, Form::end, false);
    const double coarse = greatest_difference(trace(*contact, 1024, Form::euler, false), reference);
    const double fine = greatest_difference(trace(*contact, 4096, Form::euler, false), reference);
    EXPECT_LT(fine, 2e-3);
    EXPECT_GT(coarse / fine, 3.5);
    EXPECT_LT(coarse / fine, 4.6);
  });
}

TEST_P(LawAccuracy, StepAtConstantVelocityIsExactOrOfSecondOrder) {
  if (traits().memoryless || traits().placed) GTEST_SKIP() << "no differential equation";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    const auto fine = trace(*contact, 1 << 14, Form::end, true);
    if (contact->exact()) {
      // 16384 steps, each rounding once or twice: 1e-12 if all errors had one sign.
      EXPECT_LT(greatest_difference(trace(*contact, 16, Form::end, true), fine), 2e-12);
    } else {
      const double coarse = greatest_difference(trace(*contact, 64, Form::end, true), fine);
      const double middle = greatest_difference(trace(*contact, 256, Form::end, true), fine);
      EXPECT_GT(coarse, 1e-9) << "said not to be exact";
      EXPECT_GT(coarse / middle, 12.0);
      EXPECT_LT(coarse / middle, 22.0);
    }
  });
}

TEST_P(LawAccuracy, MeanForceIsTheMeanOfTheForce) {
  if (traits().placed) GTEST_SKIP() << "no time to take a mean over";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    for_all(
        [&] {
          const Vec<Dim> v = draw_vector<Dim>(2.0 * contact->speed), z = draw_deflection<Dim>(contact->length);
          const double dt = contact->time * draw_power(-2, 0);
          constexpr int parts = 400;
          contact->start(z);
          Vec<Dim> last = contact->step(v, 0.0), trapezoids = Vec<Dim>::Zero(), means = Vec<Dim>::Zero();
          for (int k = 0; k < parts; ++k) {
            const Vec<Dim> next = contact->step(v, dt / parts);
            trapezoids += (last + next) / (2.0 * parts);
            last = next;
          }
          contact->start(z);
          for (int k = 0; k < parts; ++k) means += contact->step(v, 1.0, dt / parts, Form::mean) / parts;
          // Trapezoids and, where the step is not exact, the deflection itself err by about (dt/parts)²; in
          // units of the relaxation time dt is at most 3.
          const double scale = contact->force + norm(last);
          RC_ASSERT(norm(Vec<Dim>(trapezoids - means)) <= 1e-4 * scale);
          if (contact->exact()) {
            contact->start(z);
            const Vec<Dim> one = contact->step(v, 1.0, dt, Form::mean);
            RC_ASSERT(norm(Vec<Dim>(one - means)) <= 1e-12 * scale);
          }
        },
        30);
  });
}

TEST_P(LawAccuracy, MeanStepMovesTheStateAsTheStepDoes) {
  if (traits().placed) GTEST_SKIP() << "no mean step";
  each_dimension([]<int Dim>() {
    const auto end = make<Dim>(), mean = make<Dim>();
    for_all([&] {
      const auto motion = draw_motion<Dim>(end->speed);
      const double dt = end->time * draw_power(-9, 6);
      end->start(Vec<Dim>::Zero());
      mean->start(Vec<Dim>::Zero());
      for (const Vec<Dim>& v : motion) {
        end->step(v, 1.0, dt, Form::end);
        mean->step(v, 1.0, dt, Form::mean);
        RC_ASSERT(end->memory() == mean->memory());
      }
    });
  });
}

TEST_P(LawAccuracy, StartsAsASpringAndBreaksAwayAsItSays) {
  if (traits().memoryless) GTEST_SKIP() << "no spring";
  each_dimension([]<int Dim>() {
    const auto contact = make<Dim>();
    const Vec<Dim> direction = Vec<Dim>::LinSpaced(0.9, 0.5).normalized();
    // So slow that neither damping nor the Stribeck effect is felt at 1e-4 of the force.
    const Vec<Dim> v = 1e-6 * contact->speed * direction;
    const double stroke = 1e-6 * contact->length;
    contact->step(v, stroke / norm(v));
    const Vec<Dim> held = contact->step(Vec<Dim>::Zero(), 1.0);
    // Yielding begins with i ‖z‖/z_max ≤ 2.5e-6 of the stroke.
    EXPECT_NEAR(norm(Vec<Dim>(held + contact->stiffness * stroke * direction)), 0.0,
                3e-6 * contact->stiffness * stroke);
    double greatest = 0.0;
    // 100 lengths in steps of 1/100: all but 1e-3 of the way even for exponent 2.5.
    for (int k = 0; k < 10000; ++k)
      greatest = std::max(greatest, norm(contact->step(v, 0.01 * contact->length / norm(v))));
    EXPECT_GT(greatest, 0.95 * contact->force);
    EXPECT_LT(greatest, (1.0 + 1e-4) * contact->force);
  });
}

}  // namespace
}  // namespace stickslip::friction::test::conformance_accuracy_test
