"""A body on a patch through time: against closed forms, constants against tables against callables, interrupts, errors."""

import math
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from threads import assert_ctrl_c_stops, assert_others_run_during

from stickslip.friction import ElastoPlastic, LuGre
from stickslip.patch import (
    DistributedPatch,
    HertzContact,
    LimitSurface,
    Pressure,
    ReducedPatch,
    SolveStatus,
    simulate,
)

P = dict(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2, v_s=1e-3)
DISC = Pressure.disc(radius=0.01)
REDUCED = ReducedPatch(ElastoPlastic(**P), DISC)
DISTRIBUTED = DistributedPatch(ElastoPlastic(**P), DISC, cells=9)
PATCHES = {"reduced": REDUCED, "distributed": DISTRIBUTED}
WEIGHT = np.array([0.0, -0.2 * 9.81, 0.0])
BODY = dict(mass=0.2, inertia=4.8e-4, contacts=2)


@pytest.fixture(params=PATCHES.values(), ids=PATCHES.keys())
def patch(request):
    return request.param


def assert_same(a, b):
    for name in ("t", "pose", "error", "twist", "wrench", "normal_force", "bristles"):
        assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)


def test_lines_of_the_documentation_work(patch):
    body = dict(mass=0.2, inertia=4.8e-4, pose=(0.002, 0, 0), twist=(0, 0, 0))
    times = dict(dt=1e-3, t_end=0.2, record_dt=0.01)
    result = simulate(patch, **body, load=WEIGHT, normal_force=0.8, contacts=2, frame="world", **times)
    assert_allclose(result.t, np.arange(21) * 0.01, atol=1e-12)
    assert result.pose.shape == result.twist.shape == result.wrench.shape == (21, 3)
    assert result.normal_force.shape == (21,) and (result.normal_force == 0.8).all()
    width = (3,) if patch is REDUCED else (len(patch.x), 2)
    assert result.bristles.shape == (21, *width) and result.bristles.dtype == np.float64
    assert_array_equal(result.pose[0], [0.002, 0.0, 0.0])
    assert not result.bristles[0].any() and result.bristles[-1].any()
    assert result.status is SolveStatus.CONVERGED and result.status == 0
    assert result.iterations > 0 and 0.0 <= result.residual < 1e-6
    # Two contacts cannot bear more than 2 · 1.2 · 0.8 N of the 1.96 N.
    fall = -result.pose[-1, 1] / (0.5 * 0.2**2)
    assert 9.81 - 2 * 1.2 * 0.8 / 0.2 < fall < 9.81
    assert "21 records" in repr(result)


def test_without_load_it_flies(patch):
    load = (0.4, -0.2, 1e-3)
    result = simulate(patch, **BODY, twist=(0.1, 0.2, 3.0), load=load, normal_force=0.0, dt=1e-2, t_end=0.5)
    rate = np.array(load) / [0.2, 0.2, 4.8e-4]
    t = result.t[:, None]
    assert_allclose(result.twist, np.array([0.1, 0.2, 3.0]) + rate * t, rtol=1e-12, atol=1e-15)
    assert_allclose(result.pose, np.array([0.1, 0.2, 3.0]) * t + rate * t**2 / 2, rtol=1e-12, atol=1e-15)
    assert not result.wrench.any()


def test_at_rest_friction_bears_the_load(patch):
    result = simulate(patch, **BODY, load=WEIGHT, normal_force=2.0, dt=1e-3, t_end=1.0)
    assert_allclose(2 * result.wrench[-1, :2], -WEIGHT[:2], atol=1e-8)
    assert np.abs(result.twist[-1]).max() < 1e-8
    assert 0.0 < -result.pose[-1, 1] < 1e-5


