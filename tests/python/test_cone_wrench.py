"""Cones of wrenches: closed forms, limit surfaces, certificates, rows for solvers and files, against plain numpy."""

import copy
import itertools
import json
import math
import pickle
import threading

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import stickslip as ss
from stickslip.cone import FrictionCone, PolyhedralCone, WrenchCone, WrenchPolytope, stack
from stickslip.patch import LimitSurface, Pressure

X, Y = 0.1, 0.05
CORNERS = np.array([[X, Y, 0.0], [-X, Y, 0.0], [-X, -Y, 0.0], [X, -Y, 0.0]])
FOOT = WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.5, kind="outer")
ANGLES = 2 * np.pi * np.arange(3) / 3
ROUND = 0.05 * np.column_stack([np.cos(ANGLES), np.sin(ANGLES), 0 * ANGLES])
GRASP = WrenchCone.from_points(ROUND, -ROUND, 0.8, k=6)


def unit_rows(v):
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def rows_of(cone):
    a, b = cone.facets()
    assert a.shape == (len(b), cone.dimension) and not b.any()
    assert_allclose(np.linalg.norm(a, axis=1), 1.0, rtol=1e-13)
    return a


def same_rows(a, b, tolerance):
    """Whether two sets of unit rows are the same."""
    distance = np.linalg.norm(a[:, None] - b[None], axis=2)
    return len(a) == len(b) and (distance.min(axis=1) < tolerance).all() and (distance.min(axis=0) < tolerance).all()


def foot_wrenches(random, count=400):
    """Near what a foot bears, inside and outside."""
    fz = 10.0 ** random.uniform(-2, 3, (count, 1))
    return fz * np.column_stack([random.uniform(-1, 1, (count, 2)), np.ones(count), random.uniform(-0.1, 0.1, (count, 3))])


def closed_form(w, x, y, mu):
    """The rectangular foot with its absolute values, room left in each of its conditions."""
    fx, fy, fz, tx, ty, tz = w.T
    bound = mu * (x + y) * fz
    return np.array(
        [
            mu * fz - abs(fx),
            mu * fz - abs(fy),
            y * fz - abs(tx),
            x * fz - abs(ty),
            bound - abs(y * fx + mu * tx) - abs(x * fy + mu * ty) - tz,
            bound - abs(y * fx - mu * tx) - abs(x * fy - mu * ty) + tz,
        ]
    ).min(axis=0)


def check_certificate(cone, wrench):
    """Inside or outside, shown by the certificate alone."""
    v = cone.generators()
    inside, y = cone.certificate(wrench)
    if inside:
        assert y.shape == (len(v),) and (y >= 0).all()
        assert_allclose(y @ v, wrench, atol=1e-9 * np.linalg.norm(wrench))
    else:
        assert y.shape == (cone.dimension,) and y @ wrench > 0
        assert (unit_rows(v) @ y <= 1e-12).all()
    return inside


def test_everything_the_documentation_shows(tmp_path):
    points, normals, mu = CORNERS, np.tile([0.0, 0.0, 1.0], (4, 1)), 0.5
    wrench = [10.0, 0.0, 100.0, 1.0, 2.0, 0.5]
    w = ss.cone.WrenchCone.from_points(points, normals, mu, k=8, kind="inner")
    assert w.generators().shape == (32, 6)
    a, b = w.facets()
    assert a.shape[1] == 6 and b.shape == (len(a),)
    assert w.contains(wrench) is True and w.margin(wrench) > 0
    inside, y = w.certificate(wrench)
    assert inside is True
    assert_allclose(y @ w.generators(), wrench, atol=1e-9)
    assert WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5, kind="outer").contains(wrench)
    patch = ss.cone.WrenchCone.from_patch(Pressure.disc(radius=0.01), mu, k=8, kind="inner")
    assert patch.components == ("fx", "fy", "tau", "fn")
    w.to_json(tmp_path / "cone.json")
    a, low, high = ss.cone.stack([w, patch])
    assert a.shape == (len(low), 10) and high.shape == low.shape


def test_rays_are_forces_and_their_torques(random):
    points, normals, mu = random.normal(size=(5, 3)), random.normal(size=(5, 3)), random.uniform(0.1, 1, 5)
    rays = WrenchCone.from_points(points, normals, mu, k=7, kind="outer").generators().reshape(5, 7, 6)
    for ray, p, n, m in zip(rays, points, normals, mu):
        f = FrictionCone(mu=m, normal=n).generators(7, "outer")
        assert_allclose(ray[:, :3], f, rtol=1e-15)
        assert_allclose(ray[:, 3:], np.cross(p, f), atol=1e-14)


def test_one_normal_and_one_mu_serve_all():
    many = WrenchCone.from_points(CORNERS, [[0, 0, 1]] * 4, [0.5] * 4, k=5)
    few = WrenchCone.from_points(CORNERS, (0, 0, 1), 0.5, k=5)
    assert_array_equal(few.generators(), many.generators())
    one = WrenchCone.from_points((0.1, 0.2, 0.3), (0, 0, 1), 0.5)
    assert one.generators().shape == (8, 6)
    assert WrenchCone.from_points(CORNERS, (0, 0, 1), 0.5) == WrenchCone.from_points(CORNERS, (0, 0, 1), 0.5, 8, "inner")


