"""The package as a whole: versions, codes, stubs, documentation, values that can be kept."""

import ast
import copy
import importlib
import inspect
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from cases import LAWS
from numpy.testing import assert_array_equal
from stubs import (
    MODULES,
    codes_of,
    decorators_of,
    functions_of,
    is_code,
    methods_of,
    own_names,
    parameters_of,
    re_exports_of,
    stub_of,
)

import stickslip as ss
from stickslip import _stickslip, friction

ADHESION = friction.Adhesion(z_max=1e-4, z_stick=3e-4, map="stick_creep_slip_slide", stiffness=1e4)


def test_lines_of_the_first_page_work():
    v = 1e-3 * np.sin(np.arange(100))
    law = ss.friction.LuGre(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2, v_s=1e-3, gamma=2.0)
    for samples in (v, np.stack([v, v], axis=1), np.stack([v, v, v], axis=1)):
        assert law.run(samples, normal_force=1.0, dt=1e-3).shape == samples.shape
        law.run(samples, normal_force=1.0, dt=1e-3, force="mean")
        law.run(samples, normal_force=1.0, dt=1e-5, scheme="euler")
        adhesion = ss.friction.Adhesion(z_max=1e-4, z_stick=2e-4, map="stick_creep_slip_slide", stiffness=1e4)
        z, w, regime = adhesion.run(samples)
        assert z.shape == w.shape == samples.shape and regime.shape == (100,)
    ss.friction.ElastoPlastic(
        sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2, v_s=1e-3, gamma=2.0, s_ba=0.9
    ).run(v, dt=1e-3)
    ss.friction.Dahl(sigma0=100.0, f_c=1.0, exponent=1.0).run(v, dt=1e-3)
    assert law.is_passive() is False
    assert law.steady_force(v, normal_force=1.0).shape == v.shape


def test_version_is_that_of_the_extension():
    assert ss.__version__ == _stickslip.__version__
    assert [int(part) >= 0 for part in ss.__version__.split(".")] == [True] * 3


def test_codes_are_those_of_cpp():
    assert {regime.name: regime.value for regime in friction.Regime} == _stickslip.friction._regime_codes
    assert ss.patch.SolveStatus.CONVERGED == 0 and ss.patch.SolveStatus.STALLED == 1


