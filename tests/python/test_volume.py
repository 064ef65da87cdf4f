"""Contact volumes of a World: as the C++ tests hold them to theory, here what Python adds."""

import copy
import pickle

import numpy as np
import pytest

import stickslip as ss

box = ss.geometry.Polyhedron.box


def cube_on_ground(friction="bristle", **how):
    world = ss.sim.World(**how)
    world.add_plane(mu=0.5)
    cube = world.add_body(box((0.1, 0.1, 0.1)), mass=0.5, mu=0.5, position=(0, 0, 0.05))
    world.add_contact_model(ss.sim.Volume(friction=friction))
    return world, cube


def test_a_cube_at_rest_is_carried_by_one_wrench():
    world, cube = cube_on_ground()
    for _ in range(200):
        assert world.step(1e-3).converged
    assert 0.05 - cube.position[2] == pytest.approx(1e-3 * 9.81e-6, rel=1e-5)
    volumes = world.volumes
    assert len(volumes) == 1 and len(world.contacts) == 0
    assert volumes.bodies.tolist() == [[1, 0]]
    np.testing.assert_allclose(volumes.normals, [[0, 0, 1]], atol=1e-12)
    np.testing.assert_allclose(volumes.wrenches, [[0, 0, 0.5 * 9.81, 0, 0, 0]], atol=1e-7)
    assert volumes.slips[0] == 0
    with pytest.raises(ValueError):
        volumes.wrenches[0, 0] = 1.0


def test_it_slides_at_the_limit_of_its_pressure():
    world, cube = cube_on_ground()
    held = []
    for push in (2.44, 2.46):  # μ m g = 2.4525 N, at the base
        world.run(until=world.time + 0.2)
        cube.force = (push, 0, 0)
        cube.torque = (0, -0.05 * push, 0)
        world.run(until=world.time + 0.2)
        held.append(abs(cube.velocity[0]) < 1e-9)
    assert held == [True, False]


@pytest.mark.parametrize("friction", ["p_gon", "cone"])
def test_corners_bear_more_torque_than_pressures(friction):
    world, cube = cube_on_ground(friction)
    world.run(until=0.3)
    held = []
    for share in (0.99, 1.01):
        cube.torque = (0, 0, share * 0.5 * 0.5 * 9.81 * 0.05 * 2**0.5)
        world.run(until=world.time + 0.2)
        held.append((abs(cube.angular_velocity[2]) < 1e-7, world.volumes.slips[0] == 0))
    assert held == [(True, True), (False, False)]


def test_worlds_with_volumes_are_kept_whole():
    world, cube = cube_on_ground()
    cube.velocity = (1.0, 0.3, 0.0)
    cube.angular_velocity = (0, 0, 8)
    world.run(until=0.05)
    twins = [world.copy(), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    other = cube_on_ground()[0]
    other.restore(world.save())
    for each in (world, *twins, other):
        each.run(until=0.2)
    for each in (*twins, other):
        assert each.save() == world.save()
        assert each.volumes == world.volumes
    assert all(twin.contact_model == world.contact_model for twin in twins)
    assert pickle.loads(pickle.dumps(world.volumes)) == world.volumes


def test_a_volume_is_a_value():
    volume = ss.sim.Volume(stiffness=1e9, sigma0=2e6, surface="ellipsoid")
    assert volume == ss.sim.Volume(stiffness=1e9, sigma0=2e6, surface="ellipsoid") != ss.sim.Volume()
    assert hash(volume) == hash(copy.copy(volume)) and pickle.loads(pickle.dumps(volume)) == volume
    assert eval(repr(volume), {"Volume": ss.sim.Volume}) == volume
    assert ss.sim.World().contact_model is None


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"sigma0": 0.0}, "sigma0 = 0"),
        ({"stiffness": -1.0}, "stiffness = -1"),
        ({"relaxation": float("nan")}, "relaxation"),
        ({"push_out": 0.0}, "push_out"),
        ({"sides": 2}, "sides = 2"),
        ({"regularisation": 0.0}, "regularisation = 0"),
        ({"impulse_penalty": -1.0}, "impulse_penalty = -1"),
        ({"recovery": 1.5}, "recovery = 1.5"),
        ({"normal": "up"}, "faded"),
        ({"friction": "velcro"}, "bristle"),
        ({"surface": "sphere"}, "ellipsoid"),
    ],
)
def test_bad_volumes_say_what_is_wrong(how, words):
    with pytest.raises(ValueError, match=words):
        ss.sim.Volume(**how)


def test_pairs_have_their_own_contact_models():
    world = ss.sim.World()
    ground = world.add_plane(mu=0.5)
    cubes = [world.add_body(box((0.1, 0.1, 0.1)), mass=0.5, mu=0.5, position=(i, 0, 0.05)) for i in range(3)]
    world.set_contact_model(cubes[0], ground, ss.sim.Volume(stiffness=1e7))
    world.add_contact_model(ss.sim.Volume(stiffness=1e6))
    world.set_contact_model(ground, cubes[1], model="points")
    again = pickle.loads(pickle.dumps(world))
    for one in (world, again):
        one.run(until=2.0)
        assert len(one.volumes) == 2 and len(one.contacts) == 4
    assert 0.05 - cubes[0].position[2] == pytest.approx(0.5 * 9.81 / 1e5, rel=1e-6)
    assert 0.05 - cubes[2].position[2] == pytest.approx(0.5 * 9.81 / 1e4, rel=1e-6)
    assert again.save() == world.save()
    with pytest.raises(ValueError, match="model = 'cone' must be one of 'points', or a stickslip.sim.Volume"):
        world.set_contact_model(cubes[0], ground, "cone")
    with pytest.raises(TypeError, match="Volume or 'points'"):
        world.set_contact_model(cubes[0], ground, None)
    with pytest.raises(ValueError, match="given twice"):
        world.set_contact_model(ground, ground, "points")


def test_only_a_volume_is_a_contact_model():
    with pytest.raises(TypeError, match="Volume"):
        ss.sim.World().add_contact_model("bristle")
