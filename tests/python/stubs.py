"""The stubs of the package, taken apart."""

import ast
import inspect
from pathlib import Path

import stickslip as ss

PACKAGE = Path(ss.__file__).parent
MODULES = [path.stem for path in PACKAGE.glob("*.pyi") if path.stem != "__init__"]


def stub_of(module_name):
    return ast.parse((PACKAGE / f"{module_name}.pyi").read_text())


def methods_of(tree, name):
    """Functions of a class in a stub, those of its bases included."""
    node = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    found = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and any(getattr(other, "name", "") == base.id for other in tree.body):
            found.update(methods_of(tree, base.id))
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            found.setdefault(item.name, []).append(item)
    return found


def functions_of(tree):
    """Functions of a stub that belong to no class."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


def decorators_of(function):
    return {getattr(item, "id", "") for item in function.decorator_list}


def parameters_of(function, has_self):
    """(name, keyword only, default) of a stub's function, without self. An ellipsis stands for any default."""
    arguments = function.args
    plain = arguments.args[has_self:]
    defaults = [inspect.Parameter.empty] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    found = [(argument.arg, False, default) for argument, default in zip(plain, defaults)]
    keyword = [inspect.Parameter.empty if default is None else default for default in arguments.kw_defaults]
    found += [(argument.arg, True, default) for argument, default in zip(arguments.kwonlyargs, keyword)]
    return [(n, k, d if d is inspect.Parameter.empty else ast.literal_eval(d)) for n, k, d in found]


def is_code(thing):
    """Whether it is an enum of codes, which the stub repeats in full."""
    return inspect.isclass(thing) and issubclass(thing, int)


def codes_of(tree, name):
    """{name: code} of an enum in a stub."""
    node = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    assigned = [item for item in node.body if isinstance(item, ast.Assign)]
    return {item.targets[0].id: ast.literal_eval(item.value) for item in assigned}


def re_exports_of(tree):
    """{name: module} of what a stub takes from a sister module and shows as its own: from .sim import a as a."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found.update({alias.name: node.module for alias in node.names if alias.asname == alias.name})
    return found


def own_names(module, tree):
    return [name for name in module.__all__ if name not in re_exports_of(tree)]