def test_a_load_below_break_away_leaves_no_motion_behind():
    """Two seconds of oscillation: Elasto-Plastic returns to where it was in each period; LuGre creeps."""

    def load(t):
        return 1.0 + 0.5 * math.sin(40 * math.pi * t), 0.0, 2e-3 * math.sin(40 * math.pi * t)

    def drift(patch):
        result = simulate(
            patch, mass=0.2, inertia=4.8e-4, load=load, normal_force=2.0, dt=5e-4, t_end=2.0, record_dt=0.05
        )
        return np.abs(result.pose[-1] - result.pose[20])

    small = Pressure.disc(radius=0.02)
    for patch in (ReducedPatch(ElastoPlastic(**P), small), DistributedPatch(ElastoPlastic(**P), small, cells=5)):
        assert (drift(patch) <= [1e-12, 1e-12, 1e-10]).all()
    assert drift(ReducedPatch(LuGre(**P), small))[0] > 1e-9


def test_a_spinning_sliding_disc_stops_both_at_once():
    """Time left out, dv/d(Rω) = F/(2T) of v/(Rω) alone, whose fixed point is 0.653; energy goes into heat."""
    radius, mass = 0.05, 0.3
    surface = LimitSurface(Pressure.disc(radius=radius))
    law = LuGre(sigma0=1e8, sigma1=100.0, mu_c=0.3, mu_s=0.3)  # so stiff that it is nearly Coulomb friction
    patch, inertia = ReducedPatch(law, surface), mass * radius**2 / 2
    springs = 0.3**2 * mass * 9.81 / (2 * 1e8)  # the most that bristles can give back [J]

    def slope(v, spin):
        force, _, torque = surface.wrench([v, 0.0, spin / radius])
        return force / (2 * torque / radius)

    assert_allclose(slope(0.653, 1.0), 0.653, atol=5e-4)
    for start in ((0.5, 0.0, 4.0), (0.2, 0.0, 12.0)):
        body = dict(mass=mass, inertia=inertia, twist=start, normal_force=mass * 9.81, frame="body")
        result = simulate(patch, **body, dt=1e-4, t_end=0.4, record_dt=1e-3)
        energy = (result.twist**2 * [mass, mass, inertia]).sum(axis=1) / 2
        assert (np.diff(energy) < springs).all()
        assert energy[-1] < 1e-9 * energy[0]
        late = np.flatnonzero(energy > 1e-3 * energy[0])[-1]
        v, spin = start[0], radius * start[2]
        ratio, steps = radius * result.twist[late, 2] / spin, 200
        for h in np.diff(spin * ratio ** np.linspace(0.0, 1.0, steps + 1)):
            k1 = slope(v, spin)
            k2 = slope(v + h / 2 * k1, spin + h / 2)
            k3 = slope(v + h / 2 * k2, spin + h / 2)
            k4 = slope(v + h * k3, spin + h)
            v, spin = v + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), spin + h
        assert_allclose(result.twist[late, 0], v, rtol=1e-4)
        assert abs(v / spin - 0.653) < 0.5 * abs(start[0] / (radius * start[2]) - 0.653)


def test_the_frame_says_what_moves():
    """A patch away from the CoM: carried along, its friction keeps its lever arm; standing still, it does not."""
    off = Pressure.points(np.array([[0.03, 0.0], [0.031, 0.0]]), [1, 1])
    patch = ReducedPatch(LuGre(**P), off)
    common = dict(mass=1.0, inertia=1e-3, twist=(0.0, 0.5, 0.0), normal_force=1.0, dt=1e-3, t_end=0.05)
    turned = simulate(patch, frame="body", **common)
    assert turned.pose[-1, 2] < -1e-4  # friction at +x drags it clockwise
    assert_allclose(turned.wrench[1, 2], 0.0305 * turned.wrench[1, 1], rtol=1e-2)
    away = simulate(patch, frame="world", pose=(0.0305, 0.0, 0.0), **common)
    assert abs(away.pose[-1, 2]) < 0.1 * abs(turned.pose[-1, 2])


