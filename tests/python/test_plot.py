"""Figures, scenes and explorers drawn with matplotlib: what is drawn are the numbers, times the axes' factors."""

import subprocess
import sys
import textwrap

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection, QuadMesh
from matplotlib.colors import to_hex
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
from numpy.testing import assert_allclose, assert_array_equal

from stickslip import record
from stickslip.record import Axis, Label, Mark, Motion, Panel, Shape

T = np.linspace(0.1, 1.0, 10)
REAL = ["hayward-ladders", "planar-model-error", "cone-grasp"]


def pixels(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3]


def ink(figure):
    """Number of pixels that are not white."""
    return int((pixels(figure) < 250).any(axis=2).sum())


@pytest.fixture
def own():
    result = record.Result("own")
    result.add_series("run", {"t": T, "x": T**2, "low": T**2 - 0.1, "high": T**2 + 0.2, "k": np.arange(10) % 2})
    return result


def drawn(result, *marks, x=None, y=None, **options):
    """The axes of a figure with one panel of these marks."""
    x, y = x or Axis("t", unit="ms", factor=1e3), y or Axis("x", unit="mm", factor=-1e3)
    result.add_figure(f"figure-{len(result.figures)}", panels=[Panel(x=x, y=y, marks=marks, **options)])
    return result.plot(list(result.figures)[-1]).axes[0]


def test_a_line(own):
    axes = drawn(own, Mark("line", "run", ["t", "x"], label="simulated", colour="red", dash="dashed"))
    (line,) = axes.lines
    assert_array_equal(line.get_xdata(), 1e3 * T)
    assert_array_equal(line.get_ydata(), -1e3 * T**2)
    assert to_hex(line.get_color()) == "#d9485f" and line.is_dashed()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("t [ms]", "x [mm]")
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["simulated"]
    assert (pixels(axes.figure) == (0xD9, 0x48, 0x5F)).all(axis=2).sum() > 50


def test_points_of_some_rows(own):
    axes = drawn(own, Mark("points", "run", ["t", "x"], only=("k", 1.0)))
    (points,) = axes.lines
    assert_array_equal(points.get_xdata(), 1e3 * T[1::2])
    assert points.get_linestyle() == "None" and points.get_marker() == "o"
    assert axes.get_legend() is None


def test_segments_leave_out_what_is_no_number(own):
    own.add_series("gaps", {"x": [0.0, np.nan, 2.0], "y": [0.0, 1.0, 2.0], "z": [1.0, 1.0, np.inf]})
    axes = drawn(own, Mark("segments", "gaps", ["x", "y", "y", "z"], dash="dotted"))
    (strokes,) = axes.collections
    assert isinstance(strokes, LineCollection)
    assert_array_equal(strokes.get_segments(), [[[0.0, 0.0], [0.0, -1e3]]])
    axes = drawn(own, Mark("line", "gaps", ["x", "z"]))
    assert ink(axes.figure) > 0


@pytest.mark.parametrize("log", [False, True])
def test_error_bars_keep_their_interval(own, log):
    axes = drawn(own, Mark("error_bars", "run", ["t", "x", "low", "high"], label="bars"), y=Axis(log=log))
    (bars,) = axes.collections
    ends = np.array(bars.get_segments())
    assert_array_equal(ends[:, 0], np.stack([1e3 * T, T**2 - 0.1], axis=1))
    assert_array_equal(ends[:, 1], np.stack([1e3 * T, T**2 + 0.2], axis=1))
    assert_array_equal(axes.lines[-1].get_ydata(), T**2)
    low, high = axes.get_ylim()
    assert (0 < low < 0.01 if log else low < -0.09) and high > 1.2
    assert ink(axes.figure) > 0


def test_boxes_of_several_marks_stand_side_by_side(own):
    five = {"min": [0.0, 1.0], "q1": [1.0, 2.0], "median": [1.5, 3.0], "q3": [2.0, 4.0], "max": [5.0, 6.0]}
    own.add_series("boxes", {"place": [0, 1], **five})
    mark = Mark("boxes", "boxes", ["place", *five], label="errors")
    axes = drawn(own, mark, mark, x=Axis(categories=["a", "b"]), y=Axis("e", factor=2.0))
    bodies = [item for item in axes.collections if isinstance(item, PolyCollection)]
    first, second = (np.array([path.vertices[:4] for path in item.get_paths()]) for item in bodies)
    assert_array_equal(first[:, :, 1], [[2.0, 2.0, 4.0, 4.0], [4.0, 4.0, 8.0, 8.0]])
    assert_allclose(first[:, :, 0].mean(axis=1), [-0.2, 0.8])
    assert_allclose(second[:, :, 0].mean(axis=1), [0.2, 1.2])
    assert first[0, :, 0].max() < second[0, :, 0].min() and second[0, :, 0].max() < first[1, :, 0].min()
    medians = [item for item in axes.collections if isinstance(item, LineCollection) and item.get_linewidth()[0] > 2]
    assert_array_equal([stroke[0][1] for stroke in medians[0].get_segments()], [3.0, 6.0])
    whiskers = axes.collections[1].get_segments()
    assert_array_equal([stroke[:, 1] for stroke in whiskers], [[2.0, 0.0], [4.0, 2.0]])
    assert [text.get_text() for text in axes.get_xticklabels()] == ["a", "b"] and axes.get_xlim() == (-0.5, 1.5)


