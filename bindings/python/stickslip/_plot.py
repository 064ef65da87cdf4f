"""Figures of results drawn with matplotlib, and what scenes and explorers share with them.

It shows what the report shows. Nothing global is touched, neither styles nor the backend, and pyplot does not come to
know of the figures.
"""

import textwrap

try:
    from matplotlib.figure import Figure
    from matplotlib.patheffects import withStroke

    from ._plot_marks import COLOURFUL, MARKS, Source
except ImportError as error:
    raise ImportError("plot needs matplotlib, which is not installed: pip install 'stickslip[plot]'") from error

from ._plot_style import SHADES, axis_text, plain

MANY = 50_000  # points; matplotlib takes its time to find the best place for a legend among more


def plot(result, name=None, *, figure=None):
    """What Result.plot documents."""
    from . import _plot_explorer, _plot_scene

    pictures = (*result.figures, *result.scenes, *result.explorers)
    if name is None:
        if figure is not None:
            raise ValueError("plot: figure takes one picture; say its name")
        return {each: plot(result, each) for each in pictures}
    if name in result.figures:
        return draw_figure(result, result.figures[name], figure)
    if name in result.scenes:
        return _plot_scene.draw_scene(result, result.scenes[name], figure)
    if name in result.explorers:
        return _plot_explorer.draw_explorer(result, result.explorers[name], figure)
    raise ValueError(f"Result {result.name} has no figure, scene or explorer {name!r}; there are: {', '.join(pictures)}")


def draw_figure(result, picture, sheet):
    count = len(picture.panels)
    columns = max(1, min(picture.columns or 2, count))
    rows = -(-count // columns)
    size = (6.4 if columns == 1 else 4.4 * columns, 4.4 if rows <= 1 and columns == 1 else 3.4 * rows)
    sheet = headed(picture, sheet, size)
    for place, panel in enumerate(picture.panels):
        draw_panel(result.series, panel, sheet.add_subplot(rows, columns, place + 1))
    return sheet


def headed(picture, sheet, size):
    """The sheet, or a new one of that size [in], with title and caption."""
    if sheet is None:
        sheet = Figure(figsize=size, layout="constrained")
    if picture.title:
        sheet.suptitle(plain(picture.title), fontsize="large")
    if picture.caption:
        letters = max(20, int(15 * sheet.bbox.width / sheet.dpi))
        sheet.supxlabel(plain(textwrap.fill(picture.caption, letters)), fontsize="small")
    return sheet


def columns_of(series, source):
    """The columns of a mark or shape, only the rows that it asks for."""
    table = series[source.series]
    rows = slice(None) if source.only is None else table[source.only[0]] == source.only[1]
    return [table[name][rows] for name in source.columns]


def colours_of(items):
    """A colour for each: its own, or the next in turn, of which those with colours enough take none."""
    turn, colours = 0, []
    for item in items:
        takes_one = item.colour is None and item.kind not in COLOURFUL
        colours.append(SHADES[item.colour or list(SHADES)[turn % len(SHADES)]])
        turn += takes_one
    return colours


def add_legend(axes, handles, labels, **options):
    if not handles:
        return
    legend = axes.legend(handles, ["–"] * len(handles), fontsize="small", framealpha=0.85, edgecolor="none", **options)
    # Given at once, a label that begins with '_' would be left out.
    for text, label in zip(legend.get_texts(), labels):
        text.set_text(plain(label))


def draw_panel(series, panel, axes):
    axes.set_title(plain(panel.title), fontsize="medium")
    axes.set_xlabel(axis_text(panel.x.label, panel.x.unit))
    axes.set_ylabel(axis_text(panel.y.label, panel.y.unit))
    axes.grid(True, color="#dfe1e5", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if panel.x.log:
        axes.set_xscale("log")
    if panel.y.log:
        axes.set_yscale("log")
    draw_marks(series, panel, axes)
    for label in panel.labels:
        add_text(axes, label)
    set_ends(panel.x, axes.xaxis, axes.set_xlim, sum(map(len, panel.x.categories)) > 40)
    set_ends(panel.y, axes.yaxis, axes.set_ylim)
    if panel.equal_axes:
        axes.set_aspect("equal", adjustable="datalim")


def add_text(axes, label):
    """Whole where its place is in sight, also beyond the edge."""
    halo = [withStroke(linewidth=3, foreground="white")]
    place = (label.x, label.y)
    axes.annotate(plain(label.text), place, ha="center", va="center", annotation_clip=True, path_effects=halo)
    axes.update_datalim([place])
    axes.autoscale_view()


def set_ends(axis, drawn, set_limits, is_turned=False):
    """The ends of an axis that are asked for, and the names of its places."""
    if axis.categories:
        names = [plain(name) for name in axis.categories]
        turned = {"rotation": 20, "ha": "right"} if is_turned else {}
        drawn.set_ticks(range(len(names)), names, **turned)
        set_limits(-0.5, len(names) - 0.5)
    if axis.min is not None or axis.max is not None:
        set_limits(axis.min, axis.max)


def sources_of(series, panel):
    """Each mark of a panel with its numbers, and with those of its kind."""
    values = [columns_of(series, mark) for mark in panel.marks]
    for at, (mark, colour) in enumerate(zip(panel.marks, colours_of(panel.marks))):
        alike = [place for place, other in enumerate(panel.marks) if other.kind == mark.kind]
        units = [series[mark.series].units[name] for name in mark.columns]
        yield Source(mark, values[at], units, colour, [values[place] for place in alike], alike.index(at))


def draw_marks(series, panel, axes):
    handles, labels, points = [], [], 0
    for source in sources_of(series, panel):
        handle = MARKS[source.mark.kind](axes, panel, source)
        points += len(source.values[0])
        label = source.mark.label
        if handle is not None and label and label not in labels:  # marks of one label share an entry
            handles.append(handle)
            labels.append(label)
    add_legend(axes, handles, labels, loc="best" if points < MANY else "upper right")
