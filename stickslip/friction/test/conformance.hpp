// Which laws the conformance suites run on, and how each is driven.
//
// A law enters by one entry in subjects.cpp and then passes, in 1, 2 and 3 dimensions, through every test of
// conformance_*_test.cpp. Its type is hidden behind Contact, so that a test body is compiled once a dimension
// and not once per law.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/core/test/property.hpp"

namespace stickslip::friction::test {

using namespace stickslip::test;

enum class Form { end, mean, euler };

// What is particular about a law.
struct Traits {
  bool memoryless = false;        // force from the velocity alone
  bool rate_independent = false;  // force from the path alone: twice as fast in half the time is the same
  bool exact_on_line = false;     // one step at constant velocity equals many, in one dimension
  bool exact = false;             // and in any
  bool placed = false;            // driven by positions
};

// A law with its state, in its world.
template <int Dim>
class Contact {
 public:
  explicit Contact(const Traits& t) : traits(t) {}
  virtual ~Contact() = default;

  virtual void start(const Vec<Dim>& z) = 0;
  virtual Vec<Dim> step(const Vec<Dim>& v, double fn, double dt, Form form) = 0;
  virtual std::vector<double> run(const std::vector<Vec<Dim>>& motion, double fn, double dt, Form form) = 0;
  // Work done on the contact by one step.
  virtual double work(const Vec<Dim>& v, double fn, double dt) = 0;
  virtual double stored(double fn) const = 0;
  virtual Vec<Dim> deflection() const = 0;
  // The whole state as numbers.
  virtual std::vector<double> memory() const = 0;
  virtual Vec<Dim> steady_force(const Vec<Dim>& v, double fn) const = 0;

  Vec<Dim> step(const Vec<Dim>& v, double dt) { return step(v, 1.0, dt, Form::end); }
  std::vector<Form> forms() const {
    return traits.placed ? std::vector{Form::end} : std::vector{Form::end, Form::mean, Form::euler};
  }
  bool exact() const { return traits.exact || (traits.exact_on_line && Dim == 1); }

  const Traits traits;
  double bound = 0.0;      // largest deflection [m]
  double length = 1e-5;    // [m]; the bound, unless there is no deflection
  double speed = 2e-3;     // [m/s] v_s of those laws that have one
  double time = 5e-3;      // length/speed [s]
  double force = 0.0;      // break-away force at unit load [N]
  double stiffness = 0.0;  // before sliding [N/m]

 protected:
  template <class Law>
  void set_scales(const Law& law, double deflection_bound) {
    bound = deflection_bound;
    if (!traits.memoryless) length = bound;
    time = length / speed;
    force = law.break_away_force(1.0);
    stiffness = law.presliding_stiffness(1.0);
  }
};

// Makes fresh contacts of one law, in one dimension or another.
class Subject {
 public:
  template <int Dim>
  using Maker = std::function<std::unique_ptr<Contact<Dim>>()>;

  // maker.operator()<Dim>() returns a contact of that dimension.
  template <class MakeIn>
  Subject(std::string name, MakeIn maker)
      : name_(std::move(name)),
        makers_([=] { return maker.template operator()<1>(); }, [=] { return maker.template operator()<2>(); },
                [=] { return maker.template operator()<3>(); }) {}

  const std::string& name() const { return name_; }
  template <int Dim>
  std::unique_ptr<Contact<Dim>> make(const Vec<Dim>& z) const {
    auto contact = std::get<Dim - 1>(makers_)();
    contact->start(z);
    return contact;
  }

  friend std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name_; }

 private:
  std::string name_;
  std::tuple<Maker<1>, Maker<2>, Maker<3>> makers_;
};

// All laws, with passive parameters.
std::vector<Subject> subjects();

class Conformance : public testing::TestWithParam<Subject> {
 protected:
  // Calls check.operator()<Dim>() for every dimension from `from`.
  template <class Check>
  static void each_dimension(Check check, int from = 1) {
    const auto in = [&]<int Dim>() {
      SCOPED_TRACE(std::to_string(Dim) + "-D");
      if (Dim >= from) check.template operator()<Dim>();
    };
    in.template operator()<1>();
    in.template operator()<2>();
    in.template operator()<3>();
  }
  template <int Dim>
  static std::unique_ptr<Contact<Dim>> make(const Vec<Dim>& z = Vec<Dim>::Zero()) {
    return GetParam().template make<Dim>(z);
  }
  static Traits traits() { return make<1>()->traits; }

  // A deflection within the bound.
  template <int Dim>
  static Vec<Dim> draw_deflection(double bound) {
    const Vec<Dim> z = draw_vector<Dim>(bound);
    return z.norm() > bound ? Vec<Dim>(z * (bound / z.norm())) : z;
  }
};

}  // namespace stickslip::friction::test

// Declares a suite that every law passes through.
#define STICKSLIP_CONFORMANCE_SUITE(Suite)                                 \
  class Suite : public Conformance {};                                     \
  INSTANTIATE_TEST_SUITE_P(Friction, Suite, testing::ValuesIn(subjects()), \
                           [](const auto& subject) { return subject.param.name(); })
