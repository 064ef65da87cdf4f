"""Results in memory: what they hold, what they refuse."""

import gc
import inspect
import threading

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import stickslip as ss
from stickslip import record
from stickslip.record import Axis, Label, Mark, Motion, Panel, Shape

T = np.linspace(0.0, 1.0, 11)


@pytest.fixture
def own():
    """A small result with a series."""
    result = record.Result("my-run", title="A run", parameters={"mu": 0.5, "fn": (2.0, "N"), "law": "LuGre"})
    result.add_series("run", {"t": T, "x": T**2}, units={"t": "s", "x": "m"}, title="Faster and faster")
    return result


def panel(*marks, x=None, y=None, **options):
    return Panel(x=x or Axis("t", unit="s"), y=y or Axis("x", unit="m"), marks=marks, **options)


def test_a_result_holds_what_it_is_given(own):
    assert (own.name, own.title, own.source, own.seconds, own.skipped) == ("my-run", "A run", "", 0.0, "")
    assert own.version == ss.__version__ and own.made.endswith("Z") and len(own.made) == 20
    assert dict(own.parameters) == {"mu": (0.5, "1"), "fn": (2.0, "N"), "law": ("LuGre", "1")}
    assert own.parameters["fn"].value == 2.0 and own.parameters["fn"].unit == "N"
    assert isinstance(own.parameters["mu"], record.Parameter)
    again = record.Result("again", parameters=own.parameters, version="7", made="then", seconds=1.5, skipped="why")
    assert again.parameters == own.parameters
    assert (again.version, again.made, again.seconds, again.skipped) == ("7", "then", 1.5, "why")
    assert repr(own) == "<Result my-run: 1 series, 0 figures, 0 scenes, 0 checks>"


def test_mappings_cannot_be_written_to(own):
    for mapping in (own.parameters, own.series, own.figures, own.scenes, own.explorers, own.series["run"].units):
        with pytest.raises(TypeError):
            mapping["mu"] = 1.0


def test_a_series_is_a_table(own):
    series = own.series["run"]
    assert (series.name, series.title, len(series)) == ("run", "Faster and faster", 11)
    assert list(series) == list(series.keys()) == ["t", "x"] and "x" in series and "y" not in series and 3 not in series
    assert dict(series.units) == {"t": "s", "x": "m"}
    assert repr(series) == "<Series run: t [s], x [m], 11 rows>"
    table = dict(series)
    assert_array_equal(table["x"], T**2)
    with pytest.raises(KeyError, match="Series run has no column 'y'; there are: t, x"):
        series["y"]
    for wrong in (0, None, "\ud800"):
        with pytest.raises(KeyError, match="no column"):
            series[wrong]
    with pytest.raises(KeyError):
        own.series["no-such"]


def test_a_column_is_a_view_that_outlives_the_result(own):
    x = own.series["run"]["x"]
    assert x.dtype == np.float64 and not x.flags.writeable and not x.flags.owndata
    with pytest.raises(ValueError):
        x[0] = 1.0
    assert np.shares_memory(x, own.series["run"]["x"])
    for k in range(50):  # the list of series moves meanwhile
        own.add_series(f"more-{k}", {"y": np.full(1000, k)})
    assert np.shares_memory(x, own.series["run"]["x"])
    del own
    gc.collect()
    np.full(100_000, np.nan)
    assert_array_equal(x, T**2)


def test_what_is_added_is_a_copy():
    x = np.arange(3.0)
    series = record.Series("run", {"x": x})
    result = record.Result("copies")
    result.add_series(series)
    x[:] = -1.0
    assert_array_equal(series["x"], [0.0, 1.0, 2.0])
    assert_array_equal(result.series["run"]["x"], [0.0, 1.0, 2.0])


