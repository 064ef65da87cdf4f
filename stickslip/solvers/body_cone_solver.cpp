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
constexpr int newton_steps_kept = 8, newton_steps = 80;
constexpr int sweeps_of_small = 4, sweeps_of_large = 10;
constexpr int small_bodies = 3;

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

struct BodyConeSolver::Work {
  detail::BodyRows system;
  detail::BodySweeps sweeps;
  detail::BodyNewton newton;
  numerics::AlignedVector r, v, v_guess, u, best, best_v;
  double best_defect = 0.0;

  // Root mean square of the defect of r, whose velocities are v; keeps the best point.
  double note_defect() {
    contact_velocities(system, v.data(), u.data());
    const double defect = std::sqrt(squared_defect(system, r.data(), u.data()) / system.size());
    if (defect < best_defect) {
      best_defect = defect;
      std::copy(r.begin(), r.end(), best.begin());
      std::copy(v.begin(), v.end(), best_v.begin());
    }
    return defect;
  }
  // v of r without the rounding that sweeps add up.
  void follow() {
    std::copy(system.free.begin(), system.free.end(), v.begin());
    add_impulses(system, r.data(), v.data());
  }
};

BodyConeSolver::BodyConeSolver() : work_(std::make_unique<Work>()) {}
BodyConeSolver::~BodyConeSolver() = default;
BodyConeSolver::BodyConeSolver(BodyConeSolver&&) noexcept = default;
BodyConeSolver& BodyConeSolver::operator=(BodyConeSolver&&) noexcept = default;

SolveReport BodyConeSolver::solve(const BodyConeProblem& problem, std::span<double> r, std::span<const double> v_start,
                                  BodyConeMemory& memory, const BodyConeOptions& options) {
  Work& w = *work_;
  const std::size_t contacts = problem.contacts.size(), bodies = problem.bodies.size();
  w.system.set(problem);
  w.r.assign(4 * contacts, 0.0);
  w.u.assign(4 * contacts, 0.0);
  w.best.resize(4 * contacts);
  w.v.resize(w.system.free.size());
  w.best_v.resize(w.v.size());
  w.best_defect = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < contacts; ++i) std::copy_n(r.data() + 3 * i, 3, w.r.data() + 4 * i);
  w.follow();
  if (contacts == 0) {
    w.best_v = w.v;
    return {SolveStatus::converged, "none", 0, 0.0};
  }
  if (!memory.data_) memory.data_ = std::make_unique<BodyConeMemory::Data>();
  detail::BodyFactor& factor = memory.data_->factor;
  const double target = options.tolerance, goal = beyond_tolerance * target;
  long spent = 0;
  std::string_view method = "sweeps";
  const auto finish = [&]() -> SolveReport {
    for (std::size_t i = 0; i < contacts; ++i) std::copy_n(w.best.data() + 4 * i, 3, r.data() + 3 * i);
    const double defect = w.best_defect;
    const SolveStatus status = defect <= target                  ? SolveStatus::converged
                               : !std::isfinite(defect)          ? SolveStatus::not_finite
                               : spent >= options.max_iterations ? SolveStatus::max_iterations
                                                                 : SolveStatus::stalled;
    return {status, method, spent, defect};
  };
  const auto newton = [&](int most) {
    const long left = options.max_iterations - spent;
    method = "newton";
    w.newton.run(problem, w.system, factor, w.r.data(), w.v.data(), target, goal,
                 static_cast<int>(std::min<long>(most, left)), spent);
    w.note_defect();
    return w.best_defect <= target;
  };

  // Newton's method is cheap for few bodies: they, too, leave nothing over that comes back in the steps to come.
  const bool is_small = bodies <= small_bodies;
  const double enough = is_small ? goal : target;
  const double first = w.note_defect();
  if (first <= beyond_tolerance * goal || (first <= enough && !factor.is_valid)) return finish();
  bool is_prepared = false;
  if (factor.is_valid) {
    w.newton.prepare(w.system, factor);
    is_prepared = true;
    if (factor.is_valid) {
      for (std::size_t b = 0; b < bodies; ++b) std::copy_n(v_start.data() + 6 * b, 6, w.v.data() + 8 * b);
      if (newton(newton_steps_kept)) return finish();
      std::copy(w.best.begin(), w.best.end(), w.r.begin());
      w.follow();
    }
  }
  factor.is_valid = false;

  w.sweeps.prepare(w.system);
  int patience = is_small ? sweeps_of_small : sweeps_of_large;
  double defect = w.best_defect;
  while (spent < options.max_iterations) {
    method = "sweeps";
    const double before = defect;
    bool may_be_done = false;
    for (int k = 0; k < patience && !may_be_done && spent < options.max_iterations; ++k, ++spent) {
      const double change = w.sweeps.advance(w.system, w.r.data(), w.v.data());
      may_be_done = std::sqrt(change / w.system.size()) <= 0.5 * target;
    }
    w.follow();
    defect = w.note_defect();
    if (!std::isfinite(defect)) break;
    if (w.best_defect <= enough) return finish();
    const double rate = std::log(before / defect) / patience;  // of convergence per sweep
    const double cost_of_sweeps = rate > 0.0
                                      ? std::log(defect / target) / rate * cost_of_row * static_cast<double>(contacts)
                                      : std::numeric_limits<double>::infinity();
    // Ordering the bodies of a large island costs as well: only where that does not settle it already.
    const double linearisation = expected_newton_steps * cost_of_linearisation * static_cast<double>(contacts);
    const double ordering = cost_of_ordering * static_cast<double>(bodies) * static_cast<double>(bodies);
    bool promises = !is_small && cost_of_sweeps < linearisation + (is_prepared ? 0.0 : ordering);
    if (!promises && !is_prepared) {
      w.newton.prepare(w.system, factor);
      is_prepared = true;
    }
    if (!is_small && !promises) {
      promises = cost_of_sweeps < linearisation + expected_newton_steps * cost_of_product * factor.lu.products();
    }
    if (promises) continue;
    std::copy(w.best.begin(), w.best.end(), w.r.begin());
    w.follow();
    if (newton(newton_steps)) return finish();
    factor.is_valid = false;
    std::copy(w.best.begin(), w.best.end(), w.r.begin());
    w.follow();
    w.sweeps.prepare(w.system);
    defect = w.best_defect;
    patience = std::min(4 * patience, 400);
  }
  return finish();
}

void BodyConeSolver::velocities(std::span<double> v) const noexcept {
  for (std::size_t b = 0; 6 * b < v.size(); ++b) std::copy_n(work_->best_v.data() + 8 * b, 6, v.data() + 6 * b);
}

}  // namespace stickslip::solvers
