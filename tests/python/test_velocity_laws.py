"""Values of the velocity-driven laws, against the formulas."""

import numpy as np
import pytest
import reference
from cases import LUGRE, columns, shaped
from numpy.testing import assert_allclose, assert_array_equal

import stickslip.friction as friction

DIMS = (1, 2, 3)
ELASTO_PLASTIC = {**LUGRE, "s_ba": 0.8}


@pytest.fixture(params=DIMS)
def motion(request, velocities, random):
    v = velocities(request.param)
    return v, random.uniform(0.5, 2.0, len(v))


@pytest.mark.parametrize("gamma", [2.0, 1.0, 0.7])
def test_lugre_step_is_the_exact_solution(motion, gamma):
    v, fn = motion
    p = {**LUGRE, "gamma": gamma}
    law, state = friction.LuGre(**p), friction.LuGre(**p).state(v.shape[1])
    end, mean, z = reference.lugre_exact(p, v, fn, 1e-3)
    measured = law.run(shaped(v), normal_force=fn, dt=1e-3, state=state)
    assert_allclose(columns(measured), end, rtol=1e-10, atol=1e-12)
    assert_allclose(state.z, z[-1], rtol=1e-10, atol=1e-18)
    measured = law.run(shaped(v), normal_force=fn, dt=1e-3, force="mean")
    assert_allclose(columns(measured), mean, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "law, decay, p",
    [
        (friction.LuGre(**LUGRE), reference.lugre_decay, LUGRE),
        (friction.ElastoPlastic(**ELASTO_PLASTIC), reference.elasto_plastic_decay, ELASTO_PLASTIC),
        (
            friction.Dahl(sigma0=1e4, f_c=1.0, exponent=2.0),
            reference.dahl_decay,
            dict(sigma0=1e4, f_c=1.0, exponent=2.0),
        ),
    ],
    ids=["LuGre", "ElastoPlastic", "Dahl"],
)
def test_euler_scheme_is_the_explicit_loop(motion, law, decay, p):
    v, fn = motion
    state = law.state(v.shape[1])
    force, z = reference.euler(p, decay, v, fn, 1e-5)
    measured = law.run(shaped(v), normal_force=fn, dt=1e-5, scheme="euler", state=state)
    assert_allclose(columns(measured), force, rtol=1e-10, atol=1e-12)
    assert_allclose(state.z, z[-1], rtol=1e-10, atol=1e-18)
    rates = np.array([v_k - decay(p, z_k, v_k) * z_k for z_k, v_k in zip(z, v)])
    assert_allclose(columns(law.rate(shaped(z), shaped(v))), rates, rtol=1e-10, atol=1e-15)


@pytest.mark.parametrize("dt", [1e-4, 1e-2])
def test_elasto_plastic_step_freezes_the_midpoint(motion, dt):
    v, fn = motion
    law = friction.ElastoPlastic(**ELASTO_PLASTIC)
    state = law.state(v.shape[1])
    force, z = reference.elasto_plastic_midpoint(ELASTO_PLASTIC, v, fn, dt)
    measured = law.run(shaped(v), normal_force=fn, dt=dt, state=state)
    assert_allclose(columns(measured), force, rtol=1e-8, atol=1e-10)
    assert_allclose(state.z, z[-1], rtol=1e-8, atol=1e-16)


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.0, 3.0])
def test_dahl_step_solves_the_differential_equation(velocities, dim, exponent):
    p = dict(sigma0=1e4, f_c=1.0, exponent=exponent)
    law, v, dt = friction.Dahl(**p), velocities(dim, 100), 1e-4
    z = reference.fine(p, reference.dahl_decay, v, dt, 20)
    # Exact in one dimension and for exponent 1; else the deflection across v is of second order in dt.
    tolerance = 1e-8 if dim == 1 or exponent == 1.0 else 2e-2
    assert_allclose(columns(law.run(shaped(v), dt=dt)), -p["sigma0"] * z, atol=tolerance)


def test_dahl_in_one_dimension_is_an_exponential():
    law = friction.Dahl(sigma0=100.0, f_c=1.0, exponent=1.0)
    t = np.arange(1, 201) * 1e-3
    assert_allclose(law.run(np.full(200, 0.05), dt=1e-3), -(1 - np.exp(-100.0 * 0.05 * t)), rtol=1e-12)