@pytest.mark.parametrize(
    "values", [[1, 2], (True, False), np.float32([1.5]), np.arange(10)[::-2], range(3), np.arange(4, dtype=">f8"), []]
)
def test_columns_are_whatever_numpy_reads_as_numbers(values):
    column = record.Series("s", {"x": values})["x"]
    assert column.dtype == np.float64 and column.shape == np.shape(values)
    assert_array_equal(column, np.asarray(values, dtype=float))


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        (("Run", {"x": T}), {}, ValueError, 'name = "Run" must be of 1 to 100 lower-case letters'),
        (("", {"x": T}), {}, ValueError, "name"),
        (("../run", {"x": T}), {}, ValueError, "name"),
        ((1, {"x": T}), {}, TypeError, "name must be a str, not int"),
        (("run",), {}, TypeError, "needs the argument columns"),
        (("run", {}), {}, ValueError, "at least one column"),
        (("run", None), {}, ValueError, "at least one column"),
        (("run", [T]), {}, TypeError, "columns must be a dict, not list"),
        (("run", {1: T}), {}, TypeError, "columns must have str as keys, not 1"),
        (("run", {"x": T, "y": T[1:]}), {}, ValueError, "column y has 10 values, expected 11"),
        (("run", {"x": 1.0}), {}, ValueError, r"columns\['x'\] has shape \(\)"),
        (("run", {"x": np.ones((2, 2))}), {}, ValueError, r"columns\['x'\] has shape \(2, 2\); allowed: \(N,\)"),
        (("run", {"x": 1j * T}), {}, TypeError, r"columns\['x'\] must hold real numbers"),
        (("run", {"x": ["a"]}), {}, TypeError, r"columns\['x'\] must hold real numbers"),
        (("run", {"x": [[1], [1, 2]]}), {}, ValueError, r"columns\['x'\] cannot be read"),
        (("run", {"x": np.ma.masked_equal(T, 0.0)}), {}, ValueError, r"columns\['x'\] has masked entries"),
        (("run", {"x": T}), {"units": {"y": "m"}}, ValueError, r"units\['y'\]: there is no such column"),
        (("run", {"x": T}), {"units": {"x": 1}}, TypeError, r"units\['x'\] must be a str"),
        (("run", {"x": T}), {"units": {2: "m"}}, TypeError, "units must have str as keys"),
        (("run", {"x": T}), {"units": {"x": "[m]"}}, ValueError, "must not hold brackets"),
        (("run", {"x": T}), {"unit": {"x": "m"}}, TypeError, "no argument unit"),
    ],
)
def test_a_wrong_series_is_refused(own, arguments, keywords, error, message):
    for call in (record.Series, own.add_series):
        with pytest.raises(error, match=message):
            call(*arguments, **keywords)
    assert list(own.series) == ["run"]


@pytest.mark.parametrize(
    ("name", "keywords", "error", "message"),
    [
        ("A run", {}, ValueError, "name must be of 1 to 100 lower-case letters"),
        ("", {}, ValueError, "name must be of"),
        (None, {}, TypeError, "name must be a str, not NoneType"),
        ("r", {"title": 3}, TypeError, "title must be a str, not int"),
        ("r", {"seconds": -1.0}, ValueError, "seconds"),
        ("r", {"seconds": float("nan")}, ValueError, "seconds"),
        ("r", {"seconds": 10**400}, ValueError, "seconds is too large"),
        ("r", {"parameters": {1: 2.0}}, TypeError, "parameters must have str as keys, not 1"),
        ("r", {"parameters": {"": 2.0}}, ValueError, "a parameter has no name"),
        ("r", {"parameters": [1.0]}, TypeError, "parameters must be a dict"),
        ("r", {"parameters": {"mu": None}}, TypeError, r"parameters\['mu'\]: value must be a real number, not None"),
        ("r", {"parameters": {"mu": [1.0]}}, TypeError, r"parameters\['mu'\]: value must be a real number, not list"),
        ("r", {"parameters": {"mu": 10**400}}, ValueError, r"parameters\['mu'\]: value is too large"),
        ("r", {"parameters": {"mu": (1.0, 2.0)}}, TypeError, r"parameters\['mu'\]: unit must be a str, not float"),
        ("r", {"parameters": {"mu": (1.0, "m", "s")}}, TypeError, r"parameters\['mu'\] takes at most value, unit"),
        ("r", {"parameters": {"mu": ()}}, TypeError, r"parameters\['mu'\] needs the argument value"),
        ("r", {"colour": "red"}, TypeError, "Result has no argument colour"),
        ("r", {"title": "\ud800"}, ValueError, r"title = '\\ud800' must be text without lone surrogates"),
        ("r", {"parameters": {"\ud800": 1.0}}, ValueError, "surrogate"),
    ],
)
def test_a_wrong_result_is_refused(name, keywords, error, message):
    with pytest.raises(error, match=message):
        record.Result(name, **keywords)


