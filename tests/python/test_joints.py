"""Joints of worlds: what they hold, how they are driven, what they tell, and what is refused."""

import copy
import gc
import math
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from worlds import SMALL, bits_after, stepped

import stickslip as ss
from stickslip.geometry import Polyhedron
from stickslip.sim import World

G = 9.81
ROD = Polyhedron.box((0.02, 0.02, 1.0))
LAWS = [
    ss.friction.Coulomb(mu_c=0.3, mu_s=0.4, v_s=0.01),
    ss.friction.Dahl(sigma0=1e3, f_c=0.3),
    ss.friction.LuGre(sigma0=1e3, sigma1=10.0, mu_c=0.3, mu_s=0.4, v_s=0.01),
    ss.friction.ElastoPlastic(sigma0=1e3, sigma1=10.0, mu_c=0.3, mu_s=0.4, v_s=0.01),
    ss.friction.Adhesion(z_max=1e-3, stiffness=300.0),
]


def pendulum(**options):
    """A rod of 1 m and 1 kg that hangs from its upper end, at the origin."""
    world = World()
    rod = world.add_body(ROD, mass=1.0, position=(0, 0, -0.5))
    return world, rod, world.add_hinge(rod, point=(0, 0, 0), axis=(0, 1, 0), **options)


def cart(axis=(1, 0, 0), **options):
    """A body of 2 kg on a rail."""
    world = World()
    body = world.add_body(SMALL, mass=2.0)
    return world, body, world.add_slider(body, axis=axis, **options)


def arm():
    """Every kind of joint, limits, a drive and friction; turned, so that no frame is a round number."""
    world = World()
    turn = np.array([0.3, 0.5, -0.2, 0.7])
    base = world.add_body(SMALL, mass=1.0, position=(0.3, 0.1, 2.0), orientation=turn)
    upper = world.add_body(SMALL, mass=0.7, position=(0.5, 0.1, 2.1), orientation=turn[::-1])
    lower = world.add_body(SMALL, mass=0.4, position=(0.7, 0.2, 2.1))
    hand = world.add_body(SMALL, mass=0.2, position=(0.8, 0.4, 2.2))
    bob = world.add_body(SMALL, mass=0.3, position=(0.8, 0.4, 1.9))
    world.add_slider(base, axis=(1, 0.2, 0), limits=(-0.1, 0.2), friction=LAWS[2]).drive(
        target=0.1, stiffness=300.0, damping=20.0, max_effort=50.0
    )
    world.add_hinge(upper, base, point=(0.4, 0.1, 2.05), axis=(0.1, 1, 0), limits=(-1, 1), friction=LAWS[0])
    world.add_hinge(lower, upper, point=(0.6, 0.1, 2.1), axis=(1, 1, 3), friction=LAWS[4])
    world.add_fixed(hand, lower)
    world.add_ball(bob, hand, point=(0.8, 0.4, 2.05))
    return world


def test_a_pendulum_swings_as_its_equation_says():
    world, rod, hinge = pendulum()
    rod.angular_velocity = (0, 2.0, 0)
    rod.velocity = (-1.0, 0, 0)  # ω × r
    assert hinge.velocity == pytest.approx(2.0)
    angle, rate = 0.0, 2.0  # θ″ = −(3/2) g/L sin θ, but for the rod's width
    inertia = rod.inertia[1, 1] + 0.25
    substeps, dt = 20, 1e-3
    for _ in range(1000):
        world.step(dt)
        for _ in range(substeps):  # leapfrog, far finer than the world
            rate -= 0.5 * dt / substeps * 0.5 * G / inertia * math.sin(angle)
            angle += dt / substeps * rate
            rate -= 0.5 * dt / substeps * 0.5 * G / inertia * math.sin(angle)
    assert hinge.position == pytest.approx(angle, abs=1e-5)
    assert hinge.velocity == pytest.approx(rate, abs=1e-5)
    distance, opening = hinge.error
    assert distance < 1e-9 and opening < 1e-9


