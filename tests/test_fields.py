"""What is written again of a table of fields must agree with it: the pages of the documentation, the structs of C."""

import inspect
import re

import stickslip as ss
from stickslip._stickslip import haptics

LAWS = [getattr(ss.friction, name) for name in ss.friction.__all__ if hasattr(getattr(ss.friction, name), "_fields")]


def row(law, field):
    """A field as docs/friction.md shows it."""
    unit = "–" if field["unit"] == "1" else field["unit"]
    default = "required" if field["required"] else f"`{field['default']!r}`"
    meaning = field["meaning"] + ("; " + field["note"] if field["note"] else "")
    choices = ", ".join(f"`{choice}`" for choice in field.get("choices", []))
    return f"| `{law.__name__}` | `{field['name']}` | {unit} | {choices or field['range']} | {default} | {meaning} |"


def members(header, name):
    """The members of a struct of the C header, those of a struct in it included."""
    body = re.search(rf"typedef struct {name} {{(.*?)}} {name};", header, re.DOTALL).group(1)
    found = []
    for kind, member in re.findall(r"^\s*(\w+) (\w+);", body, re.MULTILINE):
        found += members(header, kind) if kind.startswith("stickslip_") else [member]
    return found


def test_there_are_laws():
    assert {law.__name__ for law in LAWS} >= {"Coulomb", "Dahl", "LuGre", "ElastoPlastic", "Adhesion"}


def test_the_documentation_lists_every_parameter(root):
    expected = [row(law, field) for law in LAWS for field in law._fields]
    page = (root / "docs" / "friction.md").read_text()
    header = "| law | parameter | unit | range | default | meaning |\n|---|---|---|---|---|---|\n"
    table = page.split(header)[1].split("\n\n")[0].splitlines()
    assert sorted(table) == sorted(expected)


def test_structs_of_c_have_the_same_members(root):
    header = (root / "stickslip" / "haptics" / "stickslip_haptics.h").read_text()
    for law in haptics._laws:
        words = "lugre" if law is ss.friction.LuGre else re.sub(r"(?<=[a-z])(?=[A-Z])", "_", law.__name__).lower()
        found, names = members(header, f"stickslip_{words}"), [field["name"] for field in law._fields]
        if law is ss.friction.Adhesion:  # its members have different types, and are translated one by one
            found, names = sorted(found), sorted(names)
        assert found == names, law
    options = [name for name in inspect.signature(ss.haptics.Renderer).parameters if name not in ("law", "dim")]
    assert members(header, "stickslip_options") == options
