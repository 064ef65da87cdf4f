"""Many reduced patches in one call."""

import pickle

import numpy as np
import pytest

import stickslip as ss

LAW = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2, v_s=1e-3)
PATCH = ss.patch.ReducedPatch(LAW, ss.patch.Pressure.rectangle(size=(0.02, 0.01)))


def twists(count, seed):
    return np.random.default_rng(seed).normal(size=(count, 3)) * (1e-3, 1e-3, 0.1)


def test_each_patch_steps_as_if_alone():
    count, fn = 100, np.linspace(0.1, 3.0, 100)
    batch, states = ss.patch.ReducedBatch(PATCH, count), [PATCH.state() for _ in range(count)]
    for k in range(5):
        v = twists(count, k)
        together = batch.step(v, normal_force=fn, dt=5e-4)
        alone = [PATCH.step(s, v[i], normal_force=fn[i], dt=5e-4) for i, s in enumerate(states)]
        np.testing.assert_allclose(together, alone, rtol=0, atol=1e-10)
    assert len(batch) == count and batch.bristles.shape == (count, 3)
    np.testing.assert_allclose(batch.bristles, [s.z for s in states], rtol=0, atol=1e-17)


def test_bristles_can_be_taken_back():
    batch, other = ss.patch.ReducedBatch(PATCH, 7), ss.patch.ReducedBatch(patch=PATCH, count=7)
    batch.step(twists(7, 1), dt=1e-3)
    other.bristles = batch.bristles
    with pytest.raises(ValueError, match="read-only"):
        other.bristles[0, 0] = 1.0  # a copy: it would be lost
    np.testing.assert_array_equal(other.step(twists(7, 2), dt=1e-3), batch.step(twists(7, 2), dt=1e-3))


def test_a_stored_batch_goes_on():
    batch = ss.patch.ReducedBatch(PATCH, 7)
    batch.step(twists(7, 1), dt=1e-3)
    twin = pickle.loads(pickle.dumps(batch))
    assert twin == batch
    np.testing.assert_array_equal(twin.step(twists(7, 2), dt=1e-3), batch.step(twists(7, 2), dt=1e-3))
    assert twin == batch and twin != ss.patch.ReducedBatch(PATCH, 7)
    assert ss.patch.ReducedBatch(PATCH, 7) != ss.patch.ReducedBatch(PATCH, 8)


def test_a_spoilt_batch_is_refused():
    parts = ss.patch.ReducedBatch(PATCH, 2).__getstate__()
    for spoilt, words in (
        ({"bristles": np.full((2, 3), np.nan)}, "must be finite"),
        ({"bristles": np.zeros((0, 3))}, "count = 0"),
        ({"bristles": np.zeros((2, 4))}, "shape"),
        ({"patch": LAW}, "patch must be of type ReducedPatch"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            ss.patch.ReducedBatch.__new__(ss.patch.ReducedBatch).__setstate__({**parts, **spoilt})


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda b: b.step(twists(3, 1), dt=1e-3), "3 rows"),
        (lambda b: b.step(twists(4, 1), dt=0.0), "dt"),
        (lambda b: b.step(np.full((4, 3), np.nan), dt=1e-3), "twists"),
        (lambda b: b.step(twists(4, 1), normal_force=-1.0, dt=1e-3), "normal_force"),
        (lambda b: b.step(twists(4, 1), normal_force=[1.0, 2.0], dt=1e-3), "normal_force"),
        (lambda b: setattr(b, "bristles", np.zeros((3, 3))), "bristles"),
        (lambda b: setattr(b, "bristles", np.full((4, 3), np.inf)), "bristles"),
        (lambda b: ss.patch.ReducedBatch(PATCH, 0), "count"),
        (
            lambda b: ss.patch.ReducedBatch(
                ss.patch.ReducedPatch(LAW, ss.patch.LimitSurface(ss.patch.Pressure.disc(radius=0.01))), 4
            ),
            "table",
        ),
    ],
)
def test_what_is_wrong_is_named_and_nothing_moves(call, words):
    batch = ss.patch.ReducedBatch(PATCH, 4)
    batch.step(twists(4, 3), dt=1e-3)
    before = batch.bristles
    with pytest.raises(ValueError, match=words):
        call(batch)
    np.testing.assert_array_equal(batch.bristles, before)
