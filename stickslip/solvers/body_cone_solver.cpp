#include "stickslip/solvers/body_cone_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stickslip/core/error.hpp"
#include "stickslip/solvers/detail/body_newton.hpp"
#include "stickslip/solvers/detail/body_sweeps.hpp"

namespace stickslip::solvers {

namespace {

// What Newton's method goes on to, of the tolerance. With a factor at hand a start is good enough only at the square of it: one
// back-substitution costs less than what is left over does in the steps to come.
constexpr double beyond_tolerance = 0.01;
constexpr double enough_of_rows = 0.1;  // of the tolerance: equations leave nothing over that comes back
constexpr int newton_steps_kept = 8, newton_steps = 400;
constexpr int sweeps_of_small = 4, sweeps_of_large = 10;
constexpr int small_bodies = 3, most_patience = 400;

// Rough costs in nanoseconds, measured on walls and heaps: only their ratio decides.
constexpr double cost_of_row = 60.0, cost_of_product = 45.0, cost_of_linearisation = 400.0, cost_of_ordering = 10.0;
constexpr double expected_newton_steps = 12.0;

}  // namespace

struct BodyConeMemory::Data {
  detail::BodyFactor factor;
};

BodyConeMemory::BodyConeMemory() = default;
BodyConeMemory::~BodyConeMemory() = default;
BodyConeMemory::BodyConeMemory(const BodyConeMemory& other)
    : data_(other.data_ ? std::make_unique<Data>(*other.data_) : nullptr) {}
BodyConeMemory& BodyConeMemory::operator=(const BodyConeMemory& other) {
  if (this != &other) data_ = other.data_ ? std::make_unique<Data>(*other.data_) : nullptr;
  return *this;
}
BodyConeMemory::BodyConeMemory(BodyConeMemory&&) noexcept = default;
BodyConeMemory& BodyConeMemory::operator=(BodyConeMemory&&) noexcept = default;

void BodyConeMemory::clear() noexcept {
  if (data_) data_->factor.is_valid = false;
}
bool BodyConeMemory::is_empty() const noexcept {
  return !data_ || !data_->factor.is_valid;
}

void BodyConeMemory::write(std::vector<double>& numbers) const {
  numbers.clear();
  if (is_empty()) return;
  const detail::BodyFactor& factor = data_->factor;
  numbers = {factor.alpha, static_cast<double>(factor.row_begin.size()), static_cast<double>(factor.columns.size()),
             static_cast<double>(factor.states.size())};
  numbers.insert(numbers.end(), factor.row_begin.begin(), factor.row_begin.end());
  numbers.insert(numbers.end(), factor.columns.begin(), factor.columns.end());
  for (const detail::ContactState state : factor.states) numbers.push_back(static_cast<double>(state));
  detail::BodyLu copy = factor.lu;
  copy.numbers([&](const numerics::AlignedVector& part) { numbers.insert(numbers.end(), part.begin(), part.end()); });
}

void BodyConeMemory::read(std::span<const double> numbers) {
  const auto fail = [] { throw InvalidArgument("BodyConeMemory: the numbers are not those of a memory"); };
  std::size_t used = 0;
  const auto next = [&] {
    if (used == numbers.size()) fail();
    return numbers[used++];
  };
  const auto next_count = [&](double most) {
    const double value = next();
    if (!(value >= 0.0 && value <= most && value == std::floor(value))) fail();
    return static_cast<int>(value);
  };
  clear();
  if (numbers.empty()) return;
  auto data = std::make_unique<Data>();
  detail::BodyFactor& factor = data->factor;
  factor.alpha = next();
  const auto most = static_cast<double>(numbers.size());
  factor.row_begin.resize(static_cast<std::size_t>(next_count(most)));
  factor.columns.resize(static_cast<std::size_t>(next_count(most)));
  factor.states.resize(static_cast<std::size_t>(next_count(most)));
  const auto bodies = static_cast<double>(factor.row_begin.size()) - 1.0;
  int before = 0;
  for (int& begin : factor.row_begin) {
    begin = next_count(static_cast<double>(factor.columns.size()));
    if (begin < before) fail();
    before = begin;
  }
  if (factor.row_begin.empty() || factor.row_begin.front() != 0 ||
      factor.row_begin.back() != static_cast<int>(factor.columns.size())) {
    fail();
  }
  for (int& column : factor.columns) column = next_count(bodies - 1.0);
  for (detail::ContactState& state : factor.states) state = static_cast<detail::ContactState>(next_count(2.0));
  factor.lu.analyze(factor.row_begin, factor.columns);
  factor.lu.numbers([&](numerics::AlignedVector& part) {
    if (numbers.size() - used < part.size()) fail();
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(used), part.size(), part.begin());
    used += part.size();
  });
  if (used != numbers.size()) fail();
  factor.is_valid = true;
  data_ = std::move(data);
}

