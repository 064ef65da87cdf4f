import copy
import inspect
import pickle

import numpy as np
import pytest

import stickslip as ss
from stickslip import _stickslip
from stickslip.haptics import Renderer, Status

ADHESION = ss.friction.Adhesion(z_max=1e-4, stiffness=1e4)
DAHL = ss.friction.Dahl(sigma0=1e4, f_c=1.0, exponent=1.5)
LUGRE = ss.friction.LuGre(sigma0=1e4, sigma1=2.0, sigma2=0.4, mu_c=0.8, mu_s=1.0, v_s=5e-3)
ELASTO_PLASTIC = ss.friction.ElastoPlastic(
    sigma0=1e4, sigma1=2.0, sigma2=0.4, mu_c=0.8, mu_s=1.0, v_s=5e-3, s_ba=0.7
)
LAWS = [ADHESION, DAHL, LUGRE, ELASTO_PLASTIC]

T = np.arange(2000) * 1e-3


def hand(dim):
    """A stroke of some millimetres with a tremor of 9 Hz: (N,), (N, 2) or (N, 3)."""
    x = [
        3e-3 * np.sin(2 * np.pi * (0.7 + 0.2 * i) * T + i) + 4e-5 * np.sin(2 * np.pi * (9 + i) * T) for i in range(dim)
    ]
    return x[0] if dim == 1 else np.stack(x, axis=1)


def test_status_is_that_of_cpp():
    assert {status.name: int(status) for status in Status} == _stickslip.haptics._status_codes
    refused = [status for status in Status if status.is_refused]
    assert refused == [status for status in Status if status.name.startswith("REFUSED")]


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_adhesion_is_the_law(dim):
    x = hand(dim)
    z, _, regime = ADHESION.run(x)
    renderer = Renderer(ADHESION, dim=dim)
    force, status = renderer.run(x)
    np.testing.assert_array_equal(force, ADHESION.force(z))
    assert force.shape == x.shape
    assert status.shape == T.shape
    assert (status == Status.OK).all()
    assert renderer.regime == regime[-1]
    np.testing.assert_array_equal(renderer.deflection, z[-1])


@pytest.mark.parametrize("law", [LUGRE, ELASTO_PLASTIC])
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_velocity_laws_get_the_mean_velocity(law, dim):
    x = hand(dim)
    force, _ = Renderer(law, dim=dim, period=1e-3).run(x, normal_force=2.0)
    expected = law.run(np.diff(x, axis=0) / 1e-3, normal_force=2.0, dt=1e-3)
    np.testing.assert_array_equal(force[0], np.zeros_like(force[0]))
    np.testing.assert_array_equal(force[1:], expected)


@pytest.mark.parametrize("law", LAWS)
def test_run_is_render_sample_by_sample(law):
    x = hand(3)
    x[50, 1] = np.nan
    t = T + 0.3e-3 * np.sin(np.arange(T.size))
    t[70] = 0.0
    load = np.linspace(0.5, 2.0, T.size)
    load[90] = -1.0
    streaming, whole, pieces = (Renderer(law, force_limit=0.9) for _ in range(3))
    force, status = whole.run(x, t=t, normal_force=load)
    for k in range(T.size):
        one, code = streaming.render(x[k], t=t[k], normal_force=load[k])
        np.testing.assert_array_equal(one, force[k])
        assert code == status[k]
    parts = [pieces.run(x[s], t=t[s], normal_force=load[s])[0] for s in (slice(0, 60), slice(60, 60), slice(60, None))]
    np.testing.assert_array_equal(np.concatenate(parts), force)
    assert status[50] == Status.REFUSED_POSITION
    assert status[70] == Status.REFUSED_TIME
    assert status[90] == Status.REFUSED_LOAD
    np.testing.assert_array_equal(force[[50, 70, 90]], force[[49, 69, 89]])
    assert (status == Status.LIMITED).any()
    assert (np.linalg.norm(force, axis=1) <= 0.9 * (1 + 1e-14)).all()


def test_one_dimension_speaks_in_floats():
    renderer = Renderer(DAHL, dim=1)
    renderer.render(0.0)
    force, status = renderer.render(1e-3)
    assert isinstance(force, float) and force < 0
    assert status == Status.OK
    assert renderer.force == force
    assert renderer.regime is None


