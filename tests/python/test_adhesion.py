"""Values of Adhesion, against Hayward and Armstrong's update written as a plain loop."""

import numpy as np
import pytest
import reference
from cases import MAPS, columns, shaped
from numpy.testing import assert_allclose, assert_array_equal

from stickslip.friction import Adhesion, Regime

DIMS = (1, 2, 3)


@pytest.fixture(params=DIMS)
def path(request, random):
    """A hand that wanders, trembles, jumps and rests, as (N, dim)."""
    dim, count = request.param, 1500
    slow = np.cumsum(np.repeat(random.normal(0.0, 2e-5, (count // 100, dim)), 100, axis=0), axis=0)
    x = slow + random.normal(0.0, 5e-6, (count, dim))
    x[700:] += 3e-3
    x[1000:1100] = x[1000]
    return x


@pytest.mark.parametrize("map_name", MAPS)
@pytest.mark.parametrize("z_stick", [1e-4, 1.5e-4, 3e-4])
def test_run_is_the_literal_update(path, map_name, z_stick):
    law = Adhesion(z_max=1e-4, z_stick=z_stick, map=map_name)
    z, w, regime = law.run(shaped(path))
    expected_z, expected_w, expected_regime = reference.adhesion(map_name, 1e-4, z_stick, path)
    assert z.shape == w.shape == shaped(path).shape
    assert_allclose(columns(z), expected_z, atol=1e-15)
    assert_allclose(columns(w), expected_w, atol=1e-15)
    assert regime.dtype == np.uint8 and regime.shape == (len(path),)
    assert_array_equal(regime, expected_regime)


def test_every_regime_occurs(path):
    seen = {map_name: set() for map_name in MAPS}
    for map_name in MAPS:
        seen[map_name] = set(Adhesion(z_max=1e-4, map=map_name).run(shaped(path))[2].tolist())
    assert seen["stick_slide"] == {Regime.STUCK, Regime.SLIDING}
    assert seen["stick_slip_slide"] >= {Regime.STUCK, Regime.SLIPPING}
    assert seen["stick_creep_slip_slide"] >= {Regime.STUCK, Regime.CREEPING}
    assert Regime.SLIPPING in Adhesion(z_max=1e-4, map=MAPS[2]).run([0.0, 1e-2])[2]
    assert Adhesion(z_max=1e-4, map=MAPS[2]).run([0.0, 1e-2, 2e-2])[2][-1] == Regime.SLIDING


@pytest.mark.parametrize("map_name", MAPS)
def test_a_stream_in_pieces_is_the_whole_bit_for_bit(path, map_name):
    law, x = Adhesion(z_max=1e-4, map=map_name), shaped(path)
    whole = law.run(x)
    state, stepping = law.state(path.shape[1]), law.state(path.shape[1])
    cuts = [0, 0, 1, 7, 700, len(x)]
    pieces = [law.run(x[a:b], state=state) for a, b in zip(cuts, cuts[1:])]
    for part, expected in zip(zip(*pieces), whole):
        assert_array_equal(np.concatenate(part), expected)
    steps = [law.step(stepping, x_k) for x_k in x]
    for part, expected in zip(zip(*steps), whole):
        assert_array_equal(np.array(part), expected)
    for each in (state, stepping):
        assert_array_equal(each.w, columns(whole[1])[-1])
        assert_array_equal(each.x, path[-1])
        assert each.regime == whole[2][-1] and each.started
    assert isinstance(steps[0][0], float) if path.shape[1] == 1 else steps[0][0].shape == (path.shape[1],)


def test_forces_and_energies(path):
    law = Adhesion(z_max=1e-4, z_stick=3e-4, map="stick_slip_slide", stiffness=2e4)
    z, _, _ = law.run(shaped(path))
    fn = np.linspace(0.0, 2.0, len(z))
    assert_allclose(columns(law.force(z)), -2e4 * columns(z), rtol=1e-15)
    assert_allclose(columns(law.force(z, normal_force=fn)), -2e4 * columns(z) * fn[:, None], rtol=1e-14)
    energy = 1e4 * (columns(z) ** 2).sum(axis=1) * fn
    assert_allclose(law.stored_energy(z, normal_force=fn), energy, rtol=1e-14)
    assert law.force(1e-4) == pytest.approx(-2.0)
    assert law.stored_energy(1e-4, normal_force=2.0) == pytest.approx(2e-4)
    assert law.break_away_force(2.0) == pytest.approx(12.0)
    assert law.presliding_stiffness(2.0) == 4e4
    assert law.is_passive()


def test_stick_length_is_twice_the_sliding_length_unless_given():
    assert Adhesion(z_max=1e-4).z_stick == 2e-4
    assert Adhesion(z_max=1e-4, z_stick=None).z_stick == 2e-4
    assert Adhesion(z_max=1e-4, z_stick=5e-4).z_stick == 5e-4
    assert Adhesion(z_max=1e-4).map == "stick_slide" and Adhesion(z_max=1e-4).stiffness == 1.0


def test_finite_positions_give_finite_tensions(random):
    for dim in DIMS:
        x = random.normal(size=(2000, dim)) * 10.0 ** random.uniform(-300, 100, (2000, dim))
        for map_name in MAPS:
            z, w, _ = Adhesion(z_max=1e-4, map=map_name).run(shaped(x))
            assert np.isfinite(z).all() and np.isfinite(w).all()
