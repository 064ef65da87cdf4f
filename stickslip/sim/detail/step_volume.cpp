#include "stickslip/sim/detail/step_volume.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "stickslip/contact/thickness.hpp"
#include "stickslip/core/at.hpp"
#include "stickslip/geometry/distance.hpp"
#include "stickslip/sim/detail/rotation.hpp"
#include "stickslip/sim/detail/step_data.hpp"

namespace stickslip::sim::detail {

namespace {

constexpr double shift_in_falls = 2.0;  // δ over g h²
constexpr double slab_size = 16.0;      // of the ground under a body, in its radii, or in how deep it is
constexpr double trapezoid_share = 0.25;
constexpr double least_alike =
    0.5;  // cosine of the angle from the way in to the normal of a face that may be the way out
constexpr double most_ahead = 0.25;    // of the thinner body, along the normal
constexpr double most_growth = 2.0;    // of what bristles store, from one step to the next
constexpr double sinking = 0.1;        // of g h: slower approach is none
constexpr double slides_on_for = 3.0;  // steps of the deceleration that friction can give

// The shortest rotation from one unit vector to another, as a matrix; of those more than 120° apart none: zero.
Eigen::Matrix3d shortest_rotation(const Vec<3>& from, const Vec<3>& to) noexcept {
  const double c = from.dot(to);
  if (!(c > -0.5)) return Eigen::Matrix3d::Zero();
  const Eigen::Matrix3d k = cross_matrix(from.cross(to));
  return Eigen::Matrix3d::Identity() + k + k * k / (1.0 + c);
}

// A body where it would be after the step.
struct Predicted {
  Pose3 X_WB;
  Eigen::Matrix3d back;  // from there to where it is
};
Predicted predict(const StepBody& body, double h) {
  const Pose3 turn = Pose3::exp((Vec<6>() << Vec<3>::Zero(), h * body.free.tail<3>()).finished());
  const Eigen::Quaterniond now(body.R);
  return {Pose3(body.position + h * body.free.head<3>(), turn.rotation() * now),
          turn.rotation().conjugate().toRotationMatrix()};
}

// What bristles held as the last step ended, ½ σ0 eᵀ C e [J].
double stored_in(const VolumeState& before) noexcept {
  return std::max(0.0, -0.5 * (before.wrench.head<3>().dot(before.stretch) +
                               before.turn * before.wrench.tail<3>().dot(before.normal)));
}

Vec<6> twist_of(const Eigen::Matrix3d& axes, const Vec<3>& arm, const Vec<6>& v) noexcept {
  Vec<6> twist;
  twist.head<3>() = axes * (v.head<3>() + Vec<3>(v.tail<3>()).cross(arm));
  twist.tail<3>() = axes * v.tail<3>();
  return twist;
}

double speed_of(const Vec<3>& slip, double u, double h) noexcept {
  return std::sqrt(slip(0) * slip(0) + slip(1) * slip(1) + u * slip(2) * slip(2)) / h;
}

// A face of a body, x from the barycentre of the overlap: outward·x = offset. Towards the first body, its normal is `normal`.
struct WayOut {
  Vec<3> outward, normal;
  double offset;
  bool is_inside;  // whether the other body lies behind it
  bool is_face;
};

// Of the faces that may let go of an overlap whose own faces show no way out: where a body is inside the other, the face of that one
// behind which it is least deep; else the one whose normal is nearest to `towards`, unless that is by more than 60°: then `towards` itself.
WayOut way_out(const geometry::Overlap& overlap, const geometry::Polyhedron& a, const Pose3& X_WA,
               const geometry::Polyhedron& b, const Pose3& X_WB, const Vec<3>& towards) {
  using Owner = geometry::Overlap::Owner;
  WayOut best{towards, towards, 0.0, false, false};
  double nearest = least_alike;
  const auto are_all_of = [&](Owner owner) {
    return std::ranges::all_of(overlap.faces(), [owner](const auto& face) { return face.owner == owner; });
  };
  for (const Owner owner : {Owner::a, Owner::b}) {
    if (are_all_of(owner)) continue;
    const bool is_a = owner == Owner::a;
    const Pose3& X = is_a ? X_WA : X_WB;
    const bool is_inside = are_all_of(is_a ? Owner::b : Owner::a);
    if (is_inside) nearest = -std::numeric_limits<double>::infinity();
    for (const auto& face : (is_a ? a : b).faces()) {
      const Vec<3> outward = X.vector(face.normal), normal = is_a ? Vec<3>(-outward) : outward;
      const double offset = face.offset + outward.dot(X.position() - overlap.barycentre());
      double near = normal.dot(towards);
      if (is_inside) {
        near = std::numeric_limits<double>::infinity();
        for (const Vec<3>& vertex : overlap.vertices()) near = std::min(near, outward.dot(vertex) - offset);
      }
      if (near <= nearest) continue;
      nearest = near;
      best = {outward, normal, offset, is_inside, true};
    }
  }
  return best;
}

// How long the free motion may be followed: (1).
double time_ahead(const Model& model, const std::array<int, 2>& pair, const StepBody& a, const StepBody& b,
                  const Vec<3>& towards, double h) {
  double speed =
      std::max(0.0, (b.free - a.free).head<3>().dot(towards)) + shift_in_falls * model.options.gravity.norm() * h;
  for (std::size_t side = 0; side < 2; ++side) {
    const double turning = Vec<3>((side == 0 ? a : b).free.tail<3>()).cross(towards).norm();
    if (turning > 0.0) speed += turning * model[pair[side]].radius;  // a plane does not turn
  }
  const double thinner = std::min(model[pair[0]].size, model[pair[1]].size);
  return h * speed > most_ahead * thinner ? most_ahead * thinner / speed : h;
}

}  // namespace

double fitted_skin(double h) noexcept {
  return volume_softness * standard_gravity * h * h;
}

double friction_at(double speed, const Surface& surface, double v_s) noexcept {
  if (v_s == 0.0) return speed > 0.0 ? surface.mu_k : surface.mu_s;
  const double x = speed / v_s;
  return surface.mu_k + (surface.mu_s - surface.mu_k) * std::exp(-x * x);
}

Eigen::Matrix<double, 6, 6> StepVolume::jacobian(std::size_t side) const noexcept {
  Eigen::Matrix<double, 6, 6> J = Eigen::Matrix<double, 6, 6>::Zero();
  const double sign = side == 0 ? 1.0 : -1.0;
  J.topLeftCorner<3, 3>() = sign * axes;
  J.topRightCorner<3, 3>() = -sign * axes * cross_matrix(arm[side]);
  J.bottomRightCorner<3, 3>() = sign * axes;
  return J;
}

void StepVolume::place(const Eigen::Matrix3d& along, const std::array<Vec<3>, 2>& arms,
                       std::span<const StepBody> bodies) {
  const StepBody &a = bodies[at(body[0])], &b = bodies[at(body[1])];
  axes = along;
  arm = arms;
  const Vec<3> normal = axes.row(2);
  const double parting = (twist_of(axes, arm[0], a.free) - twist_of(axes, arm[1], b.free))(2);
  const Vec<3> half_approach = 0.5 * ahead * std::min(0.0, parting) * normal;
  arm[0] += half_approach;
  arm[1] -= half_approach;
  acts_at = {a.position + arm[0], b.position + arm[1]};
  point = 0.5 * (acts_at[0] + acts_at[1]);
  prescribed.setZero();
  twist = twist_of(axes, arm[0], a.v) - twist_of(axes, arm[1], b.v);
  twist_free = twist_of(axes, arm[0], a.free) - twist_of(axes, arm[1], b.free);
  if (!a.moves) prescribed += twist_of(axes, arm[0], a.next);
  if (!b.moves) prescribed -= twist_of(axes, arm[1], b.next);
}

void StepVolume::begin_pressures() {
  volume.begin(thickness, shift, ahead * Vec<3>(twist_free(2), twist_free(3), twist_free(4)), stiffness);
  reach = volume.reach();
}

void StepVolume::press(std::span<const StepBody> bodies) {
  place(pressed_axes, {pressed_at - bodies[at(body[0])].position, pressed_at - bodies[at(body[1])].position}, bodies);
  begin_pressures();
  is_fitted = false;
}

bool StepVolume::changes_little() const noexcept {
  const Vec<6> change = twist_next - twist;
  const double motion = 0.5 * stiffness.h * (std::abs(change(2)) + reach * (std::abs(change(3)) + std::abs(change(4))));
  return motion <= trapezoid_share * load() / (stiffness.k * thickness.area());
}

bool StepVolume::comes_apart() const noexcept {
  if (is_fitted) return false;
  if (volume.unpressed() > 0.0) return load() > 0.0;
  const double leaves = stiffness.h * twist_next(2), deep = depth();
  return is_parting && leaves > least_parting * std::max(0.0, deep) && (load() > 0.0 || deep > leaves);
}

bool StepVolume::sinks_in() const noexcept {
  const double h = stiffness.h;
  if (load() > 0.0 || !(twist_next(2) < -sinking * standard_gravity * h)) return false;
  const double approach = std::max(0.0, -twist(2) + reach * (std::abs(twist(3)) + std::abs(twist(4))));
  return thickness.deepest() > 2.0 * fitted_skin(h) + h * approach;
}

const geometry::Polyhedron& VolumeFinder::slab(double radius) {
  const int exponent = std::ilogb(radius);
  for (const auto& [size, box] : slabs_) {
    if (size == exponent) return box;
  }
  const double side = std::ldexp(slab_size, exponent);
  return slabs_.emplace_back(exponent, geometry::Polyhedron::box({side, side, side})).second;
}

void VolumeFinder::find(const Model& model, const contact::NearPair& pair, std::span<const StepBody> bodies,
                        const VolumeState* before, double h, StepVolume& to) {
  to.id = pair.id;
  to.body = {pair.id.body_a, pair.id.body_b};
  to.settings = model.volume_between(to.body[0], to.body[1]);
  to.is_fitted = to.settings->is_fitted();
  to.is_old = before != nullptr;
  to.is_parting = before != nullptr && before->unpressed > 0.0;
  to.is_pushed = false;
  const StepBody &a = bodies[at(to.body[0])], &b = bodies[at(to.body[1])];
  const auto shape_of = [&](int body, std::uint16_t shape) -> const PlacedShape& { return model[body].shapes[shape]; };
  const PlacedShape &of_a = shape_of(to.body[0], pair.id.shape_a), &of_b = shape_of(to.body[1], pair.id.shape_b);
  // The first body moves, so it is not a plane.
  const auto& first = std::get<geometry::Polyhedron>(of_a.shape);
  const geometry::Polyhedron* second = std::get_if<geometry::Polyhedron>(&of_b.shape);
  Vec<3> towards;
  if (second == nullptr) {
    towards = b.R * (of_b.X_BS.vector(std::get<geometry::Plane>(of_b.shape).normal));
  } else if (before != nullptr) {
    towards = before->normal;
  } else {
    towards = geometry::distance(of_a.shape, Pose3(a.position, Eigen::Quaterniond(a.R)) * of_a.X_BS, of_b.shape,
                                 Pose3(b.position, Eigen::Quaterniond(b.R)) * of_b.X_BS)
                  .normal;
  }
  // Wrenches are fitted to the overlap that is there, pressures follow from the one to come. Below a plane nothing comes out again.
  const bool is_plane = second == nullptr;
  to.ahead = to.is_fitted ? 0.0 : is_plane ? h : time_ahead(model, to.body, a, b, towards, h);
  const Predicted at_a = predict(a, to.ahead), at_b = predict(b, to.ahead);
  Pose3 X_WA = at_a.X_WB * of_a.X_BS, X_WB = at_b.X_WB * of_b.X_BS;
  double offset = 0.0;
  if (is_plane) {
    offset = std::get<geometry::Plane>(of_b.shape).offset + towards.dot(X_WB.position());
    const Vec<3> centre = X_WA.point(first.centre());
    const double reach = std::max(first.radius(), offset - towards.dot(centre));  // however deep the body is
    second = &slab(reach);
    const double half = 0.5 * std::ldexp(slab_size, std::ilogb(reach));
    const Eigen::Matrix3d columns = contact::axes_along(towards).transpose();
    X_WB = Pose3(centre + (offset - half - towards.dot(centre)) * towards, Eigen::Quaterniond(columns));
  }
  const double delta = to.is_fitted ? fitted_skin(h) : shift_in_falls * model.options.gravity.norm() * h * to.ahead;
  X_WA = Pose3(X_WA.position() - delta * towards, X_WA.rotation());
  const geometry::Overlap& overlap = overlaps_.find(first, X_WA, *second, X_WB);
  contact::Thickness& thickness = to.thickness;
  bool is_shown = true;
  if (overlap.is_empty()) {
    to.is_active = false;
  } else if (is_plane) {
    double height = offset - towards.dot(overlap.barycentre());
    for (const auto& face : overlap.faces()) {
      if (face.owner == geometry::Overlap::Owner::b && face.normal.dot(towards) > 0.5) height = face.offset;
    }
    to.is_active = thickness.find_behind(overlap, contact::axes_along(towards), towards, height);
  } else if (!(to.is_active = thickness.find(overlap, at_a.back, at_b.back))) {
    // Where a body is inside the other it goes out by the nearest face, right through it by the one that it came by.
    const WayOut way = way_out(overlap, first, X_WA, *second, X_WB, towards);
    to.is_active = way.is_inside
                       ? thickness.find_behind(overlap, contact::axes_along(way.normal), way.outward, way.offset)
                       : thickness.find_along(overlap, contact::axes_along(way.normal));
    is_shown = way.is_face;
  }
  to.is_lost = !overlap.is_empty() && !(to.is_active && is_shown);
  if (!to.is_active) return;

  const Vec<3> normal = to.thickness.normal();
  to.shift = delta * towards.dot(normal);
  Vec<3> there = overlap.barycentre() + (to.thickness.middle() + 0.5 * to.shift) * normal;
  Eigen::Matrix3d axes = to.thickness.axes();
  if (to.is_fitted) {
    to.pressed_axes = axes;
    to.pressed_at = there;
    const bool is_sum = to.settings->normal == VolumeNormal::face_sum && to.outline.assign(overlap);
    // An outline that is less than a line has no fit: its force follows from its pressure.
    to.is_fitted = is_sum ? to.outline.area() > 0.0 : to.outline.assign(overlap, normal);
  }
  if (to.is_fitted) {
    axes << to.outline.e1().transpose(), to.outline.e2().transpose(), to.outline.normal().transpose();
    to.reach = 0.0;
    for (const Vec<2>& corner : to.outline.polygon()) to.reach = std::max(to.reach, corner.norm());
    there = overlap.barycentre();
  }
  to.place(axes, {there - at_a.X_WB.position(), there - at_b.X_WB.position()}, bodies);
  to.bristles.sigma0 = to.settings->sigma0;
  to.bristles.surface = to.settings->surface;
  to.bristles.energy = std::numeric_limits<double>::infinity();
  to.displacement.setZero();
  to.bristles.guess.setZero();
  to.load_before = 0.0;
  to.unpressed_before = std::numeric_limits<double>::infinity();
  if (before == nullptr) return;
  to.slip_speed = before->slip_speed;
  to.load_before = before->wrench.head<3>().dot(before->normal);
  if (to.is_fitted) return;
  to.unpressed_before = before->unpressed;
  const Carried kept = carried(*before, to.axes, to.point);
  to.displacement = kept.displacement;
  to.bristles.energy = most_growth * stored_in(*before);
  to.bristles.guess = kept.slip;
}

void begin_volumes(const Model& model, std::span<const StepBody> bodies, double h, double soft_h,
                   std::span<StepVolume> of_pair) {
  const Volume& given = *of_pair.front().settings;
  double area = 0.0, load = 0.0, inverse_mass = 0.0;
  for (const StepVolume& volume : of_pair) {
    if (!volume.is_active) continue;
    area += volume.thickness.area();
    load += volume.load_before;
  }
  for (const int b : of_pair.front().body) inverse_mass += bodies[at(b)].inverse_mass;
  const double k = given.stiffness ? *given.stiffness : 1.0 / (inverse_mass * volume_softness * soft_h * soft_h * area);
  const double tau = given.relaxation ? *given.relaxation : relaxation_in_steps * soft_h;
  const Surface surface = model.surface_between(of_pair.front().body[0], of_pair.front().body[1]);
  // Where all of them slide, and will not stop in this step, along the mean of the velocities: of second order.
  bool slide_on = true;
  for (StepVolume& to : of_pair) {
    if (!to.is_active) continue;
    to.stiffness = {k, tau, h, given.push_out, to.unpressed_before};
    if (!to.is_fitted) to.begin_pressures();
    // Friction is that of the slip in the step before; of a new contact that of the free motion, u = ℓ²/4.
    const double reach = to.reach;
    to.static_mu = surface.mu_s;
    const double speed =
        to.is_old ? to.slip_speed
                  : speed_of({to.twist_free(0), to.twist_free(1), to.twist_free(5)}, 0.25 * reach * reach, 1.0);
    to.bristles.mu = friction_at(speed, surface, given.v_s);
    double response = inverse_mass;
    const Vec<3> normal = to.axes.row(2);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec<3> turning = bodies[at(to.body[side])].inverse_inertia * normal;
      response += reach * reach * normal.dot(turning);
    }
    slide_on = slide_on && to.is_old && speed > slides_on_for * h * to.bristles.mu * load * response;
  }
  for (StepVolume& to : of_pair) {
    to.bristles.share = slide_on ? 0.5 : 1.0;
    to.bristles.displacement = to.displacement;
    to.bristles.moved.setZero();
    if (slide_on && to.is_active) to.bristles.moved = 0.5 * h * Vec<3>(to.twist(0), to.twist(1), to.twist(5));
  }
}

