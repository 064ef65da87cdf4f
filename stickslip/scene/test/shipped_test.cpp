// Every scene that ships, against its true or published answer.
#include "stickslip/scene/shipped.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>

#include <gtest/gtest.h>

#include "stickslip/patch/limit_surface.hpp"
#include "stickslip/scene/run.hpp"
#include "stickslip/scene/yaml.hpp"
#include "stickslip/sim/simulate.hpp"

namespace stickslip::scene {

namespace shipped_test {
namespace {

SceneRun ran(const std::string& name, const std::vector<Override>& overrides = {}) {
  return run(read_shipped(name, overrides));
}

double degrees(double angle) {
  return angle * 180.0 / std::numbers::pi;
}

// The turn of a body about z, of up to half a turn either way.
double yaw(const Vec<4>& q) {
  return 2.0 * std::atan2(q[3], q[0]);
}

// A relative error of 3e-4 of the way gone: steps of 1 ms are of order 2, and the box stops within one of them.
void expect_box_at(const SceneRun& run, const Vec<2>& place, double angle, double stop) {
  const sim::BodyRecord& box = run.body("box");
  const double way = norm(place);
  EXPECT_LT(norm(Vec<2>(box.position.back().head<2>() - place)), 3e-4 * way);
  EXPECT_NEAR(yaw(box.orientation.back()), angle, 3e-4 * angle);
  // At rest from the true instant on, found to a step of 1 ms.
  const SceneRun fine = ran(run.scene().name(), {{"run.record_dt", "1e-3"}});
  const sim::BodyRecord& every_step = fine.body("box");
  for (std::size_t k = 0; k < fine.t().size(); ++k) {
    const double speed = norm(every_step.velocity[k]) + norm(every_step.angular_velocity[k]), t = fine.t()[k];
    if (t < stop - 1e-3) {
      EXPECT_GT(speed, 1e-3) << t;
    }
    if (t > stop + 1e-3) {
      EXPECT_LT(speed, t > stop + 1e-2 ? 1e-6 : 1e-5) << t;  // contacts deflect a little for some steps
    }
  }
}

void sliding_box(const SceneRun& run) {
  expect_box_at(run, {0.44065, 1.58397}, 1.95347, 0.661243);
}
void sliding_box_half(const SceneRun& run) {
  expect_box_at(run, {0.31940, 2.95153}, 2.87292, 1.1445);
}

// Moments of slip, where the block comes back through the middle of its way: one per period. Without friction that depends on speed below
// that of the belt nothing else sets it.
void block_on_spring(const SceneRun& run) {
  constexpr double mass = 1.0, stiffness = 100.0, speed = 0.1, mu_s = 0.5, mu_k = 0.3, g = 9.81, rest = 0.3;
  const double away = (mu_s - mu_k) * mass * g / stiffness, omega = std::sqrt(stiffness / mass);
  const double period = 2.0 * away / speed + (std::numbers::pi + 2.0 * std::atan2(speed / omega, away)) / omega;
  const double middle = rest + mu_k * mass * g / stiffness;
  const std::vector<double>& length = run.joint("spring").position;
  std::vector<double> slips;
  for (std::size_t k = 1; k < length.size(); ++k) {
    if (!(length[k - 1] > middle && length[k] <= middle)) continue;
    const double share = (length[k - 1] - middle) / (length[k - 1] - length[k]);
    slips.push_back(run.t()[k - 1] + share * (run.t()[k] - run.t()[k - 1]));
  }
  ASSERT_GE(slips.size(), 6U);
  const double measured = (slips.back() - slips.front()) / static_cast<double>(slips.size() - 1);
  EXPECT_NEAR(measured, period, 0.005 * period);
  // It breaks loose at the length at which the spring pulls as hard as static friction, and swings beyond by its speed.
  const double farthest = middle + std::hypot(away, speed / omega);
  EXPECT_NEAR(*std::max_element(length.begin(), length.end()), farthest, 0.005 * (farthest - rest));
}

// The end poses of the same bodies by RK4 in steps of 4 µs, which share nothing with the scene's scheme but the model. Bounds as
// the experiment planar-in-hand-1 has them for these steps.
void in_hand_pivot(const SceneRun& run) {
  const auto& scene = std::get<PlanarScene>(run.scene().model());
  const patch::BristleLaw law = scene.bodies[0].contact.law;
  const patch::ReducedPatch patch(law, std::get<patch::Pressure>(scene.bodies[0].contact.pressure));
  const sim::SimulationOptions options{.dt = 4e-6, .t_end = 2.0, .contacts = 2, .integrator = sim::Integrator::rk4};
  const sim::Trajectory truth = sim::simulate(patch, scene.bodies[0].body, Wrench2(0.0, -1.962, 0.0),
                                              scene.bodies[0].contact.normal_force.signal(), options);
  const Vec<3> start = scene.bodies[0].body.pose.coordinates(), end = truth.pose.back().coordinates();
  const Vec<3> reduced = run.track("reduced").trajectory.pose.back().coordinates(),
               distributed = run.track("distributed").trajectory.pose.back().coordinates();
  EXPECT_LT(std::abs(reduced[2] - end[2]), 1e-3 * std::abs(end[2] - start[2]));
  EXPECT_LT(norm(Vec<2>((reduced - end).head<2>())), 1e-3 * norm(Vec<2>((end - start).head<2>())));
  // The two models end 1 % apart in this case [Waltersson 2024, Fig. 27].
  EXPECT_LT(std::abs(reduced[2] - distributed[2]), 1e-2 * std::abs(end[2]));
  EXPECT_LT(run.energy().open_share(), 1e-6) << run.energy().summary();
}

// End poses of the authors' own program, in experiments/planar/reference; 0.2 % as the experiments have it for these steps.
void expect_published(const SceneRun& run, const Vec<3>& end, const char* plate = "plate") {
  const sim::Trajectory& path = run.track(plate).trajectory;
  const Vec<3> start = path.pose.front().coordinates(), found = path.pose.back().coordinates();
  EXPECT_LT(norm(Vec<2>((found - end).head<2>())), 2e-3 * norm(Vec<2>((end - start).head<2>())));
  EXPECT_LT(std::abs(found[2] - end[2]), 2e-3 * std::abs(end[2] - start[2]));
}
void in_hand_turn(const SceneRun& run) {
  expect_published(run, {0.0144959730235, -0.0217318707387, -0.898145791886});
}
void in_hand_slide(const SceneRun& run) {
  expect_published(run, {0.000798074218422, -0.0194834713563, -0.125995912319});
}

void in_hand_sway(const SceneRun& run) {
  expect_published(run, {0.000720694386023, -0.0193114898836, -0.152444767115});
}

// Exponent 2 fn, where there is no published run: the paper's own way, pressures sampled at the middles of the cells and a new patch for
// every load. [Waltersson 2024, Eqs. 42, 43].
Pose2 sampled_run(const PlanarSceneBody& body) {
  constexpr int n = 21;
  const patch::BristleLaw law = body.contact.law;
  sim::PlanarBody plate = body.body;
  std::optional<patch::DistributedPatch::State> state;
  const Profile::Steps& loads = *body.contact.normal_force.steps();
  for (const double fn : loads.values) {
    const double a = std::min(6.0 * std::cbrt(fn), 0.5 * n), k = 2.0 * fn;
    std::vector<double> values;
    for (int cell = 0; cell < n * n; ++cell) {
      const double rho = std::hypot(cell % n - n / 2, cell / n - n / 2) / a;
      values.push_back(rho < 1.0 ? std::pow(1.0 - std::pow(rho, k), 1.0 / k) : 1e-30);
    }
    const patch::DistributedPatch patch(law, patch::Pressure::grid(n, n, values, {0.02, 0.02}));
    if (!state) state = patch.state();
    const sim::Trajectory piece =
        sim::simulate(patch, plate, Wrench2(0.0, -1.962, 0.0), fn, {.dt = 2e-4, .t_end = 0.01, .contacts = 2}, &*state);
    plate.pose = piece.pose.back();
    plate.twist = piece.twist.back();
  }
  return plate.pose;
}

void in_hand_flatten(const SceneRun& run) {
  expect_published(run, {0.000417083201759, -0.0209465953666, -0.189281676982}, "k_2");
  expect_published(run, sampled_run(std::get<PlanarScene>(run.scene().model()).bodies[1]).coordinates(), "k_2fn");
  EXPECT_LT(run.energy().open_share(), 1e-6) << run.energy().summary();
}

// It stays where it was gripped, within twice the elastic deflection of the bristles, μ/σ0 = 0.6 µm, as it is lifted and when it rests.
void grip_lift(const SceneRun& run) {
  const sim::BodyRecord &box = run.body("box"), &hand = run.body("hand");
  EXPECT_NEAR(hand.position.back()[2] - hand.position.front()[2], 0.15, 1e-4);  // the table's own quadrature
  const Vec<3> start = box.position.front() - hand.position.front();
  for (std::size_t k = 0; k < run.t().size(); ++k) {
    EXPECT_LT(norm(Vec<3>(box.position[k] - hand.position[k] - start)), 1.2e-6) << run.t()[k];
  }
}

// 0.1 %: what 41 × 41 cells leave of the disc [docs/patch.md].
void spinning_disc(const SceneRun& run) {
  const sim::Trajectory& path = run.track("disc").trajectory;
  EXPECT_NEAR(path.pose.back().x, 83.55e-3, 1e-3 * 83.55e-3);
  EXPECT_NEAR(path.pose.back().theta, 3.1733, 1e-3 * 3.1733);
  for (std::size_t k = 0; k < path.t.size(); ++k) {
    const double speed = path.twist[k].head<2>().norm(), spin = 0.05 * std::abs(path.twist[k][2]);
    if (path.t[k] > 0.3236) {
      EXPECT_LT(std::max(speed, spin), 1e-3) << path.t[k];
    }
    if (path.t[k] < 0.3196) {
      EXPECT_GT(std::min(speed, spin), 1e-3) << path.t[k];
    }
  }
}

// Nothing from the first second on, but for rounding: 1e-11 m/s as the experiment lcp-incline asks.
void incline_rest(const SceneRun& run) {
  const sim::BodyRecord& cube = run.body("cube");
  const auto second = std::lower_bound(run.t().begin(), run.t().end(), 1.0 - 1e-6) - run.t().begin();
  EXPECT_LT(norm(Vec<3>(cube.position.back() - cube.position[static_cast<std::size_t>(second)])), 59.0 * 1e-11);
}
void incline_shaken(const SceneRun& run) {
  incline_rest(run);  // 1 s and 60 s are whole periods
  // Within periods, of which there are five records each, by the elastic deflection of contacts alone.
  const sim::BodyRecord& cube = run.body("cube");
  for (std::size_t k = 0; k < run.t().size(); ++k) {
    if (run.t()[k] > 1.0) {
      EXPECT_LT(norm(Vec<3>(cube.position[k] - cube.position.back())), 2e-9) << run.t()[k];
    }
  }
}

void gripper_hold(const SceneRun& run) {
  // Elastic wind-up alone.
  for (const Pose2& pose : run.track("plate").trajectory.pose) EXPECT_LT(std::abs(degrees(pose.theta)), 0.02);
}
// Just above the force that holds.
void gripper_load(const SceneRun& run) {
  gripper_hold(run);
  EXPECT_LT(std::abs(run.track("plate").trajectory.twist.back()[1]), 1e-6);
}
void in_hand_load(const SceneRun& run) {
  gripper_hold(run);
  const double below = 0.99 * 3.8073;  // the break-away force of its header
  const Pose2 end =
      ran("in_hand_load", {{"contacts.grip.normal_force", to_text(below)}}).track("plate").trajectory.pose.back();
  EXPECT_LT(degrees(end.theta), -5.0);
}
// 2 %: what bristles of this stiffness give, spec 06.
void gripper_sway(const SceneRun& run) {
  const Pose2 start = run.track("plate").trajectory.pose.front(), end = run.track("plate").trajectory.pose.back();
  EXPECT_NEAR(degrees(end.theta), -14.013, 0.02 * 14.013);
  // What was between the fingers, at the origin, has slipped by 0.993 mm.
  const Vec<2> there = start.inverse().point(Vec<2>::Zero());
  EXPECT_NEAR(norm(end.point(there)), 0.993e-3, 0.02 * 0.993e-3);
}

// 1 mm is what is asked for; 10 µm what compliance leaves after the first steps.
void expect_standing(const SceneRun& run) {
  const auto& recording = std::get<RigidRun>(run.records()).recording;
  for (const sim::BodyRecord& body : recording.bodies) {
    for (const Vec<3>& position : body.position) {
      EXPECT_LT(norm(Vec<3>(position - body.position.front())), 1e-5) << body.body;
    }
  }
}

// The block on 20 degrees settles and holds. That on 30 degrees slides with g (sin θ − μ cos θ); how it began, which depends on the
// stiffness, is left out. 1 % of it: of bristles that are stretched and released.
void expect_slopes(const SceneRun& run, double settles) {
  const sim::BodyRecord &low = run.body("block_20"), &high = run.body("block_30");
  EXPECT_LT(norm(Vec<3>(low.position.back() - low.position.front())), settles);
  const double a = 9.81 * (0.5 - 0.5 * std::cos(std::numbers::pi / 6.0));
  EXPECT_NEAR((norm(high.velocity[100]) - norm(high.velocity[50])) / 0.5, a, 0.01 * a);
}

// Nothing damps Dahl's spring. A swing loses 4/3 δ²/(1 − w²) of its amplitude, δ and w = W/F_c shares of the Coulomb force, so that n of them leave
// δ = 3 (1 − w²)/(4 n); it yields 4 w δ/(1 − w²) F_c/σ0 more downhill than uphill. The sum is 3 W/σ0 ln n: 0.232 mm from 1 s to 10 s.
void incline_dahl(const SceneRun& run) {
  expect_slopes(run, 1e-3);
  const SceneRun longer = ran("incline_dahl", {{"run.until", "10"}});
  const std::vector<double>& way = longer.joint("along_20").position;
  const double creep = 3.0 * 9.81 * std::sin(std::numbers::pi / 9.0) / 1e5 * std::log(10.0);
  EXPECT_NEAR(way[1000] - way[100], creep, 0.02 * creep);  // the swing at 1 s is 1 % of it
}

// F/μ m g = t/2.4525 s. Before: bristles give by μ/σ0 = 0.5 µm. Afterwards x = (t − 2.4525)³/(6 m).
void cube_push(const SceneRun& run) {
  const sim::BodyRecord& cube = run.body("cube");
  for (std::size_t k = 0; k < run.t().size(); ++k) {
    const double x = cube.position[k][0], since = std::max(0.0, run.t()[k] - 2.4525);
    EXPECT_NEAR(x, since * since * since / 3.0, 5e-5) << run.t()[k];
  }
}

// It goes along from where the bar touches it: 0.2 m less the 5 mm between them, plus what is left of the speed when the bar stops,
// v²/(2 μ g) = 0.42 mm.
void pusher(const SceneRun& run) {
  const sim::BodyRecord& hexagon = run.body("hexagon");
  const double slides_on = 0.05 * 0.05 / (2.0 * 0.3 * 9.81);
  EXPECT_NEAR(hexagon.position.back()[0], 0.195 + slides_on, 5e-5);  // a step of the bar
  EXPECT_LT(std::abs(hexagon.position.back()[1]), 1e-9);
  EXPECT_LT(std::abs(yaw(hexagon.orientation.back())), 1e-9);
}

// Prandtl's element: in each cycle after the first quarter 4 F (A − z_max) is lost.
void haptic_trace(const SceneRun& run) {
  const auto lost_until = [&](double t) {
    const auto k = static_cast<std::size_t>(std::lround(t / 1e-3));
    return run.energy().dissipated[k];
  };
  const double cycle = 4.0 * 1.0 * (0.01 - 5e-4);
  EXPECT_NEAR(lost_until(3.0) - lost_until(2.0), cycle, 1e-5 * cycle);  // samples of 0.1 ms
  const auto& force = std::get<PointRun>(run.records()).force[0];
  EXPECT_NEAR(*std::max_element(force.begin(), force.end()), 1.0, 1e-12);
}

// Yawing alone: μ fn times the mean distance of the sole from its middle, half sides p and q. Sliding and yawing: the limit surface.
void foot_yaw(const SceneRun& run) {
  const sim::Trajectory& path = run.track("foot").trajectory;
  const double p = 0.1, q = 0.05, d = std::hypot(p, q);
  const double r = (d + p * p / (2.0 * q) * std::log((q + d) / p) + q * q / (2.0 * p) * std::log((p + d) / q)) / 3.0;
  // 0.1 %: cells stand for areas.
  EXPECT_NEAR(path.wrench[90][2], -0.6 * 600.0 * r, 1e-3 * 0.6 * 600.0 * r);
  const patch::LimitSurface surface(patch::Pressure::rectangle({2.0 * p, 2.0 * q}));
  // At the end it has turned by 1 rad; in its own axes it slides along −1 rad.
  const Wrench2 in_body = surface.wrench({0.05 * std::cos(1.0), -0.05 * std::sin(1.0), 0.5});
  EXPECT_NEAR(path.wrench.back()[2], 360.0 * in_body[2], 2e-3 * 0.6 * 600.0 * r);
  EXPECT_GT(path.wrench.back()[2], path.wrench[90][2]);
}

// At rest each drive bears the gravity of what hangs on it, by the positions found.
void arm(const SceneRun& run) {
  const Vec<3> upper = run.body("upper").position.back(), fore = run.body("fore").position.back();
  const double shoulder = run.joint("shoulder").position.back(), elbow = run.joint("elbow").position.back();
  const double elbow_x = 0.5 * std::cos(shoulder);
  const double on_elbow = 0.8 * 9.81 * (fore[0] - elbow_x), on_shoulder = 9.81 * (1.5 * upper[0] + 0.8 * fore[0]);
  EXPECT_NEAR(400.0 * (0.8 - shoulder), on_shoulder, 1e-3 * on_shoulder);
  EXPECT_NEAR(100.0 * (-0.5 - elbow), on_elbow, 0.01);  // what the friction of the elbow may hold
}

// The wrist of arm_pick_place, from when it is above the box on: share u³ (10 − 15 u + 6 u²) of each part.
Vec<3> wrist_path(double t) {
  const auto share = [t](double start, double end) {
    const double u = std::clamp((t - start) / (end - start), 0.0, 1.0);
    return u * u * u * (10.0 + u * (6.0 * u - 15.0));
  };
  const double swing = share(2.9, 4.2), turn = swing * std::atan2(0.7, 0.15);
  const double out = std::lerp(0.7, std::hypot(0.7, 0.15), swing), down = share(4.2, 4.8);
  const double z = 0.3 - 0.1 * share(1.5, 2.0) + 0.25 * share(2.4, 2.9);
  return {out * std::cos(turn) - 4e-3 * down, out * std::sin(turn), std::lerp(z, 0.57, swing) - 0.05 * down};
}

// Of the box's centre over where it is when the box stands on the cube [m].
double height_of_the_box(const SceneRun& run) {
  return run.body("box").position.back()[2] - 0.335;
}

void arm_pick_place(const SceneRun& run) {
  const sim::BodyRecord &box = run.body("box"), &hand = run.body("hand"), &link = run.body("link_6");
  const sim::BodyRecord &left = run.body("left"), &right = run.body("right");
  const auto rotation = [](const Vec<4>& q) { return Eigen::Quaterniond(q[0], q[1], q[2], q[3]); };
  const auto in_hand = [&](std::size_t k) -> Vec<3> {
    const Vec<3> between = 0.5 * (left.position[k] + right.position[k]);
    return rotation(hand.orientation[k]).conjugate() * Vec<3>(box.position[k] - between);
  };
  const auto record_at = [](double t) { return static_cast<std::size_t>(std::lround(t / 0.02)); };
  const std::size_t gripped = record_at(2.4), opens = record_at(5.1);
  // 2 mm as the experiment volume-arm-pick-place has it: springs give where the arm accelerates.
  for (std::size_t k = record_at(1.5); k < run.t().size(); ++k) {
    const Vec<3> wrist = link.position[k] - 0.04 * (rotation(link.orientation[k]) * Vec<3>::UnitZ());
    EXPECT_LT(norm(Vec<3>(wrist - wrist_path(run.t()[k]))), 2e-3) << run.t()[k];
  }
  // It does not slip: by the give of the bristles, μ/σ0 = 0.5 µm, either way.
  for (std::size_t k = gripped; k <= opens; ++k) {
    EXPECT_LT(norm(Vec<3>(in_hand(k) - in_hand(gripped))), 1e-6) << run.t()[k];
  }
  // Fingers that open push it a little along the edge; across it nothing does.
  EXPECT_NEAR(box.position[opens][0], 0.146, 5e-5);
  EXPECT_NEAR(box.position.back()[0], box.position[opens][0], 1e-5);
  EXPECT_NEAR(box.position.back()[1], 0.7, 2e-4);
  // It stands, flat and still.
  EXPECT_LT(std::abs(height_of_the_box(run)), 1e-6);
  EXPECT_LT(2.0 * norm(Vec<2>(box.orientation.back().segment<2>(1))), 1e-4);
  EXPECT_LT(norm(box.velocity.back()) + norm(box.angular_velocity.back()), 1e-9);
}

using Truth = std::function<void(const SceneRun&)>;

const std::map<std::string, Truth>& truths() {
  static const std::map<std::string, Truth> all = {
      {"arm", arm},
      {"arm_pick_place", arm_pick_place},
      {"block_on_spring", block_on_spring},
      {"cube_push", cube_push},
      {"foot_yaw", foot_yaw},
      {"grip_lift", grip_lift},
      {"gripper_hold", gripper_hold},
      {"gripper_load", gripper_load},
      {"gripper_sway", gripper_sway},
      {"haptic_trace", haptic_trace},
      {"in_hand_flatten", in_hand_flatten},
      {"in_hand_load", in_hand_load},
      {"in_hand_pivot", in_hand_pivot},
      {"in_hand_slide", in_hand_slide},
      {"in_hand_sway", in_hand_sway},
      {"in_hand_turn", in_hand_turn},
      {"incline_adhesion", [](const SceneRun& run) { expect_slopes(run, 1e-4); }},
      {"incline_coulomb", [](const SceneRun& run) { expect_slopes(run, 1e-8); }},  // joints are solved to a tolerance
      {"incline_dahl", incline_dahl},
      {"incline_elasto_plastic", [](const SceneRun& run) { expect_slopes(run, 1e-4); }},
      {"incline_lugre", [](const SceneRun& run) { expect_slopes(run, 1e-4); }},
      {"incline_rest", incline_rest},
      {"incline_shaken", incline_shaken},
      {"pusher", pusher},
      {"sliding_box", sliding_box},
      {"sliding_box_half", sliding_box_half},
      {"spinning_disc", spinning_disc},
      {"towers", expect_standing},
      {"wall", expect_standing},
  };
  return all;
}

class Shipped : public testing::TestWithParam<std::string> {};

TEST_P(Shipped, GivesItsTrueAnswer) {
  const auto truth = truths().find(GetParam());
  ASSERT_NE(truth, truths().end()) << "a scene that ships needs a true answer here";
  const SceneRun run = ran(GetParam());
  EXPECT_EQ(run.status(), SolveStatus::converged);
  EXPECT_FALSE(run.ended_early());
  // Of those that rest, or whose plate gives by its bristles alone, there is no energy to speak of.
  constexpr std::string_view still[] = {"gripper_hold", "incline_rest", "incline_shaken", "towers", "wall"};
  const bool is_still = std::ranges::find(still, GetParam()) != std::end(still);
  EXPECT_EQ(run.energy().judgement(), is_still ? Judgement::not_judged : Judgement::pass) << run.energy().summary();
  EXPECT_FALSE(run.fails());
  truth->second(run);
}

TEST_P(Shipped, SaysWhatToLookAt) {
  const ShippedScene& scene = shipped_scene(GetParam());
  EXPECT_TRUE(scene.text.starts_with("# "));
  EXPECT_NE(scene.text.find("Look at"), std::string_view::npos);
  EXPECT_FALSE(scene.title.empty());
  EXPECT_EQ(read_shipped(GetParam()).name(), GetParam());
}

TEST_P(Shipped, IsTheSameSceneWhenWrittenAgain) {
  const SceneDescription scene = read_shipped(GetParam());
  EXPECT_EQ(read_yaml(write_yaml(scene.node()), "again.yaml"), scene.node());
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const ShippedScene& scene : shipped_scenes()) all.push_back(scene.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenes, Shipped, testing::ValuesIn(names()), [](const auto& one) { return one.param; });

// What the file says of it: 2 mm beyond the edge the box falls, and by the paper's constants even where it should stay.
TEST(ShippedScenes, TheBoxOfTheArmFallsAsItsFileSays) {
  const std::vector<Override> changes = {
      {"bodies.cube.position", "[-0.006, 0.7, 0.15]"},
      {"contact_model",
       "{volume: {friction: p_gon, normal: face_sum, impulse_penalty: 1e-4, recovery: 1, push_out: .inf}}"}};
  for (const Override& change : changes) {
    EXPECT_LT(height_of_the_box(ran("arm_pick_place", {change})), -0.2) << change.path;
    EXPECT_NE(shipped_scene("arm_pick_place").text.find(change.path + "=" + change.value), std::string_view::npos);
  }
}

TEST(ShippedScenes, TheFlagshipIsFirst) {
  EXPECT_GE(shipped_scenes().size(), 14U);
  EXPECT_EQ(shipped_scenes().front().name, "in_hand_pivot");
}

TEST(ShippedScenes, AnotherNameIsRefused) {
  try {
    static_cast<void>(shipped_scene("in_hand_pivots"));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'in_hand_pivot'?"), std::string::npos);
  }
}

}  // namespace
}  // namespace shipped_test

}  // namespace stickslip::scene
