"""Friction cones with flat sides: rays, facets and corners; no friction, and as much as can be."""

import math

import numpy as np
import pytest
from cone_reference import CONES, NORMALS, SIDES, UP, unit_rows
from numpy.testing import assert_allclose, assert_array_equal

from stickslip.cone import FrictionCone


@pytest.fixture(params=CONES, ids=repr)
def cone(request):
    return request.param


def reach(rows, cone, angles):
    """Largest tangential force in each direction at normal force 1, by the rows alone."""
    t = cone.tangents @ [np.cos(angles), np.sin(angles)]
    out, room = rows @ t, -(rows @ cone.normal)[:, None]
    return np.where(out > 1e-12, room / np.maximum(out, 1e-12), np.inf).min(axis=0)


@pytest.mark.parametrize("k", [3, 4, 5, 8, 64])
@pytest.mark.parametrize("kind", SIDES)
def test_rays_and_facets_are_of_one_cone(cone, k, kind):
    a, b = cone.facets(k=k, kind=kind)
    v = cone.generators(k=k, kind=kind)
    assert a.shape == v.shape == (k, 3) and not b.any()
    assert_allclose(np.linalg.norm(a, axis=1), 1.0, rtol=1e-14)
    assert_allclose(v @ cone.normal, 1.0, rtol=1e-14)
    sides = a @ unit_rows(v).T
    assert (sides <= 1e-14).all()
    touches = sides > -1e-13
    assert (touches.sum(axis=0) == 2).all() and (touches.sum(axis=1) == 2).all()  # none redundant, none missing
    radius = np.linalg.norm(v - cone.normal, axis=1)
    assert_allclose(radius, cone.mu * (1.0 if kind == "inner" else 1 / math.cos(math.pi / k)), rtol=1e-13)
    t1 = cone.tangents[:, 0]
    if kind == "inner":
        assert_allclose(v[0], cone.normal + cone.mu * t1, atol=1e-14)
    else:
        assert_allclose(a[0], (t1 - cone.mu * cone.normal) / math.hypot(1.0, cone.mu), atol=1e-14)


@pytest.mark.parametrize("k", [3, 4, 8, 31])
def test_inner_and_outer_hold_the_cone_between_them(cone, k, random):
    angles = random.uniform(0, 2 * np.pi, 500)
    (inner, _), (outer, _) = cone.facets(k, "inner"), cone.facets(k, "outer")
    here = reach(inner, cone, angles)
    assert (here <= cone.mu * (1 + 1e-13)).all() and (reach(outer, cone, angles) >= cone.mu * (1 - 1e-13)).all()
    # One is the other, turned by half a side and shrunk by cos(π/k).
    assert_allclose(here, math.cos(math.pi / k) * reach(outer, cone, angles - math.pi / k), rtol=1e-11)


@pytest.mark.parametrize("normal", NORMALS, ids=repr)
def test_four_outer_facets_are_the_box_of_tangential_forces(normal, random):
    cone = FrictionCone(mu=0.6, normal=normal)
    f = random.normal(size=(500, 3))
    t = f @ cone.tangents
    expected = (np.abs(t) <= 0.6 * (f @ cone.normal)[:, None]).all(axis=1)
    assert_array_equal((f @ cone.facets(k=4, kind="outer")[0].T <= 0).all(axis=1), expected)


def test_rows_for_the_smallest_and_largest_normal_force():
    a, b = UP.facets(k=5, kind="outer", f_min=2.0, f_max=9.0)
    assert_array_equal(a[5:], [[0, 0, 1], [0, 0, -1]])
    assert_array_equal(b, [0, 0, 0, 0, 0, 9, -2])
    assert UP.facets(k=5)[0].shape == (5, 3)
    assert UP.facets(k=5, f_max=math.inf)[0].shape == (5, 3)
    assert UP.facets(k=5, f_min=0.0)[0].shape == (6, 3)
    assert UP.facets(k=5, f_min=3.0, f_max=3.0)[0].shape == (7, 3)
    assert UP.facets(5, "inner", f_min=None)[0].shape == (5, 3)


def test_vertices_are_the_rays_at_the_height_and_the_origin(cone):
    for kind in SIDES:
        v = cone.vertices(k=6, kind=kind, height=3.0)
        assert_array_equal(v[0], np.zeros(3))
        assert_allclose(v[1:], 3.0 * cone.generators(6, kind), atol=1e-14)


def test_without_friction_there_is_only_the_ray(random):
    for normal in NORMALS:
        ray = FrictionCone(mu=0.0, normal=normal)
        n = ray.normal
        f = random.normal(size=(50, 3))
        assert not ray.contains(f).any() and ray.contains(5.0 * n) and not ray.contains(-n)
        expected = np.maximum(f @ n, 0.0)[:, None] * n
        assert_allclose(ray.project(f), expected, atol=1e-15)
        assert_allclose(ray.margin(f), -np.linalg.norm(f - expected, axis=1), rtol=1e-14)
        assert ray.dual().mu == math.inf
        for kind in SIDES:
            a, b = ray.facets(k=7, kind=kind)
            assert a.shape == (5, 3) and not b.any()
            assert (a @ n <= 1e-15).all() and (a @ -n > 0.5).any()
            assert (f @ a.T > 1e-6).any(axis=1).all()
            assert_array_equal(ray.generators(k=7, kind=kind), [n])
            assert_array_equal(ray.vertices(k=7, kind=kind, height=2.0), [np.zeros(3), 2.0 * n])


def test_the_dual_of_the_ray_is_the_half_space(random):
    half_space = FrictionCone(mu=0.0, normal=(0.3, -0.5, 0.8)).dual()
    n, f = half_space.normal, random.normal(size=(100, 3))
    assert_array_equal(half_space.contains(f), f @ n >= 0)
    assert_allclose(half_space.margin(f), f @ n, rtol=1e-12)
    assert_allclose(half_space.project(f), f - np.minimum(f @ n, 0.0)[:, None] * n, atol=1e-14)
    a, _ = half_space.facets(k=9)
    assert_allclose(a, [-n], rtol=1e-15)
    v = half_space.generators(k=9)
    assert (v @ n >= -1e-15).all() and v.shape == (5, 3)
    assert half_space.dual().mu == 0.0
    with pytest.raises(ValueError, match="mu = inf"):
        half_space.vertices(height=1.0)


def test_huge_friction_is_nearly_the_half_space(random):
    wide = FrictionCone(mu=1e6, normal=(0, 0, -1))
    f = random.normal(size=(200, 3))
    assert_array_equal(wide.contains(f), f[:, 2] < 0)
    outside = f[:, 2] > 0.01
    assert_allclose(wide.project(f[outside])[:, :2], f[outside, :2], atol=1e-5)
    assert_allclose(wide.margin(f[outside]), -f[outside, 2], atol=1e-5)
    for kind in SIDES:
        a, _ = wide.facets(k=8, kind=kind)
        v = unit_rows(wide.generators(k=8, kind=kind))
        assert ((a @ v.T > -1e-15).sum(axis=1) >= 2).all() and (a @ v.T <= 1e-15).all()
    assert_allclose(wide.dual().mu, 1e-6, rtol=1e-15)
