"""Figures of results drawn with matplotlib, and what scenes share with them.

It shows what the report shows. Nothing global is touched, neither styles nor the backend, and pyplot does not come to
know of the figures.
"""

import textwrap

import numpy as np

try:
    from matplotlib.collections import LineCollection, PolyCollection
    from matplotlib.colors import Normalize, to_rgba
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.patheffects import withStroke
except ImportError as error:
    raise ImportError("plot needs matplotlib, which is not installed: pip install 'stickslip[plot]'") from error

# The light shades of the report.
SHADES = {
    "blue": "#3a6ea5",
    "red": "#d9485f",
    "green": "#1f7a33",
    "yellow": "#a08c14",
    "cyan": "#2f9fc4",
    "purple": "#a3326f",
    "grey": "#8c8c8c",
    "ink": "#1d1d1f",
}
DASHES = {"solid": "-", "dashed": (0, (4, 2.5)), "dotted": (0, (1, 1.6))}
MOST_CELLS = 10_000_000  # of a heat map; centres that stand on no grid would ask for more memory than there is
MANY = 50_000  # points; matplotlib takes its time to find the best place for a legend among more


def plot(result, name=None, *, figure=None):
    """What Result.plot documents."""
    from . import _plot_scene

    if name is None:
        if figure is not None:
            raise ValueError("plot: figure takes one picture; say its name")
        return {each: plot(result, each) for each in (*result.figures, *result.scenes)}
    if name in result.figures:
        return draw_figure(result, result.figures[name], figure)
    if name in result.scenes:
        return _plot_scene.draw_scene(result, result.scenes[name], figure)
    there = ", ".join((*result.figures, *result.scenes))
    raise ValueError(f"Result {result.name} has no figure or scene {name!r}; there are: {there}")


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


def plain(text):
    """Text in which matplotlib finds no formula."""
    return text.replace("$", r"\$")


def axis_text(label, unit):
    return plain(label if unit in ("1", "") else f"{label} [{unit}]")


def columns_of(series, source):
    """The columns of a mark or shape, only the rows that it asks for."""
    table = series[source.series]
    rows = slice(None) if source.only is None else table[source.only[0]] == source.only[1]
    return [table[name][rows] for name in source.columns]


def colours_of(items):
    """A colour for each: its own, or the next in turn. A heat map has colours enough and takes none."""
    turn, colours = 0, []
    for item in items:
        takes_one = item.colour is None and item.kind != "heat_map"
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


def draw_marks(series, panel, axes):
    values = [columns_of(series, mark) for mark in panel.marks]
    boxed = [at for at, mark in enumerate(panel.marks) if mark.kind == "boxes"]
    room = spacing([coordinates(panel.x, values[at][0]) for at in boxed]) / max(1, len(boxed))
    heated = [at for at, mark in enumerate(panel.marks) if mark.kind == "heat_map"]
    span = span_of([values[at][2] for at in heated])
    handles, labels = [], []
    for at, (mark, colour) in enumerate(zip(panel.marks, colours_of(panel.marks))):
        if mark.kind == "heat_map":
            mesh = draw_heat_map(axes, panel, values[at], span)
            continue
        if mark.kind == "boxes":
            turn = boxed.index(at) - (len(boxed) - 1) / 2
            handle = draw_boxes(axes, panel, values[at], colour, room, turn)
        else:
            handle = draw_rows(axes, panel, mark, values[at], colour)
        if mark.label and mark.label not in labels:  # marks of one label share an entry
            handles.append(handle)
            labels.append(mark.label)
    if heated:
        mark = panel.marks[heated[0]]
        text = axis_text(mark.columns[2], series[mark.series].units[mark.columns[2]])
        axes.figure.colorbar(mesh, ax=axes, label=text)
    points = sum(len(columns[0]) for columns in values)
    add_legend(axes, handles, labels, loc="best" if points < MANY else "upper right")


def draw_rows(axes, panel, mark, values, colour):
    """A line, points, segments or error bars; what stands for them in the legend."""
    dash = DASHES[mark.dash]
    x, y = shown(panel.x, values[0]), shown(panel.y, values[1])
    if mark.kind == "points":
        return add_points(axes, x, y, colour)
    if mark.kind == "error_bars":
        low, high = (panel.y.factor * end for end in values[2:])  # on a log axis one may reach down to zero
        add_strokes(axes, x, low, x, high, colour=colour)
        axes.plot(np.tile(x, 2), np.concatenate([low, high]), "_", color=colour, markersize=6)
        return add_points(axes, x, y, colour)
    if mark.kind == "segments":
        add_strokes(axes, x, y, shown(panel.x, values[2]), shown(panel.y, values[3]), colour=colour, linestyle=dash)
    else:
        axes.plot(x, y, color=colour, linestyle=dash, linewidth=1.3)
    return Line2D([], [], color=colour, linestyle=dash, linewidth=1.3)


