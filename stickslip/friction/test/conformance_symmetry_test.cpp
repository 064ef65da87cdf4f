// Friction has no preferred direction: mirrored, rotated or embedded motions give mirrored, rotated, embedded forces.
#include <cmath>
#include <vector>

#include <Eigen/Geometry>

#include "stickslip/friction/test/conformance.hpp"

namespace stickslip::friction::test::conformance_symmetry_test {
namespace {

STICKSLIP_CONFORMANCE_SUITE(LawSymmetry);

// Far within explicit Euler's stability for the fastest of draw_motion's velocities.
constexpr double euler_step = 1e-3;

template <int Dim>
double draw_step(const Contact<Dim>& contact, Form form) {
  return contact.time * (form == Form::euler ? euler_step : draw_power(-4, 2));
}

TEST_P(LawSymmetry, IsOddBitForBit) {
  each_dimension([]<int Dim>() {
    const auto there = make<Dim>(), back = make<Dim>();
    for_all([&] {
      const auto motion = draw_motion<Dim>(there->speed);
      const Vec<Dim> z = draw_deflection<Dim>(there->length);
      for (const Form form : there->forms()) {
        const double dt = draw_step(*there, form);
        there->start(z);
        back->start(-z);
        for (const Vec<Dim>& v : motion) {
          RC_ASSERT(there->step(v, 1.0, dt, form) == Vec<Dim>(-back->step(-v, 1.0, dt, form)));
          RC_ASSERT(there->deflection() == Vec<Dim>(-back->deflection()));
        }
      }
    });
  });
}

template <int Dim>
Eigen::Matrix<double, Dim, Dim> draw_rotation() {
  if constexpr (Dim == 2) {
    return Eigen::Rotation2Dd(1e-3 * *whole(-3141, 3141)).toRotationMatrix();
  } else {
    const std::vector<int> parts = draw(4, -1000, 1000);
    const Eigen::Quaterniond q(parts[0] + 0.5, parts[1], parts[2], parts[3]);
    return q.normalized().toRotationMatrix();
  }
}

TEST_P(LawSymmetry, DoesNotDependOnTheFrame) {
  each_dimension(
      []<int Dim>() {
        if constexpr (Dim > 1) {
          const auto plain = make<Dim>(), rotated = make<Dim>();
          for_all([&] {
            const auto motion = draw_motion<Dim>(plain->speed);
            const Vec<Dim> z = draw_deflection<Dim>(plain->length);
            const Eigen::Matrix<double, Dim, Dim> turn = draw_rotation<Dim>();
            for (const Form form : plain->forms()) {
              const double dt = draw_step(*plain, form);
              plain->start(z);
              rotated->start(turn * z);
              double travelled = 0.0;
              for (const Vec<Dim>& v : motion) {
                const Vec<Dim> force = plain->step(v, 1.0, dt, form);
                const Vec<Dim> other = rotated->step(turn * v, 1.0, dt, form);
                // A few roundings a step, of the force and, where positions are stored, of the path. A step in which
                // Elasto-Plastic bristles begin to yield multiplies those before it by up to 20.
                travelled += norm(v) * dt;
                const double rounded =
                    norm(force) + plain->force + (plain->traits.placed ? travelled * plain->stiffness : 0.0);
                RC_ASSERT(norm(Vec<Dim>(turn * force - other)) <= 1e-12 * rounded);
              }
            }
          });
        }
      },
      2);
}

TEST_P(LawSymmetry, ALineInAPlaneOrInSpaceIsALine) {
  each_dimension(
      []<int Dim>() {
        const auto line = make<1>();
        const auto embedded = make<Dim>();
        for_all([&] {
          const auto motion = draw_motion<1>(line->speed);
          const Vec<1> z = draw_deflection<1>(line->length);
          const int axis = *whole(0, Dim - 1);
          for (const Form form : line->forms()) {
            const double dt = draw_step(*line, form);
            line->start(z);
            embedded->start(Vec<Dim>::Unit(axis) * z(0));
            double travelled = 0.0;
            for (const Vec<1>& v : motion) {
              const Vec<1> force = line->step(v, 1.0, dt, form);
              Vec<Dim> rest = embedded->step(Vec<Dim>::Unit(axis) * v(0), 1.0, dt, form);
              travelled += norm(v) * dt;
              const double rounded =
                  norm(force) + line->force + (line->traits.placed ? travelled * line->stiffness : 0.0);
              RC_ASSERT(std::abs(rest(axis) - force(0)) <= 1e-14 * rounded);
              rest(axis) = 0.0;
              RC_ASSERT(rest == Vec<Dim>(Vec<Dim>::Zero()));
            }
          }
        });
      },
      2);
}

TEST_P(LawSymmetry, OnlyRateIndependentLawsKnowNoClock) {
  each_dimension([]<int Dim>() {
    const auto slow = make<Dim>(), fast = make<Dim>();
    if (slow->traits.rate_independent) {
      for_all([&] {
        const auto motion = draw_motion<Dim>(slow->speed);
        for (const Form form : slow->forms()) {
          const double dt = draw_step(*slow, form);
          slow->start(Vec<Dim>::Zero());
          fast->start(Vec<Dim>::Zero());
          // Powers of two scale without rounding.
          for (const Vec<Dim>& v : motion) {
            RC_ASSERT(slow->step(v, 1.0, dt, form) == fast->step(8.0 * v, 1.0, 0.125 * dt, form));
          }
        }
      });
    } else {
      const Vec<Dim> v = Vec<Dim>::Constant(slow->speed);
      const Vec<Dim> difference = slow->step(v, slow->time) - fast->step(8.0 * v, 0.125 * slow->time);
      EXPECT_GT(norm(difference), 0.1 * slow->force);
    }
  });
}

}  // namespace
}  // namespace stickslip::friction::test::conformance_symmetry_test
