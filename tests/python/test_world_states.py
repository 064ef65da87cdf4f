"""Worlds that are saved, copied, pickled, run and shared between threads: they go on bit for bit."""

import copy
import gc
import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from threads import assert_ctrl_c_stops, assert_others_run_during, results_at_once
from worlds import SMALL, bits_after, sliding_box, tower

from stickslip.geometry import Polyhedron, Sphere
from stickslip.sim import World

SCENES = {
    "sliding": lambda: sliding_box()[0],
    "tower": tower,
    "phantom": lambda: sliding_box(formulation="phantom")[0],
    "box": lambda: tower(2, formulation="box"),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())
@pytest.mark.parametrize("before", [0, 40])
def test_what_is_kept_goes_on_bit_for_bit(scene, before):
    never_saved = bits_after(scene(), before + 60)
    world = scene()
    for _ in range(before):
        world.step(1e-3)
    state = world.save()
    twins = [copy.copy(world), copy.deepcopy(world), world.copy()]
    twins += [pickle.loads(pickle.dumps(world, protocol)) for protocol in (2, 5)]
    assert bits_after(world) == never_saved
    for twin in twins:
        assert bits_after(twin) == never_saved
    world.restore(state)
    assert world.save() == state
    assert bits_after(world) == never_saved


def test_what_was_set_is_kept_too():
    world = tower()
    world.add_body(Polyhedron.prism([[0, 0], [0.2, 0], [0.1, 0.15]], 0.1), mass=0.3, position=(1, 0, 0.2))
    world.add_body(Polyhedron.from_points(np.eye(4)[:, :3]), mass=0.3, position=(2, 0, 1), mu=(0.5, 0.2))
    world.add_body(shapes=[(Sphere(0.1), (0, 0, 0.3)), (SMALL, None, (1, 1, 0, 0))], mass=1.0, position=(3, 0, 1))
    world.add_body(SMALL, mass=0.4, inertia=np.diag([1e-3, 1e-3, 2e-3]), position=(4, 0, 1), restitution=0.5)
    world.remove(2)
    world.set_friction(0, 1, (0.3, 0.2))
    world.set_restitution(0, 7, 0.9)
    world.set_collision(1, 3, False)
    world.body(1).force = (0.1, 0, 0)
    twin = pickle.loads(pickle.dumps(world))
    assert twin == world and [body.id for body in twin.bodies] == [0, 1, 3, 4, 5, 6, 7]
    assert bits_after(twin, 300) == bits_after(world, 300)
    twin.set_friction(0, 1, 0.3)
    assert twin != world
    with pytest.raises(ValueError, match="no body 2"):
        twin.body(2)


def test_threads_of_a_world_give_the_same_bits():
    def heap(threads):
        world = World(threads=threads)
        world.add_plane()
        for i in range(12):
            position = (0.15 * (i % 4), 0.2 * (i // 4), 0.08 + 0.02 * i)
            world.add_body(SMALL, mass=1.0, position=position, velocity=(0, 0, -1))
        return bits_after(world, 200)

    assert heap(2) == heap(1) == heap(3)


def test_a_run_is_its_steps():
    world, box = sliding_box()
    other, _ = sliding_box()
    run = world.run(until=0.05, dt=1e-3, record_dt=0.02)
    for _ in range(50):
        other.step(1e-3)
    assert world.save() == other.save()
    assert_allclose(run.t, [0, 0.02, 0.04, 0.05])
    assert_array_equal(run[box].position[-1], box.position)
    assert_array_equal(run[box.id].angular_velocity[-1], box.angular_velocity)
    assert run.bodies == (0, 1) and len(run) == 4 and run.contacts[-1] == 4
    with pytest.raises(ValueError, match="read-only"):
        run.t[0] = 1.0
    with pytest.raises(KeyError, match="no body 5"):
        run[5]
    with pytest.raises(TypeError, match="Body or its id"):
        run["box"]
    last = world.run(0.0525, 1e-3)  # the last step is shorter
    assert world.time == pytest.approx(0.0525) and last.steps == 3


def test_a_recording_outlives_its_world_and_is_kept():
    world, box = sliding_box()
    run = world.run(until=0.1)
    position = run[box].position
    twin = pickle.loads(pickle.dumps(run))
    assert twin == run and hash(twin) == hash(run)
    result = twin.to_result("slide", "A box slides")
    assert result.name == "slide" and result.title == "A box slides" and set(result.scenes) == {"motion"}
    assert_array_equal(np.asarray(result.series["energy"]["kinetic"]), run.kinetic_energy)
    last = position[-1].copy()
    del run, world, box
    gc.collect()
    assert_array_equal(position[-1], last)


def test_progress_is_told_and_may_look_at_the_world():
    world, box = sliding_box()
    shares, times = [], []
    world.run(until=0.02, progress=lambda share: (shares.append(share), times.append(box.world.time)))
    assert shares[-1] == 1.0 and (np.diff(shares) > 0).all()
    assert_allclose(times, np.arange(1, 21) * 1e-3)

    def fails(share):
        if share > 0.5:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        world.run(until=0.04, progress=fails)
    assert world.time == pytest.approx(0.031)  # it stays where it got
    assert world.step(1e-3).converged


def test_ctrl_c_stops_a_run():
    world, _ = sliding_box()
    assert_ctrl_c_stops(lambda: world.run(until=1e5, record_dt=1e5))
    assert world.time > 0.0 and world.step(1e-3).converged


def test_other_threads_run_meanwhile():
    world = tower(4)
    assert_others_run_during(lambda: world.run(until=2.0))


def test_threads_take_turns_with_a_world():
    world = tower()

    def use():
        for _ in range(100):
            world.step(1e-3)
            world.bodies[1].force = (0, 0, 0)
            assert np.isfinite(world.bodies[2].position).all()
            pickle.dumps(world)
            assert len(world.contacts) > 0
        return True

    assert results_at_once(use) == [True] * 4
    assert world.save() == bits_after(tower(), 400)


def test_a_thread_looks_at_a_world_that_another_runs():
    world, box = sliding_box()
    times = []

    def work():
        if not times:
            times.append(0.0)
            world.run(until=3.0)
        else:
            while world.time < 2.9:
                times.append(world.time)

    results_at_once(work, count=2)
    assert len(times) > 3 and (np.diff(times) >= 0).all()