def test_checks():
    nan = float("nan")
    for check, passed in (
        (record.equal("µ", published=1.0, measured=1.1, tolerance=0.11), True),
        (record.equal("µ", published=1.0, measured=1.1, tolerance=0.09), False),
        (record.equal("µ", published=1.0, measured=nan, tolerance=9.0), False),
        (record.at_most("force", bound=2.0, measured=2.0, unit="N"), True),
        (record.at_most("force", bound=2.0, measured=2.1, unit="N"), False),
        (record.at_least("force", bound=2.0, measured=2.0, unit="N"), True),
        (record.at_least("force", bound=2.0, measured=nan, unit="N"), False),
    ):
        assert check.passed is passed, check
    check = record.at_most("force", bound=2.0, measured=1.0, unit="N")
    assert (check.quantity, check.unit, check.relation) == ("force", "N", "at_most")
    assert (check.published, check.measured, check.tolerance) == (2.0, 1.0, 0.0)
    result = record.Result("checked")
    assert result.passed is True and result.checks == ()
    result.add_check(check)
    result.add_check("µ", published=1.0, measured=1.1, tolerance=0.2)
    assert result.passed is True and [c.relation for c in result.checks] == ["at_most", "equal"]
    result.add_check("µ", relation="at_least", published=1.0, measured=0.9)
    assert result.passed is False and "some fail" in repr(result)
    with pytest.raises(ValueError, match="^Check: relation = 'less' must be one of 'equal', 'at_most', 'at_least'"):
        result.add_check("µ", relation="less", published=1.0, measured=0.9)
    with pytest.raises(TypeError, match="needs the argument measured"):
        result.add_check("µ", published=1.0)
    assert len(result.checks) == 3


