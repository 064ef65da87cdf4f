// A number over time, as a scene gives it: constant, in steps, a sine, a ramp, or a column of a CSV file.
//
// Where it jumps it has the new value from the instant of the jump on.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/core/signal.hpp"
#include "stickslip/core/vector.hpp"

namespace stickslip::scene {

class Profile {
 public:
  // Value i holds from times[i] until times[i + 1]; the first also before.
  struct Steps {
    std::vector<double> times;
    std::vector<double> values;
  };

  Profile(double constant = 0.0) : form_(constant) {}  // NOLINT(google-explicit-constructor)
  // Throws InvalidArgument unless times are finite and rise, and there is a finite value for each.
  explicit Profile(Steps steps);
  // Without jumps. `range`: its least and its greatest value between two times.
  using Range = std::pair<double, double>;
  Profile(std::function<double(double)> function, std::function<Range(double, double)> range)
      : form_(Function{std::move(function), std::move(range)}) {}

  double operator()(double t) const;
  // Where it jumps at t, the value until then.
  double before(double t) const;
  bool is_constant() const noexcept { return std::holds_alternative<double>(form_); }
  // The least and the greatest value between two times, both included.
  Range range(double from, double to) const;
  // A factor times it.
  Profile times(double factor) const;
  // Null where it does not go in steps.
  const Steps* steps() const noexcept { return std::get_if<Steps>(&form_); }

  // As sim::simulate takes it: its steps end where the profile jumps.
  Signal<double> signal() const;

 private:
  struct Function {
    std::function<double(double)> value;
    std::function<Range(double, double)> range;
  };
  std::variant<double, Steps, Function> form_;
};

// One per component.
template <int Dim>
using Profiles = std::array<Profile, static_cast<std::size_t>(Dim)>;

template <int Dim>
Vec<Dim> value_at(const Profiles<Dim>& profiles, double t) {
  Vec<Dim> value;
  for (int i = 0; i < Dim; ++i) value[i] = profiles[static_cast<std::size_t>(i)](t);
  return value;
}

template <int Dim>
Vec<Dim> value_before(const Profiles<Dim>& profiles, double t) {
  Vec<Dim> value;
  for (int i = 0; i < Dim; ++i) value[i] = profiles[static_cast<std::size_t>(i)].before(t);
  return value;
}

// The sum of several triples: constant or in steps where all of them are.
Signal<Vec<3>> sum_of(std::span<const Profiles<3>> all);

}  // namespace stickslip::scene