def test_coulomb_is_a_function_of_velocity(motion):
    v, fn = motion
    p = dict(mu_c=0.5, mu_s=0.7, v_s=2e-3, gamma=1.5, sigma2=0.1)
    law = friction.Coulomb(**p)
    expected = np.array(
        [
            -(reference.stribeck(p, np.linalg.norm(v_k)) * reference.unit(v_k) + 0.1 * v_k) * fn_k
            for v_k, fn_k in zip(v, fn)
        ]
    )
    for options in ({}, {"force": "mean"}, {"scheme": "euler"}):
        measured = law.run(shaped(v), normal_force=fn, dt=1e-3, **options)
        assert_allclose(columns(measured), expected, rtol=1e-13, atol=1e-300)
    assert_array_equal(columns(law.steady_force(shaped(v), normal_force=fn)), columns(measured))


def test_steady_force_is_reached_by_sliding(law):
    for one in (0.01, [0.01, -0.02], [0.01, -0.02, 0.03]):
        v = np.full(5000, one) if np.ndim(one) == 0 else np.tile(one, (5000, 1))
        steady = law.steady_force(v, normal_force=2.0)
        assert_allclose(law.run(v, normal_force=2.0, dt=1e4)[-1], steady[-1], rtol=1e-6)
    assert law.steady_force(0.01) == law.steady_force([0.01])[0]
    assert isinstance(law.steady_force(0.01), float)
    assert law.steady_force(0.0) == 0.0


def test_energy_balance(law, velocities):
    for dim in DIMS:
        v, dt = shaped(velocities(dim)), 1e-4
        stored, dissipated = law.energy(v, normal_force=1.5, dt=dt)
        assert stored.shape == dissipated.shape == (len(v),)
        mean = law.run(v, normal_force=1.5, dt=dt, force="mean")
        work = -np.cumsum(columns(mean * v).sum(axis=1)) * dt
        assert_allclose(stored + dissipated, work, rtol=1e-9, atol=1e-15)
        assert (stored >= 0.0).all()
        state = law.state(dim)
        law.run(v, normal_force=1.5, dt=dt, state=state)
        assert law.stored_energy(state, normal_force=1.5) == pytest.approx(stored[-1], rel=1e-12)


def test_facts_of_lugre():
    law = friction.LuGre(**LUGRE)
    assert law.break_away_force() == 1.5
    assert law.break_away_force(2.0) == 3.0
    assert law.presliding_stiffness(normal_force=2.0) == 2e5
    assert law.deflection_bound() == pytest.approx(1.5e-5)
    assert not law.is_passive()
    assert friction.LuGre(**{**LUGRE, "sigma2": 150.0}).is_passive()
    assert not friction.LuGre(**{**LUGRE, "sigma2": 149.0}).is_passive()
    assert friction.Coulomb(mu_c=1.0, mu_s=2.0).presliding_stiffness() == np.inf


def test_step_is_run_of_one_sample(law, velocities):
    for dim in DIMS:
        v = shaped(velocities(dim, 60))
        expected = law.run(v, normal_force=0.7, dt=1e-3)
        state = law.state(dim)
        stepped = [law.step(state, v_k, normal_force=0.7, dt=1e-3) for v_k in v]
        assert_array_equal(np.array(stepped), expected)
        assert isinstance(stepped[0], float) if dim == 1 else stepped[0].shape == (dim,)


@pytest.mark.parametrize("options", [{}, {"force": "mean"}, {"scheme": "euler"}])
def test_a_stream_in_pieces_is_the_whole_bit_for_bit(law, velocities, random, options):
    for dim in DIMS:
        v = shaped(velocities(dim))
        fn = random.uniform(0.0, 2.0, len(v))
        whole_state, state = law.state(dim), law.state(dim)
        whole = law.run(v, normal_force=fn, dt=1e-5, state=whole_state, **options)
        assert_array_equal(whole, law.run(v, normal_force=fn, dt=1e-5, **options))
        cuts = [0, 1, 1, 7, 200, len(v)]
        pieces = [
            law.run(v[a:b], normal_force=fn[a:b], dt=1e-5, state=state, **options)
            for a, b in zip(cuts, cuts[1:])
        ]
        assert_array_equal(np.concatenate(pieces), whole)
        assert_array_equal(state.z, whole_state.z)


def test_nothing_finite_becomes_nan(law, random):
    for dim in DIMS:
        v = random.choice([-1.0, 1.0], (3000, dim)) * 10.0 ** random.uniform(-320, 120, (3000, dim))
        v[::7] = 0.0
        for dt in (1e-300, 1e-9, 1e-3, 1.0, 1e9):
            for kind in ("end", "mean"):
                assert np.isfinite(law.run(shaped(v), normal_force=2.0, dt=dt, force=kind)).all()
        assert np.isfinite(law.steady_force(shaped(v))).all()
