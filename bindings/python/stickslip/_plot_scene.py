"""Scenes of results in three dimensions; of a moving one the last instant, with the curves that have grown by then.

One function per kind of shape, listed in SHAPES.
"""

from typing import Any, NamedTuple

import numpy as np
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from ._plot import add_legend, colours_of, columns_of, headed
from ._plot_style import axis_text, plain
from ._stickslip.record import _shapes

THINNEST = 0.04  # part of the longest side that a side has at least, where proportions are true
LIGHT = np.array([0.3, -0.5, 0.81])  # towards it, of unit length


class Stage(NamedTuple):
    """What shapes are drawn on."""

    axes: Any
    factors: np.ndarray  # of the three axes
    facets: list  # polygons of all shapes, drawn at the end
    faces: list  # their colours


def draw_scene(result, scene, sheet):
    sheet = headed(scene, sheet, (6.4, 5.6))
    axes = sheet.add_subplot(projection="3d", computed_zorder=False)
    ends = (scene.x, scene.y, scene.z)
    stage = Stage(axes, np.array([axis.factor for axis in ends]), [], [])
    drawn, handles, labels = [np.empty((0, 3))], [], []
    for shape, colour in zip(scene.shapes, colours_of(scene.shapes)):
        pose = last_pose(result.series, shape.motion)
        if pose is None:
            continue
        values, time = values_and_time(result.series, shape)
        places, handle = SHAPES[shape.kind](stage, shape, colour, pose, values, time)
        drawn += places
        if shape.label:
            handles.append(handle)
            labels.append(shape.label)
    add_facets(axes, stage.facets, stage.faces)
    set_box(axes, ends, np.concatenate(drawn), scene.equal_axes)
    axes.view_init(elev=scene.elevation, azim=scene.azimuth)
    add_legend(axes, handles, labels, loc="upper left")
    return sheet


def values_and_time(series, shape):
    """The columns of a shape, and the one of time that may stand before them, or None."""
    values = [np.where(np.isfinite(column), column, np.nan) for column in columns_of(series, shape)]
    time = values.pop(0) if len(values) > len(_shapes[shape.kind]["columns"]) else None
    return values, time


def in_time(values, time):
    """The rows, in the order of their instants where they have any."""
    rows = np.stack(values, axis=1)
    if time is None:
        return rows
    order = np.argsort(time, kind="stable")
    return rows[order[np.isfinite(time[order])]]


def last_rows(values, time):
    """The rows that have a place; of those with instants the last."""
    rows = in_time(values, time)
    rows = rows[np.isfinite(rows).all(axis=1)]
    return rows if time is None else rows[-1:]


def placed(pose, points):
    place, turn = pose
    return points @ turn.T + place


# Each of these draws a shape as it is at the last instant, and returns the places that it takes, as shown, and what stands
# for it in the legend.


def draw_polygons(stage, shape, colour, pose, values, time):
    corners = placed(pose, np.stack(values[1:], axis=1))
    starts = np.flatnonzero(np.diff(values[0]) != 0) + 1
    polygons = [p for p in np.split(corners, starts) if len(p) >= 3 and np.isfinite(p).all()]
    facets = [polygon * stage.factors for polygon in polygons]
    stage.facets.extend(facets)
    stage.faces.extend(shaded(polygon, colour, shape.opacity) for polygon in polygons)
    return facets, Patch(facecolor=to_rgba(colour, shape.opacity), edgecolor=colour)


def draw_curve(stage, shape, colour, pose, values, time):
    line = placed(pose, in_time(values, time)) * stage.factors
    stage.axes.plot(*line.T, color=colour, alpha=shape.opacity, linewidth=1.4, zorder=4)
    return [line], Line2D([], [], color=colour, alpha=shape.opacity)


def draw_points(stage, shape, colour, pose, values, time):
    places = placed(pose, last_rows(values, time)) * stage.factors
    size = 4 if len(places) <= 200 else 2  # many would hide what is behind them
    (handle,) = stage.axes.plot(*places.T, "o", color=colour, alpha=shape.opacity, markersize=size, zorder=5)
    return [places], handle


