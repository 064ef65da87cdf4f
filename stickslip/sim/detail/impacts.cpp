#include "stickslip/sim/detail/impacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "stickslip/core/at.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double bounce_acceleration = 20.0;  // [m/s²], times h: slower contacts do not strike
constexpr std::size_t least_rounds = 40, rounds_per_contact = 4;
constexpr int most_solves = 9;            // for the share of the restitution
constexpr int most_advances = 4;          // per round
constexpr double compliance = 1e-6;       // of that of the step: enough to tell redundant contacts apart
constexpr double accuracy = 1e-10;        // of the fastest approach
constexpr double no_gain = 1e-12;         // of the kinetic energy
constexpr double negligible_loss = 1e-8;  // so small that no larger share need be looked for
constexpr double unbounded = std::numeric_limits<double>::infinity();

// Of a body with a prescribed motion: velocity at the start of the step as if it changed evenly, to the same end on the same way.
Vec<6> even_start(const StepBody& body) noexcept {
  return 2.0 * body.moves_by - body.next;
}

// What a prescribed velocity that jumps adds to u at once. What touches already is pushed, not struck.
Vec<3> jump_of(const StepData& data, const StepContact& contact) {
  if (!strikes(contact.gap, 0.0, data.h)) return Vec<3>::Zero();
  const Vec<3> jump = StepData::relative(contact, [&](int b) -> Vec<6> {
    const StepBody& body = data.bodies[at(b)];
    return body.moves ? Vec<6>(Vec<6>::Zero()) : Vec<6>(even_start(body) - body.v);
  });
  // Less is that of a path that is bent.
  return std::abs(jump[0]) > bounce_acceleration * data.h ? jump : Vec<3>(Vec<3>::Zero());
}

}  // namespace

bool Impacts::apply(const Model& model, StepData& data, const Island& island) {
  is_solved_ = true;
  const auto may_strike = [&](int c) { return data.contacts[at(c)].restitution > 0.0; };
  if (std::ranges::none_of(island.contacts, may_strike)) return false;
  approach_.clear();
  jumps_.clear();
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    jumps_.push_back(jump_of(data, contact));
    approach_.push_back((contact.u_free - contact.u - jumps_.back())[0]);
  }
  const std::size_t most_rounds = least_rounds + rounds_per_contact * island.contacts.size();
  bool is_any = false;
  for (std::size_t round = 0;; ++round) {
    gaps_.clear();
    for (const int c : island.contacts) gaps_.push_back(std::max(0.0, data.contacts[at(c)].gap));
    if (!choose(model, data, island)) break;
    if (round == most_rounds) {
      is_solved_ = false;
      break;
    }
    is_any = true;
    double given = 0.0;
    // Displacements change other gaps: what follows from those is chosen again.
    for (int pass = 0; std::ranges::any_of(strikes_, &Strike::is_advanced); ++pass) {
      if (pass == most_advances || !advance(data, island, given)) {
        for (Strike& strike : strikes_) {
          if (strike.is_advanced) strike.speed = 0.0;
        }
        break;
      }
      if (!choose(model, data, island)) break;
    }
    if (strikes_.empty()) break;
    set_bodies(data, island);
    // The largest share of the restitution that gains nothing, by regula falsi (Illinois). Every third time a bisection: where contacts
    // open, stick or slide, the gain has kinks.
    double high = 1.0, at_high = gain(data, high, given);
    if (at_high > no_gain * scale_) {
      double low = 0.0, at_low = gain(data, low, given);
      const bool gains_without = at_low > no_gain * scale_;
      best_r_ = r_;
      best_v_ = v_;
      double share = low;
      for (int k = 2; k < most_solves && !(at_low <= no_gain * scale_ && at_low > -negligible_loss * scale_); ++k) {
        const double chord = at_low < 0.0 ? at_low / (at_low - at_high) : 0.5;
        const bool was_low = share == low;
        share = low + (high - low) * (k % 3 == 1 ? 0.5 : chord);
        const double now = gain(data, share, given);
        if (now > no_gain * scale_) {
          high = share;
          at_high = now;
          if (!was_low) at_low *= 0.5;
        } else {
          low = share;
          at_low = now;
          best_r_ = r_;
          best_v_ = v_;
          if (was_low) at_high *= 0.5;
        }
      }
      r_ = best_r_;
      v_ = best_v_;
      if (low == 0.0 && gains_without) {
        is_solved_ = false;
        break;
      }
    }
    take(data, island);
  }
  return is_any;
}