def test_constants_tables_and_callables_say_the_same(patch):
    common = dict(**BODY, pose=(0.002, 0.0, 0.0), dt=1e-3, t_end=0.1)
    constant = simulate(patch, load=WEIGHT, normal_force=0.9, **common)
    for load, fn in (
        (WEIGHT.tolist(), np.array(0.9)),
        (lambda t: WEIGHT, lambda t: 0.9),
        (lambda t: (0, WEIGHT[1], 0), 0.9),
        (([0.0], [WEIGHT]), ([5.0], [0.9])),
        (([-1.0, 50.0], np.stack([WEIGHT, 2 * WEIGHT])), (np.array([0.0]), np.array([0.9]))),
    ):
        assert_same(simulate(patch, load=load, normal_force=fn, **common), constant)


def test_a_table_holds_its_values_from_jump_to_jump(patch):
    times, loads, forces = [0.0, 0.03, 0.05], np.array([[0, -1, 0], [2, 0, 0.01], [0, 0, 0.0]]), [1.0, 0.5, 1.5]
    common = dict(**BODY, dt=1e-5, record_dt=0.005)
    whole = simulate(patch, load=(times, loads), normal_force=(times, forces), t_end=0.08, **common)
    assert_array_equal(whole.normal_force[[0, 5, 7, 9, 11, 16]], [1.0, 1.0, 0.5, 0.5, 1.5, 1.5])
    state, pose, twist = patch.state(), np.zeros(3), np.zeros(3)
    for begin, end, load, fn in zip(times, [*times[1:], 0.08], loads, forces):
        part = simulate(
            patch, load=load, normal_force=fn, pose=pose, twist=twist, state=state, t_end=end - begin, **common
        )
        pose, twist = part.pose[-1], part.twist[-1]
    assert np.abs(pose).max() > 1e-4
    assert_allclose(whole.pose[-1], pose, rtol=1e-4, atol=1e-9)


def test_no_step_straddles_a_jump(patch):
    jump = 0.01234  # within a step
    load = ([0.0, jump], [[0.2, 0.0, 0.0], [-0.4, 0.0, 0.0]])
    result = simulate(patch, **BODY, load=load, normal_force=0.0, dt=1e-3, t_end=0.05)
    assert_allclose(result.twist[-1], [(0.2 * jump - 0.4 * (0.05 - jump)) / 0.2, 0.0, 0.0], rtol=1e-12)


def test_the_state_carries_on(patch):
    common = dict(**BODY, load=WEIGHT, normal_force=0.9, dt=1e-3, record_dt=0.05)
    whole = simulate(patch, pose=(0.002, 0, 0), t_end=0.1, **common)
    state = patch.state()
    first = simulate(patch, pose=(0.002, 0, 0), t_end=0.05, state=state, **common)
    assert_array_equal(state.z, first.bristles[-1])
    second = simulate(patch, pose=first.pose[-1], twist=first.twist[-1], t_end=0.05, state=state, **common)
    assert_allclose(second.pose[-1], whole.pose[-1], rtol=1e-6, atol=1e-12)
    assert_array_equal(second.bristles[0], first.bristles[-1])


def test_the_two_integrators_agree(patch):
    common = dict(mass=0.2, inertia=4.8e-4, load=(3.0, 0.0, 0.02), normal_force=1.0, t_end=0.02, record_dt=0.02)
    implicit = simulate(patch, dt=1e-4, **common)
    explicit = simulate(patch, dt=1e-6, integrator="rk4", **common)
    assert_allclose(implicit.pose[-1], explicit.pose[-1], rtol=2e-3)


def test_a_contact_follows_the_load_on_the_way():
    contact = HertzContact(radius=lambda fn: 0.003 + 0.002 * fn, exponent=lambda fn: 2.0 + fn, side=0.02)
    still = HertzContact(radius=0.005, exponent=3.0, side=0.02)
    common = dict(**BODY, load=(0.0, 0.0, 5e-3), dt=1e-3, t_end=0.1)
    loads = dict(normal_force=([0.0, 0.05], [1.0, 0.5]))  # its radius is that of `still`, then smaller
    for kind in (ReducedPatch, DistributedPatch):
        moved = simulate(kind(LuGre(**P), contact), **common, **loads)
        other = simulate(kind(LuGre(**P), still), **common, **loads)
        assert_allclose(moved.pose[5], other.pose[5], rtol=1e-6, atol=1e-12)
        assert moved.pose[-1, 2] > 1.1 * other.pose[-1, 2] > 1e-3


