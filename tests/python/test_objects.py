"""What every class of the package does alike: no object without its constructor; copies, pickles, equality, hash."""

import copy
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from examples import examples, public_classes

import stickslip as ss

EXAMPLES = examples()

# How objects of the classes that change are changed; all others never change.
CHANGES = {
    ss.friction.State: lambda state: setattr(state, "z", [1.0, 2.0]),
    ss.friction.AdhesionState: lambda state: ss.friction.Adhesion(z_max=1.0).step(state, [1.0, 2.0]),
    ss.patch.ReducedState: lambda state: setattr(state, "z", [1.0, 2.0, 3.0]),
    ss.patch.DistributedState: lambda state: setattr(state, "z", state.z + 1.0),
    ss.patch.ReducedBatch: lambda batch: setattr(batch, "bristles", batch.bristles + 1.0),
    ss.haptics.Renderer: lambda renderer: renderer.reset(),
    ss.sim.Trajectory: lambda trajectory: trajectory.pose.fill(1.0),
    ss.sim.World: lambda world: world.step(1e-3),
    ss.record.Result: lambda result: result.add_series("more", {"t": [1.0]}),
}

# Stand for something in another object, which copies take along: equal are those of the same object.
HANDLES = {
    ss.sim.Body: lambda body: body,
    ss.sim.Joint: lambda joint: joint,
    ss.sim.FittedVelocity: lambda fitted: fitted.body,
}

COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "protocol 2": lambda thing: pickle.loads(pickle.dumps(thing, protocol=2)),
}


def each_class(classes):
    return pytest.mark.parametrize("cls", sorted(classes, key=lambda cls: cls.__name__), ids=lambda cls: cls.__name__)


def test_there_are_examples_of_every_class():
    assert set(EXAMPLES) == public_classes()


def test_objects_without_constructor_are_refused():
    script = Path(__file__).with_name("use_unmade_objects.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    uses = json.loads(done.stdout)
    assert set(uses) == {cls.__name__ for cls in EXAMPLES if not issubclass(cls, (int, tuple, Exception))}
    assert min(uses.values()) > 3  # repr, ==, what pickle asks for, and what the object is for


def test_a_constructor_that_fails_leaves_nothing_to_use():
    law = ss.friction.LuGre.__new__(ss.friction.LuGre)
    with pytest.raises(ValueError):
        law.__init__(sigma0=-1.0, mu_c=1.0, mu_s=1.0)
    with pytest.raises(TypeError, match="never initialised"):
        law.sigma0
    law.__init__(sigma0=2.0, mu_c=1.0, mu_s=1.0)
    assert law.sigma0 == 2.0


class Named(ss.friction.LuGre):
    """A subclass; of the module, so that it can be pickled."""


def test_subclasses_work_once_their_base_is_made():
    class Forgetful(ss.friction.LuGre):
        def __init__(self):
            pass

    with pytest.raises(TypeError, match="__init__"):
        Forgetful()
    law = Named(sigma0=2.0, mu_c=1.0, mu_s=1.0)
    for make in COPIES.values():
        twin = make(law)
        assert type(twin) is Named and twin == law and twin.sigma0 == 2.0


@each_class(EXAMPLES)
@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES.keys())
def test_a_copy_is_equal(cls, make):
    for thing in EXAMPLES[cls]:
        twin = make(thing)
        assert type(twin) is cls and repr(twin) == repr(thing)
        if cls in HANDLES and make is not copy.copy:
            handle, other = HANDLES[cls](thing), HANDLES[cls](twin)
            assert twin != thing and other.world == handle.world and other.id == handle.id
            continue
        assert twin == thing and not twin != thing
        if cls not in CHANGES:
            assert hash(twin) == hash(thing)


@each_class(EXAMPLES)
def test_what_differs_is_not_equal(cls):
    one, another = EXAMPLES[cls]
    assert one != another and not one == another
    for stranger in ("text", None, 1.5, object()):
        assert one != stranger and stranger != one
    for other, (thing, _) in EXAMPLES.items():
        if other is not cls and not issubclass(cls, int):  # codes are numbers, and equal where these are
            assert one != thing


@each_class(EXAMPLES)
def test_objects_that_change_have_no_hash(cls):
    one, _ = EXAMPLES[cls]
    if cls not in CHANGES:
        assert hash(one) == hash(one)
        return
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@each_class(CHANGES)
@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES.keys())
def test_a_copy_goes_its_own_way(cls, make):
    one, _ = EXAMPLES[cls]
    before, twin = make(one), make(one)
    CHANGES[cls](twin)
    assert twin != one and one == before


@each_class([cls for cls in CHANGES if hasattr(cls, "copy")])
def test_the_method_copy_gives_the_same(cls):
    one, _ = EXAMPLES[cls]
    assert one.copy() == one and one.copy() is not one