@pytest.mark.parametrize("options", [dict(formulation="box"), dict(formulation="phantom"), dict(solver="nsgs")], ids=str)
def test_every_formulation_knows_joints(options):
    def swung(world):
        rod = world.add_body(ROD, mass=1.0, position=(0, 0, -0.5), velocity=(-1, 0, 0), angular_velocity=(0, 2, 0))
        hinge = world.add_hinge(rod, point=(0, 0, 0), axis=(0, 1, 0))
        hinge.drive(target=0.5, stiffness=3.0, damping=0.1)
        stepped(world, 200)
        return [hinge.position, hinge.velocity, hinge.effort, *hinge.reaction]

    assert_allclose(swung(World(**options)), swung(World()), atol=1e-5)


def test_angles_count_whole_turns():
    world, rod, hinge = pendulum()
    hinge.drive(target_velocity=20.0, damping=1e4)
    world.run(until=1.0)
    assert hinge.velocity == pytest.approx(20.0, rel=1e-2) and hinge.position > 6 * math.pi


def test_a_slider_falls_freely_and_stops_at_its_limit():
    world, body, slider = cart(axis=(0, 0, -2), limits=(-0.5, 0.3))
    world.run(until=0.2)
    assert slider.position == pytest.approx(0.5 * G * 0.04, rel=1e-9)
    assert slider.velocity == pytest.approx(G * 0.2, rel=1e-9)
    assert_allclose(slider.reaction, 0, atol=1e-6)
    world.run(until=1.0)
    assert slider.position == pytest.approx(0.3, abs=1e-5) and abs(slider.velocity) < 1e-6
    assert slider.reaction[2] == pytest.approx(2 * G, rel=1e-6)  # the limit bears the weight
    assert slider.effort == 0 and slider.limits == (-0.5, 0.3)


def test_a_drive_holds_a_weight_where_its_spring_does():
    world, body, lift = cart(axis=(0, 0, 1))
    assert lift.drive_settings is None and lift.friction is None and lift.limits is None
    lift.drive(target=0.1, stiffness=400.0, damping=60.0)
    assert lift.drive_settings == dict(
        target=0.1, stiffness=400.0, damping=60.0, target_velocity=0.0, max_effort=None
    )
    world.run(until=3.0)
    assert lift.position == pytest.approx(0.1 - 2 * G / 400, abs=1e-8)
    assert lift.effort == pytest.approx(2 * G) and lift.reaction[2] == pytest.approx(2 * G)
    lift.drive(**{**lift.drive_settings, "max_effort": 10.0})
    world.step(1e-3)
    assert lift.effort == pytest.approx(10.0)
    lift.release()
    assert lift.drive_settings is None
    before = lift.velocity
    world.run(until=4.0)
    assert lift.velocity == pytest.approx(before - G * (world.time - 3.001), rel=1e-6) and lift.effort == 0