def test_words_for_what_is_drawn():
    colours = "'blue', 'red', 'green', 'yellow', 'cyan', 'purple', 'grey', 'ink'"
    shapes = "'polygons', 'curve', 'points', 'arrows'"
    for call, message in (
        (lambda: Mark("lines", "run", ["t", "x"]), "^Mark: kind = 'lines' must be one of 'line', 'points', 'segments'"),
        (lambda: Mark("line", "run", ["t", "x"], colour="pink"), f"^Mark: colour = 'pink' must be one of {colours}"),
        (lambda: Mark("line", "run", ["t", "x"], dash="wavy"), "^Mark: dash = 'wavy' must be one of 'solid', 'dashed'"),
        (lambda: Shape("ball", "run", ["t", "x"]), f"^Shape: kind = 'ball' must be one of {shapes}"),
        (lambda: record.Figure("f", columns=-1), "columns = -1 must be >= 0"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    for call, message in (
        (lambda: Mark("line", "run", "tx"), "columns must be a list of str, not str"),
        (lambda: Mark("line", "run", ["t", 1]), r"columns\[1\] must be of type str, not int"),
        (lambda: Mark("line", "run"), "needs the argument columns"),
        (lambda: Mark("line", "run", ["t", "x"], only="t"), r"only must be a tuple \(column, value\), not str"),
        (lambda: Mark("line", "run", ["t", "x"], only=("t", "x")), "only: value must be a real number, not str"),
        (lambda: Panel(x=Axis(), y="x"), "y must be of type Axis, not str"),
        (lambda: Panel(x=Axis()), "needs the argument y"),
        (lambda: Panel(Axis(), Axis()), "Panel takes no positional argument"),
        (lambda: panel(Axis()), r"marks\[0\] must be of type Mark, not Axis"),
        (lambda: record.Figure("f", panels=panel()), "panels must be a list of Panel, not Panel"),
        (lambda: Axis(log=1), "log must be a bool, not int"),
        (lambda: Axis(min="0"), "min must be a real number, not str"),
        (lambda: Shape("points", "run", "xyz", motion="run"), "motion must be of type Motion, not str"),
    ):
        with pytest.raises(TypeError, match=message):
            call()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (panel(Mark("line", "jump", ["t", "x"])), ", mark 0: .* no series jump; there are: run"),
        (panel(Mark("line", "run", ["t", "v"])), "no column v; there are: t x"),
        (panel(Mark("line", "run", ["t"])), "1 columns, expected 2"),
        (panel(Mark("boxes", "run", ["t", "x"])), "2 columns, expected 6"),
        (panel(Mark("line", "run", ["t", "x"], only=("k", 1.0))), "no column k"),
        (panel(Mark("line", "run", ["t", "x"], only=("t", np.nan))), "only = nan must be finite"),
        (panel(x=Axis(factor=np.nan)), "axis x: factor = nan must be finite and not 0"),
        (panel(y=Axis(factor=0.0)), "axis y: factor = 0"),
        (panel(y=Axis(min=np.inf)), "must be finite"),
        (panel(y=Axis(min=2.0, max=1.0)), "min must be below max"),
        (panel(y=Axis(log=True, min=0.0)), "must be positive"),
        (panel(y=Axis(log=True, categories=["a"])), "categories stand on no logarithmic axis"),
        (panel(labels=[Label(np.nan, 0.0, "here")]), "x of a label = nan"),
    ],
)
def test_a_wrong_figure_is_refused_when_it_is_added(own, wrong, message):
    with pytest.raises(ValueError, match=f"Result my-run, figure picture, panel 0.*{message}"):
        own.add_figure("picture", panels=[wrong])
    assert not own.figures
    own.add_figure("picture", panels=[panel(Mark("line", "run", ["t", "x"]))])  # the result is as good as before
    with pytest.raises(ValueError, match="another one has that name"):
        own.add_figure("picture")
    with pytest.raises(ValueError, match='name = "Picture" must be of'):
        own.add_figure("Picture")


def test_a_wrong_scene_or_table_is_refused_when_it_is_added(own):
    def scene(*shapes, **options):
        options = {"x": Axis(), "y": Axis(), "z": Axis(), **options}
        own.add_scene("space", shapes=shapes, **options)

    for shapes, options, message in (
        ([Shape("curve", "jump", ["t", "x", "x"])], {}, "shape 0: .* no series jump"),
        ([Shape("curve", "run", ["t", "x"])], {}, "2 columns, expected 3 or 4"),
        ([Shape("points", "run", ["t", "x", "x"], opacity=1.5)], {}, "opacity = 1.5.* must be in \\[0, 1\\]"),
        ([Shape("arrows", "run", 6 * ["x"], length=np.inf)], {}, "length = inf must be finite"),
        ([Shape("points", "run", ["t", "x", "x"], motion=Motion("run"))], {}, "no column y"),
        ([], {"elevation": 91.0}, "elevation = 91"),
        ([], {"azimuth": np.nan}, "azimuth = nan"),
        ([], {"z": Axis(log=True)}, "axis z of a scene cannot be logarithmic"),
    ):
        with pytest.raises(ValueError, match=message):
            scene(*shapes, **options)
    with pytest.raises(TypeError, match="needs the argument x"):
        own.add_scene("space")
    with pytest.raises(ValueError, match="2 row labels, expected none or 11"):
        own.add_table("run", row_labels=["a", "b"])
    with pytest.raises(ValueError, match="no series jump"):
        own.add_table("jump")
    with pytest.raises(ValueError, match="labels_are_commands, but there are none"):
        own.add_table("run", labels_are_commands=True)
    assert not own.scenes and not own.tables