def held_by_weights(rays, w):
    """Whether some six of the rays have weights ≥ 0 that sum up to the wrench: all sets are tried."""
    chosen = np.array(list(itertools.combinations(range(len(rays)), 6)))
    matrices = unit_rows(rays)[chosen].transpose(0, 2, 1)
    matrices = matrices[np.abs(np.linalg.det(matrices)) > 1e-12]
    weights = np.linalg.solve(matrices, np.broadcast_to(w, (len(matrices), 6))[..., None])[..., 0]
    return (weights >= -1e-9 * np.linalg.norm(w)).all(axis=1).any()


def test_containment_against_all_sets_of_rays(random):
    points = random.normal(size=(3, 3))
    cone = WrenchCone.from_points(points, [0, 0, 1] + 0.5 * random.normal(size=(3, 3)), 0.6, k=4)
    rays = cone.generators()
    inside = random.exponential(size=(10, len(rays))) ** 3 @ rays
    near = inside + 0.3 * np.linalg.norm(inside, axis=1, keepdims=True) * unit_rows(random.normal(size=(10, 6)))
    w = np.vstack([inside, near, random.normal(size=(10, 6))])
    expected = [held_by_weights(rays, each) for each in w]
    assert 10 < sum(expected) < 30
    assert_array_equal(cone.contains(w), expected)
    assert [check_certificate(cone, each) for each in w] == expected
    assert_array_equal((w @ rows_of(cone).T <= 1e-9 * np.linalg.norm(w, axis=1)[:, None]).all(axis=1), expected)


@pytest.mark.parametrize("x, y, mu", [(X, Y, 0.5), (0.05, 0.1, 1.0), (1e-4, 3.0, 0.2), (7.0, 7.0, 5.0)])
def test_a_rectangle_is_its_corners_and_the_closed_form(x, y, mu, random):
    foot = WrenchCone.rectangle(half_x=x, half_y=y, mu=mu, kind="outer")
    corners = CORNERS / [X, Y, 1.0] * [x, y, 1.0]
    general = WrenchCone.from_points(corners, (0, 0, 1), mu, k=4, kind="outer")
    assert len(rows_of(foot)) == 16 and same_rows(rows_of(foot), rows_of(general), 1e-11)
    assert same_rows(unit_rows(foot.generators()), unit_rows(general.generators()), 1e-14)
    w = foot_wrenches(random) * np.array([1, 1, 1, 10 * y, 10 * x, 10 * (x + y)]) * [mu, mu, 1, 1, 1, mu]
    room = closed_form(w, x, y, mu)
    assert 20 < (room > 0).sum() < 380
    for cone in (foot, general):
        assert_array_equal(cone.contains(w), room >= 0)
        assert_array_equal(cone.margin(w) > 0, room > 0)


def test_an_inner_rectangle_has_forces_that_friction_bears(random):
    inner = WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.5)
    smaller = WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.5 / math.sqrt(2), kind="outer")
    assert same_rows(rows_of(inner), rows_of(smaller), 1e-15)
    forces = inner.generators()[:, :3]
    assert FrictionCone(mu=0.5).contains(forces).all()
    assert_allclose(np.hypot(forces[:, 0], forces[:, 1]), 0.5, rtol=1e-14)
    w = foot_wrenches(random)
    assert not (inner.contains(w) & ~FOOT.contains(w)).any()


def test_corners_bear_what_their_forces_sum_to(random):
    f = random.uniform(-1, 1, (200, 4, 3)) * [0.5, 0.5, 0.0]
    f[..., 2] = 1.0
    f *= random.exponential(size=(200, 4, 1))
    w = np.concatenate([f.sum(axis=1), np.cross(CORNERS, f).sum(axis=1)], axis=1)
    assert FOOT.contains(w).all()
    assert (FOOT.margin(w) >= 0).all()


def test_a_polygon_bears_weight_over_its_area(random):
    shape = np.array([[0.0, 0.0], [0.2, 0.0], [0.25, 0.1], [0.05, 0.15], [0.1, 0.05]])  # the last one is inside
    cone = WrenchCone.polygon(shape, 0.6)
    xy = random.uniform(-0.05, 0.3, (300, 2))
    edges = np.roll(shape[:4], -1, axis=0) - shape[:4]
    way = xy[:, None] - shape[None, :4]
    held = (edges[:, 0] * way[..., 1] - edges[:, 1] * way[..., 0] >= 0).all(axis=1)
    force = np.tile([0.0, 0.0, 30.0], (300, 1))
    w = np.concatenate([force, np.cross(np.column_stack([xy, np.zeros(300)]), force)], axis=1)
    assert 50 < held.sum() < 250
    assert_array_equal(cone.contains(w), held)
    assert same_rows(rows_of(cone), rows_of(WrenchCone.polygon(shape[:4], 0.6)), 1e-11)
    assert_allclose(np.abs(cone.generators()[:, :2]).max(), 0.6 / math.sqrt(2), rtol=1e-14)
    assert same_rows(rows_of(WrenchCone.polygon(CORNERS[:, :2], 0.5, kind="outer")), rows_of(FOOT), 1e-11)


