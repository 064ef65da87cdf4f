"""Writes the stubs of the package: those written by hand with the docstrings of what they describe, and the classes of the
laws, which are made from the tables of their parameters.

Usage: write_stubs.py PACKAGE_FOLDER FOLDER_OF_STUBS. The first holds the package, compiled module included, and gets a stub
for each .pyi, and for friction.pyi.in, of the second.
"""

import ast
import importlib
import inspect
import sys
from pathlib import Path


def type_of(field):
    """What an argument may be."""
    if "choices" in field:
        return "Literal[" + ", ".join(f'"{choice}"' for choice in field["choices"]) + "]"
    default = field.get("default", 0.0)
    return "float | None" if default is None else type(default).__name__


def base_of(law, spreadable):
    if not hasattr(law, "energy"):
        return "_PositionLaw"
    if law in spreadable:
        return "_SpreadableLaw"
    return "_BristleLaw" if hasattr(law, "rate") else "_VelocityLaw"


def stub_of(law, base):
    lines = [f"class {law.__name__}({base}):", "    def __init__(", "        self,", "        *,"]
    for field in law._fields:
        default = "" if field["required"] else f" = {field['default']!r}"
        lines.append(f"        {field['name']}: {type_of(field)}{default},")
    lines.append("    ) -> None: ...")
    for field in law._fields:
        lines += ["    @property", f"    def {field['name']}(self) -> {type_of(field).removesuffix(' | None')}: ..."]
    return "\n".join(lines)


def classes_of_laws():
    module = importlib.import_module("stickslip._stickslip")
    spreadable = module.patch._laws  # what patches can be made of
    return "\n\n".join(stub_of(law, base_of(law, spreadable)) for law in module.friction._laws) + "\n"


def owner_of(name, tree, module):
    """The class that a class of a stub stands for: of one that only stubs have, the first that is derived from it."""
    if inspect.isclass(thing := getattr(module, name, None)):
        return thing
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and name in {getattr(base, "id", "") for base in node.bases}:
            if thing := owner_of(node.name, tree, module):
                return thing
    return None


def is_public(node):
    return isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")


def described(tree, module):
    """(node, docstring) of all that a stub describes, of several with one name the first."""
    for node in tree.body:
        if is_public(node):
            yield node, getattr(module, node.name, None).__doc__
        if isinstance(node, ast.ClassDef):
            owner, documented = owner_of(node.name, tree, module), set()
            for item in filter(is_public, node.body):
                if owner and isinstance(item, ast.FunctionDef) and item.name not in documented:
                    documented.add(item.name)
                    yield item, getattr(owner, item.name, None).__doc__


def quoted(text, indent):
    text = inspect.cleandoc(text).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = [indent + line if line else line for line in text.split("\n")]
    if len(lines) == 1:
        return '"""' + (text[:-1] + '\\"' if text.endswith('"') else text) + '"""'
    return '"""' + "\n".join(lines).removeprefix(indent) + f'\n{indent}"""'


def documented(text, module):
    """A stub with the docstrings of its module."""
    tree, lines = ast.parse(text), text.split("\n")
    found = sorted(described(tree, module), key=lambda entry: entry[0].lineno, reverse=True)
    for node, doc in found:  # from the end, so that lines before keep their numbers
        if not doc or ast.get_docstring(node):
            continue
        first, indent = node.body[0], " " * (node.col_offset + 4)
        if isinstance(first, ast.Expr) and first.value.value is ...:
            row = first.lineno - 1
            lines[row] = lines[row][: first.col_offset].rstrip() + "\n" + indent + quoted(doc, indent)
        else:
            row = min([first.lineno] + [item.lineno for item in getattr(first, "decorator_list", [])]) - 1
            lines[row] = indent + quoted(doc, indent) + "\n\n" + lines[row]
    return quoted(module.__doc__, "") + "\n\n" + "\n".join(lines)


def main(package, stubs):
    sys.path.insert(0, str(Path(package).parent))
    sys.dont_write_bytecode = True  # the folder holds what is installed
    for path in [*Path(stubs).glob("*.pyi"), Path(stubs) / "friction.pyi.in"]:
        name = path.name.split(".", maxsplit=1)[0]
        if path.name in ("__init__.pyi", "friction.pyi"):  # the first describes nothing, the second is what an editable install left
            continue
        text = path.read_text(encoding="utf-8")
        if name == "friction":
            text += "\n" + classes_of_laws()
        module = importlib.import_module(f"stickslip.{name}")
        (Path(package) / f"{name}.pyi").write_text(documented(text, module), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
