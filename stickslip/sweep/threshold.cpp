#include "stickslip/sweep/threshold.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "stickslip/core/error.hpp"

namespace stickslip::sweep {

namespace {

struct End {
  double x;
  Outcome outcome;
};

}  // namespace

Outcome Threshold::find(const std::function<Outcome(double)>& at) const {
  Outcome doubtful;  // the first that is not ok
  const auto value = [&](const End& end) { return end.outcome.outputs[output]; };
  // None where the run did not come to its end, or has no such number; then `failed` says why.
  Outcome failed;
  const auto tried = [&](double x) -> std::optional<End> {
    End end{x, at(x)};
    const bool has_outputs = is_whole(end.outcome.status);
    if (doubtful.status == RunStatus::ok && end.outcome.status != RunStatus::ok) {
      doubtful.status = end.outcome.status;
      doubtful.reason =
          "on the way to the threshold, at " + variable.key + " = " + to_text(x) + ": " + end.outcome.reason;
    }
    if (has_outputs && !std::isnan(value(end))) return end;
    failed = end.outcome;
    const std::string why = has_outputs ? output_name + " is not a number" : failed.reason;
    failed.status = has_outputs ? RunStatus::not_found : failed.status;
    failed.reason = "at " + variable.key + " = " + to_text(x) + ": " + why;
    return {};
  };
  const auto given_up = [&] {
    failed.outputs.push_back(not_a_number);
    return failed;
  };
  std::optional<End> a = tried(low);
  if (!a) return given_up();
  std::optional<End> b = tried(high);
  if (!b) return given_up();
  const auto exceeds = [&](const End& end) { return value(end) > crosses; };
  if (exceeds(*a) == exceeds(*b)) {
    failed.status = RunStatus::not_found;
    failed.reason = output_name + " is " + to_text(value(*a)) + " at " + variable.key + " = " + to_text(low) + " and " +
                    to_text(value(*b)) + " at " + to_text(high) + ": it does not cross " + to_text(crosses);
    failed.outputs.assign(a->outcome.outputs.size(), not_a_number);
    return given_up();
  }
  while (b->x - a->x > tol) {
    const double middle = a->x + 0.5 * (b->x - a->x);
    if (!(middle > a->x && middle < b->x)) break;  // neighbouring numbers
    std::optional<End> c = tried(middle);
    if (!c) return given_up();
    (exceeds(*c) == exceeds(*a) ? a : b) = std::move(c);
  }
  End& end = exceeds(*a) ? *b : *a;
  end.outcome.outputs.push_back(end.x);
  if (end.outcome.status == RunStatus::ok) {
    end.outcome.status = doubtful.status;
    end.outcome.reason = doubtful.reason;
  }
  return std::move(end.outcome);
}

}  // namespace stickslip::sweep