def draw_arrows(stage, shape, colour, pose, values, time):
    rows = last_rows(values, time)
    tails, tips = rows[:, :3], rows[:, :3] + shape.length * rows[:, 3:]
    tails, tips = (placed(pose, ends) * stage.factors for ends in (tails, tips))
    style = {"colors": to_rgba(colour, shape.opacity), "linewidths": 1.6, "zorder": 4}
    if len(tails):
        stage.axes.quiver(*tails.T, *(tips - tails).T, arrow_length_ratio=0.18, **style)
    return [tails, tips], Line2D([], [], color=colour, alpha=shape.opacity)


SHAPES = {"polygons": draw_polygons, "curve": draw_curve, "points": draw_points, "arrows": draw_arrows}


def last_pose(series, motion):
    """Place and rotation matrix, or None where there is none."""
    if motion is None:
        return np.zeros(3), np.eye(3)
    rows = np.stack([series[motion.series][name] for name in motion.columns], axis=1)
    rows = rows[np.isfinite(rows).all(axis=1) & (rows[:, 4:] != 0).any(axis=1)]
    if len(rows) == 0:
        return None
    row = rows[np.argsort(rows[:, 0], kind="stable")[-1]]
    a, b, c, d = row[4:] / np.linalg.norm(row[4:])
    turn = [
        [1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
        [2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
        [2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
    ]
    return row[1:4], np.array(turn)


def shaded(corners, colour, opacity):
    """The colour of a polygon, darker where it turns away from the light."""
    sides = corners[1:3] - corners[0]
    normal = np.cross(*(sides / (np.abs(sides).max() or 1.0)))
    size = np.linalg.norm(normal)
    light = abs(normal @ LIGHT) / size if size > 0 else 1.0
    return (*(np.array(to_rgb(colour)) * (0.7 + 0.3 * light)), opacity)


def add_facets(axes, facets, faces):
    """All polygons at once, so that those of different shapes cover each other as they should."""
    if not facets:
        return
    edges = [(*np.array(face[:3]) * 0.8, min(1.0, 1.5 * face[3])) for face in faces]
    width = min(0.7, 12 / np.sqrt(len(facets)))  # the finer the mesh, the fainter its edges
    axes.add_collection3d(Poly3DCollection(facets, facecolors=faces, edgecolors=edges, linewidths=width, zorder=3))


def set_box(axes, ends, points, equal):
    """Limits, names and proportions of the axes."""
    points = points[np.isfinite(points).all(axis=1)]
    sides = []
    for part, (axis, name) in enumerate(zip(ends, "xyz")):
        low, high = (points[:, part].min(), points[:, part].max()) if len(points) else (0.0, 1.0)
        low, high = low if axis.min is None else axis.min, high if axis.max is None else axis.max
        sides.append([min(low, high), max(low, high), abs(axis.factor), axis, name])
    longest = max((high - low) / factor for low, high, factor, _, _ in sides)
    lengths = []
    for low, high, factor, axis, name in sides:
        least = THINNEST * longest * factor if equal else 0.0
        if high - low <= least:
            least = least or abs(low) or 1.0  # a point alone has a box as well
            low, high = (low + high - least) / 2, (low + high + least) / 2
        getattr(axes, f"set_{name}lim")(low, high)
        getattr(axes, f"set_{name}label")(axis_text(axis.label, axis.unit))
        lengths.append((high - low) / factor)
        drawn = getattr(axes, f"{name}axis")
        if axis.categories:
            drawn.set_ticks(range(len(axis.categories)), [plain(text) for text in axis.categories])
        elif equal:  # a short side has room for few numbers
            drawn.set_major_locator(MaxNLocator(max(1, round(7 * lengths[-1] / longest)) if longest > 0 else 4))
    axes.tick_params(labelsize="small")
    axes.set_box_aspect(lengths if equal else (1, 1, 1), zoom=0.92)  # leaves room for the numbers
