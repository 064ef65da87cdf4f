"""Cones with flat facets: both forms, projections and certificates against enumeration in numpy; degenerate cones."""

import copy
import itertools
import math
import pickle

import numpy as np
import pytest
from cone_reference import check_certificate, unit_rows
from numpy.testing import assert_allclose, assert_array_equal
from threads import results_at_once

from stickslip.cone import FrictionCone, PolyhedralCone

SQUARE = np.array([[1.0, 1.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [1.0, -1.0, 1.0]])


def nearest(rays, x):
    """Projection by trying the span of every set of rays: the nearest of those whose weights are not negative."""
    best, best_distance = np.zeros(len(x)), np.linalg.norm(x)
    for size in range(1, min(rays.shape) + 1):
        for chosen in itertools.combinations(range(len(rays)), size):
            columns = rays[list(chosen)].T
            weights, _, rank, _ = np.linalg.lstsq(columns, x, rcond=None)
            distance = np.linalg.norm(columns @ weights - x)
            if rank == size and (weights >= -1e-13).all() and distance < best_distance:
                best, best_distance = columns @ weights, distance
    return best


def facets_by_enumeration(rays):
    """Unit normals of the planes through d − 1 rays with all others on one side, sorted; solid pointed cones."""
    d, found = rays.shape[1], {}
    rays = unit_rows(rays)
    for chosen in itertools.combinations(range(len(rays)), d - 1):
        _, size, rows = np.linalg.svd(rays[list(chosen)])
        if size[-1] < 1e-9:
            continue
        for normal in (rows[-1], -rows[-1]):
            if (rays @ normal <= 1e-9).all():
                found[tuple(np.round(normal, 6) + 0.0)] = normal
    return np.array([found[key] for key in sorted(found)])


def random_rays(random, n, d):
    """In a half-space, so that the cone is pointed."""
    rays = random.normal(size=(n, d))
    rays[:, -1] = np.abs(rays[:, -1]) + 0.3
    return rays * 10.0 ** random.uniform(-2, 2, (n, 1))


SHAPES = [(3, 2), (3, 3), (6, 3), (9, 3), (5, 4), (8, 4), (7, 5), (9, 6)]


@pytest.fixture(params=SHAPES, ids=repr)
def rays(request, random):
    n, d = request.param
    return random_rays(random, n, d)


def test_facets_are_those_of_enumeration(rays):
    a, b = PolyhedralCone(generators=rays).facets()
    expected = facets_by_enumeration(rays)
    assert a.shape == expected.shape and b.shape == (len(a),) and not b.any()
    order = np.lexsort(np.round(a, 6).T[::-1])
    assert_allclose(a[order], expected[np.lexsort(np.round(expected, 6).T[::-1])], atol=1e-9)
    assert_allclose(np.linalg.norm(a, axis=1), 1.0, rtol=1e-14)


def test_rays_facets_rays(rays):
    a, _ = PolyhedralCone(generators=rays).facets()
    back = PolyhedralCone(facets=a).generators()
    # Those of the rays that the cone cannot do without.
    unit = unit_rows(rays)
    others = [nearest(np.delete(unit, i, axis=0), unit[i]) for i in range(len(rays))]
    needed = np.flatnonzero(np.linalg.norm(unit - others, axis=1) > 1e-9)
    assert len(back) == len(needed)
    cosines = unit_rows(back) @ unit_rows(rays[needed]).T
    assert_allclose(cosines.max(axis=1), 1.0, atol=1e-12)
    assert_array_equal(np.sort(cosines.argmax(axis=1)), np.arange(len(needed)))


def test_projection(rays, random):
    cone, x = PolyhedralCone(generators=rays), random.normal(size=(15, rays.shape[1]))
    assert_allclose(cone.project(x), [nearest(unit_rows(rays), each) for each in x], atol=1e-10)
    assert_allclose(PolyhedralCone(facets=cone.facets()[0]).project(x), cone.project(x), atol=1e-10)
    here, there = cone.project(x), cone.polar().project(x)
    assert_allclose(here + there, x, atol=1e-12)
    assert_allclose((here * there).sum(axis=1), 0.0, atol=1e-12)


def test_containment_and_margin(rays, random):
    cone, d = PolyhedralCone(generators=rays), rays.shape[1]
    inside = random.uniform(0, 1, (20, len(rays))) @ unit_rows(rays)
    outside = random.normal(size=(40, d))
    x = np.vstack([inside, outside])
    distance = np.array([np.linalg.norm(nearest(unit_rows(rays), each) - each) for each in x])
    held = distance <= 1e-9 * np.linalg.norm(x, axis=1)
    assert held[:20].all()
    a = facets_by_enumeration(rays)
    for form in (cone, PolyhedralCone(facets=a), PolyhedralCone(generators=rays, facets=a)):
        assert_array_equal(form.contains(x), held)
        assert_allclose(form.margin(x)[held], (-x @ a.T).min(axis=1)[held], atol=1e-9)
        assert_allclose(form.margin(x)[~held], -distance[~held], atol=1e-9)


def test_certificates(rays, random):
    cone = PolyhedralCone(generators=rays)
    inside = random.uniform(0, 1, (20, len(rays))) @ unit_rows(rays)
    assert all(check_certificate(cone, x) for x in inside)
    assert not any(check_certificate(cone, x) for x in -inside)
    for x in random.normal(size=(40, rays.shape[1])):
        assert check_certificate(cone, x) == cone.contains(x)
        assert check_certificate(PolyhedralCone(facets=cone.facets()[0]), x) == cone.contains(x)


def test_dual_and_polar(rays, random):
    cone, y = PolyhedralCone(generators=rays), random.normal(size=(200, rays.shape[1]))
    pairs = y @ unit_rows(rays).T
    assert_array_equal(cone.dual().contains(y), (pairs >= 0).all(axis=1))
    assert_array_equal(cone.polar().contains(-y), (pairs >= 0).all(axis=1))
    assert_array_equal(cone.dual().dual().contains(y), cone.contains(y))


@pytest.mark.parametrize("kind", ["inner", "outer"])
@pytest.mark.parametrize("mu", [0.0, 1e-6, 0.5, 1e6, math.inf])
@pytest.mark.parametrize("normal", [(0, 0, 1), (0, 0, -1), (0.3, -0.5, 0.8)])
def test_a_linearised_friction_cone(kind, mu, normal, random):
    friction = FrictionCone(mu=mu, normal=normal)
    cone = friction.polyhedral(k=6, kind=kind)
    assert cone == PolyhedralCone.linearised(friction, k=6, kind=kind)
    assert_array_equal(cone.generators(), friction.generators(6, kind))
    assert_array_equal(cone.facets()[0], friction.facets(6, kind)[0])
    x = np.vstack([random.normal(size=(100, 3)), cone.generators()])
    held = (x @ cone.facets()[0].T <= 1e-12 * np.linalg.norm(x, axis=1, keepdims=True)).all(axis=1)
    assert_array_equal(cone.contains(x), held)
    for each in x[::7]:
        check_certificate(cone, each)


def test_a_flat_cone_has_equations():
    quarter = PolyhedralCone(generators=[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    a, _ = quarter.facets()
    assert {tuple(row) for row in np.round(a, 12) + 0.0} == {(-1, 0, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)}
    assert quarter.margin([1.0, 1.0, 0.0]) == 0.0
    assert_allclose(quarter.margin([-3.0, 1.0, 4.0]), -5.0, rtol=1e-15)
    assert_allclose(quarter.project([-3.0, 1.0, 4.0]), [0, 1, 0], atol=1e-15)


def test_one_ray():
    ray = PolyhedralCone(generators=[[0.0, 3.0, 4.0]])
    assert ray.contains([0.0, 0.6, 0.8]) and not ray.contains([0.0, -0.6, -0.8]) and not ray.contains([1.0, 0.0, 0.0])
    a, _ = ray.facets()
    assert (a @ [0.0, 0.6, 0.8] <= 1e-15).all()
    assert_allclose(np.sort(a @ [0.0, 0.6, 0.8]), [-1, 0, 0, 0, 0], atol=1e-15)
    assert_allclose(ray.project([[1.0, 3.0, 4.0], [0.0, -1.0, 0.0]]), [[0, 3, 4], [0, 0, 0]], atol=1e-15)


def test_a_half_space_and_a_line():
    half = PolyhedralCone(facets=[[0.0, 0.0, -2.0]])
    assert_allclose(half.facets()[0], [[0, 0, -1]])
    v = half.generators()
    assert (v[:, 2] >= -1e-15).all()
    assert_allclose(half.margin([[5.0, 6.0, 2.0], [5.0, 6.0, -2.0]]), [2, -2], rtol=1e-15)
    back = PolyhedralCone(generators=v)
    assert_allclose(back.facets()[0], [[0, 0, -1]], atol=1e-15)
    line = PolyhedralCone(generators=[[1.0, 0.0], [-1.0, 0.0]])
    assert line.contains([[7.0, 0.0], [-7.0, 0.0], [0.0, 1.0]]).tolist() == [True, True, False]
    assert line.dual().contains([[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]]).tolist() == [True, True, False]


def test_the_whole_space(random):
    x = random.normal(size=(20, 3))
    everything = PolyhedralCone(generators=np.vstack([np.eye(3), -np.ones((1, 3))]))
    for whole in (everything, PolyhedralCone(facets=np.empty((0, 3)))):
        assert whole.contains(x).all() and whole.facets()[0].shape == (0, 3)
        assert (whole.margin(x) == math.inf).all()
        assert_allclose(whole.project(x), x, atol=1e-14)
        assert all(check_certificate(whole, each) for each in x)
        assert whole.polar().generators().shape == (0, 3)


def test_the_origin_alone(random):
    x = random.normal(size=(20, 3))
    planes = np.vstack([np.eye(3), -np.eye(3)])
    for origin in (PolyhedralCone(generators=np.empty((0, 3))), PolyhedralCone(facets=planes)):
        assert origin.generators().shape == (0, 3)
        assert not origin.contains(x).any() and origin.contains(np.zeros(3))
        assert_allclose(origin.margin(x), -np.linalg.norm(x, axis=1), rtol=1e-14)
        assert_array_equal(origin.project(x), np.zeros((20, 3)))
        assert not origin.certificate(x[0])[0]


def test_one_dimension():
    forward = PolyhedralCone(generators=[[2.0]])
    assert forward.dimension == 1
    assert_array_equal(forward.facets()[0], [[-1.0]])
    assert_array_equal(forward.margin([[3.0], [-3.0]]), [3.0, -3.0])
    assert_array_equal(forward.project([-3.0]), [0.0])


def test_rays_that_are_repeated_or_inside_add_no_facet(random):
    more = np.vstack([SQUARE, 3.0 * SQUARE, SQUARE[:1] + SQUARE[1:2], [[0.0, 0.0, 1.0]]])
    a, _ = PolyhedralCone(generators=more).facets()
    assert len(a) == 4
    r = math.sqrt(0.5)
    assert {tuple(row) for row in np.round(a, 12) + 0.0} == {
        tuple(np.round(row, 12) + 0.0) for row in ([r, 0, -r], [-r, 0, -r], [0, r, -r], [0, -r, -r])
    }


def test_rotated_cones_give_rotated_answers(rays, random):
    d = rays.shape[1]
    turn, _ = np.linalg.qr(random.normal(size=(d, d)))
    cone, turned = PolyhedralCone(generators=rays), PolyhedralCone(generators=rays @ turn.T)
    x = random.normal(size=(30, d))
    assert len(turned.facets()[0]) == len(cone.facets()[0])
    assert_allclose(turned.margin(x @ turn.T), cone.margin(x), atol=1e-10)
    assert_allclose(turned.project(x @ turn.T), cone.project(x) @ turn.T, atol=1e-10)


def test_any_scale(random):
    x = random.normal(size=(20, 3))
    cone = PolyhedralCone(generators=SQUARE)
    for scale in (1e-300, 1e-100, 1e100, 1e300):
        assert_array_equal(cone.contains(scale * x), cone.contains(x))
        assert_allclose(cone.margin(scale * x) / scale, cone.margin(x), rtol=1e-12, atol=1e-15)
        assert_allclose(cone.project(scale * x) / scale, cone.project(x), rtol=1e-12, atol=1e-15)
        same = PolyhedralCone(generators=scale * SQUARE)
        assert_allclose(same.facets()[0], cone.facets()[0], rtol=1e-12, atol=1e-15)


def test_one_or_many_or_none(random):
    cone, many = PolyhedralCone(generators=SQUARE), random.normal(size=(5, 3))
    for name, width in (("contains", 1), ("margin", 1), ("project", 3)):
        call = getattr(cone, name)
        result = call(many)
        assert result.shape == ((5, 3) if width == 3 else (5,))
        single = call(many[3])
        assert single.shape == (3,) if width == 3 else isinstance(single, (bool, float))
        assert_array_equal(single, result[3])
        assert call(np.empty((0, 3))).shape == (0,) + result.shape[1:]
        for other in (many.tolist(), np.asfortranarray(many), np.repeat(many, 2, axis=1)[:, ::2]):
            assert_array_equal(call(other), result)


def test_several_threads_ask_for_the_facets_first(random):
    for _ in range(20):
        rays = random_rays(random, 30, 5)
        cone = PolyhedralCone(generators=rays)
        results = results_at_once(lambda cone=cone: (cone.facets()[0], cone.margin(np.ones(5))))
        expected = PolyhedralCone(generators=rays)
        for a, margin in results:
            assert_array_equal(a, expected.facets()[0])
            assert margin == expected.margin(np.ones(5))


VALUES = [
    PolyhedralCone(generators=SQUARE),
    PolyhedralCone(facets=SQUARE),
    PolyhedralCone(generators=SQUARE, facets=PolyhedralCone(generators=SQUARE).facets()[0]),
    PolyhedralCone(generators=np.eye(4)),
    PolyhedralCone(generators=SQUARE).dual(),
    PolyhedralCone(generators=SQUARE).polar(),
    PolyhedralCone(facets=np.empty((0, 3))),
    FrictionCone(mu=0.5).polyhedral(),
    FrictionCone(mu=0.5).polyhedral(kind="outer"),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_cone_is_a_value(value):
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and hash(twin) == hash(value) and repr(twin) == repr(value)
        assert_array_equal(twin.generators(), value.generators())
        assert_array_equal(twin.facets()[0], value.facets()[0])
    assert sum(value == other for other in VALUES) == 1
    assert value != "cone"


def test_a_cone_says_how_it_was_made():
    assert repr(VALUES[0]) == "PolyhedralCone(generators=<array (4, 3)>, facets=None)"
    friction = FrictionCone(mu=0.5)
    assert repr(friction.polyhedral(k=3)) == f"PolyhedralCone.linearised(cone={friction!r}, k=3, kind='inner')"


def test_nothing_that_was_given_can_change_it():
    rays = SQUARE.copy()
    cone = PolyhedralCone(generators=rays)
    rays[:] = 1.0
    cone.generators()[:] = 9.0
    cone.facets()[0][:] = 9.0
    assert cone == PolyhedralCone(generators=SQUARE)
    assert_array_equal(cone.generators(), SQUARE)
    assert_allclose(cone.margin([0.0, 0.0, 2.0]), math.sqrt(2.0), rtol=1e-15)


CONE = PolyhedralCone(generators=SQUARE)
WRONG_VALUES = [
    (lambda: PolyhedralCone(generators=[1.0, 2.0]), r"generators has shape \(2,\); allowed: \(n, d\)"),
    (lambda: PolyhedralCone(facets=np.zeros((1, 1, 1))), r"facets has shape \(1, 1, 1\); allowed: \(n, d\)"),
    (lambda: PolyhedralCone(generators=np.ones((2, 9))), "dimension = 9 must be between 1 and 8"),
    (lambda: PolyhedralCone(generators=np.ones((2, 0))), "dimension = 0 must be between 1 and 8"),
    (lambda: PolyhedralCone(generators=[[1, 0], [0, 0]]), "ray 1 = 0 must have a length > 0"),
    (lambda: PolyhedralCone(facets=[[0, 0], [0, 1]]), "row 0 = 0 must have a length > 0"),
    (lambda: PolyhedralCone(generators=[[1, 0], [0, math.nan]]), "ray 1, entry 1 = nan must be finite"),
    (lambda: PolyhedralCone(facets=[[-math.inf, 0]]), "row 0, entry 0 = -inf must be finite"),
    (lambda: PolyhedralCone(generators=np.eye(2), facets=np.eye(3)), "rays of length 2 given with rows of length 3"),
    (lambda: PolyhedralCone(generators=np.eye(2), facets=np.eye(2)), "ray 0 leaves the half-space of row 0 by 1"),
    (lambda: PolyhedralCone.linearised(FrictionCone(mu=0.5), k=2), "k = 2 must be 3 to"),
    (lambda: PolyhedralCone.linearised(FrictionCone(mu=0.5), kind="in"), "kind = 'in' must be"),
    (lambda: CONE.contains([1.0, 2.0]), r"x has shape \(2,\); allowed: \(N, 3\) or \(3,\)"),
    (lambda: CONE.margin(np.zeros((2, 4))), r"x has shape \(2, 4\); allowed: \(N, 3\) or \(3,\)"),
    (lambda: CONE.project([0, math.nan, 1]), r"x\[1\] = nan must be finite"),
    (lambda: CONE.project([[0, 0, 1], [0, 0, math.inf]]), r"x\[1, 2\] = inf must be finite"),
    (lambda: CONE.certificate([0, 0, math.nan]), r"x\[2\] = nan must be finite"),
    (lambda: CONE.certificate(np.zeros((2, 3))), r"certificate: x must be a single one, \(3,\)"),
    (lambda: CONE.contains([0, 0, 1], tolerance=-1.0), "contains: tolerance = -1 must be finite and >= 0"),
    (lambda: CONE.certificate([0, 0, 1], tolerance=-1.0), "certificate: tolerance = -1 must be finite and >= 0"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: PolyhedralCone(), "a cone needs generators=, facets=, or both"),
    (lambda: PolyhedralCone(SQUARE), "PolyhedralCone takes no positional argument; by keyword: generators, facets"),
    (lambda: PolyhedralCone(rays=SQUARE), "PolyhedralCone has no argument rays; it takes generators, facets"),
    (lambda: PolyhedralCone(generators=[["a"]]), "generators must hold real numbers"),
    (lambda: PolyhedralCone.linearised(3.0), "cone must be of type FrictionCone, not float"),
    (lambda: CONE.contains(), "contains needs the argument x"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()
