"""What stubs say beyond names and arguments (test_package.py): words, docstrings, equality."""

import ast
import importlib
import inspect
import re

import pytest
from examples import examples
from stubs import MODULES, decorators_of, functions_of, is_code, methods_of, own_names, stub_of

import stickslip as ss

EXAMPLES = {cls.__name__: one for cls, (one, _) in examples().items()}

# What the calls with words need beside them.
POINTS = dict(points=[0.0, 0.0, 0.0], normals=[0.0, 0.0, 1.0], mu=0.5)
CHECK = dict(quantity="slip", published=1.0, measured=1.0)
MARK = dict(kind="line", series="run", columns=["t", "x"])
NEEDED = {
    "FrictionCone.vertices": dict(height=1.0),
    "PolyhedralCone.linearised": dict(cone=EXAMPLES["FrictionCone"]),
    "WrenchCone.from_points": POINTS,
    "WrenchCone.rectangle": dict(half_x=0.1, half_y=0.1, mu=0.5),
    "WrenchCone.polygon": dict(vertices=[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], mu=0.5),
    "WrenchCone.from_patch": dict(pressure=EXAMPLES["Pressure"], mu=0.5),
    "WrenchPolytope.__init__": dict(total_normal_force=1.0, **POINTS),
    "Adhesion.__init__": dict(z_max=1e-4),
    **{f"{law}.run": dict(v=[0.0], dt=1e-3) for law in ("Coulomb", "Dahl", "LuGre", "ElastoPlastic")},
    **{f"{patch}.run": dict(twists=[[0.0, 0.0, 0.0]], dt=1e-3) for patch in ("DistributedPatch", "ReducedPatch")},
    "ReducedPatch.__init__": dict(law=EXAMPLES["ElastoPlastic"], contact=EXAMPLES["Pressure"]),
    "simulate": dict(patch=EXAMPLES["ReducedPatch"], mass=1.0, inertia=1.0, normal_force=1.0),
    "solve_lcp": dict(M=EXAMPLES["LcpProblem"]),
    "solve_mixed_lcp": dict(M=EXAMPLES["MixedLcpProblem"]),
    "solve_boxed_lcp": dict(A=EXAMPLES["BoxedLcpProblem"]),
    "solve_cone": dict(W=EXAMPLES["ConeProblem"]),
    "phantom_inertia": dict(bodies=EXAMPLES["Bodies"], contacts=EXAMPLES["Contacts"], h=0.01),
    "World.set_contact_model": dict(a=0, b=1),
    "World.add_body": dict(shape=EXAMPLES["Polyhedron"], mass=1.0),
    "Check.__init__": CHECK,
    "Result.add_check": CHECK,
    "Mark.__init__": MARK,
    "Shape.__init__": dict(kind="curve", series="run", columns=["t", "x", "x"]),
}


def words_of(annotation, tree):
    """The words of Literal[…] in an annotation, also by the name of an alias or beside None."""
    if isinstance(annotation, ast.BinOp):
        return words_of(annotation.left, tree) + words_of(annotation.right, tree)
    if isinstance(annotation, ast.Subscript) and getattr(annotation.value, "id", "") == "Literal":
        words = ast.literal_eval(annotation.slice)
        return list(words) if isinstance(words, tuple) else [words]
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets[0].id == getattr(annotation, "id", ""):
            return words_of(node.value, tree)
    return []


def stub_functions(module_name):
    """(name of the class or None, functions of that name in the stub) of all that is public in a module."""
    module, tree = importlib.import_module(f"stickslip.{module_name}"), stub_of(module_name)
    for overloads in functions_of(tree).values():
        yield None, overloads
    for name in set(own_names(module, tree)) - set(functions_of(tree)):
        for overloads in methods_of(tree, name).values():
            yield name, overloads


def words_of_arguments():
    """(module, class or None, function, argument, words) for each argument that takes words."""
    for module_name in MODULES:
        tree = stub_of(module_name)
        for owner, overloads in stub_functions(module_name):
            for function in overloads:
                for argument in function.args.args + function.args.kwonlyargs:
                    if words := words_of(argument.annotation, tree):
                        yield module_name, owner, function.name, argument.arg, words