@pytest.mark.parametrize("length", [1.0, 0.1, 20.0])
@pytest.mark.parametrize("name", ["foot", "contacts", "patch"])
def test_margin_and_projection(name, length, random):
    cone = {
        "foot": FOOT,
        "contacts": WrenchCone.from_points(random.normal(size=(4, 3)), [0, 0, 1] + 0.3 * random.normal(size=(4, 3)), 0.5),
        "patch": WrenchCone.from_patch(Pressure.rectangle(size=(0.2, 0.1)), 0.5, k=8),
    }[name]
    d = cone.dimension
    scale = np.where([name.startswith("tau") for name in cone.components], 1.0 / length, 1.0)
    rays = unit_rows(cone.generators() * scale)
    middle = rays.sum(axis=0) / scale
    inside = middle + 0.5 * random.exponential(size=(10, len(rays))) ** 4 @ rays / scale
    margin = cone.margin(inside, length=length)
    assert (margin > 0).all()
    around = unit_rows(random.normal(size=(50, d)))
    rows = unit_rows(rows_of(cone) / scale)
    for w, m in zip(inside, margin):
        assert cone.contains(w + 0.9999 * m * around / scale, tolerance=0.0).all()
        exits = w + 1.0001 * m * rows / scale
        assert not cone.contains(exits, tolerance=1e-12).all()
    outside = random.normal(size=(40, d)) / scale
    outside = outside[~cone.contains(outside)]
    nearest = cone.project(outside, length=length)
    rest = (outside - nearest) * scale
    size = np.linalg.norm(outside * scale, axis=1)
    assert_allclose(cone.margin(outside, length=length), -np.linalg.norm(rest, axis=1), rtol=1e-9)
    assert (rest @ rays.T <= 1e-10 * size[:, None]).all()  # nothing of the cone lies beyond
    assert_allclose((rest * nearest * scale).sum(axis=1) / size**2, 0.0, atol=1e-10)
    assert cone.contains(nearest[np.linalg.norm(nearest * scale, axis=1) > 1e-9 * size], tolerance=1e-8).all()
    assert_allclose(cone.project(inside, length=length), inside, rtol=1e-9, atol=1e-9)


PRESSURES = {
    "disc": Pressure.disc(radius=0.01),
    "rectangle": Pressure.rectangle(size=(0.2, 0.1)),
    "line": Pressure.line(length=0.02, gradient=30.0, angle=0.4),
    "points": Pressure.points([[0.0, 0.0], [0.01, 0.0], [0.0, 0.02], [0.01, 0.01]], [1, 2, 3, 4]),
    "grid": Pressure.grid([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]], size=(0.03, 0.02)),
    "hertz": Pressure.hertz(radius=0.01, exponent=2.0),
}


def reach(cone, directions):
    """How far (fx, fy, τ) goes in each direction at fn = 1, by the rows."""
    a = rows_of(cone)
    out, room = directions @ a[:, :3].T, -a[:, 3]
    return np.where(out > 1e-13, room / np.maximum(out, 1e-13), np.inf).min(axis=1)


@pytest.mark.parametrize("pressure", PRESSURES.values(), ids=PRESSURES.keys())
def test_a_patch_lies_between_its_inner_and_its_outer_cone(pressure, random):
    surface, mu = LimitSurface(pressure), 0.7
    directions = unit_rows(random.normal(size=(300, 3))) * [1.0, 1.0, surface.r]
    exact = mu / surface.gauge(directions)
    gaps = []
    for k in (4, 8, 16, 32):
        inner = reach(WrenchCone.from_patch(pressure, mu, k=k, kind="inner"), directions)
        outer = reach(WrenchCone.from_patch(surface, mu, k=k, kind="outer"), directions)
        assert (inner <= exact * (1 + 1e-9)).all() and (exact <= outer * (1 + 1e-9)).all()
        gaps.append((outer / inner).max() - 1)
    # With the square of 1/k where the surface is smooth, with 1/k where it has flat parts, as that of points.
    assert all(fine < 0.7 * coarse for coarse, fine in zip(gaps, gaps[1:]))
    assert gaps[-1] < 0.07


@pytest.mark.parametrize("kind", ["inner", "outer"])
@pytest.mark.parametrize("pressure", PRESSURES.values(), ids=PRESSURES.keys())
def test_no_row_and_no_ray_of_a_patch_is_too_many(pressure, kind):
    cone = WrenchCone.from_patch(pressure, 0.5, k=8, kind=kind)
    scale = np.array([1.0, 1.0, pressure.r, 1.0])
    rows, rays = unit_rows(rows_of(cone) * scale), unit_rows(cone.generators() / scale)
    sides = rows @ rays.T
    assert (sides <= 1e-9).all()
    for row in sides:
        assert np.linalg.matrix_rank(rays[row > -1e-7], tol=1e-6) == 3  # a facet is of dimension 3
    if kind == "outer":  # of the inner one some rays may lie inside flat parts
        for ray in sides.T:
            assert np.linalg.matrix_rank(rows[ray > -1e-7], tol=1e-6) == 3


