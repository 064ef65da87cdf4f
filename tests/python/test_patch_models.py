"""DistributedPatch and ReducedPatch: against plain numpy, invariants, and what the binding accepts and refuses."""

import copy
import math
import pickle

import numpy as np
import patch_reference as reference
import pytest
from cases import LUGRE
from numpy.testing import assert_allclose, assert_array_equal
from threads import assert_ctrl_c_stops, results_at_once

from stickslip.friction import Coulomb, ElastoPlastic, LuGre
from stickslip.patch import DistributedPatch, HertzContact, LimitSurface, Pressure, ReducedPatch

P = {**LUGRE, "sigma0": 1e5, "sigma2": 0.6}  # passive
P_EP = {**P, "s_ba": 0.8}
RECTANGLE = Pressure.rectangle(size=(0.02, 0.014))
LEANING = Pressure.polygon(0.01 * np.array([[0, 0], [2, 0], [2, 1], [1, 1], [1, 3], [0, 3]]), gradient=(20.0, 0.0))
BALL = HertzContact(radius=lambda fn: 0.002 + 0.003 * fn ** (1 / 3), exponent=lambda fn: 2.0 + fn, side=0.02)
PATCHES = {
    "distributed LuGre": DistributedPatch(LuGre(**P), RECTANGLE, cells=5),
    "distributed ElastoPlastic": DistributedPatch(ElastoPlastic(**P_EP), LEANING, cells=7),
    "distributed ball": DistributedPatch(ElastoPlastic(**P_EP), BALL, cells=9),
    "reduced LuGre": ReducedPatch(LuGre(**P), RECTANGLE),
    "reduced ElastoPlastic": ReducedPatch(ElastoPlastic(**P_EP), LEANING),
    "reduced as published": ReducedPatch(ElastoPlastic(**P_EP), LimitSurface(LEANING), stick="paper"),
    "reduced ball": ReducedPatch(LuGre(**P), BALL),
}


@pytest.fixture(params=PATCHES.values(), ids=PATCHES.keys())
def patch(request):
    return request.param


@pytest.fixture
def twists(velocities):
    """Sliding and spinning from presliding to full slip with stops between, as (N, 3)."""
    return velocities(3) * [1.0, 1.0, 100.0]


@pytest.fixture
def fn():
    return 1.5 + np.sin(np.arange(400) / 30.0)


@pytest.mark.parametrize("law, p", [(LuGre(**P), P), (ElastoPlastic(**P_EP), P_EP)], ids=["LuGre", "ElastoPlastic"])
@pytest.mark.parametrize("pressure", [RECTANGLE, LEANING], ids=["rectangle", "L shape"])
def test_distributed_euler_against_numpy(law, p, pressure, twists, fn):
    patch = DistributedPatch(law, pressure, cells=6)
    state = patch.state()
    actual = patch.run(twists, normal_force=fn, dt=1e-5, scheme="euler", state=state)
    cells = np.stack([patch.x, patch.y], axis=1)
    expected, z = reference.distributed_euler(p, cells, patch.weight, twists, fn, 1e-5)
    assert_allclose(actual, expected, rtol=1e-10, atol=1e-12)
    assert_allclose(state.z, z, rtol=1e-10, atol=1e-18)


