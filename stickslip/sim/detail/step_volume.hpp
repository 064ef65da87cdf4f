// The contact volumes of a step: from where bodies would go without contacts to what their velocities do there.
//
//   (1)  overlap of A and B at x + a v_free, exp(a ω_free) R, A moved by −δ n̂,   δ = 2 g h a
//   (2)  twist = J_a v_a + J_b v_b + prescribed,   J = ±[axes, −axes [arm]×; 0, axes]
//   (3)  ½ h (|Δu_n| + ℓ (|Δω_x| + |Δω_y|)) ≤ ¼ f_n/(k A): how much a contact's motion may change for the trapezoid
//
// a       ahead: h; of two polyhedra less, where the motion along n̂ would pass a quarter of the thinner body, which could come out on the
//         other side
// n̂       the normal of the plane; of two polyhedra that of the step before, of a new pair that of least separation. So a contact is there in the step in which its gap closes
// arm     from a body's centre of mass to the contact point, both where they would be, as the polygon is: pieces of a body then push as one.
//         By what the surfaces approach there, which contact prevents, each is moved back by half along n: two bodies that turn together with
//         ω would else seem to slide by ω × the approach
// point   the mean of the two bodies' positions plus their arms, world axes
// A contact that goes on sticking is displaced by what its bodies' positions do, however they move, so that bristles hold positions; the
// solve looks ahead with h u⁺. One that slid until this step is displaced by that: by the mean of velocities it would be stretched by half of
// what it slid, and pull back. A point is a volume here without a turn.
// The displacement of the bristles is kept as a field, in world axes: turned with the mean of both bodies, then by the shortest rotation to
// the new normal, and moved to the new point: e_t += θ n × (c − c_before). It is not rescaled, the wrench follows from the new pressure,
// unless it would store more than twice what it stored as the last step ended, −½ w·e of the wrench w then: (5) of bristle_volume.hpp. Loads
// that swing by less than that from step to step lose nothing: held to what it stored, a box of 0.5 kg under a side load of a third of its limit
// creeps by 0.25 µm/s where its load swings by 5 % at 30 Hz, and by 2 µm/s at 30 %.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "stickslip/contact/bristle_volume.hpp"
#include "stickslip/contact/contact_finder.hpp"
#include "stickslip/contact/volume_contact.hpp"
#include "stickslip/sim/model.hpp"
#include "stickslip/sim/state.hpp"

namespace stickslip::sim::detail {

inline constexpr double volume_softness = 1e-3;     // λ of volume.hpp: a body at rest sinks λ g h²
inline constexpr double relaxation_in_steps = 4.0;  // τ of volume.hpp
// Bodies that leave less than this share of their overlap in a step have come to rest in it; all that is kept of others that have no t_0
// of contact/bristle_volume.hpp is that they come apart: a t_0 of a thousandth of a nanometre.
inline constexpr double least_parting = 0.02;
inline constexpr double least_unpressed = 1e-12;
// Of the radius of the smaller body: bodies that are deeper in each other were found so. What they turn into each other by is less, unless
// they have far more energy than it takes to part.
inline constexpr double most_turned_into = 5e-2;

// How much nearer bodies are taken to be than they are where wrenches are fitted [m]. What rests then overlaps by less than the error to
// which joints are closed; without the skin its outline would be decided by rounding.
double fitted_skin(double h) noexcept;

struct StepBody;
struct StepContact;

struct StepVolume {
  contact::ContactId id;
  std::array<int, 2> body;
  const Volume* settings;  // of the two bodies
  bool is_fitted;          // whether its wrench is; else it follows from pressures
  bool is_active = false;  // whether the bodies are near enough to touch
  bool is_old = false;     // whether it pushed in the step before
  bool is_parting;         // whether its bodies were found in each other and have not come apart yet
  bool is_pushed;  // whether others of its island that were found so were displaced in this step, maybe into its bodies
  // Whether the bodies overlap and no face shows the way out, so that they part along the normal of the step before, or nothing presses
  // because rounding leaves no area.
  bool is_lost = false;
  Eigen::Matrix3d axes;  // rows e1, e2, n
  Vec<3> point;
  std::array<Vec<3>, 2> arm, acts_at;    // of both bodies; the latter in the world
  double ahead;                          // a of (1) [s]
  double shift;                          // δ n̂·n [m]
  double slip_speed, load_before;        // in the step before [m/s, N]
  double unpressed_before;               // t_0 of contact/bristle_volume.hpp
  Vec<6> twist, twist_free, prescribed;  // before the step, without contacts, what bodies with a prescribed motion add
  contact::Thickness thickness;
  // Where wrenches are fitted: the outline at whose corners they act; and the axes and the place that pressures would have.
  contact::VolumeContact outline;
  Eigen::Matrix3d pressed_axes;
  Vec<3> pressed_at;
  double reach;  // of the farthest corner from the point [m]
  double static_mu;
  contact::VolumeStiffness stiffness;
  contact::BristleVolume volume;
  Vec<3> displacement;  // of the bristles before the step
  contact::BristleVolume::Bristles bristles;
  contact::BristleVolume::Response response;
  Vec<6> twist_next;