def test_progress_is_told(patch):
    shares = []
    simulate(patch, **BODY, load=WEIGHT, normal_force=1.0, dt=1e-3, t_end=0.1, progress=shares.append)
    assert shares[0] == 0.0 and shares[-1] == 1.0 and (np.diff(shares) >= 0.0).all() and len(shares) >= 11


def test_a_tolerance_chooses_the_steps(patch):
    # Coulomb's block: thrown at 0.3 m/s it stops after v²/(2 μ g); bristles bend by 4e-5 of that.
    law = LuGre(sigma0=1e6, sigma1=0.1, sigma2=0.0, mu_c=0.4, mu_s=0.4, v_s=1e-3)
    block = ReducedPatch(law, DISC) if patch is REDUCED else DistributedPatch(law, DISC, cells=9)
    throw = dict(mass=0.5, inertia=1e-4, twist=(0.3, 0.0, 0.0), normal_force=0.5 * 9.81, frame="body", t_end=0.2)
    stop = 0.3**2 / (2 * 0.4 * 9.81)
    steps = 0
    for tol in (1e-2, 1e-3):
        result = simulate(block, tol=tol, **throw)
        assert result.status is SolveStatus.CONVERGED
        assert abs(result.pose[-1, 0] - stop) <= (tol + 1e-4) * stop
        assert result.error.shape == result.pose.shape and (result.error >= 0.0).all()
        assert not result.error[0].any() and 0.0 < result.error[-1, 0] <= tol * stop * 1.01
        assert result.steps > steps
        steps = result.steps


def test_an_error_is_known_with_fixed_steps_too():
    # Undamped bristles are a spring: x = F/k (1 − cos ωt). Steps of half a period damp that away, and know it.
    law = ElastoPlastic(sigma0=1e6, sigma1=0.0, sigma2=0.0, mu_c=1.2, mu_s=1.2, v_s=1e-3)
    patch, fn = ReducedPatch(law, DISC), 0.5 * 9.81
    push = dict(mass=0.5, inertia=1e-4, load=(0.5 * fn, 0.0, 0.0), normal_force=fn, t_end=0.02, record_dt=1e-3)
    coarse = simulate(patch, dt=1e-3, **push)
    exact = 0.5e-6 * (1.0 - np.cos(np.sqrt(1e6 * 9.81) * coarse.t[-1]))
    assert coarse.status is SolveStatus.STALLED
    assert 1e-7 < abs(coarse.pose[-1, 0] - exact) <= 3.0 * coarse.error[-1, 0]
    fine = simulate(patch, tol=1e-2, **push)
    assert fine.status is SolveStatus.CONVERGED and abs(fine.pose[-1, 0] - exact) <= 1e-2 * 1e-6


@pytest.mark.parametrize("tol", [0.0, -1e-3, 1.0, float("nan")])
def test_a_tolerance_that_is_none_is_refused(patch, tol):
    with pytest.raises(ValueError, match="simulate: tol = .* must be > 0 and < 1"):
        simulate(patch, **BODY, normal_force=1.0, tol=tol)


def test_bristles_may_be_left_out(patch):
    common = dict(**BODY, load=WEIGHT, normal_force=1.0, dt=1e-3, t_end=0.1)
    result = simulate(patch, record_bristles=False, **common)
    assert result.bristles is None
    assert_array_equal(result.pose, simulate(patch, **common).pose)