def test_distributed_lugre_step_is_exact(twists, fn):
    patch = PATCHES["distributed LuGre"]
    cells = np.stack([patch.x, patch.y], axis=1)
    expected = reference.distributed_lugre(P, cells, patch.weight, twists, fn, 1e-3)
    assert_allclose(patch.run(twists, normal_force=fn, dt=1e-3), expected, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("stick", ["drift_free", "paper"])
@pytest.mark.parametrize("law, p", [(LuGre(**P), P), (ElastoPlastic(**P_EP), P_EP)], ids=["LuGre", "ElastoPlastic"])
def test_reduced_euler_against_numpy(law, p, stick, twists, fn):
    surface = LimitSurface(LEANING)
    patch = ReducedPatch(law, surface, stick=stick)
    state = patch.state()
    actual = patch.run(twists, normal_force=fn, dt=1e-5, scheme="euler", state=state)
    scale = np.array([1.0, 1.0, surface.r])
    expected, z = reference.reduced_euler(
        p, lambda v: surface.wrench(v) / scale, surface.r, surface.u, twists, fn, 1e-5, stick == "drift_free"
    )
    assert_allclose(actual, expected, rtol=1e-9, atol=1e-11)
    assert_allclose(state.z, z, rtol=1e-9, atol=1e-18)


def test_cells_are_those_of_the_pressure():
    image = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 4.0]])
    patch = DistributedPatch(LuGre(**P), Pressure.grid(image, size=(0.03, 0.02)))
    assert_allclose(patch.weight, [0.1, 0.2, 0.3, 0.4], rtol=1e-15)  # row by row from the top
    positions = np.stack([patch.x, patch.y], axis=1) + patch.cop
    assert_allclose(positions, [[-0.01, 0.005], [0.01, 0.005], [0.0, -0.005], [0.01, -0.005]], atol=1e-17)
    finer = DistributedPatch(LuGre(**P), LEANING, cells=40)
    assert_allclose([finer.weight.sum(), finer.weight @ finer.x, finer.weight @ finer.y], [1, 0, 0], atol=1e-14)
    assert_allclose(finer.weight @ np.hypot(finer.x, finer.y), LEANING.r, rtol=2e-3)
    assert len(DistributedPatch(LuGre(**P), RECTANGLE).x) == 21 * 21


@pytest.mark.parametrize("twist", [(0.05, 0.0, 0.0), (0.02, -0.03, 6.0), (0.0, 0.0, -10.0)])
def test_steady_sliding_is_the_limit_surface(twist):
    surface, viscous = LimitSurface(RECTANGLE), np.array([1.0, 1.0, RECTANGLE.u])
    expected = 2.0 * (P["mu_c"] * surface.wrench(twist) - P["sigma2"] * viscous * twist)
    for patch, tolerance in (
        (ReducedPatch(LuGre(**P), surface), 1e-9),
        (ReducedPatch(ElastoPlastic(**P_EP), surface), 1e-9),
        (DistributedPatch(LuGre(**P), RECTANGLE, cells=61), 1e-2),
    ):
        wrench = patch.run([twist] * 400, normal_force=2.0, dt=1e-3)[-1]
        scale = np.array([1.0, 1.0, surface.r])
        assert_allclose(wrench / scale, expected / scale, atol=2.0 * tolerance)


def test_the_reversed_motion_has_the_reversed_wrench(patch, twists):
    wrench = patch.run(twists, dt=1e-4)
    assert np.isfinite(wrench).all()
    assert_allclose(patch.run(-twists, dt=1e-4), -wrench, rtol=1e-12, atol=1e-15)


def test_no_energy_comes_out(twists):
    for name in ("distributed LuGre", "distributed ElastoPlastic", "reduced LuGre", "reduced ElastoPlastic"):
        patch = PATCHES[name]
        state = patch.state()
        for part in np.split(twists, 8):
            before = patch.stored_energy(state, normal_force=2.0)
            wrench = patch.run(part, normal_force=2.0, dt=1e-4, force="mean", state=state)
            after = patch.stored_energy(state, normal_force=2.0)
            work = -(wrench * part).sum() * 1e-4
            assert work >= after - before - 1e-12, name
            assert after >= 0.0
        assert after > 0.0


PADS = Pressure.polygons(
    [0.01 * np.array([[x, -0.1], [x + 0.2, -0.1], [x + 0.2, 0.1], [x, 0.1]]) for x in (-1.0, 0.8)]
)
SPRINGS = {"sigma0": 1e5, "mu_c": 1.0, "mu_s": 1.0}  # nothing but springs that yield