@pytest.mark.parametrize("log", [False, True])
def test_a_heat_map_has_its_cells_where_they_belong(own, log):
    x, y = np.meshgrid([1.0, 10.0, 100.0] if log else [0.1, 0.1 * 2, 0.1 * 3], [2.0, 4.0], indexing="ij")
    value = x + y
    keep = np.array([0, 1, 3, 4, 5])  # in no order, and one cell is missing
    own.add_series("heat", {"x": x.flat, "y": y.flat, "v": value.flat}, units={"v": "N"})
    own.add_series("part", {n: own.series["heat"][n][keep[::-1]] for n in ("x", "y", "v")}, units={"v": "N"})
    axes = drawn(own, Mark("heat_map", "part", ["x", "y", "v"]), x=Axis(log=log), y=Axis(factor=10.0))
    (mesh,) = axes.collections
    assert isinstance(mesh, QuadMesh)
    cells = mesh.get_array().reshape(2, 3)
    assert_allclose(cells.filled(np.nan), np.where([[1, 0, 1], [1, 1, 1]], value.T, np.nan))
    corners = mesh.get_coordinates()
    edges = [10**-0.5, 10**0.5, 10**1.5, 10**2.5] if log else [0.05, 0.15, 0.25, 0.35]
    assert_allclose(corners[0, :, 0], edges)
    assert_allclose(corners[:, 0, 1], [10.0, 30.0, 50.0])
    assert axes.figure.axes[1].get_ylabel() == "v [N]"
    assert_allclose(axes.figure.axes[1].get_ylim(), (np.min(value.flat[keep]), np.max(value.flat[keep])))


def test_a_heat_map_with_no_grid_is_refused(own):
    places = np.random.default_rng(5).normal(size=4000)
    own.add_series("scattered", {"x": places, "y": places[::-1]})
    with pytest.raises(ValueError, match="4000 centres stand on a grid of .* cells; most: 10000000"):
        drawn(own, Mark("heat_map", "scattered", ["x", "y", "x"]))


def test_a_colour_bar_belongs_to_its_heat_map(own):
    strokes = Mark("segments", "run", ["t", "x", "t", "low"])
    axes = drawn(own, strokes, Mark("heat_map", "run", ["k", "k", "x"]))
    assert_allclose(axes.figure.axes[1].get_ylim(), (0.01, 1.0))


def test_axes(own):
    line = Mark("line", "run", ["t", "x"])
    axes = drawn(own, line, x=Axis(log=True, min=0.5), y=Axis(max=2.0))
    assert axes.get_xscale() == "log" and axes.get_yscale() == "linear"
    assert axes.get_xlim()[0] == 0.5 and axes.get_ylim()[1] == 2.0
    axes = drawn(own, line, x=Axis(min=-2.0, max=2.0), y=Axis(min=-1.0, max=1.0), equal_axes=True)
    axes.figure.set_size_inches(9, 3)
    pixels(axes.figure)
    (x0, y0), (x1, y1) = axes.transData.transform([[0.0, 0.0], [1.0, 1.0]])
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-6)
    axes = drawn(own, line, labels=[Label(500.0, -500.0, "here $x^2$")], title="$T$ and $U$")
    assert [text.get_text().replace("\\", "") for text in axes.texts] == ["here $x^2$"]
    assert ink(axes.figure) > 0
    far = drawn(own, line, labels=[Label(1e4, 1e4, "far")])  # its place is in sight
    assert far.get_xlim()[1] > 1e4 and far.get_ylim()[1] > 1e4


def test_what_is_not_positive_has_no_place_on_a_log_axis(own):
    own.add_series("signs", {"x": [1.0, 2.0, 3.0], "y": [1.0, 0.0, -1.0]})
    axes = drawn(own, Mark("line", "signs", ["x", "y"]), x=Axis(), y=Axis(log=True))
    assert_array_equal(axes.lines[0].get_ydata(), [1.0, np.nan, np.nan])