def test_statuses_of_the_documentation_are_those_of_cpp():
    page = (Path(__file__).parents[2] / "docs" / "core.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page, re.MULTILINE)
    assert rows == [(name.lower(), meaning) for name, _, meaning in _stickslip.solvers._solve_statuses]


@pytest.mark.parametrize("module_name", MODULES)
def test_stub_and_module_have_the_same_names(module_name):
    module = importlib.import_module(f"stickslip.{module_name}")
    tree = stub_of(module_name)
    stub = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert {name for name in stub if not name.startswith("_")} | set(re_exports_of(tree)) == set(module.__all__)
    for name in own_names(module, tree):
        thing = getattr(module, name)
        if is_code(thing):
            assert codes_of(tree, name) == {code.name: code.value for code in thing}
        if is_code(thing) or name in functions_of(tree):
            continue
        public = {item for item in dir(thing) if not item.startswith("_") and item not in dir(Exception)}
        assert {item for item in methods_of(tree, name) if not item.startswith("_")} == public


@pytest.mark.parametrize("module_name", MODULES)
def test_a_module_shows_what_is_its_own(module_name):
    module = importlib.import_module(f"stickslip.{module_name}")
    assert {name for name in dir(module) if not name.startswith("_")} == set(module.__all__)


def assert_same_arguments(function, overloads, has_self):
    actual = list(inspect.signature(function).parameters.values())[has_self:]
    for stub in overloads:
        expected = parameters_of(stub, has_self)
        names = [(parameter.name, parameter.kind is parameter.KEYWORD_ONLY) for parameter in actual]
        assert names == [(name, keyword) for name, keyword, _ in expected], function
        for parameter, (_, _, default) in zip(actual, expected):
            assert default is ... or parameter.default == default, (function, parameter)


@pytest.mark.parametrize("module_name", MODULES)
def test_stub_and_module_have_the_same_arguments(module_name):
    module = importlib.import_module(f"stickslip.{module_name}")
    tree = stub_of(module_name)
    compared = 0
    for name, overloads in functions_of(tree).items():
        assert_same_arguments(getattr(module, name), overloads, has_self=False)
        compared += 1
    for name in set(own_names(module, tree)) - set(functions_of(tree)):
        for method, overloads in methods_of(tree, name).items():
            decorators = decorators_of(overloads[0])
            if "property" in decorators or (method.startswith("_") and method != "__init__"):
                continue
            has_self = "staticmethod" not in decorators
            assert_same_arguments(getattr(getattr(module, name), method), overloads, has_self)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("module_name", MODULES)
def test_everything_public_is_documented(module_name):
    module = importlib.import_module(f"stickslip.{module_name}")
    tree = stub_of(module_name)
    assert ss.__doc__ and module.__doc__
    for name in own_names(module, tree):
        thing = getattr(module, name)
        assert thing.__doc__ and thing.__module__ == module.__name__, name
        if not is_code(thing):
            for item in dir(thing):
                is_ours = not item.startswith("_") and item not in dir(Exception)
                assert not is_ours or getattr(thing, item).__doc__, (name, item)


@pytest.mark.parametrize("module_name", MODULES)
def test_documentation_fits_a_line(module_name):
    # Some is made from tables whose rows are longer. The signature that a call begins with is one line by its nature.
    module = importlib.import_module(f"stickslip.{module_name}")
    things = [module, *(getattr(module, name) for name in own_names(module, stub_of(module_name)))]
    members = [getattr(thing, item) for thing in things[1:] for item in dir(thing) if not item.startswith("_")]
    for thing in [*things, *members]:
        text = (inspect.getdoc(thing) or "").split("\n--\n")[-1]
        assert [line for line in text.splitlines() if len(line) > 120] == [], thing


@pytest.mark.parametrize("module_name", MODULES)
def test_what_a_module_shows_of_another_is_the_same_thing_and_said_to_be(module_name):
    module = importlib.import_module(f"stickslip.{module_name}")
    tree = stub_of(module_name)
    for name, home in re_exports_of(tree).items():
        thing = getattr(module, name)
        assert thing is getattr(importlib.import_module(f"stickslip.{home}"), name)
        assert thing.__module__ == f"stickslip.{home}"
        assert name in module.__doc__ and f"stickslip.{home}" in module.__doc__


def test_patch_still_shows_the_simulation():
    tree = stub_of("patch")
    assert re_exports_of(tree) == {"Trajectory": "sim", "simulate": "sim", "SolveStatus": "solvers"}


def test_defaults_written_and_taken_are_the_same():
    for name, given in (
        ("Coulomb", dict(mu_c=0.5, mu_s=0.7)),
        ("Dahl", dict(sigma0=1e4, f_c=1.0)),
        ("LuGre", dict(sigma0=1e5, mu_c=0.5, mu_s=0.7)),
        ("ElastoPlastic", dict(sigma0=1e5, mu_c=0.5, mu_s=0.7)),
    ):
        law = getattr(friction, name)(**given)
        for parameter in inspect.signature(type(law)).parameters.values():
            expected = given.get(parameter.name, parameter.default)
            assert getattr(law, parameter.name) == expected, (name, parameter)


@pytest.mark.parametrize("law", [*LAWS.values(), ADHESION], ids=repr)
def test_a_law_is_a_value(law):
    for twin in (eval(repr(law), vars(friction)), pickle.loads(pickle.dumps(law)), copy.deepcopy(law)):
        assert twin == law and hash(twin) == hash(law) and repr(twin) == repr(law)
    assert law != friction.Dahl(sigma0=1.0, f_c=2.0) and law != "law"
    for name in inspect.signature(type(law)).parameters:
        with pytest.raises(AttributeError):
            setattr(law, name, 1.0)


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_a_state_can_be_copied_and_kept(dim):
    law, v = LAWS["LuGre"], np.full((10, dim), 1e-3)[:, 0 if dim == 1 else slice(None)]
    state = law.state(dim)
    law.run(v, dt=1e-3, state=state)
    for twin in (state.copy(), copy.copy(state), pickle.loads(pickle.dumps(state))):
        assert_array_equal(twin.z, state.z)
        assert twin.dim == dim and repr(twin) == repr(state)
        law.run(-v, dt=1e-3, state=twin)
        assert (twin.z != state.z).any()
    held = ADHESION.state(dim)
    assert "not started" in repr(held)
    ADHESION.run(v.cumsum(axis=0), state=held)
    for twin in (held.copy(), copy.copy(held), pickle.loads(pickle.dumps(held))):
        assert_array_equal(twin.w, held.w)
        assert_array_equal(twin.x, held.x)
        assert (twin.dim, twin.regime, twin.started) == (dim, held.regime, True)
        assert repr(twin) == repr(held)
        ADHESION.run(-v, state=twin)
        assert (twin.x != held.x).any()


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        (0, np.array([np.nan]), "w.* = nan must be finite"),
        (1, np.array([np.inf]), "x.* = inf must be finite"),
        (1, np.array([1.0, 2.0]), "x has shape"),
        (2, 4, "there is no regime 4"),
        (2, 256, "there is no regime 256"),
        (2, -1, "there is no regime -1"),
    ],
)
def test_a_spoilt_state_is_refused(part, value, message):
    state = ADHESION.state()
    parts = list(state.__getstate__())
    parts[part] = value
    with pytest.raises(ValueError, match=message):
        friction.AdhesionState.__new__(friction.AdhesionState).__setstate__(tuple(parts))
