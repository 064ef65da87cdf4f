// The friction that a tool held in the hand should feel, from the stream of its positions.
//
// Each sample x_k gives a force f_k, by the law that was chosen:
//   (1)  Adhesion               f_k = −σ0 (x_k − w_k) fn                       no clock needed
//   (2)  Dahl                   step of x_k − x_{k−1}                          no clock needed
//   (3)  LuGre, ElastoPlastic   step of v = (x_k − x_{k−1})/Δt held over Δt    clock needed
// and so for every law of friction/any_law.hpp that has a memory: Eq. 1 if positions drive it, Eq. 2 if its force does not
// depend on the rate, else Eq. 3.
//   (4)  f_k ← f_k min(1, force_limit/‖f_k‖)
//
// x             position of the tool B relative to the surface A [m], finite, in 1, 2 or 3 dimensions
// t             time of the sample [s], finite, after that of the last; any origin
// normal_force  factor fn of the law [N or –], ≥ 0, finite; 1 unless given
// period        Δt where no time is given [s], > 0, 1e-3 unless given; only the laws of Eq. 3 use it
// force_limit   longest force the device shall be asked for [N], > 0, infinite unless given
//
// f acts on the tool: send it to the device as it is. The first sample sets the origin of the contact; its
// force is zero. All samples may be timed, none, or some: the first time sets the clock, and an untimed
// sample advances it by a period. A law that needs no clock has times checked for order and otherwise
// ignored. A sample that repeats time and position of the last is the same sample delivered twice: the answer
// is the same, and a new normal force waits for the next sample.
//
// A sample that cannot be used is refused (Status says why): the state stays as it was, and the force
// returned is the last one given, because a device must always be sent something finite. Jumps and gaps of
// any size are safe: no law has a stability limit. But the viscous parts of Eq. 3 (σ1, σ2) grow with v, so
// that a jump of position or two close times make a large force: set force_limit. Friction only: nothing here
// makes the loop of device, delay and hand passive. Tensions are differences of positions: ‖x‖ should stay
// below about 1e10 times the deflection of the law (1 km for 0.1 µm).
//
// [Hayward 2000] for rendering from positions; Eqs. 2 to 4 ours. Cost: one step of the law, one division
// where a clock is needed, one square root and two divisions where the force is limited. No loop, no
// allocation, no lock.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <variant>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/core/vector.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/haptics/status.hpp"

namespace stickslip::haptics {

// A law without memory cannot hold a tool still.
template <class Law>
using CanHold = std::bool_constant<friction::PositionLaw<Law> || friction::BristledLaw<Law>>;
using Law = friction::LawsWith<CanHold>;

struct RendererOptions {
  double period = 1e-3;
  double force_limit = std::numeric_limits<double>::infinity();

  static constexpr auto fields() {
    using O = RendererOptions;
    return std::tuple{Field{"period", &O::period, "s", positive, "time from sample to sample where no time is given",
                            "only laws that need a clock use it"},
                      Field{"force_limit", &O::force_limit, "N", positive_or_infinite, "longest force",
                            "a longer one is scaled back to it"}};
  }
};

// What comes with a position.
struct Conditions {
  std::optional<double> t = std::nullopt;
  double normal_force = 1.0;
};

template <int Dim>
struct Rendered {
  Vec<Dim> force;  // on the tool [N]; always finite
  Status status;
};

// A value: copy it to keep or branch the state. One renderer for each contact point.
template <int Dim>
class Renderer {
 public:
  struct State {
    friction::AdhesionState<Dim> adhesion;                   // moved by laws that positions drive
    friction::Bristle<Dim> bristle;                          // moved by the other laws
    Vec<Dim> x = Vec<Dim>::Zero();                           // last sample [m]
    double time = std::numeric_limits<double>::quiet_NaN();  // of the last sample [s]; NaN while none had a time
    bool started = false;
  };

  explicit Renderer(const Law& law, const RendererOptions& options = {}) : Renderer(law, options, unchecked) {
    require("Renderer", check_fields(options));
  }
  Renderer(const Law& law, const RendererOptions& options, Unchecked) noexcept
      : law_(law), options_(options), limit_squared_(options.force_limit * options.force_limit) {}