@pytest.mark.parametrize(
    "kind, gives_more",
    [
        (lambda p: DistributedPatch(LuGre(**SPRINGS), p, cells=7), False),
        (lambda p: DistributedPatch(ElastoPlastic(**SPRINGS), p, cells=7), False),
        (lambda p: ReducedPatch(ElastoPlastic(**SPRINGS), LimitSurface(p)), False),
        (lambda p: ReducedPatch(ElastoPlastic(**SPRINGS), LimitSurface(p), stick="paper"), True),
        (lambda p: ReducedPatch(LuGre(**SPRINGS), LimitSurface(p)), True),
    ],
    ids=["distributed LuGre", "distributed ElastoPlastic", "drift-free", "as published", "reduced LuGre"],
)
def test_who_is_passive(kind, gives_more):
    """Of a passive law, from rest: what is stored and was not put in. The documentation says where there is such a thing."""
    random, dt, excess = np.random.default_rng(6), 1e-3, 0.0
    for pressure in (Pressure.disc(radius=0.01), Pressure.line(length=0.02), PADS):
        patch = kind(pressure)
        for _ in range(40):
            speed = 10 ** random.uniform(-2, 1) * 1e-5 / dt
            twists = np.repeat(random.standard_normal((10, 3)), 8, axis=0) * speed * [1.0, 1.0, 1.0 / pressure.r]
            state, work = patch.state(), 0.0
            for part in twists.reshape(10, 8, 3):
                wrench = patch.run(part, dt=dt, force="mean", state=state)
                work -= (wrench * part).sum() * dt
                scale = np.abs(wrench * part).sum() * dt
                excess = max(excess, (patch.stored_energy(state, normal_force=1.0) - work) / scale)
    assert (excess > 0.05) if gives_more else (excess < 1e-12)


def test_stored_energy_is_that_of_the_springs():
    patch = PATCHES["distributed LuGre"]
    state = patch.state()
    state.z = np.arange(50.0).reshape(25, 2) * 1e-7
    expected = 0.5 * P["sigma0"] * 3.0 * (patch.weight * (state.z**2).sum(axis=1)).sum()
    assert_allclose(patch.stored_energy(state, normal_force=3.0), expected, rtol=1e-12)


def test_no_load_no_wrench(patch, twists):
    assert_array_equal(patch.run(twists, normal_force=0.0, dt=1e-3), np.zeros_like(twists))


@pytest.mark.parametrize("options", [{}, {"force": "mean"}, {"scheme": "euler"}], ids=repr)
def test_in_one_call_or_in_many(patch, twists, fn, options):
    dt = 1e-5
    together, pieces = patch.state(), patch.state()
    whole = patch.run(twists, normal_force=fn, dt=dt, state=together, **options)
    slices = [slice(0, 1), slice(1, 150), slice(150, 150), slice(150, None)]
    parts = [patch.run(twists[s], normal_force=fn[s], dt=dt, state=pieces, **options) for s in slices]
    assert np.isfinite(whole).all()  # nan equals nan below
    assert_array_equal(np.concatenate(parts), whole)
    assert_array_equal(pieces.z, together.z)
    if not options:
        stepped = patch.state()
        single = [patch.step(stepped, v, normal_force=f, dt=dt) for v, f in zip(twists[:50], fn)]
        assert_array_equal(single, whole[:50])
        assert single[0].shape == (3,)
    assert_array_equal(patch.run(twists, normal_force=fn, dt=dt, **options), whole)  # None: relaxed


def test_in_one_call_or_in_many_about_break_away():
    """Where some cells have yielded and others have not: how they are stepped must not depend on where a run was cut."""
    random = np.random.default_rng(5)
    for _ in range(300):
        dt, sigma0 = 10 ** random.uniform(-5, -2), 10 ** random.uniform(3, 7)
        law = ElastoPlastic(sigma0=sigma0, mu_c=1.0, mu_s=random.choice([1.0, 1.5]), v_s=0.01)
        patch = DistributedPatch(law, Pressure.disc(radius=0.01), cells=9)
        speed = 10 ** random.uniform(-2, 0) / sigma0 / dt
        twists = np.cumsum(random.standard_normal((60, 3)), axis=0) * speed * [1.0, 1.0, 150.0]
        whole, pieces = patch.run(twists, normal_force=2.0, dt=dt), patch.state()
        parts = [patch.run(part, normal_force=2.0, dt=dt, state=pieces) for part in (twists[:23], twists[23:])]
        assert_array_equal(np.concatenate(parts), whole)