def shown(axis, values):
    """Values as an axis shows them. A log axis has no place for what is not positive."""
    values = axis.factor * values
    return np.where(values > 0, values, np.nan) if axis.log else values


def coordinates(axis, values):
    """Where values stand along an axis, equal lengths for equal differences; and back."""
    return np.log10(shown(axis, values)) if axis.log else axis.factor * values


def places(axis, along):
    return 10.0**along if axis.log else along


def add_points(axes, x, y, colour):
    (handle,) = axes.plot(x, y, "o", color=colour, markersize=3.5, markeredgewidth=0)
    return handle


def add_strokes(axes, x, y, x_end, y_end, *, colour, linestyle="-", linewidth=1.3):
    """One line a row; rows that are not numbers are left out."""
    strokes = np.stack([np.stack([x, y], axis=1), np.stack([x_end, y_end], axis=1)], axis=1)
    strokes = strokes[np.isfinite(strokes).all(axis=(1, 2))]
    axes.add_collection(LineCollection(strokes, colors=colour, linestyles=[linestyle], linewidths=linewidth))
    axes.autoscale_view()


def spacing(all_places):
    """The least distance between two places, of all marks; 1 where there are not two."""
    gaps = np.diff(np.unique(finite(all_places)))
    return gaps.min() if len(gaps) else 1.0


def draw_boxes(axes, panel, values, colour, room, turn):
    """Boxes, beside those of other marks at the same place; what stands for them in the legend."""
    middle = coordinates(panel.x, values[0]) + 0.8 * room * turn
    left, middle, right = (places(panel.x, middle + step * 0.8 * room) for step in (-0.42, 0.0, 0.42))
    low, first, median, third, high = (shown(panel.y, column) for column in values[1:])
    corners = [np.stack(corner, axis=1) for corner in ((left, first), (right, first), (right, third), (left, third))]
    boxes = np.stack(corners, axis=1)
    boxes = boxes[np.isfinite(boxes).all(axis=(1, 2))]
    axes.add_collection(PolyCollection(boxes, facecolors=to_rgba(colour, 0.22), edgecolors=colour))
    for start, end in ((first, low), (third, high)):
        add_strokes(axes, middle, start, middle, end, colour=colour)
    add_strokes(axes, left, median, right, median, colour=colour, linewidth=2.2)
    return Patch(facecolor=to_rgba(colour, 0.22), edgecolor=colour)


def finite(arrays):
    """All numbers of several arrays."""
    values = np.concatenate([[], *arrays])
    return values[np.isfinite(values)]


def span_of(arrays):
    values = finite(arrays)
    return (values.min(), values.max()) if len(values) else (0.0, 1.0)


def grid_of(centres):
    """First centre, step and number of cells; centres that differ by rounding only count as one."""
    centres = np.sort(centres)
    reach = centres[-1] - centres[0]
    cells = 1 + int((np.diff(centres) > 1e-6 * reach).sum())
    return centres[0], reach / (cells - 1) if cells > 1 else None, cells


def draw_heat_map(axes, panel, values, span):
    x, y = coordinates(panel.x, values[0]), coordinates(panel.y, values[1])
    placed = np.isfinite(x) & np.isfinite(y)
    across, up = (grid_of(centres[placed]) if placed.any() else (0.0, None, 0) for centres in (x, y))
    # One line of cells is as wide as its neighbours along it are apart.
    step_x = across[1] or up[1] or 1.0
    step_y = up[1] or step_x
    if across[2] * up[2] > MOST_CELLS:
        grid = f"{across[2]} × {up[2]} cells"
        raise ValueError(f"heat_map: {len(x)} centres stand on a grid of {grid}; most: {MOST_CELLS}")
    cells = np.full((up[2], across[2]), np.nan)
    row, column = ((y - up[0]) / step_y)[placed], ((x - across[0]) / step_x)[placed]
    cells[np.rint(row).astype(int), np.rint(column).astype(int)] = values[2][placed]
    edges = [
        places(axis, first + (np.arange(count + 1) - 0.5) * step)
        for axis, (first, _, count), step in ((panel.x, across, step_x), (panel.y, up, step_y))
    ]
    return axes.pcolormesh(*edges, np.ma.masked_invalid(cells), norm=Normalize(*span), cmap="viridis")