Carried carried(const VolumeState& before, const Eigen::Matrix3d& axes, const Vec<3>& point) noexcept {
  const Vec<3> normal = axes.row(2);
  const Eigen::Matrix3d turn = axes * shortest_rotation(before.normal, normal);
  const Vec<3> stretch = turn * before.stretch + axes * (before.turn * normal.cross(point - before.point));
  const Vec<3> slip = turn * before.slip;
  return {{stretch(0), stretch(1), before.turn}, {slip(0), slip(1), before.slip_turn}};
}

VolumeState kept_of(const StepVolume& volume) noexcept {
  const auto& response = volume.response;
  const auto along = [&](const Vec<3>& displacement) -> Vec<3> {
    return volume.axes.topRows<2>().transpose() * displacement.head<2>();
  };
  VolumeState kept{};
  kept.id = volume.id;
  kept.point = volume.point;
  kept.acted_at = volume.acts_at;
  kept.unpressed =
      volume.comes_apart() || volume.is_pushed ? std::max(least_unpressed, volume.volume.unpressed()) : 0.0;
  kept.normal = volume.axes.row(2);
  // Where it goes on sticking, what positions do is added by carry().
  const Vec<3> displacement = volume.holds() ? Vec<3>(response.kept * volume.displacement) : response.displacement;
  kept.stretch = along(displacement);
  kept.turn = displacement(2);
  kept.slip = along(response.slip);
  kept.slip_turn = response.slip(2);
  kept.slip_speed = speed_of(response.slip, response.u, volume.stiffness.h);
  kept.wrench << volume.axes.transpose() * response.wrench.head<3>(),
      volume.axes.transpose() * response.wrench.tail<3>();
  return kept;
}