// The contacts of a round. False where none strikes.
bool Impacts::choose(const Model& model, const StepData& data, const Island& island) {
  strikes_.clear();
  bool is_any = false;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const int c = island.contacts[k];
    const StepContact& contact = data.contacts[at(c)];
    const double e = contact.restitution, u = contact.u[0] + jumps_[k][0], gap = std::max(0.0, contact.gap);
    const bool closes = contact.gap + data.h * (u + approach_[k]) <= 0.0;
    if (e > 0.0 && closes && u < -bounce_acceleration * data.h) {
      is_any = true;
      const double twice_a = -2.0 * approach_[k] / data.h;
      const double at_surface = std::max(0.0, u * u + twice_a * gaps_[k]);
      const double square = e * e * at_surface - twice_a * gap;
      strikes_.push_back(
          {c, square >= 0.0 ? std::sqrt(square) : e * std::sqrt(at_surface), square < 0.0, true, u, jumps_[k]});
      continue;
    }
    const bool touches = !strikes(gap, 0.0, data.h);
    if (touches && (model.options.impacts == Impact::simultaneous || e == 0.0))
      strikes_.push_back({c, -gap / data.h, false, false, u, jumps_[k]});
  }
  return is_any;
}

// Closes the gaps of contacts that would not come back up to where they strike, and adds to `given` what loads give for it [J]. False where
// that would take displacements that are far: nothing is displaced then, and what strikes does not rebound.
bool Impacts::advance(StepData& data, const Island& island, double& given) {
  bodies_.assign(island.bodies.begin(), island.bodies.end());
  places_.resize(island.bodies.size());
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = static_cast<int>(i);
  problem_.bodies.clear();
  for (const int b : bodies_) {
    const StepBody& body = data.bodies[at(b)];
    problem_.bodies.push_back(
        {body.mass, body.inverse_mass, body.inertia, body.inverse_inertia, Vec<6>(Vec<6>::Zero())});
  }
  problem_.contacts.clear();
  problem_.rows.clear();
  add_joints(data, island, false);
  for (solvers::BodyConeProblem::Row& row : problem_.rows) row.d = 0.0;
  double largest = 0.0;
  for (const int c : island.contacts) {
    const StepContact& contact = data.contacts[at(c)];
    const bool is_advanced =
        std::ranges::any_of(strikes_, [c](const Strike& s) { return s.contact == c && s.is_advanced; });
    const int first = place(data, contact.body[0]), second = place(data, contact.body[1]);
    const auto J_first = contact_jacobian(contact.axes, contact.arm[0]);
    const auto J_second = contact_jacobian(contact.axes, contact.arm[1]);
    if (is_advanced) {
      problem_.rows.push_back({first, second, J_first.row(0).transpose(), -J_second.row(0).transpose(), contact.gap,
                               compliance * contact.epsilon, -unbounded, unbounded});
      largest = std::max(largest, contact.gap);
    } else {
      problem_.contacts.push_back({first,
                                   second,
                                   J_first,
                                   -J_second,
                                   {std::max(0.0, contact.gap), 0.0, 0.0},
                                   compliance * contact.epsilon,
                                   0.0});
    }
  }
  solve(accuracy * largest);
  if (is_far(data)) return false;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    StepBody& body = data.bodies[at(bodies_[i])];
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    body.advanced += by;
    given += body.load.dot(by);
  }
  for (const int c : island.contacts) {
    StepContact& contact = data.contacts[at(c)];
    const auto by = [&](int b) -> Vec<6> {
      if (!data.moves(b)) return Vec<6>::Zero();
      return Eigen::Map<const Vec<6>>(v_.data() + 6 * at(data.local[at(b)]));
    };
    contact.gap += StepData::relative(contact, by)[0];
  }
  return true;
}