WORDS = sorted(words_of_arguments(), key=str)


@pytest.mark.parametrize("module_name", MODULES)
def test_every_literal_is_compared(module_name):
    tree = stub_of(module_name)
    compared = {tuple(words) for module, _, _, _, words in WORDS if module == module_name}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    assert {tuple(words) for node in nodes if (words := words_of(node, tree))} == compared


def test_no_call_is_described_in_vain():
    assert set(NEEDED) <= {f"{owner}.{function}" if owner else function for _, owner, function, _, _ in WORDS}


@pytest.mark.parametrize(("module_name", "owner", "function", "argument", "words"), WORDS, ids=lambda part: str(part))
def test_an_argument_takes_the_words_of_the_stub(module_name, owner, function, argument, words):
    module = importlib.import_module(f"stickslip.{module_name}")
    if owner is None:
        call = getattr(module, function)
    elif function == "__init__":
        call = getattr(module, owner)
    else:
        call = getattr(EXAMPLES[owner], function)
    keywords = NEEDED.get(f"{owner}.{function}" if owner else function, {})
    with pytest.raises(ValueError, match="must be one of") as refusal:
        call(**{**keywords, argument: "no such word"})
    listed = str(refusal.value).split("must be one of")[1]
    assert re.findall("'([^']*)'", listed) == words


@pytest.mark.parametrize("module_name", MODULES)
def test_a_property_has_the_words_of_its_argument(module_name):
    tree = stub_of(module_name)
    taken = {(owner, argument): words for _, owner, function, argument, words in WORDS if function == "__init__"}
    for owner, overloads in stub_functions(module_name):
        for function in overloads:
            if words := words_of(function.returns, tree):
                assert "property" in decorators_of(function) and taken[owner, function.name] == words


def documented(tree, module):
    """(docstring, what it stands at in the module) of all docstrings of a stub. What it has for several classes to derive from
    has those of one of them."""
    yield ast.get_docstring(tree), module
    for name in [*functions_of(tree), *own_names(module, tree)]:
        yield docstring_in(tree, name), getattr(module, name)
    for name in own_names(module, tree):
        if name in functions_of(tree) or is_code(thing := getattr(module, name)):
            continue
        for method, overloads in methods_of(tree, name).items():
            for item in overloads:
                yield ast.get_docstring(item), getattr(thing, method, None)


def docstring_in(tree, name):
    return next(ast.get_docstring(node) for node in tree.body if getattr(node, "name", "") == name)


@pytest.mark.parametrize("module_name", MODULES)
def test_docstrings_of_a_stub_are_those_of_the_module(module_name):
    module = importlib.import_module(f"stickslip.{module_name}")
    for text, thing in documented(stub_of(module_name), module):
        assert text is None or text == inspect.cleandoc(thing.__doc__)


@pytest.mark.parametrize("module_name", MODULES)
def test_all_that_a_stub_describes_has_a_docstring(module_name):
    module, tree = importlib.import_module(f"stickslip.{module_name}"), stub_of(module_name)
    assert ast.get_docstring(tree)
    missing = [name for name in own_names(module, tree) if not docstring_in(tree, name)]
    for name in set(own_names(module, tree)) - set(functions_of(tree)):
        for method, overloads in methods_of(tree, name).items():
            if not method.startswith("_") and not any(map(ast.get_docstring, overloads)):
                missing.append(f"{name}.{method}")
    assert missing == []


def test_stubs_of_laws_are_documented():
    texts = {text for text, _ in documented(stub_of("friction"), ss.friction)}
    assert {field["meaning"] in str(texts) for field in ss.friction.LuGre._fields} == {True}


@pytest.mark.parametrize("module_name", MODULES)
def test_stub_says_what_is_compared_and_hashed(module_name):
    module, tree = importlib.import_module(f"stickslip.{module_name}"), stub_of(module_name)
    for name in set(own_names(module, tree)) - set(functions_of(tree)):
        thing = getattr(module, name)
        if is_code(thing) or issubclass(thing, tuple):
            continue  # as every number and every tuple
        assert ("__eq__" in methods_of(tree, name)) == ("__eq__" in vars(thing)), name
        assert ("__hash__" in methods_of(tree, name)) == (thing.__hash__ is not None), name