@pytest.mark.parametrize("stiffness", [1e-3, 1.0, 1e3, 1e6, 1e12])
def test_a_drive_of_any_stiffness_is_stable(stiffness):
    """A spring catches a body: it never moves faster than it came, nor farther than the spring, or a step, allows."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(SMALL, mass=1.0, velocity=(1, 0, 0))
    slider = world.add_slider(body, axis=(1, 0, 0))
    slider.drive(stiffness=stiffness)
    farthest = max(1 / math.sqrt(stiffness), 0.01)
    for _ in range(300):
        world.step(0.01)
        assert abs(slider.velocity) <= 1 + 1e-9 and abs(slider.position) <= farthest * (1 + 1e-9)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_a_law_as_friction_brakes_and_holds(law):
    world, body, slider = cart(friction=law)
    assert slider.friction == law
    body.velocity = (0.5, 0, 0)
    world.run(until=5.0)
    # 0.3 N brake 2 kg from 0.5 m/s within m v²/2F; v_s and presliding make it a little less or more
    assert slider.position == pytest.approx(2 * 0.25 / (2 * 0.3), rel=0.02)
    # what it sticks by may still swing: ½ m v² ≤ ½ F²/k
    assert abs(slider.velocity) <= law.break_away_force() / math.sqrt(2 * law.presliding_stiffness()) + 1e-9
    body.force = (0.2, 0, 0)  # below what it holds, but for the first swing; alone it would move the body by 0.45 m
    rest = slider.position
    run = world.run(until=8.0)
    assert abs(slider.position - rest) < 5e-3
    assert run[slider].reaction[:, 0].mean() == pytest.approx(-0.2, abs=0.02)


def test_coulomb_friction_stops_where_it_must():
    """v²/2a, by constant deceleration a = F/m: the trapezoid is exact but for the last step."""
    world, body, slider = cart(friction=ss.friction.Coulomb(mu_c=0.5, mu_s=0.5))
    body.velocity = (1.0, 0, 0)
    world.run(until=2.0)
    assert slider.position == pytest.approx(2 - 0.5 * 0.25 * 4, rel=1e-9)
    assert slider.reaction[0] == pytest.approx(-0.5) and slider.effort == 0
    world.run(until=5.0)
    assert slider.position == pytest.approx(2.0, abs=1e-6) and abs(slider.velocity) < 1e-9


def test_fixed_and_ball_joints_bear_what_hangs_on_them():
    world = World()
    held = world.add_body(SMALL, mass=2.0, position=(0.4, 0, 0))
    wall = world.add_body(SMALL, mass=0.0)
    fixed = world.add_fixed(held, wall)
    hung = world.add_body(SMALL, mass=1.0, position=(0, 2, -0.3))
    ball = world.add_ball(hung, point=(0, 2, 0))
    stepped(world, 100)
    # The joint of add_fixed is at the centre of mass of its first body.
    assert_allclose(fixed.reaction, [0, 0, 2 * G, 0, 0, 0], atol=1e-6)
    assert_allclose(ball.reaction, [0, 0, G, 0, 0, 0], atol=1e-6)
    assert fixed.kind == "fixed" and fixed.bodies == (held, wall)
    assert ball.kind == "ball" and ball.bodies == (hung, None)
    assert max(*fixed.error, *ball.error) < 1e-9
    for joint in (fixed, ball):
        for name in ("position", "velocity", "effort"):
            with pytest.raises(ValueError, match=rf"joint {joint.id} \({joint.kind} of .*\) has no {name}"):
                getattr(joint, name)
        with pytest.raises(ValueError, match="cannot be driven, must be a hinge or a slider"):
            joint.drive(stiffness=1.0)
        with pytest.raises(ValueError, match="cannot be driven"):
            joint.release()
        assert joint.drive_settings is joint.limits is joint.friction is None


def test_what_a_joint_connects_does_not_collide_unless_asked():
    def overlapping():
        world = World(gravity=(0, 0, 0))
        a, b = (world.add_body(SMALL, mass=1.0, position=(x, 0, 0)) for x in (0, 0.05))
        return world, a, b

    world, a, b = overlapping()
    world.add_hinge(a, b, point=(0, 0, 0), axis=(0, 0, 1))
    assert world.step(1e-3).contacts == 0
    world, a, b = overlapping()
    world.add_hinge(a, b, point=(0, 0, 0), axis=(0, 0, 1))
    world.set_collision(a, b, True)
    for kept in (world, pickle.loads(pickle.dumps(world))):
        with pytest.raises(ValueError, match="bodies 0 and 1 overlap"):
            kept.step(1e-3)


def test_joints_are_named_and_removed():
    world = arm()
    assert [joint.kind for joint in world.joints] == ["slider", "hinge", "hinge", "fixed", "ball"]
    assert [joint.id for joint in world.joints] == list(range(5)) and "5 bodies and 5 joints" in repr(world)
    slider, hinge, second, fixed, ball = world.joints
    assert world.joint(1) == hinge and hash(world.joint(1)) == hash(hinge) and hinge != second
    assert hinge.world is world and hinge.bodies == (world.body(1), world.body(0)) and slider.bodies[1] is None
    assert hinge != world.body(1) and "hinge of bodies 1 and 0" in repr(hinge) and "rad" in repr(hinge)
    world.remove_joint(fixed)
    world.remove_joint(2)
    world.remove(world.body(4))  # takes the ball with it
    assert [joint.id for joint in world.joints] == [0, 1]
    for gone in (second, fixed, ball):
        assert "removed" in repr(gone)
        with pytest.raises(ValueError, match=f"joint {gone.id} was removed from its world"):
            gone.reaction
        with pytest.raises(ValueError, match=f"joint {gone.id} was removed from its world"):
            gone.drive(stiffness=1.0)
    with pytest.raises(ValueError, match="there is no joint 3"):
        world.joint(3)
    world.add_ball(1, point=(0.5, 0, 2.1))
    assert world.joints[-1].id == 5
    twin = pickle.loads(pickle.dumps(world))
    assert twin == world and [joint.id for joint in twin.joints] == [0, 1, 5]
    assert bits_after(twin, 30) == bits_after(world, 30)


@pytest.mark.parametrize("before", [0, 40])
def test_worlds_with_joints_go_on_bit_for_bit(before):
    never_saved = bits_after(arm(), before + 60)
    world = arm()
    for _ in range(before):
        assert world.step(1e-3).converged
    state = world.save()
    twins = [copy.copy(world), copy.deepcopy(world), world.copy()]
    twins += [pickle.loads(pickle.dumps(world, protocol)) for protocol in (2, 5)]
    assert all(twin == world for twin in twins)
    assert bits_after(world) == never_saved
    for twin in twins:
        assert bits_after(twin) == never_saved
        assert [joint.limits for joint in twin.joints] == [joint.limits for joint in world.joints]
        assert [joint.friction for joint in twin.joints] == [joint.friction for joint in world.joints]
        assert twin.joint(0).drive_settings == world.joint(0).drive_settings
    world.restore(state)
    assert bits_after(world) == never_saved


def test_worlds_differ_where_their_joints_do():
    world, twin = arm(), arm()
    assert world == twin
    twin.joint(0).drive(target=0.2, stiffness=300.0)
    assert world != twin
    assert pendulum(limits=(0, 1))[0] != pendulum(limits=(0, 2))[0]
    assert pendulum(friction=LAWS[0])[0] != pendulum(friction=LAWS[1])[0]


def test_a_handle_that_is_pickled_takes_its_world_along():
    world, rod, hinge = pendulum()
    hinge.drive(target=1.0, stiffness=5.0)
    other_world, other = pickle.loads(pickle.dumps((world, hinge)))
    assert other.world is other_world and other != hinge and other.drive_settings == hinge.drive_settings
    assert copy.copy(hinge) == hinge


def test_a_run_records_joints():
    world = arm()
    start = world.joint(0).position
    run = world.run(until=0.05, dt=1e-3, record_dt=0.01)
    for joint in world.joints:
        record = run[joint]
        assert record.joint == joint.id and run.joint(joint.id) == record
        assert record.position.shape == record.velocity.shape == record.effort.shape == (6,)
        assert record.reaction.shape == (6, 6) and record.error.shape == (6, 2)
        assert_array_equal(record.reaction[-1], joint.reaction)
        assert_array_equal(record.error[-1], joint.error)
        if joint.kind in ("hinge", "slider"):
            assert record.position[-1] == joint.position and record.velocity[-1] == joint.velocity
            assert record.effort[-1] == joint.effort
        else:
            assert np.isnan(record.position).all() and np.isnan(record.velocity).all()
    assert run[world.joint(0)].position[0] == start and run.joints == (0, 1, 2, 3, 4)
    assert run[world.joint(0)].effort[-1] != 0.0
    with pytest.raises(ValueError, match="read-only"):
        run[world.joint(0)].position[0] = 1.0
    with pytest.raises(KeyError, match="no joint 9"):
        run.joint(9)
    twin = pickle.loads(pickle.dumps(run))
    assert twin == run and hash(twin) == hash(run)
    result = twin.to_result()
    assert_array_equal(np.asarray(result.series["joint_0"]["position"]), run[world.joint(0)].position)
    assert {"joint_0", "joint_3"} <= set(result.series) and "joints" in result.figures
    position, last = run.joint(0).position, run.joint(0).position[-1]
    del run, world, twin
    gc.collect()
    assert position[-1] == last


def test_joints_that_bodies_are_placed_away_from_are_refused():
    world, rod, hinge = pendulum()
    rod.position = (0, 0, -0.6)
    assert hinge.error[0] == pytest.approx(0.1)
    with pytest.raises(ValueError, match=r"joint 0 \(hinge of body 0 and the world\) is open by 0.* must be at most 0.005"):
        world.step(1e-3)
    rod.position = (0.5, 0, 0)
    rod.orientation = (math.cos(math.pi / 4), 0, -math.sin(math.pi / 4), 0)  # swung up to the right, as the hinge allows
    assert hinge.position == pytest.approx(-math.pi / 2) and hinge.error[0] < 1e-12
    assert world.step(1e-3).converged


def refused(call):
    def use():
        world, rod, hinge = pendulum()
        world.add_plane(offset=-5.0)
        world.step(1e-3)
        before = world.save()
        try:
            call(world, rod, hinge)
        finally:
            assert world.save() == before and len(world.joints) == 1

    return use


def hinged(**given):
    return refused(lambda w, rod, hinge: w.add_hinge(rod, **{"point": (0, 0, 0), "axis": (0, 1, 0), **given}))


def driven(**given):
    return refused(lambda w, rod, hinge: hinge.drive(**given))


BAD_VALUES = [
    (hinged(axis=(0, 0, 0)), "World.add_hinge: axis must not be zero"),
    (hinged(axis=(0, math.nan, 0)), r"World.add_hinge: axis\[1\] = nan must be finite"),
    (hinged(axis=(0, 1)), r"axis has shape \(2,\); allowed: \(3,\)"),
    (hinged(point=(0, math.inf, 0)), r"World.add_hinge: point\[1\] = inf must be finite"),
    (hinged(point=(0, 1e12, 0)), r"point\[1\] = .* at most"),
    (hinged(limits=(1, -1)), r"limits of joint 1 \(hinge of body 0 and the world\) are 1 and -1, the first must be"),
    (hinged(limits=(0, math.nan)), "limits of joint 1 .* are 0 and nan"),
    (hinged(limits=(0, 1, 2)), r"limits has shape \(3,\); allowed: \(2,\): low, high"),
    (hinged(b=0), "World.add_hinge: body 0 is given twice"),
    (hinged(b=7), "World.add_hinge: there is no body 7"),
    (hinged(b=-1), "World.add_hinge: there is no body -1"),
    (hinged(b=pendulum()[1]), "World.add_hinge: b is body 0 of another world"),
    (refused(lambda w, rod, hinge: w.add_fixed(w.body(1))), r"neither side of joint 1 \(fixed of body 1 and the world\)"),
    (refused(lambda w, rod, hinge: w.add_ball(8, point=(0, 0, 0))), "World.add_ball: there is no body 8"),
    (refused(lambda w, rod, hinge: w.add_slider(-1, axis=(0, 0, 1))), "World.add_slider: there is no body -1"),
    (refused(lambda w, rod, hinge: w.add_slider(rod, axis=(0, 0, 0))), "World.add_slider: axis must not be zero"),
    (refused(lambda w, rod, hinge: w.remove_joint(4)), "World.remove_joint: there is no joint 4"),
    (refused(lambda w, rod, hinge: w.remove_joint(pendulum()[2])), "joint is joint 0 of another world"),
    (refused(lambda w, rod, hinge: w.restore(arm().save())), "they have 5 bodies|another"),
    (driven(), "stiffness and damping of joint 0 .* are both zero"),
    (driven(stiffness=-1.0), "Joint.drive: stiffness = -1 must be finite and >= 0"),
    (driven(stiffness=math.inf), "stiffness = inf must be finite"),
    (driven(damping=math.nan), "damping = nan must be"),
    (driven(stiffness=1.0, target=math.inf), "target = inf must be finite"),
    (driven(stiffness=1.0, max_effort=-2.0), "max_effort = -2 must be"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD_VALUES, ids=[message for _, message in BAD_VALUES])
def test_bad_values_are_refused_and_nothing_changes(call, message):
    with pytest.raises(ValueError, match=message):
        call()


BAD_TYPES = [
    (hinged(point=None), "point"),
    (hinged(friction="dry"), "friction must be Coulomb, Dahl, LuGre, ElastoPlastic or Adhesion of stickslip.friction"),
    (hinged(colour="red"), "World.add_hinge has no argument colour"),
    (hinged(b="wall"), "b must be a Body or its id"),
    (refused(lambda w, rod, hinge: w.add_hinge(None, point=(0, 0, 0), axis=(0, 0, 1))), "a must be a Body or its id"),
    (refused(lambda w, rod, hinge: w.add_hinge(rod, axis=(0, 0, 1))), "World.add_hinge needs the argument point"),
    (refused(lambda w, rod, hinge: w.add_slider(rod)), "World.add_slider needs the argument axis"),
    (refused(lambda w, rod, hinge: w.add_ball(rod, None, (0, 0, 0))), "takes at most a, b by position"),
    (refused(lambda w, rod, hinge: w.remove_joint(rod)), "joint must be a Joint or its id"),
    (driven(stiffness="high"), "stiffness must be a real number"),
    (refused(lambda w, rod, hinge: hinge.drive(1.0)), "Joint.drive takes no positional argument"),
    (refused(lambda w, rod, hinge: hinge.release(1)), "Joint.release takes no positional argument"),
    (lambda: ss.sim.Joint(), "No constructor"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD_TYPES, ids=[message for _, message in BAD_TYPES])
def test_bad_types_are_refused_and_nothing_changes(call, message):
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize("change", [
    dict(kind="spring"), dict(a=9), dict(b=9), dict(a=-1), dict(lever=-1.0), dict(lever=math.nan), dict(limits=(1.0, 0.0)),
    dict(frames=()), dict(frames=(((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)),) * 2),
], ids=str)  # fmt: skip
def test_damaged_pickles_are_refused(change):
    world = arm()
    remade = world.__reduce_ex__(2)
    parts = copy.deepcopy(remade[2])
    joints = parts["model"]["joints"]
    parts["model"]["joints"] = ({**joints[0], **change}, *joints[1:])
    twin = World.__new__(World)
    with pytest.raises((ValueError, TypeError)):
        twin.__setstate__(parts)


def sprung(**options):
    """A body of 2 kg at a spring of 50 N/m, 0.1 m longer than at rest; no gravity."""
    world = World(gravity=(0, 0, 0))
    body = world.add_body(SMALL, mass=2.0, position=(0.6, 0, 0))
    return world, body, world.add_spring(
        body, point_a=(0.6, 0, 0), point_b=(0, 0, 0), **{"stiffness": 50.0, "rest": 0.5, **options}
    )


def test_a_spring_swings_as_its_equation_says_and_keeps_what_it_stores():
    world, body, spring = sprung()
    assert spring.kind == "spring"
    assert spring.spring == {"stiffness": 50.0, "damping": 0.0, "rest": 0.5}
    assert spring.stored_energy == pytest.approx(0.5 * 50 * 0.1**2)
    omega = math.sqrt(50.0 / 2.0)
    run = world.run(until=2.0, dt=1e-3)
    assert_allclose(run[spring].position, 0.5 + 0.1 * np.cos(omega * run.t), atol=1e-5)
    assert_allclose(run[spring].velocity, -0.1 * omega * np.sin(omega * run.t), atol=1e-4)
    assert spring.stored_energy + world.kinetic_energy == pytest.approx(0.25, rel=1e-4)
    assert spring.effort == pytest.approx(-50 * (spring.position - 0.5), abs=0.02)
    with pytest.raises(ValueError, match="cannot be driven"):
        spring.drive(stiffness=1.0)


def test_a_spring_of_a_hinge_survives_pickling_and_goes_on_bit_for_bit():
    world = World()
    rod = world.add_body(ROD, mass=1.0, position=(0, 0, -0.5))
    hinge = world.add_hinge(
        rod, point=(0, 0, 0), axis=(0, 1, 0), spring={"stiffness": 30.0, "rest": 0.4}, position=0.1, velocity=0.5
    )
    assert hinge.position == pytest.approx(0.1) and hinge.velocity == pytest.approx(0.5)
    world.run(until=0.1)
    again = pickle.loads(pickle.dumps(world))
    assert again.joints[0].spring == hinge.spring
    for each in (world, again):
        each.run(until=0.2)
    assert world.save() == again.save()
    hinge.set_spring(stiffness=0.0)
    assert hinge.stored_energy == 0


def test_velocities_are_made_to_fit_the_joints():
    world = World(gravity=(0, 0, 0))
    door = world.add_body(Polyhedron.box((1, 0.05, 2)), mass=10, position=(0.5, 0, 0), angular_velocity=(0, 0, 2))
    hinge = world.add_hinge(door, point=(0, 0, 0), axis=(0, 0, 1))
    (fitted,) = world.fit_velocities()
    assert isinstance(fitted, ss.sim.FittedVelocity) and fitted.body == door
    assert_array_equal(fitted.before, (0, 0, 0, 0, 0, 2))
    assert_array_equal(fitted.after, (*door.velocity, *door.angular_velocity))
    with pytest.raises(ValueError, match="read-only"):
        fitted.after[0] = 1.0
    assert_allclose(door.velocity, (0, 1, 0), atol=1e-9)
    assert hinge.velocity == pytest.approx(2)
    energy = world.kinetic_energy
    world.run(until=0.5)
    assert world.kinetic_energy == pytest.approx(energy, rel=1e-6)
    assert world.fit_velocities() == ()
    hinge.position, hinge.velocity = -0.5, 3.0
    assert_allclose(door.position, (0.5 * math.cos(0.5), -0.5 * math.sin(0.5), 0), atol=1e-12)
    assert_allclose(door.angular_velocity, (0, 0, 3), atol=1e-12)


@pytest.mark.parametrize("start", [
    dict(position=0.5, limits=(-0.1, 0.1)), dict(position=0.5, velocity=math.nan), dict(velocity=math.inf), dict(position="x"),
], ids=str)  # fmt: skip
@pytest.mark.parametrize("kind", ["hinge", "slider"])
def test_a_joint_that_cannot_start_so_leaves_the_world_as_it_was(kind, start):
    def two():
        world = World(gravity=(0, 0, 0))
        left = world.add_body(SMALL, mass=1.0, position=(-0.2, 0, 0), velocity=(1, 0, 0))
        return world, left, world.add_body(SMALL, mass=1.0, position=(0.2, 0, 0), velocity=(-1, 0, 0))

    world, left, right = two()
    before = world.save()
    place = dict(point=(0, 0, 0)) if kind == "hinge" else {}
    with pytest.raises((ValueError, TypeError)):
        getattr(world, f"add_{kind}")(left, right, axis=(0, 0, 1), **place, **start)
    assert world.save() == before and world.joints == ()
    # They still collide.
    untouched = two()[0]
    for each in (world, untouched):
        each.run(until=0.5)
    assert world.save() == untouched.save() and left.velocity[0] < 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda w, b: w.add_ball(b, point=(0, 0, 0)).position, "joint 0 .* has no position: hinges, sliders and springs have one"),
        (lambda w, b: w.add_spring(b, point_a=(0, 0, 0), point_b=(0, 0, 0), stiffness=-1.0), "stiffness"),
        (lambda w, b: w.add_hinge(b, point=(0, 0, 0), axis=(0, 0, 1), spring={"stiffness": 1.0, "damping": -1}), "damping"),
        (lambda w, b: w.add_slider(b, axis=(0, 0, 1), position=math.nan), "position = nan"),
        (lambda w, b: setattr(w.add_ball(b, point=(0, 0, 0)), "position", 0.1), "joint 0 .ball"),
        (lambda w, b: w.set_friction(b, 0, (0.3, 0.5)), "mu_s = 0.3 must be .* mu_k"),
        (lambda w, b: w.add_body(SMALL, mass=1.0, mu=(0.3, 0.5)), "mu_s = 0.3 must be .* mu_k"),
        (lambda w, b: World(v_th=0.0), "v_th = 0"),
    ],
)
def test_what_is_wrong_with_springs_and_starts_is_said(call, message):
    world = World()
    world.add_body(SMALL, mass=1.0, position=(3, 0, 0))
    body = world.add_body(SMALL, mass=1.0)
    with pytest.raises(ValueError, match=message):
        call(world, body)
