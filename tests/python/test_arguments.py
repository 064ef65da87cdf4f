"""What the calls accept, what they refuse, and what they say then."""

import numpy as np
import pytest
from cases import LUGRE
from numpy.testing import assert_array_equal
from threads import assert_others_run_during, results_at_once

import stickslip.friction as friction

LAW = friction.LuGre(**LUGRE)
ADHESION = friction.Adhesion(z_max=1e-4)
V = np.sin(np.arange(20) / 3.0)


@pytest.mark.parametrize(
    "make",
    [
        list,
        lambda v: tuple(v),
        lambda v: np.repeat(v, 2)[::2],
        lambda v: np.asfortranarray(v),
        lambda v: v.astype(">f8"),
        lambda v: np.frombuffer(b"\0" + v.tobytes(), dtype=np.uint8)[1:].view(np.float64),
        lambda v: v.astype(np.longdouble),
        lambda v: v[::-1][::-1],
    ],
    ids=["list", "tuple", "strided", "fortran", "byte-swapped", "unaligned", "long double", "reversed"],
)
def test_any_real_array_is_taken(make):
    assert_array_equal(LAW.run(make(V), dt=1e-3), LAW.run(V, dt=1e-3))


def test_fortran_order_and_views_in_the_plane():
    v = np.stack([V, -2 * V], axis=1)
    expected = LAW.run(v, dt=1e-3)
    assert_array_equal(LAW.run(np.asfortranarray(v), dt=1e-3), expected)
    assert_array_equal(LAW.run(np.stack([V, V, -2 * V], axis=1)[:, ::2], dt=1e-3), expected)
    assert expected.flags.c_contiguous and expected.flags.owndata and expected.flags.writeable


def test_integers_booleans_and_single_precision():
    numbers = np.array([0, 1, -1, 2])
    expected = LAW.run(numbers.astype(float), dt=1)
    for dtype in (np.int8, np.int64, np.float32, np.float16):
        assert_array_equal(LAW.run(numbers.astype(dtype), dt=1), expected)
    assert_array_equal(LAW.run([True, False], dt=1), LAW.run([1, 0], dt=1))


def test_inputs_are_not_touched():
    v = V.copy()
    v.flags.writeable = False
    fn = np.full(len(v), 2.0)
    fn.flags.writeable = False
    result = LAW.run(v, normal_force=fn, dt=1e-3)
    assert_array_equal(v, V)
    assert not np.shares_memory(result, v)
    z, w, _ = ADHESION.run(v)
    assert not np.shares_memory(z, v) and not np.shares_memory(z, w)


def test_large_results_do_not_share_memory():
    """Memory of dropped results is used again, that of living ones and of their views never."""
    v = np.sin(np.arange(300_000) / 1e3)
    expected = LAW.run(v, dt=1e-3).copy()
    for _ in range(3):
        results = [LAW.run(sign * v, dt=1e-3) for sign in (1, -1, 1, -1)]
        view = LAW.run(v, dt=1e-3)[::2]
        results.append(LAW.run(-v, dt=1e-3))
        for sign, result in zip((1, -1, 1, -1, -1), results):
            assert_array_equal(result, sign * expected)
            assert result.flags.writeable and result.flags.c_contiguous and result.flags.aligned
            result[:] = 0.0
        assert_array_equal(view, expected[::2])
    assert not results[0].flags.owndata  # as the documentation says
    with pytest.raises(ValueError):
        results[0].resize(10)
    huge = np.zeros((3_000_000, 3))
    for _ in range(2):
        z, w, regime = ADHESION.run(huge)
        assert not np.shares_memory(z, w) and not z.any() and not w.any() and not regime.any()
        z[:], w[:], regime[:] = 1.0, 2.0, 3


def test_normal_force_is_a_number_or_one_a_sample():
    for two in (2, 2.0, np.float32(2.0), np.array(2.0), np.full(20, 2), [2] * 20):
        assert_array_equal(LAW.run(V, normal_force=two, dt=1e-3), LAW.run(V, normal_force=2.0, dt=1e-3))


@pytest.mark.parametrize("shape", [(0,), (0, 2), (0, 3)])
def test_nothing_in_nothing_out(shape):
    empty, dim = np.empty(shape), shape[1] if len(shape) == 2 else 1
    for options in ({}, {"normal_force": []}, {"state": LAW.state(dim)}):
        assert LAW.run(empty, dt=1e-3, **options).shape == shape
    assert [part.shape for part in LAW.energy(empty, dt=1e-3)] == [(0,), (0,)]
    assert LAW.steady_force(empty).shape == LAW.rate(empty, empty).shape == shape
    state = ADHESION.state(dim)
    assert [part.shape for part in ADHESION.run(empty, state=state)] == [shape, shape, (0,)]
    assert not state.started
    assert ADHESION.force(empty).shape == shape and ADHESION.stored_energy(empty).shape == (0,)


