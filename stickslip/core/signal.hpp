// A quantity given over time: a constant, a table held piecewise constant, or a function of t [s].
//
// A table's value i holds from times[i] until times[i + 1]; the first also before, the last also after. A
// simulation lets its steps end where a table changes, so that no step straddles a jump.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "stickslip/core/error.hpp"

namespace stickslip {

template <class Value>
class Signal {
 public:
  Signal(const Value& constant) : source_(constant) {}  // NOLINT(google-explicit-constructor)
  // Throws InvalidArgument for an empty function. NOLINTNEXTLINE(google-explicit-constructor)
  Signal(std::function<Value(double)> function) : source_(std::move(function)) {
    if (!std::get<std::function<Value(double)>>(source_)) {
      throw InvalidArgument("Signal: the function is empty; it must be a function of t [s]");
    }
  }
  // Throws InvalidArgument unless there are as many values as times, at least one, and the times are finite and rise. The
  // message calls the times by `name`.
  Signal(std::vector<double> times, std::vector<Value> values, const std::string& name = "Signal: times") {
    if (times.empty() || times.size() != values.size()) {
      throw InvalidArgument("Signal: a table of " + std::to_string(times.size()) + " times has " +
                            std::to_string(values.size()) + " values; it needs at least one time and a value for each");
    }
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (!std::isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1])) {
        throw InvalidArgument(name + "[" + std::to_string(i) + "] = " + to_text(times[i]) +
                              " must be finite and greater than the one before [s]");
      }
    }
    source_ = Table{std::move(times), std::move(values)};
  }

  // At time t of a step that began at `start`: where a table jumps at t, a step that ends there still has the old value.
  Value operator()(double t, double start) const {
    if (const auto* constant = std::get_if<Value>(&source_)) return *constant;
    if (const auto* function = std::get_if<std::function<Value(double)>>(&source_)) return (*function)(t);
    const auto& table = std::get<Table>(source_);
    const auto after = std::upper_bound(table.times.begin(), table.times.end(), start);
    const auto count = std::max<std::ptrdiff_t>(1, after - table.times.begin());
    return table.values[static_cast<std::size_t>(count - 1)];
  }

  // The first time after t at which the value may jump; infinity if there is none.
  double next_jump(double t) const noexcept {
    const auto* table = std::get_if<Table>(&source_);
    if (table == nullptr) return std::numeric_limits<double>::infinity();
    const auto after = std::upper_bound(table->times.begin(), table->times.end(), t);
    return after == table->times.end() ? std::numeric_limits<double>::infinity() : *after;
  }

 private:
  struct Table {
    std::vector<double> times;
    std::vector<Value> values;
  };
  std::variant<Value, std::function<Value(double)>, Table> source_;
};

}  // namespace stickslip