def test_a_wrong_explorer_is_refused_when_it_is_added(own):
    good = {"series": "run", "columns": ["t", "x"]}
    for wrong, message in (
        ({"series": "jump"}, "explorer rows: .* no series jump"),
        ({"columns": ["t", "y"]}, "no column y"),
        ({"columns": ["t"]}, "1 columns, expected at least 2"),
        ({"columns": ["t", "t"]}, "column t is named twice"),
        ({"axes": [Axis()]}, "1 axes, expected none or 2"),
        ({"axes": [Axis(), Axis(log=True, min=0.0)]}, "axis 1: min and max of a logarithmic axis must be positive"),
        ({"colour_by": "y"}, 'colour_by = "y" must be one of its columns, or empty'),
    ):
        with pytest.raises(ValueError, match=message):
            own.add_explorer("rows", **{**good, **wrong})
    with pytest.raises(TypeError, match="Explorer needs the argument series"):
        own.add_explorer("rows")
    with pytest.raises(TypeError, match="columns must be a list of str"):
        own.add_explorer("rows", series="run", columns="tx")
    assert not own.explorers
    own.add_explorer("rows", **good)
    with pytest.raises(ValueError, match="another one has that name"):
        own.add_figure("rows")


def everything():
    """One of each kind, with no default left."""
    axis = Axis("x", unit="mm", factor=1e3, log=False, min=-1.0, max=2.0, categories=["a", "b"])
    mark = Mark("points", "run", ["t", "x"], label="l", colour="red", dash="dotted", only=("t", 1.0))
    whole = Panel(x=axis, y=Axis(log=True), marks=[mark], title="p", equal_axes=True, labels=[Label(1.0, 2.0, "here")])
    motion = Motion("run", ["t", "x", "x", "x", "t", "t", "t", "t"])
    shape = Shape(
        "arrows", "run", 6 * ["x"], label="s", colour="ink", opacity=0.5, length=2.0, only=("t", 0.0), motion=motion
    )
    view = {"equal_axes": False, "azimuth": 10.0, "elevation": -5.0}
    return (
        record.Figure("figure", title="f", caption="c", panels=[whole], columns=3),
        record.Scene("scene", title="s", caption="d", x=axis, y=axis, z=axis, shapes=[shape], **view),
        record.Table("run", title="t", row_labels=[str(k) for k in range(11)], labels_are_commands=True),
        record.Explorer(
            "rows", series="run", columns=["t", "x"], title="e", caption="f", axes=[axis, axis], colour_by="x", rows="runs"
        ),
        record.equal("µ", published=1.0, measured=float("inf"), tolerance=0.1, unit="N"),
    )


@pytest.mark.parametrize("value", everything(), ids=lambda value: type(value).__name__)
def test_values_print_as_the_call_that_makes_them(value):
    assert repr(eval(repr(value), {**vars(record), "inf": float("inf")})) == repr(value)
    for name in inspect.signature(type(value)).parameters:
        with pytest.raises(AttributeError):
            setattr(value, name, None)


def test_what_is_added_comes_back(own):
    figure, scene, table, explorer, check = everything()
    own.add_figure(figure)
    own.add_scene(scene)
    own.add_table(table)
    own.add_explorer(explorer)
    own.add_check(check)
    other = record.Result("other")
    other.add_series(own.series["run"])
    other.add_figure(own.figures["figure"])
    other.add_scene(own.scenes["scene"])
    other.add_explorer(own.explorers["rows"])
    for result in (own, other):
        assert repr(result.figures["figure"]) == repr(figure) and repr(result.scenes["scene"]) == repr(scene)
        assert repr(result.explorers["rows"]) == repr(explorer)
    assert [repr(own.tables), repr(own.checks)] == [f"({table!r},)", f"({check!r},)"]


@pytest.mark.parametrize(
    "name", ["Axis", "Mark", "Label", "Panel", "Figure", "Motion", "Shape", "Scene", "Explorer", "Table", "Check"]
)
def test_defaults_written_and_taken_are_the_same(name):
    needed = {"kind": "points", "series": "s", "columns": ["a"], "name": "n", "quantity": "q", "text": "t"}
    numbers = {"published": 1.0, "measured": 1.0, "x": 1.0, "y": 1.0}
    given = {}
    for parameter in inspect.signature(getattr(record, name)).parameters.values():
        if parameter.default is parameter.empty:
            axis = {key: Axis() for key in ("x", "y", "z")} if name in ("Panel", "Scene") else {}
            given[parameter.name] = {**needed, **numbers, **axis}[parameter.name]
    value = getattr(record, name)(**given)
    for parameter in inspect.signature(getattr(record, name)).parameters.values():
        if parameter.name not in given:
            assert getattr(value, parameter.name) == parameter.default, parameter