  Rendered<Dim> render(const Vec<Dim>& x, const Conditions& conditions = {}) noexcept {
    const double fn = conditions.normal_force;
    if (!x.allFinite()) return {last_.force, Status::refused_position};
    if (!(fn >= 0.0 && fn <= std::numeric_limits<double>::max())) return {last_.force, Status::refused_load};
    double dt = options_.period;
    double time = state_.time + dt;  // stays NaN while no sample had a time
    if (conditions.t) {
      time = *conditions.t;
      if (!std::isfinite(time)) return {last_.force, Status::refused_time};
      if (state_.started && !std::isnan(state_.time)) {
        if (time == state_.time && x == state_.x) return last_;
        dt = time - state_.time;
        if (!(dt > 0.0)) return {last_.force, Status::refused_time};
      }
    }
    // The law works on a copy, so that a step which overflows leaves nothing behind.
    State next = state_;
    const Vec<Dim> force = state_.started ? step(next, x, fn, dt) : start(next, x);
    const Rendered<Dim> rendered = limit(force);
    if (is_refused(rendered.status)) return {last_.force, rendered.status};
    next.x = x;
    next.time = time;
    state_ = next;
    return last_ = rendered;
  }
  Rendered<Dim> render(const Vec<Dim>& x, double t) noexcept { return render(x, {.t = t}); }

  // Forgets contact, clock and last force, as when the tool is lifted: the next sample is a first one again.
  void reset() noexcept {
    state_ = State{};
    last_ = {Vec<Dim>::Zero(), Status::ok};
  }

  // What it remembers, beside last(), and going on from there: for programs that store a renderer. What is put back is
  // not checked: the caller guarantees that it comes from a renderer of the same law and options.
  const State& state() const noexcept { return state_; }
  void restore(const State& state, const Rendered<Dim>& last) noexcept {
    state_ = state;
    last_ = last;
  }

  const Law& law() const noexcept { return law_; }
  const RendererOptions& options() const noexcept { return options_; }
  bool in_contact() const noexcept { return state_.started; }
  // The last force given and how it came about. Zero before the first sample.
  const Rendered<Dim>& last() const noexcept { return last_; }
  // Tension of the contact, or mean deflection of its bristles: z [m].
  Vec<Dim> deflection() const noexcept {
    return follows_positions() ? Vec<Dim>(state_.adhesion.x - state_.adhesion.w) : state_.bristle.z;
  }
  // Where the surface holds the tool: w of a law that positions drive, x − z of the other laws [m].
  Vec<Dim> adhesion_point() const noexcept {
    return follows_positions() ? state_.adhesion.w : Vec<Dim>(state_.x - state_.bristle.z);
  }
  // Regime of the last sample; only laws that positions drive have regimes.
  std::optional<friction::Regime> regime() const noexcept {
    if (!follows_positions()) return std::nullopt;
    return state_.adhesion.regime;
  }

 private:
  // Whether positions drive the law.
  bool follows_positions() const noexcept {
    bool follows = false;
    friction::for_each_law<Law>([&]<class Chosen>() {
      if (std::holds_alternative<Chosen>(law_)) follows = friction::PositionLaw<Chosen>;
    });
    return follows;
  }

  static Vec<Dim> start(State& state, const Vec<Dim>& x) noexcept {
    state.adhesion = {x, x, friction::Regime::stuck, true};
    state.started = true;
    return Vec<Dim>::Zero();
  }

  Vec<Dim> step(State& state, const Vec<Dim>& x, double fn, double dt) const noexcept {
    // get_if rather than visit: nothing that could throw, and each law's step inlined.
    Vec<Dim> force;
    friction::for_each_law<Law>([&]<class Chosen>() {
      if (const auto* law = std::get_if<Chosen>(&law_)) force = step(*law, state, x, fn, dt);
    });
    return force;
  }
  template <class Chosen>
  static Vec<Dim> step(const Chosen& law, State& state, const Vec<Dim>& x, double fn, double dt) noexcept {
    if constexpr (friction::PositionLaw<Chosen>) {
      return law.force(law.step(state.adhesion, x), fn);
    } else if constexpr (friction::is_rate_independent<Chosen>) {
      // A unit of time makes the result exactly independent of the clock.
      return law.step(state.bristle, Vec<Dim>(x - state.x), fn, 1.0);
    } else {
      return law.step(state.bristle, Vec<Dim>((x - state.x) / dt), fn, dt);
    }
  }

  // Eq. 4.
  Rendered<Dim> limit(const Vec<Dim>& force) const noexcept {
    // Strictly below also means finite: the square of a NaN or infinite force is not below anything.
    if (force.squaredNorm() < limit_squared_) [[likely]]
      return {force, Status::ok};
    const double length = norm(force);
    if (!(length <= std::numeric_limits<double>::max())) return {force, Status::refused_overflow};
    if (length <= options_.force_limit) return {force, Status::ok};
    // The direction first: force_limit/length may be subnormal, and then has few digits.
    return {options_.force_limit * unit(force, length), Status::limited};
  }

  Law law_;
  RendererOptions options_;
  double limit_squared_;
  State state_;
  Rendered<Dim> last_{Vec<Dim>::Zero(), Status::ok};
};

}  // namespace stickslip::haptics