def test_a_patch_about_its_centre_of_pressure_and_any_load():
    leaning = Pressure.rectangle(size=(0.2, 0.1))
    cone, r = WrenchCone.from_patch(leaning, 0.5, k=24, kind="inner"), leaning.r
    assert cone.dimension == 4 and cone.components == ("fx", "fy", "tau", "fn")
    for fn in (1e-3, 1.0, 1e4):
        assert cone.contains([0.4999 * fn, 0.0, 0.0, fn]) and not cone.contains([0.501 * fn, 0.0, 0.0, fn])
        assert cone.contains([0.0, 0.0, 0.4999 * r * fn, fn]) and not cone.contains([0.0, 0.0, 0.501 * r * fn, fn])
    assert not cone.contains([0.0, 0.0, 0.0, -1.0])


def test_a_known_pressure_bears_less_yaw_than_free_corners(random):
    foot, patch = FOOT, WrenchCone.from_patch(Pressure.rectangle(size=(2 * X, 2 * Y)), 0.5, k=16, kind="outer")
    w = random.normal(size=(500, 4)) * [0.5, 0.5, 0.05, 0.0] + [0, 0, 0, 1]
    both = np.column_stack([w[:, :2], w[:, 3], np.zeros((500, 2)), w[:, 2]])
    held = WrenchCone.from_patch(Pressure.rectangle(size=(2 * X, 2 * Y)), 0.5, k=16).contains(w)
    assert held.any() and foot.contains(both)[held].all()
    yaw = reach(patch, np.array([[0.0, 0.0, 1.0]]))[0]
    assert yaw < 0.5 * (X + Y) and foot.contains([0, 0, 1, 0, 0, 0.5 * (X + Y)])


@pytest.mark.parametrize("kind", ["inner", "outer"])
def test_a_patch_that_is_a_point_bears_no_torque(kind):
    point = WrenchCone.from_patch(Pressure.points([[0.3, 0.4]], [1.0]), 0.5, k=8, kind=kind)
    assert point.contains([0.0, 0.45, 0.0, 1.0]) and not point.contains([0.0, 0.0, 1e-6, 1.0])
    assert not point.contains([0.55, 0.0, 0.0, 1.0]) or kind == "outer"
    _, low, high = stack([point])
    assert ((low == 0) & (high == 0)).sum() == 1


@pytest.mark.parametrize("kind", ["inner", "outer"])
def test_a_patch_without_friction_bears_only_its_load(kind):
    cone = WrenchCone.from_patch(PRESSURES["disc"], 0.0, kind=kind)
    assert cone.contains([0, 0, 0, 5.0]) and not cone.contains([0, 0, 0, -5.0])
    assert not cone.contains([1e-3, 0, 0, 1.0]) and not cone.contains([0, 0, 1e-3, 1.0])


def test_coincident_points_are_one():
    one = WrenchCone.from_points((0.1, 0.2, 0.3), (0, 0, 1), 0.5, k=5)
    four = WrenchCone.from_points([(0.1, 0.2, 0.3)] * 4, (0, 0, 1), 0.5, k=5)
    w = np.concatenate([one.generators(), -one.generators(), np.eye(6)])
    assert_array_equal(one.contains(w), four.contains(w))
    # τ = p × f stands as three equations beside the five facets.
    for cone in (one, four):
        _, low, high = stack([cone])
        assert ((low == 0) & (high == 0)).sum() == 3 and len(low) == 8


def test_one_point_at_the_origin_is_the_friction_cone(random):
    normal = (0.3, -0.5, 0.8)
    cone, friction = WrenchCone.from_points((0, 0, 0), normal, 0.6, k=6), FrictionCone(mu=0.6, normal=normal)
    f = random.normal(size=(200, 3))
    w = np.column_stack([f, np.zeros((200, 3))])
    assert_array_equal(cone.contains(w), friction.polyhedral(k=6).contains(f))
    assert not cone.contains(w + [0, 0, 0, 0, 0, 10.0]).any()
    assert (cone.margin(w[cone.contains(w)]) == 0).all()  # no ball of wrenches fits into it


def test_a_line_of_points_bears_no_torque_about_itself(random):
    xs = np.array([-0.1, 0.02, 0.1])
    cone = WrenchCone.from_points(np.outer(xs, [1.0, 0.0, 0.0]), (0, 0, 1), 0.5, k=4, kind="outer")
    a, low, high = stack([cone])
    equations = a[(low == 0) & (high == 0)]
    assert_allclose(np.abs(equations), [[0, 0, 0, 1, 0, 0]], atol=1e-12)
    assert cone.contains([0, 0, 10, 0, 0.9, 0]) and not cone.contains([0, 0, 10, 0, 1.1, 0])
    assert not cone.contains([0, 0, 10, 0.01, 0, 0])
    f = random.uniform(-0.5, 0.5, (100, 3, 3)) * [1, 1, 0] + [0, 0, 1]
    w = np.concatenate([f.sum(axis=1), np.cross(np.outer(xs, [1.0, 0.0, 0.0]), f).sum(axis=1)], axis=1)
    assert cone.contains(w).all()