def test_results_are_equal_where_everything_is(own):
    parts = own.__getstate__()
    properties = {name for name in dir(own) if not name.startswith("_") and not callable(getattr(own, name))}
    assert set(parts) == properties - {"passed"}  # which follows from the checks
    others = dict(
        name="other",
        title="other",
        source="other",
        version="0",
        made="other",
        seconds=2.0,
        skipped="other",
        parameters={**parts["parameters"], "mu": 0.6},
        series=(record.Series("run", {"t": T, "x": T}),),
        checks=(record.at_most("q", bound=1.0, measured=1.0),),
        tables=(record.Table("run"),),
        figures=(record.Figure("f"),),
        scenes=(record.Scene("s", x=Axis(), y=Axis(), z=Axis()),),
        explorers=(record.Explorer("e", series="run", columns=["t", "x"]),),
    )

    def made_of(parts):
        result = record.Result.__new__(record.Result)
        result.__setstate__(parts)
        return result

    assert made_of(parts) == own and set(others) == set(parts)
    for name, value in others.items():
        assert made_of({**parts, name: value}) != own, name
    own.add_table("run")
    for spoilt in ({"series": ()}, {"name": "A B"}, {"checks": [1.0]}, {"other": 1}, {"seconds": "x"}, {"tables": 3}):
        with pytest.raises((TypeError, ValueError)):
            made_of({**own.__getstate__(), **spoilt})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (dict(name="a"), dict(name="b")),
        (dict(title="a"), dict(title="b")),
        (dict(columns={"t": [0.0]}), dict(columns={"t": [1.0]})),
        (dict(columns={"t": [0.0]}), dict(columns={"t": [0.0, 0.0]})),
        (dict(columns={"t": [0.0]}), dict(columns={"x": [0.0]})),
        (dict(columns={"t": [0.0], "x": [0.0]}), dict(columns={"x": [0.0], "t": [0.0]})),
        (dict(units={"t": "s"}), dict(units={"t": "m"})),
        (dict(columns={"t": [np.nan]}), dict(columns={"t": [np.inf]})),
    ],
)
def test_series_are_equal_where_everything_is(one, other):
    usual = {"name": "run", "columns": {"t": [0.0]}}
    a, same, b = (record.Series(**{**usual, **given}) for given in (one, one, other))
    assert a == same and hash(a) == hash(same) and a != b


def test_zeros_are_equal_whatever_their_sign_and_so_is_nan():
    a, b = (record.Series("run", {"t": values}) for values in ([0.0, np.nan], [-0.0, -np.nan]))
    assert a == b and hash(a) == hash(b)
    a, b = (record.Label(x, y, "here") for x, y in ((0.0, np.nan), (-0.0, -np.nan)))
    assert a == b and hash(a) == hash(b)


def test_nothing_is_added_while_another_thread_writes(tmp_path):
    """The result is read without the GIL: adding meanwhile is refused, never half seen."""
    result = record.Result("busy")
    values = np.random.default_rng(3).normal(size=300_000)
    for k in range(4):
        result.add_series(f"series-{k}", {"x": values})
    writer = threading.Thread(target=result.write, args=(tmp_path,))
    writer.start()
    added, refused = 0, 0
    while writer.is_alive():
        try:
            result.add_series(f"late-{added}", {"x": [1.0]})
            added += 1
        except RuntimeError as error:
            assert str(error) == "Result busy is being written by another thread"
            refused += 1
    writer.join()
    assert refused > 0
    back = record.read(tmp_path)
    assert len(back.series) <= 4 + added and all(len(back.series[f"series-{k}"]) == 300_000 for k in range(4))
    result.add_series("after", {"x": [1.0]})