VolumeState kept_of(const StepContact& contact, const contact::ContactId& id, double h) noexcept {
  const auto along = [&](const Vec<2>& displacement) -> Vec<3> {
    return contact.axes.bottomRows<2>().transpose() * displacement;
  };
  VolumeState kept{};
  kept.id = id;
  kept.point = contact.point;
  kept.acted_at = {contact.point, contact.point};
  kept.unpressed = contact.comes_apart(h) ? std::max(least_unpressed, contact.unpressed) : 0.0;
  kept.normal = contact.axes.row(0);
  kept.stretch = along(contact.slip.isZero(0.0) ? contact.stretch : contact.stretch_next);
  kept.slip = along(contact.slip);
  kept.slip_speed = contact.slip.norm() / h;
  kept.wrench << contact.axes.transpose() * contact.impulse / h, Vec<3>::Zero();
  return kept;
}

void carry(std::span<const BodyState> now, std::span<const BodyState> next, bool holds, VolumeState& kept) noexcept {
  // Turn and displacement at the point, of each body.
  std::array<Vec<3>, 2> angle, moved;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t b = at(side == 0 ? kept.id.body_a : kept.id.body_b);
    const Eigen::Quaterniond turn = next[b].orientation * now[b].orientation.conjugate();
    const Vec<3> axis = turn.w() < 0.0 ? Vec<3>(-turn.vec()) : Vec<3>(turn.vec()), arm = kept.point - now[b].position;
    const double sine = axis.norm();
    angle[side] = sine > 0.0 ? Vec<3>(2.0 * std::asin(std::min(1.0, sine)) / sine * axis) : Vec<3>(Vec<3>::Zero());
    moved[side] = next[b].position - now[b].position + (turn * arm - arm);
  }
  if (holds) {
    const Vec<3> relative = moved[0] - moved[1];
    kept.stretch += relative - relative.dot(kept.normal) * kept.normal;
    kept.turn += (angle[0] - angle[1]).dot(kept.normal);
  }
  const Pose3 turn = Pose3::exp((Vec<6>() << Vec<3>::Zero(), 0.5 * (angle[0] + angle[1])).finished());
  kept.point += 0.5 * (moved[0] + moved[1]);
  for (Vec<3>* vector : {&kept.normal, &kept.stretch, &kept.slip}) *vector = turn.vector(*vector);
}

const VolumeState* find_volume(std::span<const VolumeState> volumes, const contact::ContactId& id) noexcept {
  const auto found =
      std::lower_bound(volumes.begin(), volumes.end(), id,
                       [](const VolumeState& volume, const contact::ContactId& at) { return volume.id < at; });
  return found != volumes.end() && found->id == id ? &*found : nullptr;
}

}  // namespace stickslip::sim::detail