def test_feet_without_friction():
    for cone in (WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.0), WrenchCone.from_points(CORNERS, (0, 0, 1), 0.0, k=9)):
        assert cone.contains([0, 0, 10, 0.4, -0.9, 0]) and not cone.contains([0, 0, 10, 0.6, 0, 0])
        assert not cone.contains([0.1, 0, 10, 0, 0, 0]) and not cone.contains([0, 0, 10, 0, 0, 0.01])
        a, low, high = stack([cone])
        equations = (low == 0) & (high == 0)
        assert equations.sum() == 3 and len(a) == 7
        assert_allclose(a[equations][:, [2, 3, 4]], 0.0, atol=1e-12)


@pytest.mark.parametrize("normal", [(0, 0, 1), (0, 0, -1)])
@pytest.mark.parametrize("mu", [1e-6, 1e3, 1e6])
def test_any_friction_and_normals_along_z(normal, mu, random):
    cone = WrenchCone.from_points(CORNERS, normal, mu, k=4, kind="outer")
    rays = unit_rows(cone.generators())
    a = rows_of(cone)
    assert (a @ rays.T <= 1e-9).all()
    weights = random.exponential(size=(50, len(rays)))
    assert cone.contains(weights @ rays).all()
    assert cone.contains([0, 0, 10 * normal[2], 0.4, 0.9, 0.0])
    assert not cone.contains([0, 0, -10 * normal[2], 0, 0, 0])
    assert not cone.contains([0, 0, 10 * normal[2], 0.6, 0, 0], tolerance=0.0)


def test_a_grasp_that_holds_everything(random):
    up_and_down = np.vstack([CORNERS - [0, 0, 0.1], CORNERS + [0, 0, 0.1]])
    normals = np.repeat([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]], 4, axis=0)
    whole = WrenchCone.from_points(up_and_down, normals, 0.5, k=4)
    w = random.normal(size=(50, 6))
    assert whole.contains(w).all() and (whole.margin(w) == math.inf).all()
    assert rows_of(whole).shape == (0, 6)
    assert all(check_certificate(whole, each) for each in w)
    assert_allclose(whole.project(w), w, atol=1e-12)
    assert_allclose(whole.project(w, length=0.1), w, atol=1e-12)
    a, low, high = stack([whole, FOOT])
    assert a.shape == (16, 12) and not a[:, :6].any()


@pytest.mark.parametrize("shift, size", [((0, 0, 0), 1e-6), ((10, -20, 5), 1e-3), ((1e3, 1e3, 1e3), 1.0)])
def test_small_feet_far_away(shift, size):
    points = size * CORNERS + np.array(shift)
    cone = WrenchCone.from_points(points, (0, 0, 1), 0.5, k=4, kind="outer")
    assert len(rows_of(cone)) == 16
    for xy, inside in (((0, 0), True), ((0.9, 0.9), True), ((1.2, 0.0), False), ((0.0, -1.2), False)):
        p = np.array(shift) + size * np.array([X * xy[0], Y * xy[1], 0.0])
        f = np.array([0.0, 0.0, 10.0])
        wrench = np.concatenate([f, np.cross(p, f)])
        assert (rows_of(cone) @ wrench <= 1e-12 * np.linalg.norm(wrench)).all() == inside


def test_stacked_rows(random):
    flat = WrenchCone.from_points((0.0, 0.0, 0.0), (0, 0, 1), 0.5, k=4)
    patch = WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=4)
    friction = FrictionCone(mu=0.4).polyhedral(k=5)
    cones = [FOOT, flat, patch, friction]
    a, low, high = stack(cones)
    equations = (low == 0) & (high == 0)
    assert equations.sum() == 3 and not high.any() and (np.isneginf(low) | equations).all()
    ends = np.cumsum([0, 6, 6, 4, 3])
    counts = [16, 4 + 3, len(rows_of(patch)), 5]
    assert a.shape == (sum(counts), 19)
    begin = 0
    for count, left, right in zip(counts, ends, ends[1:]):
        block = a[begin : begin + count]
        assert not np.delete(block, np.s_[left:right], axis=1).any()
        assert block[:, left:right].any(axis=1).all()
        begin += count
    assert equations[16 + np.arange(7)].sum() == 3
    # The same wrenches as the cones.
    for _ in range(100):
        parts = [random.exponential(size=len(c.generators())) ** 2 @ c.generators() for c in cones]
        if random.random() < 0.7:
            i = random.integers(4)
            parts[i] = parts[i] + 0.5 * np.linalg.norm(parts[i]) * random.normal(size=len(parts[i]))
        w = np.concatenate(parts)
        held = (low - 1e-9 <= a @ w).all() and (a @ w <= high + 1e-9).all()
        assert held == all(c.contains(part) for c, part in zip(cones, parts))
    for empty in ([], ()):
        a, low, high = stack(empty)
        assert a.shape == (0, 0) and low.shape == high.shape == (0,)
    assert_array_equal(stack(c for c in cones)[0], stack(tuple(cones))[0])


