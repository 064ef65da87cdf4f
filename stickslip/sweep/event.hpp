// Something that happens in a run or does not: an output beyond a limit, written "slip > 1e-4".
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stickslip/core/names.hpp"
#include "stickslip/sweep/output.hpp"

namespace stickslip::sweep {

enum class Comparison : std::uint8_t { below, at_most, above, at_least };

struct Event {
  std::string name;
  std::size_t output;  // its place among the columns of outputs
  Comparison comparison;
  double limit;

  // How far the output is beyond the limit; negative where it is not. NaN of a run without this output.
  double excess(std::span<const double> outputs) const noexcept {
    const double y = outputs[output];
    return comparison == Comparison::below || comparison == Comparison::at_most ? limit - y : y - limit;
  }
  // Whether a run says yes or no.
  bool is_known(std::span<const double> outputs) const noexcept { return !std::isnan(outputs[output]); }
  bool happens(std::span<const double> outputs) const noexcept {
    const bool is_strict = comparison == Comparison::below || comparison == Comparison::above;
    return is_strict ? excess(outputs) > 0.0 : excess(outputs) >= 0.0;
  }
};

// From its name and a text such as "slip > 1e-4". Throws InvalidArgument where that is no comparison of one of the outputs with a number.
Event event_from(std::string name, const std::string& text, const std::vector<OutputColumn>& outputs);

// "slip > 1e-04".
std::string condition_of(const Event& event, const std::vector<OutputColumn>& outputs);

}  // namespace stickslip::sweep

namespace stickslip {

template <>
struct Names<sweep::Comparison> {
  using C = sweep::Comparison;
  // Those of two letters first: one begins as the other.
  static constexpr Named<C> table[] = {{C::at_most, "<="}, {C::at_least, ">="}, {C::below, "<"}, {C::above, ">"}};
};

}  // namespace stickslip
