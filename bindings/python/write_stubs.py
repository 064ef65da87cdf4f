"""Writes the stub of stickslip.friction: the part written by hand, then a class per law from the table of its parameters.

Usage: write_stubs.py PACKAGE_FOLDER FRICTION.PYI.IN. The folder holds the compiled module, and gets friction.pyi.
"""

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
        lines += ["    @property", f"    def {field['name']}(self) -> {type_of(field).removesuffix(' | None')}:"]
        lines.append(f'        """{getattr(law, field["name"]).__doc__}"""')
    return "\n".join(lines)


def main(package, hand_written):
    sys.path.insert(0, package)
    import _stickslip  # by itself: the package around it need not be whole yet

    spreadable = _stickslip.patch._laws  # what patches can be made of
    classes = "\n\n".join(stub_of(law, base_of(law, spreadable)) for law in _stickslip.friction._laws)
    (Path(package) / "friction.pyi").write_text(Path(hand_written).read_text() + "\n" + classes + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