def test_colours_come_in_turn(own):
    line = Mark("line", "run", ["t", "x"])
    own_colour, heat_map = Mark("line", "run", ["t", "x"], colour="ink"), Mark("heat_map", "run", ["k", "k", "x"])
    axes = drawn(own, line, own_colour, line, heat_map, line)
    colours = [to_hex(line.get_color()) for line in axes.lines]
    assert colours == ["#3a6ea5", "#1d1d1f", "#d9485f", "#1f7a33"]


def test_shades_are_those_of_the_report(root):
    from stickslip import _plot_style

    text = (root / "apps" / "report" / "src" / "colour" / "shades.ts").read_text(encoding="utf-8")
    for colour, shade in _plot_style.SHADES.items():
        assert f'{colour}: {{ light: "{shade}"' in text


def test_panels_stand_as_asked(own):
    panel = Panel(x=Axis(), y=Axis(), marks=[Mark("line", "run", ["t", "x"])])
    wanted = ((1, 0, 1, 1), (4, 0, 2, 2), (3, 3, 1, 3), (5, 3, 2, 3), (2, 9, 1, 2), (3, 1, 3, 1))
    for count, columns, rows, width in wanted:
        own.add_figure(f"grid-{count}-{columns}", panels=count * [panel], columns=columns)
        figure = own.plot(f"grid-{count}-{columns}")
        grid = figure.axes[0].get_gridspec()
        assert (len(figure.axes), grid.nrows, grid.ncols) == (count, rows, width)
    own.add_figure("none", title="Nothing here")
    assert not own.plot("none").axes and ink(own.plot("none")) > 0


def test_titles_captions_and_labels_are_text(own):
    panel = Panel(x=Axis(), y=Axis(), marks=[Mark("line", "run", ["t", "x"], label="_hidden $a$ ${b$")])
    own.add_figure("text", title="$\\frac$", caption="word " * 100, panels=[panel])
    figure = own.plot("text")
    assert "\n" in figure._supxlabel.get_text()
    assert figure.axes[0].get_legend().get_texts()[0].get_text().replace("\\", "") == "_hidden $a$ ${b$"
    assert ink(figure) > 0


def test_nothing_global_changes(own):
    before, figures = dict(matplotlib.rcParams), matplotlib._pylab_helpers.Gcf.get_all_fig_managers()
    drawn(own, Mark("line", "run", ["t", "x"], label="l"))
    own.plot()
    assert dict(matplotlib.rcParams) == before and matplotlib._pylab_helpers.Gcf.get_all_fig_managers() == figures
    program = "import sys, stickslip; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_lines_of_the_documentation_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [line for line in record.__doc__.splitlines() if line.startswith("    ")]
    exec(textwrap.dedent("\n".join(lines)), {})
    assert {path.name for path in (tmp_path / "results" / "my-run").iterdir()} == {"result.h5", "checks.csv", "run.csv"}
    assert (tmp_path / "fall.png").stat().st_size > 1000
    own = record.read("results/my-run")
    own.add_figure(name="again", title="By keyword", panels=own.figures["fall"].panels)
    (line,) = own.plot("again").axes[0].lines
    assert_array_equal(line.get_ydata(), 1e3 * own.series["run"]["x"])


def test_drawing_in_a_figure_of_ones_own(own):
    drawn(own, Mark("line", "run", ["t", "x"]))
    sheet = matplotlib.figure.Figure(figsize=(8, 3))
    left, right = sheet.subfigures(1, 2)
    assert own.plot("figure-0", figure=left) is left and own.plot("figure-0", figure=right) is right
    assert len(sheet.axes) == 2 and ink(sheet) > 0
    with pytest.raises(ValueError, match="say its name"):
        own.plot(figure=sheet)
    with pytest.raises(ValueError, match="Result own has no figure, scene or explorer 'jump'; there are: figure-0"):
        own.plot("jump")