// Whether v_, the displacement, takes a body farther than twice what closes the gap of one strike, by its speed in the step, or what the body
// moves in the step relative to the others. Gaps that no motion of rigid bodies closes together would take that.
bool Impacts::is_far(const StepData& data) const {
  double mass = 0.0, fastest = 0.0;
  std::array<Vec<3>, 2> momentum{Vec<3>::Zero(), Vec<3>::Zero()};
  for (const int b : bodies_) {
    const StepBody& body = data.bodies[at(b)];
    mass += body.mass;
    momentum[0] += body.mass * body.v.head<3>();
    momentum[1] += body.mass * body.free.head<3>();
  }
  for (const Strike& strike : strikes_) {
    const double u_free = data.contacts[at(strike.contact)].u_free[0];
    if (strike.is_advanced) fastest = std::max({fastest, std::abs(strike.u), std::abs(u_free)});
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const StepBody& body = data.bodies[at(bodies_[i])];
    const auto energy = [&](Vec<6> velocity, const Vec<3>& of_all) {
      velocity.head<3>() -= of_all / mass;
      return body.kinetic_energy(velocity);
    };
    const double most =
        std::max({0.5 * body.mass * fastest * fastest, energy(body.v, momentum[0]), energy(body.free, momentum[1])});
    const Eigen::Map<const Vec<6>> by(v_.data() + 6 * i);
    if (!(body.kinetic_energy(by) <= 4.0 * data.h * data.h * most)) return true;
  }
  return false;
}

int Impacts::place(const StepData& data, int body) const noexcept {
  return data.moves(body) ? places_[at(data.local[at(body)])] : solvers::BodyConeProblem::none;
}

// The bodies that take part: those of the contacts, and, as joints pass impulses on, all of an island with joints.
void Impacts::set_bodies(const StepData& data, const Island& island) {
  places_.assign(island.bodies.size(), solvers::BodyConeProblem::none);
  bodies_.clear();
  const auto add = [&](int b) {
    if (!data.moves(b)) return;
    int& place = places_[at(data.local[at(b)])];
    if (place != solvers::BodyConeProblem::none) return;
    place = static_cast<int>(bodies_.size());
    bodies_.push_back(b);
  };
  if (!island.joints.empty()) std::ranges::for_each(island.bodies, add);
  for (const Strike& strike : strikes_) std::ranges::for_each(data.contacts[at(strike.contact)].body, add);
  problem_.bodies.clear();
  for (const int b : bodies_) {
    const StepBody& body = data.bodies[at(b)];
    problem_.bodies.push_back({body.mass, body.inverse_mass, body.inertia, body.inverse_inertia, body.v});
  }
  problem_.contacts.clear();
  for (Strike& strike : strikes_) {
    const StepContact& contact = data.contacts[at(strike.contact)];
    strike.prescribed += StepData::relative(
        contact, [&](int b) -> Vec<6> { return data.moves(b) ? Vec<6>(Vec<6>::Zero()) : data.bodies[at(b)].v; });
    problem_.contacts.push_back({place(data, contact.body[0]), place(data, contact.body[1]),
                                 contact_jacobian(contact.axes, contact.arm[0]),
                                 -contact_jacobian(contact.axes, contact.arm[1]), strike.prescribed,
                                 compliance * contact.epsilon, contact.mu()});
  }
  problem_.rows.clear();
  add_joints(data, island, true);
}