// One solve. r and v are the point at hand, best and best_v the best so far.
struct BodyConeSolver::Work {
  detail::BodyRows system;
  detail::BodySweeps sweeps;
  detail::BodyNewton newton;
  numerics::AlignedVector r, v, u, best, best_v;
  double best_defect = 0.0;
  double target = 0.0, goal = 0.0;  // what counts as a solution, and what Newton's method goes on to
  double effort = 0.0;              // spent so far, in sweeps
  long iterations = 0;
  bool is_prepared = false;  // whether `newton` knows the pattern
  std::string_view method;

  double items() const noexcept { return system.items(); }

  void begin(const BodyConeProblem& problem, std::span<const double> start, double tolerance) {
    system.set(problem);
    r.assign(system.impulses(), 0.0);
    u.resize(r.size());
    pad(system, start.data(), r.data());
    v = system.free;
    best = r;
    best_v = v;
    best_defect = std::numeric_limits<double>::infinity();
    target = tolerance;
    goal = beyond_tolerance * tolerance;
    effort = 0.0;
    iterations = 0;
    is_prepared = false;
    method = "sweeps";
  }

  // v of r without the rounding that sweeps add up.
  void follow() {
    std::copy(system.free.begin(), system.free.end(), v.begin());
    add_impulses(system, r.data(), v.data());
  }
  void return_to_best() {
    std::copy(best.begin(), best.end(), r.begin());
    follow();
  }

  // Root mean square of the defect of r, whose velocities are v; keeps the best point.
  double note_defect() {
    contact_velocities(system, v.data(), u.data());
    return note_defect(std::sqrt(squared_defect(system, r.data(), u.data()) / items()));
  }
  double note_defect(double defect) {
    if (defect < best_defect) {
      best_defect = defect;
      std::copy(r.begin(), r.end(), best.begin());
      std::copy(v.begin(), v.end(), best_v.begin());
    }
    return defect;
  }

  void prepare_newton(detail::BodyFactor& factor) {
    newton.prepare(system, factor);
    is_prepared = true;
  }

  // A problem without contacts. True where there is nothing more to be done.
  bool solve_rows(const BodyConeProblem& problem, detail::BodyFactor& factor) {
    prepare_newton(factor);
    method = "newton";
    return note_defect(newton.run_rows(problem, system, factor, r.data(), v.data(), enough_of_rows * target,
                                       iterations)) <= target;
  }

  // True where the best point is within the tolerance.
  bool try_newton(const BodyConeProblem& problem, detail::BodyFactor& factor, int most_steps, double most_effort) {
    const double each = effort_of_newton(factor);
    const int affordable = static_cast<int>(std::min<double>(most_steps, std::max(0.0, most_effort - effort) / each));
    method = "newton";
    const long before = iterations;
    newton.run(problem, system, factor, r.data(), v.data(), target, goal, affordable, iterations);
    effort += each * static_cast<double>(std::max(1L, iterations - before));
    note_defect();
    return best_defect <= target;
  }
  double effort_of_newton(const detail::BodyFactor& factor) const noexcept {
    return (cost_of_product * factor.lu.products() / items() + cost_of_linearisation) / cost_of_row;
  }

  // Up to `most` sweeps, fewer where they change little; how many.
  int sweep_some(int most) {
    method = "sweeps";
    int made = 0;
    bool may_be_done = false;
    for (; made < most && !may_be_done; ++made) {
      const double change = sweeps.advance(system, r.data(), v.data());
      may_be_done = std::sqrt(change / items()) <= 0.5 * target;
    }
    follow();
    iterations += made;
    effort += made;
    return made;
  }

  // Whether sweeps that converge at `rate`, in logarithms per sweep, are likely to be cheaper than Newton's method.
  bool do_sweeps_promise(double rate, double defect, detail::BodyFactor& factor, std::size_t bodies) {
    if (!(rate > 0.0)) return false;
    const double left = std::log(defect / target) / rate;
    // Ordering the bodies of a large island costs as well: only where that does not settle it already.
    const double linearisation = expected_newton_steps * cost_of_linearisation / cost_of_row;
    const double ordering = cost_of_ordering * static_cast<double>(bodies * bodies) / (cost_of_row * items());
    if (left < linearisation + (is_prepared ? 0.0 : ordering)) return true;
    if (!is_prepared) prepare_newton(factor);
    return left < expected_newton_steps * effort_of_newton(factor);
  }