def test_reset_and_copy():
    renderer = Renderer(LUGRE, dim=2)
    assert not renderer.in_contact
    renderer.run(hand(2)[:300], t=T[:300])
    twins = [renderer.copy(), copy.copy(renderer), copy.deepcopy(renderer)]
    renderer.reset()
    assert not renderer.in_contact
    np.testing.assert_array_equal(renderer.force, [0.0, 0.0])
    assert renderer.render([9.0, 9.0], t=-1.0)[1] == Status.OK
    np.testing.assert_array_equal(renderer.adhesion_point, [9.0, 9.0])
    for twin in twins:
        assert twin.in_contact
        assert np.linalg.norm(twin.force) > 0.1
        assert twin.render([0.0, 0.0], t=0.0)[1] == Status.REFUSED_TIME


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_a_stored_renderer_goes_on(law, dim):
    renderer = Renderer(law, dim=dim, force_limit=0.5)
    renderer.run(hand(dim)[:300], t=T[:300])
    twin = pickle.loads(pickle.dumps(renderer))
    assert twin == renderer
    for ours, theirs in zip(renderer.run(hand(dim)[300:], t=T[300:]), twin.run(hand(dim)[300:], t=T[300:])):
        np.testing.assert_array_equal(ours, theirs)
    assert twin == renderer and twin.regime == renderer.regime
    twin.reset()
    assert twin != renderer and twin == Renderer(law, dim=dim, force_limit=0.5)


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("law", LUGRE.state(), "law must be"),
        ("dim", 4, "dim = 4"),
        ("period", 0.0, "period = 0"),
        ("adhesion", ADHESION.state(3), "states must have dim 2"),
        ("bristle", LUGRE.state(1), "states must have dim 2"),
        ("bristle", ADHESION.state(2), "bristle must be of type State"),
        ("x", [0.0, np.nan], "x.* = nan must be finite"),
        ("x", [0.0], "x has shape"),
        ("force", [np.inf, 0.0], "force.* = inf must be finite"),
        ("time", np.inf, "time = inf must be finite"),
        ("started", 1, "started must be a bool"),
        ("status", Status.REFUSED_LOAD, "status = 4"),
        ("status", -1, "status = -1"),
        ("other", 1.0, "no argument other"),
    ],
)
def test_a_spoilt_renderer_is_refused(part, value, message):
    parts = {**Renderer(LUGRE, dim=2).__getstate__(), part: value}
    with pytest.raises((TypeError, ValueError), match=message):
        Renderer.__new__(Renderer).__setstate__(parts)


def test_says_what_it_is():
    renderer = Renderer(ADHESION, dim=2, period=0.5, force_limit=3.0)
    assert renderer.law == ADHESION
    assert (renderer.dim, renderer.period, renderer.force_limit) == (2, 0.5, 3.0)
    assert repr(renderer) == f"<Renderer {ADHESION!r} dim=2 period=0.5 force_limit=3>"
    assert list(inspect.signature(renderer.render).parameters) == ["x", "t", "normal_force"]
    defaults = inspect.signature(Renderer).parameters
    usual = Renderer(ADHESION)
    for name in ("dim", "period", "force_limit"):
        assert defaults[name].default == getattr(usual, name)
    assert Renderer.__module__ == "stickslip.haptics"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Renderer(ADHESION, dim=4), ValueError, "dim = 4 must be 1, 2 or 3"),
        (lambda: Renderer(ADHESION, period=0.0), ValueError, "period = 0 must be finite and > 0"),
        (lambda: Renderer(ADHESION, force_limit=-1.0), ValueError, "force_limit = -1 must be > 0"),
        (lambda: Renderer(ADHESION, force_limit=np.nan), ValueError, "force_limit = nan must be > 0"),
        (lambda: Renderer(ss.friction.Coulomb(mu_c=1.0, mu_s=1.0)), TypeError, "law must be Dahl.*not Coulomb"),
        (lambda: Renderer(None), TypeError, "law must be Dahl.*not NoneType"),
        (lambda: Renderer(ADHESION).render([1.0, 2.0]), ValueError, r"x has shape \(2,\); allowed: \(3,\)"),
        (lambda: Renderer(ADHESION).render([1.0, 2.0]), ValueError, "for the renderer has dim 3"),
        (lambda: Renderer(ADHESION).run(np.zeros((5, 2))), ValueError, r"x has shape \(5, 2\)"),
        (lambda: Renderer(ADHESION).run(np.zeros((5, 2))), ValueError, "^renderer has dim 3"),
        (lambda: Renderer(), TypeError, "Renderer needs the argument law"),
        (lambda: Renderer(ADHESION, 3), TypeError, "Renderer takes at most law by position; by keyword: dim, period"),
        (lambda: Renderer(ADHESION, dim="3"), TypeError, "Renderer: dim must be an integer, not str"),
        (lambda: Renderer(ADHESION, limit=1.0), TypeError, "Renderer has no argument limit; it takes law, dim"),
        (lambda: Renderer(ADHESION).render([0, 0, 0], t="a"), TypeError, "render: t must be a real number, not str"),
        (lambda: Renderer(ADHESION).render(), TypeError, "render needs the argument x"),
        (lambda: Renderer(ADHESION).run(np.zeros((5, 3)), tt=1), TypeError, "run has no argument tt; it takes x, t"),
        (
            lambda: Renderer(ADHESION, dim=1).run(np.zeros(2), t=np.ma.array([0.0, 1.0], mask=[0, 1])),
            ValueError,
            "^t has masked entries",
        ),
        (lambda: Renderer(ADHESION, dim=1).run(np.zeros(5), t=np.zeros(4)), ValueError, r"t has shape \(4,\).*\(5,\)"),
        (lambda: Renderer(ADHESION, dim=1).run(np.zeros(5), t=0.0), ValueError, r"t has shape \(\)"),
        (
            lambda: Renderer(ADHESION, dim=1).run(np.zeros(5), normal_force=np.ones(3)),
            ValueError,
            r"normal_force has shape \(3,\)",
        ),
    ],
)
def test_wrong_arguments_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_refusal_of_a_call_leaves_the_renderer_alone():
    renderer = Renderer(ADHESION, dim=1)
    with pytest.raises(ValueError):
        renderer.run(np.zeros(5), t=np.zeros(4))
    assert not renderer.in_contact
