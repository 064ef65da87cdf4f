"""Which module may include which: the architecture as data, and the reader of include lines."""

import re
from pathlib import Path

# Module: the modules it may include, besides itself. docs/architecture.md draws the same as layers.
GROUND = {"core", "numerics"}
ALLOWED = {
    "core": set(),
    "numerics": {"core"},
    "friction": GROUND,
    "geometry": GROUND,
    "record": GROUND,
    "cone": GROUND | {"geometry"},
    "patch": GROUND | {"friction", "geometry", "cone"},
    "solvers": GROUND,
    "contact": GROUND | {"geometry", "patch"},
    "formulation": GROUND | {"solvers"},
    "haptics": GROUND | {"friction", "patch"},
    "sim": GROUND | {"friction", "geometry", "record", "cone", "patch", "solvers", "contact", "formulation", "haptics"},
    "scene": GROUND | {"friction", "geometry", "record", "patch", "contact", "formulation", "solvers", "sim"},
    "sweep": GROUND | {"friction", "patch", "record", "sim", "scene"},
}

# What stands above the library, and is itself ordered: a command may use the experiments, never the other way round.
LIBRARY = set(ALLOWED)
ABOVE = {
    "apps": LIBRARY | {"experiments"},
    "benchmarks": LIBRARY,
    "bindings": LIBRARY,
    "examples": LIBRARY,
    "experiments": LIBRARY,
    "fuzz": LIBRARY,
    "tests": LIBRARY,
}
RULES = {**ALLOWED, **ABOVE}

PRIVATE_NAME = re.compile(r"\b(\w+)::detail::")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def room_of(path: str) -> str:
    """The module or top folder that a path inside the project belongs to."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "stickslip" and len(parts) > 2 else parts[0]


def is_private(path: str) -> bool:
    """Whether a path leads into a folder detail/, which belongs to one room alone."""
    return "detail" in Path(path).parts[:-1]


def is_public_header(path: str) -> bool:
    """Whether a file is a header that gets installed, so that whatever it includes must be installed too."""
    parts = Path(path).parts
    return parts[0] == "stickslip" and path.endswith((".hpp", ".h")) and not {"detail", "test"} & set(parts[:-1])


def complaints(name: str, header: str) -> list[str]:
    """What is wrong with the file `name` including `header`, if anything."""
    line = f"{name} includes {header}"
    if ".." in header:
        return [f"{line}: name it from the project's root"]
    if not header.startswith(("stickslip/", *(f"{folder}/" for folder in ABOVE))):
        return []
    room, target = room_of(name), room_of(header)
    is_test_with_shared_tools = "test" in Path(name).parts and target == "tests"
    if target not in {room} | RULES[room] and not is_test_with_shared_tools:
        return [line]
    if is_private(header) and target != room:
        return [f"{line}, which is private to {target}"]
    if is_private(header) and is_public_header(name):
        return [f"{line}, which is not installed"]
    return []


def forbidden_includes(root: Path) -> list[str]:
    """Each include that goes upwards, and each include or name that is private elsewhere."""
    found = []
    folders = [root / "stickslip", *(root / name for name in ABOVE)]
    files = (file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in {".hpp", ".cpp", ".h"})
    for file in files:
        name = file.relative_to(root).as_posix()
        if room_of(name) not in RULES:
            found.append(f"{name} is in {room_of(name)}, which tests/layers.py does not know")
            continue
        text = file.read_text()
        for header in INCLUDE.findall(text):
            found += complaints(name, header)
        # What a header keeps in a namespace detail, for its own inline code, is as private as the folder.
        others = {module for module in PRIVATE_NAME.findall(text) if module in ALLOWED and module != room_of(name)}
        found += [f"{name} uses {module}::detail, which is private" for module in sorted(others)]
    return found