  SolveReport report(double most_effort) const noexcept {
    const SolveStatus status = !std::isfinite(best_defect) ? SolveStatus::not_finite
                               : best_defect <= target     ? SolveStatus::converged
                               : effort >= most_effort     ? SolveStatus::max_iterations
                                                           : SolveStatus::stalled;
    return {status, method, iterations, best_defect};
  }
};

BodyConeSolver::BodyConeSolver() : work_(std::make_unique<Work>()) {}
BodyConeSolver::~BodyConeSolver() = default;
BodyConeSolver::BodyConeSolver(BodyConeSolver&&) noexcept = default;
BodyConeSolver& BodyConeSolver::operator=(BodyConeSolver&&) noexcept = default;

SolveReport BodyConeSolver::solve(const BodyConeProblem& problem, std::span<double> r, std::span<const double> v_start,
                                  BodyConeMemory& memory, const BodyConeOptions& options) {
  Work& w = *work_;
  w.begin(problem, r, options.tolerance);
  if (problem.items() == 0) return {SolveStatus::converged, "none", 0, 0.0};
  if (!memory.data_) memory.data_ = std::make_unique<BodyConeMemory::Data>();
  detail::BodyFactor& factor = memory.data_->factor;
  if (!problem.contacts.empty() || !w.solve_rows(problem, factor)) run(problem, v_start, factor, options.most_effort);
  unpad(w.system, w.best.data(), r.data());
  return w.report(options.most_effort);
}

void BodyConeSolver::run(const BodyConeProblem& problem, std::span<const double> v_start, detail::BodyFactor& factor,
                         double most_effort) {
  Work& w = *work_;
  const std::size_t bodies = problem.bodies.size();
  // Newton's method is cheap for few bodies: they, too, leave nothing over that comes back in the steps to come.
  const bool is_small = bodies <= small_bodies;
  const double enough = is_small ? w.goal : w.target;
  w.return_to_best();
  const double first = w.note_defect();
  if (first <= beyond_tolerance * w.goal || (first <= enough && !factor.is_valid)) return;
  const bool has_rows = !problem.rows.empty();
  if (factor.is_valid || has_rows) w.prepare_newton(factor);
  if (factor.is_valid || has_rows) {
    for (std::size_t b = 0; b < bodies; ++b) std::copy_n(v_start.data() + 6 * b, 6, w.v.data() + 8 * b);
    if (w.try_newton(problem, factor, has_rows ? newton_steps : newton_steps_kept, most_effort)) return;
    w.return_to_best();
  }
  factor.is_valid = false;

  w.sweeps.prepare(w.system);
  int patience = is_small ? sweeps_of_small : sweeps_of_large;
  double defect = w.best_defect;
  while (w.effort < most_effort) {
    const double before = defect;
    const int made = w.sweep_some(patience);
    defect = w.note_defect();
    if (!std::isfinite(defect) || w.best_defect <= enough) return;
    if (!is_small && w.do_sweeps_promise(std::log(before / defect) / made, defect, factor, bodies)) continue;
    if (!w.is_prepared) w.prepare_newton(factor);
    w.return_to_best();
    if (w.try_newton(problem, factor, newton_steps, most_effort)) return;
    factor.is_valid = false;
    w.return_to_best();
    w.sweeps.prepare(w.system);
    defect = w.best_defect;
    patience = std::min(4 * patience, most_patience);
  }
}

bool BodyConeSolver::respond(BodyConeMemory& memory, std::span<double> v) {
  const std::size_t bodies = v.size() / 6;
  if (memory.is_empty() || memory.data_->factor.row_begin.size() != bodies + 1) return false;
  numerics::AlignedVector& x = work_->v;
  x.assign(8 * (bodies + 1), 0.0);
  for (std::size_t b = 0; b < bodies; ++b) std::copy_n(v.data() + 6 * b, 6, x.data() + 8 * b);
  memory.data_->factor.lu.solve(x.data());
  for (std::size_t b = 0; b < bodies; ++b) std::copy_n(x.data() + 8 * b, 6, v.data() + 6 * b);
  return true;
}

void BodyConeSolver::velocities(std::span<double> v) const noexcept {
  for (std::size_t b = 0; 6 * b < v.size(); ++b) std::copy_n(work_->best_v.data() + 8 * b, 6, v.data() + 6 * b);
}

}  // namespace stickslip::solvers
