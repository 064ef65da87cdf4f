"""Contact volumes: against closed forms, with certificates that prove themselves, and what they refuse."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import stickslip as ss
from stickslip.contact import VolumeContact
from stickslip.geometry import Polyhedron, overlap

FLAT = (1, 0, 0, 0)
CUBE, FLOOR = Polyhedron.box((0.1, 0.1, 0.1)), Polyhedron.box((2, 2, 0.5))
WEIGHT, MU = 0.5 * 9.81, 0.5


@pytest.fixture(scope="module")
def cube():
    """The cube of 0.1 m and 0.5 kg on a floor."""
    return VolumeContact(overlap(CUBE, ((0, 0, 0.05 - 1e-6), FLAT), FLOOR, ((0, 0, -0.25), FLAT)))


def random_contact(rng):
    bodies = [Polyhedron.from_points(rng.normal(size=(12, 3))) for _ in "ab"]
    poses = [(0.8 * rng.normal(size=3), rng.normal(size=4)) for _ in "ab"]
    common = overlap(bodies[0], poses[0], bodies[1], poses[1])
    return common, bodies, poses


def test_the_cube_has_the_numbers_of_its_square(cube):
    assert_allclose(cube.normal, (0, 0, 1), atol=1e-15)
    assert_allclose(cube.point, (0, 0, -5e-7), atol=1e-15)
    assert cube.area == pytest.approx(0.01)
    assert_allclose(sorted(map(tuple, np.round(cube.polygon, 9))), [(-.05, -.05), (-.05, .05), (.05, -.05), (.05, .05)])
    second = 2 * 0.1**4 / 12
    assert_allclose(cube.Q, np.diag([0.02, 0.02, 0.02, second, second, 2 * second]), atol=1e-15)
    assert_allclose(cube.c, (0, 0, 1e-8, 0, 0, 0), atol=1e-16)
    assert_allclose(cube.axes, np.eye(3), atol=1e-15)
    square = ss.patch.Pressure.rectangle(size=(0.1, 0.1))
    assert cube.pressure.r == pytest.approx(square.r) and cube.pressure.u == pytest.approx(square.u)


@pytest.mark.parametrize("sides", [None, 4, 8, 16, 32])
def test_the_cube_slips_at_mu_times_its_weight(cube, sides):
    for push, expected in ((2.4524, True), (2.4526, False)):
        wrench = (push, 0, WEIGHT, 0, 0, 0)
        holds, certificate = cube.static_friction(wrench, mu=MU, sides=sides)
        assert holds is expected
        if not holds:
            assert certificate.shape == (6,) and certificate @ wrench > 0
        elif sides is None:
            assert certificate.shape == (4, 3)
            assert_allclose(certificate.sum(axis=0), wrench[:3], atol=1e-7)
            assert np.all(np.hypot(*certificate.T[:2]) <= MU * certificate[:, 2] + 1e-12)
        else:
            assert certificate.shape == (4, sides) and certificate.min() >= 0
            angles = 2 * np.pi * np.arange(sides) / sides
            rays = np.stack([MU * np.cos(angles), MU * np.sin(angles), np.ones(sides)], axis=1)
            assert_allclose((certificate @ rays).sum(axis=0), wrench[:3], atol=1e-7)
    assert cube.margin((MU * WEIGHT, 0, WEIGHT, 0, 0, 0), mu=MU, sides=sides) == pytest.approx(0, abs=1e-8)
    assert cube.margin((MU * WEIGHT / 4, 0, WEIGHT, 0, 0, 0), mu=MU, sides=sides) == pytest.approx(0.75)


def test_torque_is_borne_by_the_corners_or_by_the_pressure(cube):
    corner = MU * WEIGHT * 0.05 * np.sqrt(2)
    assert cube.margin((0, 0, WEIGHT, 0, 0, corner), mu=MU) == pytest.approx(0, abs=1e-8)
    surface = ss.patch.LimitSurface(cube.pressure)
    uniform = -MU * WEIGHT * surface.wrench((0, 0, 1))[2]
    assert uniform == pytest.approx(0.09383, rel=1e-3) and corner / uniform == pytest.approx(1.85, rel=2e-3)
    # 2.0719 N with an arm of 20 mm, under uniform pressure.
    assert 1 / surface.gauge((1, 0, 0.02)) * MU * WEIGHT == pytest.approx(2.0719, rel=1e-4)


def test_what_no_friction_holds(cube):
    assert cube.margin((0, 0, -1, 0, 0, 0), mu=MU) == -np.inf
    assert cube.margin((0, 0, WEIGHT, 0, 0.051 * WEIGHT, 0), mu=MU) == -np.inf
    assert cube.margin((0, 0, WEIGHT, 0, 0.049 * WEIGHT, 0), mu=MU) == 1


@pytest.mark.parametrize("mu", [1e4, 1e8, 1e15, 1e300])
def test_large_friction_is_the_same_question(cube, mu):
    wrench = (0.3, 0.2, WEIGHT, 0, 0, 0.01)
    for sides in (None, 8):
        assert cube.static_friction(wrench, mu=mu, sides=sides)[0] and 0 < cube.margin(wrench, mu=mu, sides=sides) <= 1
        for share in (0.999, 1.001):
            push = (share * mu * WEIGHT, 0, WEIGHT, 0, 0, 0)
            assert cube.static_friction(push, mu=mu, sides=sides)[0] is (share < 1)
            assert cube.margin(push, mu=mu, sides=sides) == pytest.approx(1 - share, rel=1e-5)
    found = cube.kinetic_wrench((0, 0, WEIGHT, 0.1, 0, 0), (0.1, 0, 0, 0, 0, 0), mu=mu)
    assert_allclose(found[2:4], (WEIGHT, 0.1), rtol=1e-9)
    assert found[0] == pytest.approx(-mu * WEIGHT, rel=1e-9)


def test_kinetic_friction_is_against_the_motion(cube):
    found = cube.kinetic_wrench((3, 4, WEIGHT, 0, 0, 0), (-0.6, -0.8, 0, 0, 0, 0), mu=0.3)
    assert_allclose(found, (0.18 * WEIGHT, 0.24 * WEIGHT, WEIGHT, 0, 0, 0), atol=1e-12)


def test_volume_gradient_swap_and_thickness_of_random_bodies():
    rng = np.random.default_rng(1)
    tried = 0
    for _ in range(30):
        common, bodies, poses = random_contact(rng)
        if common.volume < 1e-3:
            continue
        back = overlap(bodies[1], poses[1], bodies[0], poses[0])
        assert back.volume == common.volume
        assert [face.owner for face in back.faces] == ["ab"[face.owner == "a"] for face in common.faces]
        try:
            contact = VolumeContact(common)
        except ValueError:
            continue
        assert_allclose(VolumeContact(back).normal, -contact.normal, atol=1e-12)
        assert_allclose(contact.c, common.volume * np.r_[contact.normal, 0, 0, 0], atol=1e-12)
        assert np.linalg.eigvalsh(contact.Q).min() > 0
        outward = sum(face.area * face.normal for face in common.faces)
        assert_allclose(outward, 0, atol=1e-12)
        assert contact.pressure.r > 0
        tried += 1
    assert tried > 5


def test_what_is_refused(cube):
    with pytest.raises(ValueError, match="empty"):
        VolumeContact(overlap(CUBE, ((0, 0, 1), FLAT), CUBE, ((0, 0, 0), FLAT)))
    with pytest.raises(ValueError, match="no normal"):
        VolumeContact(overlap(CUBE, ((0, 0, -0.2), FLAT), FLOOR, ((0, 0, -0.25), FLAT)))
    with pytest.raises(TypeError, match="overlap"):
        VolumeContact(CUBE)
    with pytest.raises(ValueError, match="wrench"):
        cube.static_friction((1, 2, 3), mu=0.5)
    with pytest.raises(ValueError, match="sides = 2"):
        cube.static_friction((0, 0, 1, 0, 0, 0), mu=0.5, sides=2)
    with pytest.raises(ValueError, match="mu"):
        cube.margin((0, 0, 1, 0, 0, 0), mu=-1)
    with pytest.raises(TypeError, match="mu"):
        cube.margin((0, 0, 1, 0, 0, 0))
