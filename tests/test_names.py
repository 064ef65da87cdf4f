"""Names of kinds, colours, dashes, relations and solvers: one table in C++ holds each, all others follow."""

import ast
import json
import re
import subprocess

import pytest

from stickslip import record
from stickslip._stickslip.record import _marks, _names, _shapes
from stickslip._stickslip.solvers import _methods


@pytest.fixture(scope="module")
def page(root):
    """What the report's page knows."""
    if not (root / "apps" / "report" / "node_modules").is_dir():
        pytest.skip("the page's packages are not there: reports are off")
    script = root / "apps" / "report" / "test" / "names.mjs"
    return json.loads(subprocess.run(["node", script], capture_output=True, text=True, check=True).stdout)


def test_the_tables_hold_what_the_names_say():
    assert tuple(_marks) == _names["MarkKind"] and tuple(_shapes) == _names["ShapeKind"]


@pytest.mark.parametrize("enum", _names)
def test_page_knows_each_name(page, enum):
    assert page[enum] == list(_names[enum])


def test_page_knows_the_columns_of_shapes(page):
    wanted = {n: {"columns": len(s["columns"]), "mayHaveATime": s["may_have_a_time"]} for n, s in _shapes.items()}
    assert page["shapes"] == wanted


def test_matplotlib_draws_each_kind():
    pytest.importorskip("matplotlib")
    from stickslip import _plot_marks, _plot_scene, _plot_style

    assert tuple(_plot_marks.MARKS) == _names["MarkKind"] and _plot_marks.COLOURFUL <= set(_plot_marks.MARKS)
    assert tuple(_plot_scene.SHAPES) == _names["ShapeKind"]
    assert tuple(_plot_style.SHADES) == _names["Colour"] and tuple(_plot_style.DASHES) == _names["Dash"]


@pytest.mark.parametrize("enum", _names)
def test_stub_lists_each_name(root, enum):
    tree = ast.parse((root / "bindings" / "python" / "stickslip" / "record.pyi").read_text())
    (alias,) = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == f"_{enum}"]
    assert ast.literal_eval(alias.value.slice) == _names[enum]


@pytest.mark.parametrize("head, kinds", [("mark", _marks), ("shape of a scene", _shapes)])
def test_documentation_describes_each_kind_and_no_other(root, head, kinds):
    text = (root / "docs" / "record.md").read_text()
    (table,) = re.findall(rf"^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)*)", text, re.MULTILINE)
    rows = []
    for name, kind in kinds.items():
        time = "[t,] " if kind.get("may_have_a_time") else ""
        rows.append(f"| `{name}` | {time}{', '.join(kind['columns'])} | {kind['meaning']} |")
    assert table.splitlines() == rows


def test_each_name_is_an_argument():
    for name, kind in _marks.items():
        assert record.Mark(name, "run", kind["columns"]).kind == name
    for name, kind in _shapes.items():
        assert record.Shape(name, "run", kind["columns"]).kind == name
    for name in _names["Colour"]:
        assert record.Mark("line", "run", ["x", "y"], colour=name).colour == name
    for name in _names["Dash"]:
        assert record.Mark("line", "run", ["x", "y"], dash=name).dash == name
    for name in _names["Relation"]:
        assert record.Check("q", relation=name, published=1.0, measured=1.0).relation == name


def test_documentation_lists_each_solver(root):
    page = (root / "docs" / "solvers.md").read_text()
    words = {"lcp": "LCP", "mixed_lcp": "mixed LCP", "boxed_lcp": "boxed LCP", "cone": "cone"}
    rows = [
        f"| {words[kind]} | `{name}` | {meaning} |" for kind, table in _methods.items() for name, meaning in table.items()
    ]
    assert page.split("| for | method | what it does |\n|---|---|---|\n")[1].split("\n\n")[0].splitlines() == rows
