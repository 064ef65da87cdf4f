"""Cones of a pressed patch: between inner and outer lies the limit surface."""

import numpy as np
import pytest
from cone_reference import FOOT, PRESSURES, X, Y, rows_of, unit_rows

from stickslip.cone import WrenchCone, stack
from stickslip.patch import LimitSurface, Pressure


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
