"""What worlds refuse, and that they are then as they were."""

import math

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from worlds import CUBE, SMALL, sliding_box, stepped, tower

import stickslip as ss
from stickslip.geometry import Plane, Polyhedron
from stickslip.sim import SolveStatus, World


def with_world(call):
    def use():
        world, box = sliding_box()
        world.step(1e-3)
        before = world.save()
        try:
            call(world, box)
        finally:
            assert world.save() == before and len(world.bodies) == 2

    return use


def adding(*shapes, **given):
    return with_world(lambda world, box: world.add_body(*(shapes or (SMALL,)), **{"mass": 1.0, **given}))


def overlapping(world, box):
    other = World()
    first = other.add_body(SMALL, mass=1.0)
    second = other.add_body(CUBE, mass=1.0, position=(0, 0, 0.5))
    before = other.save()
    try:
        other.step(1e-3)
    finally:
        assert (first.id, second.id) == (0, 1) and other.save() == before


BAD_VALUES = [
    (adding(mass=-1.0), "mass = -1 must be finite and > 0"),
    (adding(mass=math.nan), "mass = nan must be finite"),
    (adding(mass=math.inf), "mass = inf must be finite"),
    (adding(mass=1e-320), "mass = .* must be finite and > 0"),
    (adding(inertia=(1, 1, 0)), "principal moments of inertia .* must be > 0"),
    (adding(inertia=(1, 1, -1)), "principal moments of inertia .* must be > 0"),
    (adding(inertia=(1, 1, 3)), "the largest must be at most the sum of the others"),
    (adding(inertia=(1, 1, math.nan)), "inertia must be finite"),
    (adding(inertia=[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]), "inertia must be symmetric"),
    (adding(inertia=(1, 1)), r"inertia has shape \(2,\); allowed: \(3,\) or \(3, 3\)"),
    (adding(mu=-0.1), "mu_s = -0.1 must be finite and >= 0"),
    (adding(mu=(0.5, math.nan)), "mu_k = nan must be"),
    (adding(mu=(0.5, 0.4, 0.3)), r"mu has shape \(3,\); allowed: a number or \(2,\)"),
    (adding(restitution=1.1), "restitution = 1.1 must be >= 0 and <= 1"),
    (adding(position=(0, math.nan, 0)), r"position\[1\] = nan must be finite"),
    (adding(position=(0, 0)), r"position has shape \(2,\); allowed: \(3,\)"),
    (adding(position=(1e12, 0, 0)), r"position\[0\] = .* at most"),
    (adding(orientation=(0, 0, 0, 0)), "orientation has length 0"),
    (adding(orientation=(1, 0, 0)), r"orientation has shape \(3,\); allowed: \(4,\)"),
    (adding(velocity=(math.inf, 0, 0)), r"velocity\[0\] = inf must be finite"),
    (adding(angular_velocity=(0, 0, math.nan)), r"angular_velocity\[2\] = nan must be finite"),
    (adding(Plane()), "a plane is the only shape of its body"),
    (adding(Plane(), mass=0.0), "a plane is added by add_plane"),
    (adding(None, shapes=[]), "at least one shape"),
    (adding(None, shapes=[(SMALL, (0, math.nan, 0))]), r"position\[1\] = nan"),
    (adding(None, shapes=[(SMALL, None, (0, 0, 0, 0))]), "must be .*finite"),
    (lambda: Polyhedron.box((1, 1, 0)), "side = 0 must be positive"),
    (lambda: Polyhedron.from_points([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), "plane|flat|thin"),
    (with_world(lambda world, box: world.add_plane(normal=(0, 0, 0))), "normal must not be zero"),
    (with_world(lambda world, box: world.add_plane(offset=math.nan)), "offset = nan must be finite"),
    (with_world(lambda world, box: world.add_plane(mu=-1)), "mu_s = -1 must be"),
    (with_world(lambda world, box: world.step(0.0)), "dt = 0 must be finite and > 0"),
    (with_world(lambda world, box: world.step(-1e-3)), "dt = -0.001 must be"),
    (with_world(lambda world, box: world.step(math.nan)), "dt = nan must be"),
    (with_world(lambda world, box: world.run(until=0.0)), "until = 0 must be after the present time"),
    (with_world(lambda world, box: world.run(until=math.inf)), "until = inf must be finite"),
    (with_world(lambda world, box: world.run(until=1.0, dt=0.0)), "dt = 0 must be"),
    (with_world(lambda world, box: world.run(until=1.0, dt=1e-300)), "dt = 1e-300 must be"),
    (with_world(lambda world, box: world.run(until=1.0, record_dt=-1.0)), "record_dt = -1 must be"),
    (with_world(lambda world, box: setattr(box, "position", (0, 0, math.nan))), r"position\[2\] = nan"),
    (with_world(lambda world, box: setattr(box, "velocity", (0, 0))), r"velocity has shape \(2,\)"),
    (with_world(lambda world, box: setattr(box, "orientation", (0, 0, 0, 0))), "orientation has length 0"),
    (with_world(lambda world, box: setattr(box, "orientation", (1, 0, 0, math.nan))), r"orientation\[3\] = nan"),
    (with_world(lambda world, box: setattr(box, "force", (math.inf, 0, 0))), r"force\[0\] = inf"),
    (with_world(lambda world, box: setattr(box, "torque", (0, math.nan, 0))), r"torque\[1\] = nan"),
    (with_world(lambda world, box: world.set_friction(box, box, 0.5)), "body 1 is given twice"),
    (with_world(lambda world, box: world.set_friction(0, 7, 0.5)), "there is no body 7"),
    (with_world(lambda world, box: world.set_friction(0, box, -0.5)), "mu_s = -0.5 must be"),
    (with_world(lambda world, box: world.set_restitution(0, box, 2.0)), "restitution = 2 must be"),
    (with_world(lambda world, box: world.set_collision(0, -1, False)), "there is no body -1"),
    (with_world(lambda world, box: world.remove(9)), "there is no body 9"),
    (with_world(lambda world, box: world.remove(sliding_box()[1])), "body is body 1 of another world"),
    (with_world(lambda world, box: world.restore(b"")), "not a state that save"),
    (with_world(lambda world, box: world.restore(b"x" * 1000)), "not a state that save"),
    (with_world(lambda world, box: world.restore(world.save()[:-1])), "not a state that save"),
    (with_world(lambda world, box: world.restore(World().save())), "they have 0 bodies, the world has 2"),
    (with_world(overlapping), "bodies 0 and 1 overlap by .* must be at most a tenth of the smaller"),
    (lambda: World(gravity=(0, 0, math.nan)), r"gravity\[2\] = nan must be finite"),
    (lambda: World(formulation="bullet"), "formulation = 'bullet' must be one of 'cone', 'phantom'"),
    (lambda: World(solver="bullet"), "solver = .*bullet.* must be one of .*auto"),
    (lambda: World(formulation="box", solver="lemke"), "must be one of auto, dantzig, pgs"),
    (lambda: World(tol=0.0), "tol = 0 must be"),
    (lambda: World(threads=0), "threads = 0 must be"),
    (lambda: World(directions=1), "directions = 1 must be"),
    (lambda: World(axes="sky"), "axes = 'sky' must be one of 'world', 'body'"),
    (lambda: World(normal_relaxation=-1.0), "normal_relaxation"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD_VALUES, ids=[message for _, message in BAD_VALUES])
def test_bad_values_are_refused_and_nothing_changes(call, message):
    with pytest.raises(ValueError, match=message):
        call()


BAD_TYPES = [
    (adding(None), "a Sphere, Polyhedron or Plane"),
    (adding(SMALL, shapes=[SMALL]), "either a shape or shapes"),
    (adding(SMALL, mass="heavy"), "mass must be a real number"),
    (adding(None, shapes=SMALL), r"shapes must be a list of \(shape, position, orientation\)"),
    (adding(None, shapes=["box"]), r"shapes\[0\]: shape must be a Sphere, Polyhedron or Plane"),
    (with_world(lambda world, box: world.add_body(SMALL)), "World.add_body needs the argument mass"),
    (with_world(lambda world, box: world.add_body(SMALL, 1.0)), "takes at most shape by position"),
    (with_world(lambda world, box: world.add_body(SMALL, mass=1.0, colour="red")), "has no argument colour"),
    (with_world(lambda world, box: world.step()), "World.step needs the argument dt"),
    (with_world(lambda world, box: world.step("1")), "dt must be a real number"),
    (with_world(lambda world, box: world.run()), "World.run needs the argument until"),
    (with_world(lambda world, box: world.run(until=1.0, progress=1)), "progress must be callable"),
    (with_world(lambda world, box: world.set_friction(box, "ground", 0.5)), "b must be a Body or its id"),
    (with_world(lambda world, box: world.set_friction(box, 0, None)), "mu must be a number"),
    (with_world(lambda world, box: world.set_collision(box, 0, 1)), "may_touch must be a bool"),
    (with_world(lambda world, box: world.set_collision(box, 0)), "needs the argument may_touch"),
    (with_world(lambda world, box: world.restore("text")), "state must be the bytes that save"),
    (lambda: World((0, 0, -9.81)), "World takes no positional argument"),
    (lambda: World(mu=1.0), "World has no argument mu"),
    (lambda: ss.sim.Body(), "No constructor"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), BAD_TYPES, ids=[message for _, message in BAD_TYPES])
def test_bad_types_are_refused_and_nothing_changes(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_small_overlap_is_taken_apart_without_a_launch():
    world = World(gravity=(0, 0, 0))
    world.add_body(SMALL, mass=1.0)
    world.add_body(SMALL, mass=1.0, position=(0, 0, 0.095))
    run = world.run(until=0.1)
    for body in world.bodies:
        assert np.abs(run[body].velocity).max() <= 20e-3
    assert abs(world.bodies[1].position[2] - world.bodies[0].position[2]) > 0.0999


def test_a_step_that_would_not_be_finite_is_not_taken():
    world = stepped(tower(12), 50)  # whose factorisation is kept
    body = world.add_body(SMALL, mass=1e-300, position=(5, 5, 5))
    body.force = (1e300, 0, 0)
    before = world.save()
    report = world.step(1.0)
    assert report.status is SolveStatus.NOT_FINITE and not report.converged
    assert world.save() == before
    run = world.run(until=10.0, dt=1.0)
    assert run.report.status is SolveStatus.NOT_FINITE and len(run) == 1 and world.time == pytest.approx(0.05)
    body.force = (0, 0, 0)
    assert world.step(1e-3).converged


@pytest.mark.parametrize("position", range(0, 600, 7))
def test_damaged_states_are_refused_or_stepped(position):
    """Whatever a byte is changed to: a ValueError, or a world that can be stepped; never a crash."""
    world = stepped(tower(2), 3)
    state = bytearray(world.save())
    for value in (0x00, 0x7F, 0xFF):
        damaged = bytes(state[:position]) + bytes([value]) + bytes(state[position + 1 :])
        twin = world.copy()
        try:
            twin.restore(damaged)
            twin.step(1e-3)
        except ValueError:
            pass