def test_without_matplotlib_the_error_says_so(own, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("stickslip._plot")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib.collections", None)
    with pytest.raises(ImportError, match=r"plot needs matplotlib, .* pip install 'stickslip\[plot\]'"):
        own.plot()


def space(result, *shapes, **options):
    axes = {name: Axis(name, unit="mm", factor=1e3) for name in "xyz"}
    result.add_scene(f"scene-{len(result.scenes)}", shapes=shapes, **{**axes, **options})
    return result.plot(list(result.scenes)[-1]).axes[0]


@pytest.fixture
def moving(own):
    """A tetrahedron that ends at (1, 2, 3), turned by 90° about z; the last row of its motion is not known."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    facets = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    rows = np.array([[facet, *corners[c]] for facet, of in enumerate(facets) for c in of])
    own.add_series("body", dict(zip(("facet", "x", "y", "z"), rows.T)))
    half = np.sqrt(0.5)
    motion = np.array(
        [
            [0, 0, 0, 0, 1, 0, 0, 0],
            [2, 1, 2, 3, half, 0, 0, half],
            [1, 9, 9, 9, 1, 0, 0, 0],
            [3, np.nan, 0, 0, 1, 0, 0, 0],
        ]
    )
    own.add_series("motion", dict(zip(("t", "x", "y", "z", "qw", "qx", "qy", "qz"), motion.T)))
    return own


def test_polygons_are_drawn_where_they_end(moving):
    axes = space(moving, Shape("polygons", "body", ["facet", "x", "y", "z"], motion=Motion("motion"), label="body"))
    (body,) = axes.collections
    assert isinstance(body, Poly3DCollection)
    faces = body._vec[:3].T.reshape(4, 3, 3)
    a, b, c, d = 1e3 * np.array([[1, 2, 3], [1, 3, 3], [0, 2, 3], [1, 2, 4.0]])  # (x, y, z) → (1 − y, 2 + x, 3 + z)
    assert_allclose(faces, [[a, b, c], [a, b, d], [a, c, d], [b, c, d]], atol=1e-9)
    ends = [axes.get_xlim(), axes.get_ylim(), axes.get_zlim()]
    assert_allclose(ends, [[0, 1000], [2000, 3000], [3000, 4000]], atol=1e-9)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["body"]


def test_curves_points_and_arrows(moving):
    path = ["t", "x", "y", "z"]
    axes = space(
        moving,
        Shape("curve", "motion", path, colour="red"),
        Shape("points", "motion", path),
        Shape("points", "body", ["x", "y", "z"], only=("facet", 0.0)),
        Shape("arrows", "motion", [*path, "qw", "qx", "qz"], length=2.0),
    )
    curve, last, still = (np.array(line.get_data_3d()) for line in axes.lines)
    assert_array_equal(curve, 1e3 * np.array([[0, 9, 1, np.nan], [0, 9, 2, np.nan], [0, 9, 3, np.nan]]))  # by time
    assert_array_equal(last.ravel(), [1e3, 2e3, 3e3])  # a row that is nowhere is not the last
    assert_array_equal(still, 1e3 * np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0.0]]))
    (arrows,) = axes.collections
    assert isinstance(arrows, Line3DCollection)
    tail, tip = sorted(arrows._segments3d[0], key=lambda end: end[0])
    assert_allclose(tail, [1e3, 2e3, 3e3])
    assert_allclose(tip, [1e3 * (1 + 2 * np.sqrt(0.5)), 2e3, 1e3 * (3 + 2 * np.sqrt(0.5))])


def test_a_scene_is_seen_as_asked(moving):
    points = Shape("points", "motion", ["x", "y", "z"])
    axes = space(moving, points, azimuth=30.0, elevation=10.0, z=Axis("z", unit="m", max=12.0))
    assert (axes.azim, axes.elev) == (30.0, 10.0)
    assert axes.get_zlabel() == "z [m]" and axes.get_zlim() == (0.0, 12.0)
    assert_allclose(axes._box_aspect / axes._box_aspect[0], [1.0, 1.0, 12 / 9])  # in the columns' units
    axes = space(moving, points, equal_axes=False, x=Axis(min=-100.0))
    assert_allclose(axes._box_aspect, axes._box_aspect[0])
    for shapes in ([], [Shape("points", "motion", ["x", "y", "z"], only=("t", 77.0))]):
        assert ink(space(moving, *shapes).figure) > 0


def test_a_shape_that_is_nowhere_is_not_drawn(own):
    own.add_series("lost", {"t": [0.0], "x": [np.nan], "q": [0.0]})
    motion = Motion("lost", ["t", "t", "t", "t", "q", "q", "q", "q"])
    axes = space(own, Shape("points", "run", ["t", "x", "x"], motion=motion), Shape("curve", "lost", ["x", "x", "x"]))
    assert len(axes.lines) == 1 and ink(axes.figure) > 0


@pytest.mark.parametrize(
    ("values", "log"),
    [
        ([], False),
        ([], True),
        ([np.nan], True),
        ([np.nan, np.inf], False),
        ([0.0], True),
        ([2.0, 2.0], False),
        ([1e300, -1e300], False),
        ([5e-324, 1.0], True),
    ],
)
@pytest.mark.filterwarnings("ignore:Data has no positive values", "ignore:overflow")  # matplotlib's word on these
def test_every_kind_draws_whatever_numbers_there_are(own, values, log):
    own.add_series("odd", {"a": values})
    kinds = (("line", 2), ("points", 2), ("segments", 4), ("error_bars", 4), ("boxes", 6), ("heat_map", 3))
    marks = [Mark(kind, "odd", count * ["a"], label="m") for kind, count in kinds]
    own.add_figure("flat", panels=[Panel(x=Axis(log=log), y=Axis(log=log), marks=[mark]) for mark in marks])
    assert ink(own.plot("flat")) > 0
    kinds = (("polygons", 4), ("curve", 3), ("points", 3), ("arrows", 6), ("curve", 4), ("points", 4), ("arrows", 7))
    shapes = [Shape(kind, "odd", count * ["a"], label="s") for kind, count in kinds]
    assert ink(space(own, *shapes, equal_axes=log).figure) > 0


def explored(result, columns, **options):
    result.add_explorer(f"rows-{len(result.explorers)}", series="run", columns=columns, **options)
    return result.plot(list(result.explorers)[-1])


def heights(figure):
    """Of each row's line above each axis: 0 at its foot, 1 at its head."""
    (lines,) = [part for part in figure.axes[0].collections if isinstance(part, LineCollection)]
    return np.array(lines.get_segments())[:, :, 1]


def test_rows_are_lines_across_their_axes(own):
    figure = explored(own, ["t", "x", "k"], colour_by="x")
    spans = [(column - column.min()) / (column.max() - column.min()) for column in (T, T**2, np.arange(10) % 2)]
    assert_allclose(heights(figure), np.stack(spans, axis=1))
    stage, *axes = [figure.axes[0], *figure.axes[0].child_axes]
    assert [text.get_text() for text in stage.get_xticklabels()] == ["t", "x", "k"]
    assert_allclose([box.get_ylim() for box in axes], [(0.1, 1.0), (0.01, 1.0), (0.0, 1.0)])
    shades = stage.collections[0]
    shades.update_scalarmappable()
    assert_allclose(shades.get_array(), spans[1])
    assert ink(figure) > 1000


def test_axes_of_an_explorer(own):
    own.add_series("odd", {"a": [-1.0, 0.0, 1e-3, 10.0], "b": [np.nan, 2.0, np.inf, 2.0], "c": [0.0, 1.0, 0.0, 1.0]})
    axes = [Axis("a", unit="mm", factor=1e3, log=True, max=1e3), Axis("$b"), Axis("c", categories=["no", "yes"])]
    own.add_explorer("odd", series="odd", columns=["a", "b", "c"], axes=axes, colour_by="b")
    figure = own.plot("odd")
    below = heights(figure).min()  # where what has no place on an axis stands
    assert below < 0
    expected = [[below, below, 0.25], [below, 0.5, 0.75], [0.0, below, 0.25], [1.0, 0.5, 0.75]]
    assert_allclose(heights(figure), expected)
    assert [text.get_text() for text in figure.axes[0].texts] == ["none", "none"]
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["a [mm]", r"\$b", "c"]
    assert ink(figure) > 1000


def test_an_explorer_without_rows(own):
    own.add_series("none", {"a": [], "b": []})
    own.add_explorer("none", series="none", columns=["a", "b"], colour_by="a")
    assert ink(own.plot("none")) > 0


@pytest.fixture(scope="session")
def real(command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    subprocess.run([command, "reproduce", *REAL, "--quiet", "--out", folder], check=True, timeout=300)
    return folder


@pytest.mark.parametrize("name", REAL)
def test_real_results_are_drawn(real, name):
    result = record.read(real / name)
    assert result.name == name and result.passed
    pictures = result.plot()
    assert list(pictures) == [*result.figures, *result.scenes, *result.explorers] and pictures
    for figure in pictures.values():
        for axes in figure.axes:
            axes.set_axis_off()
            axes.set_title("")
        figure.suptitle("")
        assert ink(figure) > 100  # of marks alone


def test_a_real_figure_shows_its_numbers(real):
    result = record.read(real / "hayward-ladders")
    figure = result.plot("fig2_loops_and_ladders")
    panels = result.figures["fig2_loops_and_ladders"].panels
    assert len(figure.axes) == len(panels) > 0
    for panel, axes in zip(panels, figure.axes):
        series = result.series[panel.marks[0].series]
        assert_array_equal(axes.lines[0].get_xdata(), panel.x.factor * series[panel.marks[0].columns[0]])
        assert_array_equal(axes.lines[0].get_ydata(), panel.y.factor * series[panel.marks[0].columns[1]])
        assert axes.get_title() == panel.title
