"""Cones of wrenches: closed forms, certificates and margins against plain numpy; degenerate contacts; budgets."""

import _thread
import itertools
import math
import threading

import numpy as np
import pytest
from cone_reference import (
    CORNERS,
    FOOT,
    GRASP,
    ROUND,
    X,
    Y,
    check_certificate,
    foot_wrenches,
    rows_of,
    same_rows,
    unit_rows,
)
from numpy.testing import assert_allclose, assert_array_equal

from stickslip.cone import FrictionCone, WrenchCone, WrenchPolytope, stack
from stickslip.patch import Pressure


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
    plain = WrenchCone.from_points(CORNERS, (0, 0, 1), 0.5)
    assert plain == WrenchCone.from_points(CORNERS, (0, 0, 1), 0.5, 8, "inner")


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
    points, normals = random.normal(size=(4, 3)), [0, 0, 1] + 0.3 * random.normal(size=(4, 3))
    cone = {
        "foot": FOOT,
        "contacts": WrenchCone.from_points(points, normals, 0.5),
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
    corners = WrenchCone.from_points(CORNERS, (0, 0, 1), 0.0, k=9)
    for cone in (WrenchCone.rectangle(half_x=X, half_y=Y, mu=0.0), corners):
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


def test_polytope_projects_to_the_nearest_wrench():
    angle = 2 * np.pi * np.arange(3) / 3
    out = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    hand = WrenchPolytope(0.03 * out, -out, mu=0.5, total_normal_force=10.0)
    wrenches = np.random.default_rng(7).normal(size=(50, 6)) * 8
    nearest = hand.project(wrenches)
    assert_allclose(np.linalg.norm(nearest - wrenches, axis=1), np.maximum(0, -hand.margin(wrenches)), atol=1e-9)
    assert np.all(hand.contains(nearest, 1e-9))
    assert_allclose(hand.support(wrenches), (wrenches @ hand.vertices().T).max(axis=1))


def test_wrench_cone_as_a_polyhedral_cone_has_a_dual():
    foot = WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5)
    dual = foot.polyhedral().dual()
    assert np.all(dual.generators() @ foot.generators().T >= -1e-12)
    assert foot.polyhedral().support([0, 0, -1.0, 0, 0, 0]) == 0 and np.isinf(foot.polyhedral().support(np.ones(6)))


def test_ctrl_c_ends_a_hull():
    out = np.random.default_rng(1).normal(size=(40, 3))
    out /= np.linalg.norm(out, axis=1)[:, None]
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        WrenchPolytope(out, -out, mu=0.5, total_normal_force=10.0, k=16)