JSON = {
    "rectangle": FOOT,
    "points": GRASP,
    "flat": WrenchCone.from_points((0.1, 0.2, 0.3), (0.3, -0.5, 0.8), 0.5, k=5),
    "patch": WrenchCone.from_patch(PRESSURES["grid"], 0.3, k=6, kind="outer"),
    "no friction": WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.0),
    "far away": WrenchCone.from_points(1e-3 * CORNERS + [1e3, 0, 0], (0, 0, 1), 0.5, k=4),
    "whole": WrenchCone(facets=np.empty((0, 6))),
    "tiny": WrenchCone(generators=np.vstack([1e-300 * np.eye(6), 1e300 * np.eye(6)])),
}


@pytest.mark.parametrize("cone", JSON.values(), ids=JSON.keys())
def test_files_keep_every_digit(cone, tmp_path, random):
    path = tmp_path / "a cone.json"
    cone.to_json(path)
    text = json.loads(path.read_text())
    assert_array_equal(np.array(text["rays"]).reshape(-1, cone.dimension), cone.generators())
    assert_array_equal(np.array(text["rows"]).reshape(-1, cone.dimension), cone.facets()[0])
    assert tuple(text["components"]) == cone.components
    assert text["units"] == ["N m" if name.startswith("tau") else "N" for name in cone.components]
    twin = WrenchCone.from_json(path)
    assert_array_equal(twin.generators(), cone.generators())
    assert_array_equal(twin.facets()[0], cone.facets()[0])
    w = random.normal(size=(50, cone.dimension))
    assert_array_equal(twin.contains(w), cone.contains(w))
    twin.to_json(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a cone.json", "again.json"]
    assert pickle.loads(pickle.dumps(twin)) == twin == WrenchCone.from_json(str(path))


def test_paths(tmp_path):
    for path in (tmp_path / "a.json", str(tmp_path / "ü.json"), str(tmp_path / "c.json").encode()):
        FOOT.to_json(path)
        assert_array_equal(WrenchCone.from_json(path).facets()[0], FOOT.facets()[0])
    (tmp_path / "b.json").write_text("old")
    FOOT.to_json(tmp_path / "b.json")
    assert_array_equal(WrenchCone.from_json(tmp_path / "b.json").generators(), FOOT.generators())


def test_files_that_cannot_be_read_or_written(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing.json"):
        WrenchCone.from_json(tmp_path / "nothing.json")
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        WrenchCone.from_json(tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere/cone.json"):
        FOOT.to_json(tmp_path / "nowhere" / "cone.json")
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        FOOT.to_json(tmp_path)
    with pytest.raises(OSError, match="full"):
        FOOT.to_json("/proc/full.json")
    assert list(tmp_path.iterdir()) == []


GOOD = {"format": "stickslip wrench cone 1", "components": ["fx", "fy", "tau", "fn"], "rays": [[0, 0, 0, 1]], "rows": [[0, 0, 0, -1]]}
WRONG_FILES = [
    ("", ":1: not JSON"),
    ("{\n\n", ":3: not JSON"),
    ("[1, 2]", 'the entry "format" must be "stickslip wrench cone 1"'),
    (json.dumps({**GOOD, "format": "other"}), 'the entry "format" must be'),
    (json.dumps({**GOOD, "format": 1}), "format|type must be string"),
    (json.dumps({key: GOOD[key] for key in ("format", "components", "rays")}), 'there is no entry "rows"'),
    (json.dumps({**GOOD, "components": ["fx", "fy"]}), "components must be 4 or 6 names"),
    (json.dumps({**GOOD, "components": ["fx", "fy", "fn", "tau"]}), r'components must be \["fx","fy","tau","fn"\]'),
    (json.dumps({**GOOD, "rays": 3}), "rays must be a list of rows"),
    (json.dumps({**GOOD, "rays": [[0, 0, 0, 1], [0, 0, 1]]}), "rays 1 must be 4 numbers"),
    (json.dumps({**GOOD, "rows": [["a", 0, 0, 1]]}), "rows 0 must be 4 numbers"),
    (json.dumps({**GOOD, "rays": [[0, 0, 0, 0]]}), "ray 0 = 0 must have a length > 0"),
    (json.dumps({**GOOD, "rays": [[0, 0, 0, -1]]}), "ray 0 leaves the half-space of row 0 by 1"),
    (json.dumps(GOOD).replace("[[0, 0, 0, 1]]", "[[0, 0, 0, 1e999]]"), ":1: "),
]


@pytest.mark.parametrize("text, message", WRONG_FILES, ids=[message for _, message in WRONG_FILES])
def test_wrong_file(text, message, tmp_path):
    path = tmp_path / "cone.json"
    path.write_text(json.dumps(GOOD))
    WrenchCone.from_json(path)
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"cone\.json.*({message})"):
        WrenchCone.from_json(path)


def test_one_or_many_or_none(random):
    many = foot_wrenches(random, 5)
    for name, width in (("contains", 1), ("margin", 1), ("project", 6)):
        call = getattr(FOOT, name)
        result = call(many)
        assert result.shape == ((5, 6) if width == 6 else (5,))
        single = call(many[3])
        assert single.shape == (6,) if width == 6 else isinstance(single, (bool, float))
        assert_array_equal(single, result[3])
        assert call(np.empty((0, 6))).shape == (0,) + result.shape[1:]
        assert_array_equal(call(many.tolist()), result)


def test_several_threads_use_one_cone(random):
    points, normals = random.normal(size=(6, 3)), [0, 0, 1] + 0.5 * random.normal(size=(6, 3))
    w = random.normal(size=(300, 6))
    reference = WrenchCone.from_points(points, normals, 0.5, k=6)
    expected = (reference.facets()[0], reference.margin(w), reference.contains(w))
    cone, ready, results = WrenchCone.from_points(points, normals, 0.5, k=6), threading.Barrier(4), [None] * 4

    def work(i):
        ready.wait()
        results[i] = (cone.facets()[0], cone.margin(w), cone.contains(w))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        for got, wanted in zip(result, expected):
            assert_array_equal(got, wanted)


VALUES = [
    FOOT,
    WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.5),
    WrenchCone.polygon(CORNERS[:, :2], 0.5),
    GRASP,
    WrenchCone.from_points(ROUND, -ROUND, [0.8, 0.8, 0.7], k=6),
    WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=4),
    WrenchCone.from_patch(LimitSurface(PRESSURES["disc"]), 0.5, k=4),
    WrenchCone(generators=np.eye(6)),
    WrenchCone(facets=np.eye(4)),
    WrenchPolytope(ROUND, -ROUND, 0.8, total_normal_force=10.0),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_cone_is_a_value(value):
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value)
        assert_array_equal(twin.facets()[0], value.facets()[0])
    assert sum(value == other for other in VALUES) == 1
    assert value != "cone"