  // Takes twists and wrenches at this place, along these axes. arms: from the centres of mass of the bodies that the place goes with.
  void place(const Eigen::Matrix3d& along, const std::array<Vec<3>, 2>& arms, std::span<const StepBody> bodies);
  // From now on a fitted contact acts by the pressures on its overlap: where the fit cannot be made.
  void press(std::span<const StepBody> bodies);
  void begin_pressures();
  Eigen::Matrix<double, 6, 6> jacobian(std::size_t side) const noexcept;
  double load() const noexcept { return response.wrench(2); }
  // Whether it sticks as it did before the step.
  bool holds() const noexcept { return is_old && slip_speed == 0.0 && response.slip.isZero(0.0); }
  // (3).
  bool changes_little() const noexcept;
  // As the step begins [m].
  double depth() const noexcept { return thickness.deepest() - shift + ahead * twist_free(2); }
  // Whether bodies that were found in each other come apart in this step, and are not at rest in each other.
  bool comes_apart() const noexcept;
  // Whether the fit lets it sink in: nothing presses, it approaches, and is deeper than the skin and than it came in the step before.
  bool sinks_in() const noexcept;
};

// Memory to find overlaps with; one per thread.
class VolumeFinder {
 public:
  // Sets all but what begin_volumes() does; is_active is false where there is no thickness. before: null for a new contact.
  void find(const Model& model, const contact::NearPair& pair, std::span<const StepBody> bodies,
            const VolumeState* before, double h, StepVolume& to);

 private:
  const geometry::Polyhedron& slab(double radius);

  geometry::OverlapFinder overlaps_;
  std::vector<std::pair<int, geometry::Polyhedron>>
      slabs_;  // by the exponent of their size: the ground under small things
};

// Stiffness, friction and pressures of the active volumes of two bodies; then they may respond. soft_h: the step length by which they
// are as stiff as volume.hpp says, at least h.
void begin_volumes(const Model& model, std::span<const StepBody> bodies, double h, double soft_h,
                   std::span<StepVolume> of_pair);

// Coefficient of friction of a contact that slid at this speed in the step before.
double friction_at(double speed, const Surface& surface, double v_s) noexcept;

// The displacement of bristles and the slip of the step before, at a point with these axes, rows e1, e2, n.
struct Carried {
  Vec<3> displacement, slip;  // (x, y, θ)
};
Carried carried(const VolumeState& before, const Eigen::Matrix3d& axes, const Vec<3>& point) noexcept;

// What is kept of a volume that pushes, before the bodies move; then turned and carried along as they went from `now` to `next`, and
// displaced by it if it `holds`.
VolumeState kept_of(const StepVolume& volume) noexcept;
VolumeState kept_of(const StepContact& contact, const contact::ContactId& id, double h) noexcept;
void carry(std::span<const BodyState> now, std::span<const BodyState> next, bool holds, VolumeState& kept) noexcept;

// The state of the volume with this id, or null.
const VolumeState* find_volume(std::span<const VolumeState> volumes, const contact::ContactId& id) noexcept;

}  // namespace stickslip::sim::detail