def test_nothing_creeps_below_break_away():
    """A closed path within the elastic range: bristles come back, and so does the wrench."""
    t = np.arange(1000) / 1000.0
    path = 2e-6 * np.stack([np.sin(2 * np.pi * t), 1 - np.cos(2 * np.pi * t), 50 * np.sin(4 * np.pi * t)], axis=1)
    loop = np.diff(np.concatenate([path, path[:1]]), axis=0) / 1e-4
    pressure = Pressure.disc(radius=0.01)
    for patch in (ReducedPatch(ElastoPlastic(**P_EP), pressure), DistributedPatch(ElastoPlastic(**P_EP), pressure)):
        state = patch.state()
        patch.run(np.tile(loop, (20, 1)), dt=1e-4, state=state)
        assert np.abs(state.z).max() < 1e-18
    creeping = ReducedPatch(LuGre(**P), pressure)
    state = creeping.state()
    creeping.run(np.tile(loop, (20, 1)), dt=1e-4, state=state)
    assert np.abs(state.z).max() > 1e-10


def test_a_contact_follows_the_load(twists, fn):
    """Under a steady load it is the Hertz pressure of that load; numbers stand for functions that are constant."""
    law, load = LuGre(**P), 2.0
    ball = ReducedPatch(law, BALL)
    still = Pressure.hertz(radius=0.002 + 0.003 * load ** (1 / 3), exponent=2.0 + load)
    expected = ReducedPatch(law, LimitSurface(still)).run(twists, normal_force=load, dt=1e-3)
    scale = [1.0, 1.0, still.r]
    assert_allclose(ball.run(twists, normal_force=load, dt=1e-3) / scale, expected / scale, atol=1e-4)
    for kind in (DistributedPatch, ReducedPatch):
        constant = HertzContact(radius=0.005, exponent=2.0, side=0.02)
        called = HertzContact(radius=lambda _: 0.005, exponent=lambda _: 2, side=0.02)
        results = [kind(law, contact).run(twists, normal_force=fn, dt=1e-3) for contact in (constant, called)]
        assert_array_equal(*results)
        assert np.abs(kind(law, BALL).run(twists, normal_force=fn, dt=1e-3) - results[0])[:, 2].max() > 1e-4


