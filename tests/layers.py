"""Which module may include which: the architecture as data, and the reader of include lines."""

import re
from pathlib import Path

# Module: the modules it may include, besides core and itself.
ALLOWED = {
    "core": set(),
    "cone": set(),
    "friction": set(),
    "geometry": set(),
    "record": set(),
    "patch": {"cone", "friction", "geometry"},
    "haptics": {"friction"},
}

# What stands above the library, and is itself ordered: a command may use the experiments, never the other way round.
ABOVE = {
    "experiments": {"cone", "friction", "geometry", "patch", "record", "haptics"},
    "apps": {"cone", "experiments", "friction", "geometry", "patch", "record", "haptics"},
    "bindings": {"cone", "friction", "geometry", "patch", "record", "haptics"},
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def room_of(path: str) -> str:
    """The module or top folder that a path inside the project belongs to."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "stickslip" and len(parts) > 2 else parts[0]


def forbidden_includes(root: Path) -> list[str]:
    """Each include that goes against the direction, as "file includes header"."""
    rules = {**ALLOWED, **ABOVE}
    found = []
    folders = [root / "stickslip", *(root / name for name in ABOVE)]
    files = (file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in {".hpp", ".cpp", ".h"})
    for file in files:
        name = file.relative_to(root).as_posix()
        room = room_of(name)
        if room not in rules:
            found.append(f"{name} is in {room}, which tests/layers.py does not know")
            continue
        for header in INCLUDE.findall(file.read_text()):
            if ".." in header:
                found.append(f"{name} includes {header}: name it from the project's root")
            target = room_of(header)
            ours = header.startswith(("stickslip/", "experiments/", "apps/", "bindings/"))
            if ours and target not in {room, "core"} | rules[room]:
                found.append(f"{name} includes {header}")
    return found