SHAPES = r"allowed: \(N,\), \(N, 2\) or \(N, 3\)"


@pytest.mark.parametrize("shape", [(20, 1), (20, 4), (2, 2, 2), ()])
def test_wrong_shape_of_samples(shape):
    text = str(shape).replace("(", r"\(").replace(")", r"\)")
    bad = np.zeros(shape)
    for call in (lambda: LAW.run(bad, dt=1e-3), lambda: LAW.energy(bad, dt=1e-3)):
        with pytest.raises(ValueError, match=f"v has shape {text}; {SHAPES}"):
            call()
    with pytest.raises(ValueError, match=f"x has shape {text}; {SHAPES}"):
        ADHESION.run(bad)
    if shape != ():
        with pytest.raises(ValueError, match=f"v has shape {text}; allowed: a number"):
            LAW.steady_force(bad)
        with pytest.raises(ValueError, match=f"z has shape {text}; allowed: a number"):
            ADHESION.force(bad)


WRONG_VALUES = [
    (lambda: LAW.run([0.0, np.nan], dt=1e-3), r"v\[1\] = nan must be finite.* \[m/s\]"),
    (lambda: LAW.run([[0.0, np.inf]], dt=1e-3), r"v\[0, 1\] = inf must be finite"),
    (lambda: LAW.run(V, dt=0.0), "dt = 0 must be finite and > 0"),
    (lambda: LAW.run(V, dt=-1e-3), "dt = -0.001 must be"),
    (lambda: LAW.run(V, dt=np.nan), "dt = nan must be"),
    (lambda: LAW.run(V, normal_force=-1.0, dt=1e-3), "normal_force = -1 must be finite and >= 0"),
    (lambda: LAW.run(V, normal_force=np.nan, dt=1e-3), "normal_force = nan"),
    (lambda: LAW.run([1, 2], normal_force=[1.0, -2.0], dt=1e-3), r"normal_force\[1\] = -2 must be"),
    (
        lambda: LAW.run(V, normal_force=[1.0, 2.0], dt=1e-3),
        r"normal_force has shape \(2,\); allowed: a number or \(20,\)",
    ),
    (lambda: LAW.run(V, normal_force=np.ones((20, 1)), dt=1e-3), r"normal_force has shape \(20, 1\); allowed"),
    (
        lambda: LAW.run(V, dt=1e-3, state=LAW.state(2)),
        r"state has dim 2, but v has shape \(20,\); allowed: \(N, 2\)",
    ),
    (lambda: LAW.run(V, dt=1e-3, force="start"), "^run: force = 'start' must be one of 'end', 'mean'"),
    (lambda: LAW.run(V, dt=1e-3, scheme="rk4"), "^run: scheme = 'rk4' must be one of 'exponential', 'euler'"),
    (lambda: LAW.run(V, dt=1e-3, scheme="euler", force="mean"), 'force = "mean" needs scheme = "exponential"'),
    (lambda: LAW.run([[1.0], [1.0, 2.0]], dt=1e-3), "v cannot be read as an array of numbers"),
    (lambda: LAW.energy(V, dt=-1.0), "dt = -1 must be"),
    (lambda: LAW.run(V, dt=1e-308), "^dt = 1e-308 must be at least the smallest normal number = 2.2250738585"),
    (lambda: LAW.step(LAW.state(), 1.0, dt=1e-308), "dt = 1e-308 must be at least the smallest normal number"),
    (lambda: friction.LuGre(**{**LUGRE, "sigma0": 1e-308}), "LuGre: sigma0 = 1e-308 must be at least the smallest"),
    (lambda: LAW.steady_force(np.nan), r"^v = nan must be finite.* \[m/s\]"),
    (lambda: LAW.run(np.ma.array(V, mask=V > 0.5), dt=1e-3), "^v has masked entries; fill or drop them"),
    (lambda: LAW.run(V, normal_force=np.ma.masked_equal([1] * 19 + [2], 2), dt=1e-3), "^normal_force has masked"),
    (lambda: LAW.steady_force(np.ma.masked), "^v has masked entries"),
    (lambda: LAW.run(V, dt=10**400), "run: dt is too large for a double"),
    (lambda: LAW.state(10**30), "state: dim is too large for an int"),
    (lambda: LAW.state(2**40), "state: dim is too large for an int"),
    (lambda: LAW.steady_force(1.0, normal_force=-1.0), "normal_force = -1"),
    (lambda: LAW.rate([1.0, 2.0], [1.0]), r"v has shape \(1,\); allowed: that of z, \(2,\)"),
    (lambda: LAW.rate(np.inf, 1.0), r"z = inf must be finite \[m\]"),
    (lambda: LAW.step(LAW.state(2), 1.0, dt=1e-3), r"v has shape \(\); allowed: \(2,\)"),
    (lambda: LAW.step(LAW.state(), [1.0, 2.0], dt=1e-3), r"v has shape \(2,\); allowed: a number or \(1,\)"),
    (lambda: LAW.step(LAW.state(), np.nan, dt=1e-3), r"^v = nan must be finite.* \[m/s\]"),
    (lambda: LAW.step(LAW.state(2), [0.0, np.nan], dt=1e-3), r"^v\[1\] = nan must be finite"),
    (lambda: LAW.step(LAW.state(), 1.0, normal_force=-1.0, dt=1e-3), "normal_force = -1"),
    (lambda: LAW.state(0), "dim = 0 must be 1, 2 or 3"),
    (lambda: LAW.state(4), "dim = 4"),
    (lambda: ADHESION.state(4), "dim = 4"),
    (lambda: LAW.break_away_force(-1.0), "normal_force = -1"),
    (lambda: LAW.presliding_stiffness(np.inf), "normal_force = inf"),
    (lambda: LAW.stored_energy(LAW.state(), normal_force=-1.0), "normal_force = -1"),
    (lambda: ADHESION.run([0.0, np.nan]), r"x\[1\] = nan must be finite.* \[m\]"),
    (lambda: ADHESION.run(V, state=ADHESION.state(3)), "state has dim 3"),
    (lambda: ADHESION.step(ADHESION.state(), np.nan), r"^x = nan must be finite.* \[m\]"),
    (lambda: ADHESION.force([np.nan]), r"z\[0\] = nan"),
    (lambda: ADHESION.force(1.0, normal_force=-1.0), "normal_force = -1"),
    (lambda: friction.LuGre(**{**LUGRE, "sigma0": -1.0}), r"LuGre: sigma0 = -1 must be finite and > 0"),
    (lambda: friction.LuGre(**{**LUGRE, "sigma1": np.nan}), "LuGre: sigma1 = nan"),
    (lambda: friction.LuGre(**{**LUGRE, "mu_s": 0.8}), "LuGre: mu_s = 0.8 must be .* at least mu_c = 1"),
    (lambda: friction.LuGre(**{**LUGRE, "v_s": 0.0}), "LuGre: v_s = 0"),
    (lambda: friction.ElastoPlastic(**LUGRE, s_ba=1.0), "ElastoPlastic: s_ba = 1 must be > 0 and < 1"),
    (lambda: friction.Dahl(sigma0=1.0, f_c=1.0, exponent=0.5), "Dahl: exponent = 0.5"),
    (lambda: friction.Coulomb(mu_c=0.0, mu_s=1.0), "Coulomb: mu_c = 0"),
    (lambda: friction.Adhesion(z_max=-1.0), "Adhesion: z_max = -1"),
    (lambda: friction.Adhesion(z_max=1.0, z_stick=0.5), "z_stick = 0.5 must be .* at least z_max"),
    (lambda: friction.Adhesion(z_max=1.0, stiffness=0.0), "Adhesion: stiffness = 0"),
    (
        lambda: friction.Adhesion(z_max=1.0, map="stick"),
        "^Adhesion: map = 'stick' must be one of 'stick_slide', 'stick_slip_slide', 'stick_creep_slip_slide'",
    ),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: LAW.run(V), "run needs the argument dt"),
    (lambda: LAW.run(dt=1e-3), "run needs the argument v"),
    (lambda: LAW.run(V, 1e-3), "run takes at most v by position; by keyword: normal_force, dt"),
    (lambda: LAW.run(V, v=V, dt=1e-3), "run got the argument v twice"),
    (lambda: LAW.run(V, dt=1e-3, fn=1.0), "run has no argument fn; it takes v, normal_force, dt"),
    (lambda: LAW.run(V, dt="1e-3"), "run: dt must be a real number, not str"),
    (lambda: LAW.run(V, dt=1j), "run: dt must be a real number, not complex"),
    (lambda: LAW.run(V, dt=1e-3, force=1), "run: force must be a str, not int"),
    (lambda: LAW.run(V, dt=1e-3, state=V), "run: state must be of type State, not ndarray"),
    (lambda: LAW.run(V, dt=1e-3, state=ADHESION.state()), "state must be of type State, not AdhesionState"),
    (lambda: LAW.run(V * 1j, dt=1e-3), "v must hold real numbers, but its dtype is complex128"),
    (lambda: LAW.run(["1", "2"], dt=1e-3), "v must hold real numbers, but its dtype is <U1"),
    (lambda: LAW.run([None], dt=1e-3), "v must hold real numbers, but its dtype is object"),
    (lambda: LAW.run(V, normal_force="1", dt=1e-3), "normal_force must hold real numbers"),
    (lambda: LAW.step(V, 1.0, dt=1e-3), "step: state must be of type State, not ndarray"),
    (lambda: LAW.state("1"), "state: dim must be an integer, not str"),
    (lambda: LAW.state(1.0), "state: dim must be an integer, not float"),
    (lambda: LAW.state(dims=2), "state has no argument dims; it takes dim"),
    (lambda: ADHESION.state(dims=2), "state has no argument dims; it takes dim"),
    (lambda: ADHESION.run(), "run needs the argument x"),
    (lambda: ADHESION.step(LAW.state(), 1.0), "step: state must be of type AdhesionState, not State"),
    (lambda: friction.LuGre(1e5), "LuGre takes no positional argument; by keyword: sigma0, sigma1"),
    (lambda: friction.LuGre(sigma=1e5), "LuGre has no argument sigma; it takes sigma0"),
    (lambda: friction.LuGre(sigma0=1e5, mu_c=1.0), "LuGre needs the argument mu_s"),
    (lambda: friction.Dahl(f_c=1.0), "Dahl needs the argument sigma0"),
    (lambda: friction.Dahl(sigma0="1", f_c=1.0), "Dahl: sigma0 must be a real number, not str"),
    (lambda: friction.Adhesion(), "Adhesion needs the argument z_max"),
    (lambda: friction.Adhesion(z_max=1.0, map=3), "Adhesion: map must be a str, not int"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_a_mask_that_hides_nothing_is_no_mask():
    assert_array_equal(LAW.run(np.ma.array(V, mask=False), dt=1e-3), LAW.run(V, dt=1e-3))


def test_a_dimension_is_any_integer():
    assert LAW.state(np.int64(2)).dim == LAW.state(dim=2).dim == 2
    assert LAW.state().dim == ADHESION.state().dim == 1


def test_other_exceptions_of_a_number_pass_through():
    class Interrupted:
        def __float__(self):
            raise KeyboardInterrupt

        def __index__(self):
            raise ZeroDivisionError("mine")

    with pytest.raises(KeyboardInterrupt):
        LAW.run(V, dt=Interrupted())
    with pytest.raises(ZeroDivisionError, match="mine"):
        LAW.state(Interrupted())


def test_a_refused_input_leaves_the_state_alone():
    state = LAW.state(2)
    LAW.run([[1e-3, 2e-3]], dt=1e-3, state=state)
    before = state.z
    for v, options in (
        ([[0.0, np.nan]], {}),
        ([[1.0, 1.0]], {"normal_force": -1.0}),
        ([[1.0, 1.0]], {"dt": -1.0}),
        ([1.0], {}),
    ):
        with pytest.raises(ValueError):
            LAW.run(v, state=state, **{"dt": 1e-3, **options})
        with pytest.raises(ValueError):
            LAW.energy(v, state=state, **{"dt": 1e-3, **options})
    assert_array_equal(state.z, before)
    held = ADHESION.state(1)
    ADHESION.run([0.0, 1.0], state=held)
    before = (held.w, held.x, held.regime)
    with pytest.raises(ValueError):
        ADHESION.run([2.0, np.nan], state=held)
    assert (held.w, held.x, held.regime) == before


def test_deflection_of_a_state_can_be_set():
    state = LAW.state(2)
    state.z = [1e-6, -1e-6]
    assert_array_equal(state.z, [1e-6, -1e-6])
    state.z[0] = 1.0  # a copy: nothing happens
    assert_array_equal(state.z, [1e-6, -1e-6])
    for bad, message in (([1.0], "z has shape"), ([0.0, np.nan], r"z\[1\] = nan"), (1.0, "z has shape")):
        with pytest.raises(ValueError, match=message):
            state.z = bad
    assert_array_equal(state.z, [1e-6, -1e-6])
    line = LAW.state()
    line.z = 1e-6
    assert_array_equal(line.z, [1e-6])


def test_other_threads_run_meanwhile():
    v = np.tile([1e-2, 2e-2, 3e-2], (1_000_000, 1))
    law = friction.ElastoPlastic(**LUGRE)
    assert_others_run_during(lambda: law.run(v, dt=1e-4))


def test_threads_get_the_same_result():
    v = np.random.default_rng(1).normal(0.0, 1e-2, (50_000, 2))
    expected = LAW.run(v, dt=1e-4)
    for result in results_at_once(lambda: LAW.run(v, dt=1e-4)):
        assert_array_equal(result, expected)