def test_a_cone_says_how_it_was_made():
    assert repr(FOOT) == "WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5, kind='outer')"
    expected = "WrenchCone.from_points(points=<array (3, 3)>, normals=<array (3, 3)>, mu=0.8, k=6, kind='inner')"
    assert repr(GRASP) == expected
    assert FOOT.components == ("fx", "fy", "fz", "tau_x", "tau_y", "tau_z") and FOOT.dimension == 6


def test_a_budget_of_normal_force(random):
    budget, mu = 12.0, 0.8
    polytope = WrenchPolytope(ROUND, -ROUND, mu, total_normal_force=budget, k=6)
    v, (a, b) = polytope.vertices(), polytope.facets()
    assert_array_equal(v[0], np.zeros(6))
    assert_allclose(v[1:], budget * GRASP.generators(), rtol=1e-14)
    assert (a @ v.T <= b[:, None] + 1e-12).all()
    directions = unit_rows(random.normal(size=(2000, 6)))
    firm = polytope.margin(np.zeros(6))
    assert 0 < firm <= (v @ directions.T).max(axis=0).min()
    assert_allclose(firm, (v @ a.T).max(axis=0).min(), rtol=1e-12)
    w = random.dirichlet(np.ones(len(v)), 100) @ v
    assert polytope.contains(w).all() and (polytope.margin(w) >= -1e-12).all()
    assert not polytope.contains(3 * v[1:]).any()
    outside = 5 * random.normal(size=(30, 6))
    outside = outside[~polytope.contains(outside)]
    distance = -polytope.margin(outside)
    assert (distance[:, None] <= np.linalg.norm(outside[:, None] - w[None], axis=2) + 1e-9).all()
    assert (distance >= (outside @ a.T - b).max(axis=1) - 1e-9).all()  # no nearer than any of its planes
    double = WrenchPolytope(ROUND, -ROUND, mu, total_normal_force=2 * budget, k=6)
    assert_allclose(double.margin(np.zeros(6)), 2 * firm, rtol=1e-12)
    # Torques count a tenth of a metre as one: the same body in other units.
    scaled = WrenchPolytope(ROUND / 0.1, -ROUND, mu, total_normal_force=budget, k=6)
    for each in np.vstack([outside, w[:10]]):
        there = each * [1, 1, 1, 10, 10, 10]
        assert_allclose(polytope.margin(each, length=0.1), scaled.margin(there), rtol=1e-8, atol=1e-9)


