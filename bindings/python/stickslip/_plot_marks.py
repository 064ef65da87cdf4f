"""The marks of a panel drawn with matplotlib: one function per kind, listed in MARKS at the end.

Each draws the rows of its source into the axes of a panel, and returns what stands for them in the legend, or None.
"""

from typing import Any, NamedTuple

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import Normalize, to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ._plot_style import DASHES, axis_text

MOST_CELLS = 10_000_000  # of a heat map; centres that stand on no grid would ask for more memory than there is


class Source(NamedTuple):
    """A mark with what it draws."""

    mark: Any
    values: list  # its columns
    units: list  # theirs
    colour: str
    alike: list  # the columns of all marks of its kind in the panel, its own among them
    turn: int  # its place among these


def shown(axis, values):
    """Values as an axis shows them. A log axis has no place for what is not positive."""
    values = axis.factor * values
    return np.where(values > 0, values, np.nan) if axis.log else values


def coordinates(axis, values):
    """Where values stand along an axis, equal lengths for equal differences; and back."""
    return np.log10(shown(axis, values)) if axis.log else axis.factor * values


def places(axis, along):
    return 10.0**along if axis.log else along


def add_strokes(axes, x, y, x_end, y_end, *, colour, linestyle="-", linewidth=1.3):
    """One line per row; rows that are not numbers are left out."""
    strokes = np.stack([np.stack([x, y], axis=1), np.stack([x_end, y_end], axis=1)], axis=1)
    strokes = strokes[np.isfinite(strokes).all(axis=(1, 2))]
    axes.add_collection(LineCollection(strokes, colors=colour, linestyles=[linestyle], linewidths=linewidth))
    axes.autoscale_view()


def add_points(axes, x, y, colour):
    (handle,) = axes.plot(x, y, "o", color=colour, markersize=3.5, markeredgewidth=0)
    return handle


def draw_line(axes, panel, source):
    x, y = shown(panel.x, source.values[0]), shown(panel.y, source.values[1])
    style = {"color": source.colour, "linestyle": DASHES[source.mark.dash], "linewidth": 1.3}
    axes.plot(x, y, **style)
    return Line2D([], [], **style)


def draw_points(axes, panel, source):
    return add_points(axes, shown(panel.x, source.values[0]), shown(panel.y, source.values[1]), source.colour)


def draw_segments(axes, panel, source):
    dash = DASHES[source.mark.dash]
    ends = [shown(axis, values) for axis, values in zip((panel.x, panel.y) * 2, source.values)]
    add_strokes(axes, *ends, colour=source.colour, linestyle=dash)
    return Line2D([], [], color=source.colour, linestyle=dash, linewidth=1.3)


def draw_error_bars(axes, panel, source):
    x, y = shown(panel.x, source.values[0]), shown(panel.y, source.values[1])
    low, high = (panel.y.factor * end for end in source.values[2:])  # on a log axis one may reach down to zero
    add_strokes(axes, x, low, x, high, colour=source.colour)
    axes.plot(np.tile(x, 2), np.concatenate([low, high]), "_", color=source.colour, markersize=6)
    return add_points(axes, x, y, source.colour)


def spacing(all_places):
    """The least distance between two places, of all marks; 1 where there are not two."""
    gaps = np.diff(np.unique(finite(all_places)))
    return gaps.min() if len(gaps) else 1.0


def draw_boxes(axes, panel, source):
    """Boxes, beside those of other marks at the same place."""
    values, colour, among = source.values, source.colour, len(source.alike)
    room = spacing([coordinates(panel.x, other[0]) for other in source.alike]) / among
    turn = source.turn - (among - 1) / 2
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


def draw_heat_map(axes, panel, source):
    """One coloured cell per row, over the span of all heat maps of the panel, which have one bar. None for the legend."""
    values = source.values
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
    norm = Normalize(*span_of([other[2] for other in source.alike]))
    mesh = axes.pcolormesh(*edges, np.ma.masked_invalid(cells), norm=norm, cmap="viridis")
    if source.turn == 0:
        axes.figure.colorbar(mesh, ax=axes, label=axis_text(source.mark.columns[2], source.units[2]))


MARKS = {
    "line": draw_line,
    "points": draw_points,
    "segments": draw_segments,
    "error_bars": draw_error_bars,
    "boxes": draw_boxes,
    "heat_map": draw_heat_map,
}
COLOURFUL = {"heat_map"}  # kinds that have colours of their own and take none from the others