def test_a_trajectory_can_be_kept(patch):
    result = simulate(patch, **BODY, load=WEIGHT, normal_force=1.0, dt=1e-3, t_end=0.05)
    twin = pickle.loads(pickle.dumps(result))
    assert_same(twin, result)
    assert (twin.status, twin.iterations, twin.residual) == (result.status, result.iterations, result.residual)
    assert twin.steps == result.steps == 50
    kept = result.bristles
    last = kept[-1].copy()
    del result
    assert_array_equal(kept[-1], last)  # the view keeps what it looks at


def test_a_motion_that_blows_up_ends_at_the_last_good_record(patch):
    state = patch.state()
    common = dict(**BODY, load=WEIGHT, normal_force=1.0, dt=1e-2, t_end=0.5)
    result = simulate(patch, integrator="rk4", state=state, **common)
    assert result.status is SolveStatus.NOT_FINITE
    assert 2 <= len(result.t) and result.t[-1] < 0.5
    for name in ("t", "pose", "twist", "wrench", "normal_force", "bristles"):
        assert np.isfinite(getattr(result, name)).all(), name
    assert_array_equal(state.z, result.bristles[-1])
    later = {**common, "t_end": 0.1, "pose": result.pose[-1], "twist": result.twist[-1]}
    assert simulate(patch, state=state, **later).t[-1] == 0.1
    assert pickle.loads(pickle.dumps(result)).status is SolveStatus.NOT_FINITE


class Mine(Exception):
    pass


def fails_late(value):
    def f(t):
        if t > 0.02:
            raise Mine("late")
        return value

    return f


@pytest.mark.parametrize(
    "options, error",
    [
        ({"load": fails_late((0, 0, 0))}, Mine),
        ({"normal_force": fails_late(1.0)}, Mine),
        ({"progress": fails_late(None)}, Mine),
        ({"normal_force": lambda t: 1.0 - 50 * t}, ValueError),
        ({"load": lambda t: (0.0, math.nan if t > 0.02 else 0.0, 0.0)}, ValueError),
        ({"load": lambda t: (0.0, 0.0)}, ValueError),
        ({"normal_force": lambda t: "1"}, TypeError),
        ({"dt": -1.0}, ValueError),
    ],
)
def test_what_goes_wrong_reaches_the_caller_and_leaves_the_state_alone(patch, options, error):
    state = patch.state()
    patch.run([[1e-3, 2e-3, 0.1]], dt=1e-3, state=state)
    before = state.z
    with pytest.raises(error):
        simulate(patch, **{**BODY, "load": WEIGHT, "normal_force": 1.0, "dt": 1e-3, "state": state, **options})
    assert_array_equal(state.z, before)


@pytest.mark.parametrize("record_dt", [1e-3, 1000.0])
@pytest.mark.parametrize("load", [WEIGHT, lambda t: WEIGHT], ids=["constant", "callable"])
def test_ctrl_c_stops_it(load, record_dt):
    run = dict(load=load, normal_force=1.0, dt=1e-5, t_end=1000.0, record_dt=record_dt)
    assert_ctrl_c_stops(lambda: simulate(REDUCED, **BODY, **run))


def test_other_threads_run_meanwhile():
    run = dict(load=WEIGHT, normal_force=0.9, dt=5e-5, t_end=2.0)
    assert_others_run_during(lambda: simulate(REDUCED, **BODY, **run))


def with_(**options):
    return lambda: simulate(REDUCED, **{**BODY, "normal_force": 1.0, **options})