@pytest.mark.parametrize("kind", [DistributedPatch, ReducedPatch])
def test_a_state_remembers_the_bristles_only(kind, twists, fn):
    """Contacts and loads may take turns on one state: each step is that from the same bristles in a new state."""
    patches = [kind(LuGre(**P), contact) for contact in (BALL, HertzContact(radius=0.003, exponent=2.0, side=0.02))]
    state = patches[0].state()
    for k, (twist, load) in enumerate(zip(twists, np.round(fn, 1))):
        patch, anew = patches[k // 3 % 2], patches[0].state()
        anew.z = state.z
        wrench = patch.step(state, twist, normal_force=load, dt=1e-3)
        assert_array_equal(wrench, patch.step(anew, twist, normal_force=load, dt=1e-3))
        assert_array_equal(state.z, anew.z)
        energies = [patch.stored_energy(memory, normal_force=load + 1.0) for memory in (state, anew)]
        assert energies[0] == energies[1]


@pytest.mark.parametrize("make", [np.ndarray.tolist, np.asfortranarray, lambda v: np.repeat(v, 2, axis=1)[:, ::2]])
def test_any_real_array_is_taken(patch, twists, make):
    v = twists[:20]
    before = v.copy()
    result = patch.run(make(v), normal_force=[2] * 20, dt=1e-3)
    assert_array_equal(result, patch.run(v, normal_force=np.float32(2.0), dt=1e-3))
    assert_array_equal(v, before)
    assert result.shape == (20, 3) and result.dtype == np.float64 and result.flags.c_contiguous
    assert patch.run(np.empty((0, 3)), normal_force=[], dt=1e-3).shape == (0, 3)


def test_a_patch_is_a_value(twists):
    contact = HertzContact(radius=math.exp, exponent=2.0, side=40.0)
    patches = [patch for name, patch in PATCHES.items() if "ball" not in name]
    patches.append(ReducedPatch(LuGre(**P), contact))
    for patch in patches:
        for twin in (pickle.loads(pickle.dumps(patch)), copy.deepcopy(patch)):
            assert twin == patch and hash(twin) == hash(patch) and repr(twin) == repr(patch)
            assert_array_equal(twin.run(twists, dt=1e-3), patch.run(twists, dt=1e-3))
        assert sum(patch == other for other in patches) == 1
    patch = PATCHES["reduced as published"]
    assert (patch.law, patch.contact, patch.stick) == (ElastoPlastic(**P_EP), LimitSurface(LEANING), "paper")
    assert_allclose([patch.r, patch.u], [LEANING.r, LEANING.u], rtol=1e-12)
    assert_allclose(patch.cop, LEANING.cop, rtol=1e-15)


def test_a_state_can_be_copied_kept_and_set(patch, twists):
    state = patch.state()
    assert not state.z.any()
    patch.run(twists, dt=1e-3, state=state)
    for twin in (state.copy(), copy.copy(state), pickle.loads(pickle.dumps(state))):
        assert_array_equal(twin.z, state.z)
        assert repr(twin) == repr(state)
        patch.step(twin, [0.1, 0.0, 0.0], dt=1e-3)
        assert (twin.z != state.z).any()
    z = state.z
    with pytest.raises(ValueError, match="read-only"):
        state.z[0] = 1.0  # a copy: it would be lost
    assert_array_equal(state.z, z)
    fresh = patch.state()
    fresh.z = z.tolist()
    assert_array_equal(patch.run(twists, dt=1e-3, state=fresh), patch.run(twists, dt=1e-3, state=state))
    for bad, message in ((z[:1], "z has shape"), (z * np.nan, r"z\[0.* = nan must be finite"), (1.0, "z has shape")):
        with pytest.raises(ValueError, match=message):
            fresh.z = bad


D, R = PATCHES["distributed LuGre"], PATCHES["reduced LuGre"]
V = np.zeros((4, 3))
POINT = Pressure.points([[0, 0]], [1.0])
WRONG_VALUES = [
    (
        lambda: D.run([[0, np.nan, 0]], dt=1e-3),
        r"twists\[0, 1\] = nan must be finite, at most 1e50 in size \[m/s, rad/s\]",
    ),
    (lambda: R.run(np.zeros(3), dt=1e-3), r"twists has shape \(3,\); allowed: \(N, 3\)"),
    (lambda: R.run(np.zeros((4, 2)), dt=1e-3), r"twists has shape \(4, 2\); allowed: \(N, 3\)"),
    (lambda: R.run(V, normal_force=-1.0, dt=1e-3), "normal_force = -1 must be finite and >= 0"),
    (lambda: R.run(V, normal_force=[1, 1, np.nan, 1], dt=1e-3), r"normal_force\[2\] = nan must be"),
    (lambda: D.run(V, normal_force=[1.0], dt=1e-3), r"normal_force has shape \(1,\); allowed: a number or \(4,\)"),
    (lambda: R.run(V, dt=0.0), "dt = 0 must be finite and > 0"),
    (lambda: R.run(np.empty((0, 3)), dt=-1.0), "dt = -1 must be"),
    (lambda: R.run(V, dt=1e-3, force="start"), "^run: force = 'start' must be one of 'end', 'mean'"),
    (lambda: R.run(V, dt=1e-3, scheme="rk4"), "^run: scheme = 'rk4' must be one of 'exponential', 'euler'"),
    (lambda: R.run(V, dt=1e-3, scheme="euler", force="mean"), 'force = "mean" needs scheme = "exponential"'),
    (
        lambda: D.run(V, dt=1e-3, state=PATCHES["distributed ball"].state()),
        "state has 81 cells, but the patch has 25",
    ),
    (lambda: R.step(R.state(), [0, 0], dt=1e-3), r"twist has shape \(2,\); allowed: \(3,\)"),
    (lambda: R.step(R.state(), [0, 0, np.inf], dt=1e-3), r"twist\[2\] = inf must be finite"),
    (lambda: R.step(R.state(), [0, 0, 0], dt=-1.0), "dt = -1 must be finite and > 0"),
    (lambda: R.step(R.state(), [0, 0, 0], normal_force=-1.0, dt=1.0), "normal_force = -1 must be finite and >= 0"),
    (lambda: D.stored_energy(D.state(), normal_force=np.nan), "normal_force = nan must be"),
    (lambda: DistributedPatch(D.law, RECTANGLE, cells=0), "DistributedPatch: cells = 0 must be 1 to 2000"),
    (lambda: DistributedPatch(D.law, RECTANGLE, cells=-3), "cells = -3 must be 1 to 2000"),
    (lambda: ReducedPatch(D.law, RECTANGLE, stick="glue"), "^ReducedPatch: stick = 'glue' must be one of 'drift_free', 'paper'"),
    (lambda: ReducedPatch(D.law, POINT), "r = 0"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: R.run(V), "run needs the argument dt"),
    (lambda: R.run(V, 1e-3), "run takes at most twists by position"),
    (lambda: R.run(V, dt=1e-3, fn=1.0), "run has no argument fn; it takes twists, normal_force"),
    (lambda: R.run(V, dt=1e-3, state=D.state()), "run: state must be of type ReducedState, not DistributedState"),
    (lambda: D.step(R.state(), V[0], dt=1e-3), "step: state must be of type DistributedState, not ReducedState"),
    (lambda: ReducedPatch(RECTANGLE, D.law), "ReducedPatch: law must be LuGre or ElastoPlastic .*not Pressure"),
    (lambda: ReducedPatch(Coulomb(mu_c=1.0, mu_s=1.0), RECTANGLE), "law must be .*, not Coulomb"),
    (lambda: ReducedPatch(D.law, 0.01), "contact must be a Pressure, a LimitSurface or a HertzContact, not float"),
    (lambda: DistributedPatch(D.law, LimitSurface(RECTANGLE)), "contact must be a Pressure or a HertzContact, not Lim"),
    (lambda: DistributedPatch(D.law, RECTANGLE, 21), "DistributedPatch takes at most law, contact by position"),
    (lambda: DistributedPatch(D.law, RECTANGLE, cells=2.0), "cells must be an integer, not float"),
    (lambda: DistributedPatch(D.law), "DistributedPatch needs the argument contact"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_what_goes_wrong_leaves_the_state_alone(patch):
    class Mine(Exception):
        pass

    def radius(fn):
        if fn > 2.0:
            raise Mine
        return 0.004

    state = patch.state()
    patch.run([[1e-3, 2e-3, 0.1]], dt=1e-3, state=state)
    before = state.z
    for v, options in (
        ([[0.0, 0.0, 0.0], [0.0, np.nan, 0.0]], {}),
        ([[1.0, 1.0, 1.0]], {"normal_force": -1.0}),
        ([[1.0, 1.0, 1.0]], {"dt": -1.0}),
    ):
        with pytest.raises(ValueError):
            patch.run(v, state=state, **{"dt": 1e-3, **options})
        with pytest.raises(ValueError):
            patch.step(state, v[-1], **{"dt": 1e-3, **options})
    assert_array_equal(state.z, before)
    fragile = type(patch)(LuGre(**P), HertzContact(radius=radius, exponent=2.0, side=0.02))
    state = fragile.state()
    fragile.run([[1e-3, 2e-3, 0.1]], dt=1e-3, state=state)
    before = state.z
    with pytest.raises(Mine):
        fragile.run([[1e-3, 2e-3, 0.1]] * 3, normal_force=[1.0, 1.0, 3.0], dt=1e-3, state=state)
    with pytest.raises(Mine):
        fragile.step(state, [1e-3, 0.0, 0.0], normal_force=3.0, dt=1e-3)
    assert_array_equal(state.z, before)


def test_ctrl_c_stops_a_long_run():
    patch = DistributedPatch(ElastoPlastic(**P_EP), RECTANGLE, cells=200)
    v = np.tile([1e-3, 0.0, 0.1], (1_000_000, 1))
    state = patch.state()
    assert_ctrl_c_stops(lambda: patch.run(v, dt=1e-3, state=state))
    assert not state.z.any()


def test_ctrl_c_stops_the_table_of_a_fine_grid():
    image = Pressure.grid(np.random.default_rng(1).random((600, 600)), size=(0.02, 0.02))
    assert_ctrl_c_stops(lambda: ReducedPatch(LuGre(**P), image))


def test_threads_share_a_patch(twists):
    patch = PATCHES["distributed ElastoPlastic"]
    long = np.tile(twists, (20, 1))
    expected = patch.run(long, dt=1e-4)
    for result in results_at_once(lambda: patch.run(long, dt=1e-4)):
        assert_array_equal(result, expected)