UP4 = np.tile([0.0, 0.0, 1.0], (4, 1))
WRONG_VALUES = [
    (lambda: WrenchCone.from_points(np.empty((0, 3)), np.empty((0, 3)), 0.5), "no contact points"),
    (lambda: WrenchCone.from_points(np.zeros((4, 2)), UP4, 0.5), r"points has shape \(4, 2\); allowed: \(N, 3\) or \(3,\)"),
    (lambda: WrenchCone.from_points(CORNERS, UP4[:3], 0.5), "normals has 3 rows, points has 4"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, [0.5] * 3), r"mu has shape \(3,\); allowed: \(\) or \(4,\)"),
    (lambda: WrenchCone.from_points(CORNERS * math.nan, UP4, 0.5), r"points\[0, 0\] = nan must be finite \[m\]"),
    (lambda: WrenchCone.from_points(CORNERS, (0, math.nan, 1), 0.5), r"normals\[1\] = nan must be finite"),
    (lambda: WrenchCone.from_points(CORNERS, [[0, 0, 1]] * 3 + [[0, 0, 0]], 0.5), "contact 3: .*length of normal = 0 must be"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, [0.5, -0.5, 0.5, 0.5]), "contact 1: .*mu = -0.5 must be >= 0"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, math.nan), "contact 0: .*mu = nan must be >= 0"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, 0.5, k=2), "k = 2 must be 3 to 1000000"),
    (lambda: WrenchCone.from_points(CORNERS, UP4, 0.5, kind="x"), "kind = 'x' must be one of 'inner', 'outer'"),
    (lambda: WrenchCone.rectangle(half_x=0.0, half_y=Y, mu=0.5), "half_x = 0 must be finite and > 0"),
    (lambda: WrenchCone.rectangle(half_x=X, half_y=math.nan, mu=0.5), "half_y = nan must be finite and > 0"),
    (lambda: WrenchCone.rectangle(half_x=X, half_y=Y, mu=-0.1), "mu = -0.1 must be finite and >= 0"),
    (lambda: WrenchCone.polygon(np.empty((0, 2)), 0.5), "no (contact points|corners)"),
    (lambda: WrenchCone.polygon(CORNERS, 0.5), r"vertices has shape \(4, 3\); allowed: \(N, 2\)"),
    (lambda: WrenchCone.polygon([[0, 0], [math.inf, 0]], 0.5), r"vertices\[1, 0\] = inf must be finite \[m\]"),
    (lambda: WrenchCone.polygon(CORNERS[:, :2], math.nan), "mu = nan must be finite and >= 0"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], -0.5), "WrenchCone.from_patch: mu = -0.5 must be finite and >= 0"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], math.inf), "mu = inf must be finite and >= 0"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=2), "k = 2 must be between 3 and 200"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=201), "k = 201 must be between 3 and 200"),
    (lambda: WrenchCone(generators=np.eye(5)), "WrenchCone: dimension = 5 must be 6 .* or 4"),
    (lambda: FOOT.contains(np.zeros(4)), r"wrench has shape \(4,\); allowed: \(N, 6\) or \(6,\)"),
    (lambda: FOOT.margin([0, 0, 1, 0, 0, math.nan]), r"wrench\[5\] = nan must be finite \[N, N m\]"),
    (lambda: FOOT.project([[0, 0, 1, 0, 0, 0], [0, 0, math.inf, 0, 0, 0]]), r"wrench\[1, 2\] = inf must be finite"),
    (lambda: FOOT.certificate([0, 0, math.nan, 0, 0, 0]), r"wrench\[2\] = nan must be finite"),
    (lambda: FOOT.certificate(np.zeros((1, 6))), r"certificate: wrench must be a single one, \(6,\)"),
    (lambda: FOOT.certificate(np.zeros(6), math.nan), "certificate: tolerance = nan must be finite and >= 0"),
    (lambda: FOOT.margin(np.zeros(6), length=0.0), r"length = 0 must be finite and > 0 \[m\]"),
    (lambda: FOOT.project(np.zeros(6), length=math.nan), r"length = nan must be finite and > 0 \[m\]"),
    (lambda: FOOT.margin(np.empty((0, 6)), length=-1.0), r"length = -1 must be finite and > 0 \[m\]"),
    (lambda: WrenchPolytope(CORNERS, UP4, 0.5, total_normal_force=0.0), "total_normal_force = 0 must be finite and > 0"),
    (lambda: WrenchPolytope(CORNERS, UP4, math.inf, total_normal_force=1.0), "contact 0: mu = inf must be finite"),
    (lambda: WrenchPolytope(np.empty((0, 3)), UP4[:0], 0.5, total_normal_force=1.0), "no contact points"),
    (lambda: VALUES[-1].margin(np.zeros(6), length=0.0), "length = 0 must be finite and > 0"),
    (lambda: VALUES[-1].contains(np.zeros(5)), r"wrench has shape \(5,\); allowed: \(N, 6\) or \(6,\)"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: WrenchCone(), "a cone needs generators=, facets=, or both"),
    (lambda: WrenchCone.from_points(CORNERS, UP4), "WrenchCone.from_points needs the argument mu"),
    (lambda: WrenchCone.rectangle(X, Y, 0.5), "WrenchCone.rectangle takes no positional argument; by keyword: half_x"),
    (lambda: WrenchCone.from_patch(0.01, 0.5), "pressure must be a Pressure or a LimitSurface, not float"),
    (lambda: WrenchCone.from_patch(PRESSURES["disc"], 0.5, k=4.0), "k must be an integer, not float"),
    (lambda: WrenchCone.from_json(3), "expected str, bytes or os.PathLike object, not int"),
    (lambda: FOOT.to_json(None), "os.PathLike object, not NoneType"),
    (lambda: FOOT.to_json(), "to_json needs the argument path"),
    (lambda: FOOT.contains(), "contains needs the argument wrench"),
    (lambda: FOOT.margin(np.zeros(6), 1.0), "margin takes at most"),
    (lambda: stack([FOOT, FrictionCone(mu=0.5)]), r"stack: cones\[1\] = FrictionCone.* must be .*take polyhedral\(\)"),
    (lambda: stack(3), "stack: cones must be a sequence of cones, not int"),
    (lambda: WrenchPolytope(CORNERS, UP4, 0.5), "WrenchPolytope needs the argument total_normal_force"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()