WRONG_VALUES = [
    (with_(mass=0.0), "mass = 0 must be finite and > 0"),
    (with_(inertia=-1.0), "inertia = -1 must be"),
    (with_(pose=(0, 0)), r"pose has shape \(2,\); allowed: \(3,\)"),
    (with_(twist=(0, math.nan, 0)), r"twist\[1\] = nan must be finite \[m/s, m/s, rad/s\]"),
    (
        with_(load=(0, 0)),
        r"load has shape \(2,\); allowed: 3 numbers \(fx, fy, torque\), a table \(T, values\) or a call",
    ),
    (with_(load=[1.0, 2.0]), r"load has shape \(2,\); allowed: 3 numbers"),
    (
        with_(load=np.zeros(2)),
        r"load has shape \(2,\); allowed: 3 numbers .*, a table \(T, values\) or a callable of t",
    ),
    (with_(load=(0, math.inf, 0)), r"load\[1\] = inf must be finite \[N, N m\]"),
    (with_(load=([0.0, 1.0], [[0, 0, 0]])), r"load\[1\] has shape \(1, 3\); allowed: \(2, 3\), one per time"),
    (with_(load=([0.0, 0.0], np.zeros((2, 3)))), r"load\[0\]\[1\] = 0 must be finite and greater than the one before"),
    (with_(load=([0.0], [[0, 0, math.nan]])), r"load\[1\]\[0, 2\] = nan must be finite"),
    (with_(load=([], [])), r"load\[0\] has shape \(0,\); allowed: \(M,\), at least one time"),
    (with_(load=lambda t: (1.0, 2.0)), r"load\(.*\) has shape \(2,\); allowed: \(3,\)"),
    (with_(normal_force=-1.0), "normal_force = -1 .*must be finite and >= 0"),
    (with_(normal_force=math.nan), "normal_force = nan must be finite"),
    (with_(normal_force=np.ones(3)), r"normal_force has shape \(3,\); allowed: a number, a table"),
    (with_(normal_force=([0.0, 1.0], [1.0])), r"normal_force\[1\] has shape \(1,\); allowed: \(2,\), one per time"),
    (with_(normal_force=([0.0, 0.1], [1.0, -2.0])), r"normal_force\[1\]\[1\] = -2 must be finite and >= 0"),
    (with_(normal_force=([0.0, 5.0], [1.0, -2.0])), r"normal_force\[1\]\[1\] = -2 must be"),  # after the end
    (with_(normal_force=([0.0, 5.0], [1.0, math.nan])), r"normal_force\[1\]\[1\] = nan must be finite"),
    (with_(normal_force=(1.0, 2.0)), r"normal_force has shape \(2,\); allowed: a number, a table"),
    (with_(dt=0.0), "dt = 0 must be"),
    (with_(t_end=math.inf), "t_end = inf must be"),
    (with_(record_dt=-1.0), "record_dt = -1 must be"),
    (with_(contacts=0), "contacts = 0 must be >= 1"),
    (with_(frame="table"), "^simulate: frame = 'table' must be one of 'world', 'body'"),
    (with_(integrator="euler"), "^simulate: integrator = 'euler' must be one of 'sdirk2', 'rk4'"),
]


@pytest.mark.parametrize("call, message", WRONG_VALUES, ids=[message for _, message in WRONG_VALUES])
def test_wrong_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


WRONG_TYPES = [
    (lambda: simulate(), "simulate needs the argument patch"),
    (lambda: simulate(REDUCED, **BODY), "simulate needs the argument normal_force"),
    (lambda: simulate(DISC, **BODY), "patch must be a ReducedPatch or a DistributedPatch, not Pressure"),
    (lambda: simulate(REDUCED, 0.2), "simulate takes at most patch by position"),
    (with_(friction=1.0), "simulate has no argument friction; it takes patch, mass"),
    (with_(state=DISTRIBUTED.state()), "simulate: state must be of type ReducedState, not DistributedState"),
    (with_(record_bristles=1), "record_bristles must be a bool, not int"),
    (with_(progress=1), "progress must be callable, not int"),
    (with_(contacts=1.0), "contacts must be an integer, not float"),
    (with_(normal_force="1"), "normal_force must hold real numbers"),
    (with_(normal_force=lambda t: None), r"normal_force\(.*\) must be a real number, not NoneType"),
    (with_(load=lambda t: None), r"load\(.*\) must hold real numbers"),
]


@pytest.mark.parametrize("call, message", WRONG_TYPES, ids=[message for _, message in WRONG_TYPES])
def test_wrong_type(call, message):
    with pytest.raises(TypeError, match=message):
        call()