// Constraints keep the velocity that they have; limits are those of the step.
void Impacts::add_joints(const StepData& data, const Island& island, bool with_limits) {
  told_.clear();
  for (const int j : island.joints) {
    const StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k) {
      const JointRow& row = joint.rows[at(k)];
      const bool is_limit = row.role == JointRole::limit;
      if (k >= joint.constraints && !(is_limit && with_limits)) continue;
      const double d = is_limit ? row.d : -joint.product(row.J, [&](int b) { return data.bodies[at(b)].v; });
      problem_.rows.push_back({place(data, joint.body[0]), place(data, joint.body[1]), row.J[0], row.J[1], d,
                               row.epsilon, row.low, row.high});
      told_.push_back(is_limit ? 0.0 : 0.5 * (row.d + d));  // (1) of joint_rows.hpp
    }
  }
}

void Impacts::solve(double tolerance) {
  r_.assign(problem_.impulses(), 0.0);
  v_.assign(6 * problem_.bodies.size(), 0.0);
  for (std::size_t i = 0; i < problem_.bodies.size(); ++i)
    Eigen::Map<Vec<6>>(v_.data() + 6 * i) = problem_.bodies[i].free;
  memory_.clear();
  // The best that is found will do: the guard against growth of energy holds for that as well.
  static_cast<void>(solver_.solve(problem_, r_, v_, memory_, {.tolerance = tolerance}));
  solver_.velocities(v_);
}

// Solves with a share of the restitution. What the bodies gain beside what is given to them [J].
double Impacts::gain(const StepData& data, double share, double given) {
  double fastest = 0.0;
  std::vector<solvers::BodyConeProblem::Contact>& contacts = problem_.contacts;
  for (std::size_t i = 0; i < strikes_.size(); ++i) {
    const Strike& strike = strikes_[i];
    contacts[i].d[0] = strike.prescribed[0] - (strike.has_restitution ? share : 1.0) * strike.speed;
    fastest = std::max(fastest, std::abs(strike.u));
  }
  solve(accuracy * fastest);
  double sum = -given, scale = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const StepBody& body = data.bodies[at(bodies_[i])];
    const double before = body.kinetic_energy(body.v);
    const double after = body.kinetic_energy(Eigen::Map<const Vec<6>>(v_.data() + 6 * i));
    sum += after - before;
    scale += after + before;
  }
  // Contacts and joints with bodies that have a prescribed motion take and give.
  const auto take = [&](double by_others) {
    sum += by_others;
    scale += std::abs(by_others);
  };
  for (std::size_t i = 0; i < strikes_.size(); ++i)
    take(Eigen::Map<const Vec<3>>(r_.data() + 3 * i).dot(strikes_[i].prescribed));
  const double* impulse = r_.data() + 3 * strikes_.size();
  for (const double velocity : told_) take(*impulse++ * velocity);
  scale_ = scale;
  return sum;
}

void Impacts::take(StepData& data, const Island& island) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    StepBody& body = data.bodies[at(bodies_[i])];
    const Eigen::Map<const Vec<6>> after(v_.data() + 6 * i);
    body.lost_in_impacts += body.kinetic_energy(body.v) - body.kinetic_energy(after);
    body.is_struck = true;
    body.v = after;
  }
  for (std::size_t i = 0; i < strikes_.size(); ++i)
    data.contacts[at(strikes_[i].contact)].shock += Eigen::Map<const Vec<3>>(r_.data() + 3 * i);
  for (const int c : island.contacts) {
    StepContact& contact = data.contacts[at(c)];
    contact.u = StepData::relative(contact, [&](int b) -> const Vec<6>& { return data.bodies[at(b)].v; });
  }
  const double* impulse = r_.data() + 3 * strikes_.size();
  for (const int j : island.joints) {
    StepJoint& joint = data.joints[at(j)];
    for (int k = 0; k < joint.size; ++k) {
      if (k < joint.constraints || joint.rows[at(k)].role == JointRole::limit) joint.shocks[at(k)] += *impulse++;
    }
  }
}

}  // namespace stickslip::sim::detail
