"""Scenes of results in three dimensions; of a moving one the last instant, with the curves that have grown by then."""

import numpy as np
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from ._plot import add_legend, axis_text, colours_of, columns_of, headed, plain

WIDTH = {"curve": 3, "points": 3, "arrows": 6}  # columns without that of time
THINNEST = 0.04  # part of the longest side that a side has at least, where proportions are true
LIGHT = np.array([0.3, -0.5, 0.81])  # towards it, of unit length


def draw_scene(result, scene, sheet):
    sheet = headed(scene, sheet, (6.4, 5.6))
    axes = sheet.add_subplot(projection="3d", computed_zorder=False)
    ends = (scene.x, scene.y, scene.z)
    factors = np.array([axis.factor for axis in ends])
    facets, faces, drawn, handles, labels = [], [], [np.empty((0, 3))], [], []
    for shape, colour in zip(scene.shapes, colours_of(scene.shapes)):
        rows = rows_of(result.series, shape)
        if rows is None:
            continue
        rows = [corners * factors for corners in rows]
        handle = Line2D([], [], color=colour, alpha=shape.opacity)
        if shape.kind == "polygons":
            facets += rows
            faces += [shaded(corners / factors, colour, shape.opacity) for corners in rows]
            handle = Patch(facecolor=to_rgba(colour, shape.opacity), edgecolor=colour)
        elif shape.kind == "curve":
            (line,) = rows
            axes.plot(*line.T, color=colour, alpha=shape.opacity, linewidth=1.4, zorder=4)
        elif shape.kind == "points":
            (places,) = rows
            size = 4 if len(places) <= 200 else 2  # many would hide what is behind them
            (handle,) = axes.plot(*places.T, "o", color=colour, alpha=shape.opacity, markersize=size, zorder=5)
        else:
            tails, tips = rows
            add_arrows(axes, tails, tips, colour, shape.opacity)
        drawn += rows
        if shape.label:
            handles.append(handle)
            labels.append(shape.label)
    add_facets(axes, facets, faces)
    set_box(axes, ends, np.concatenate(drawn), scene.equal_axes)
    axes.view_init(elev=scene.elevation, azim=scene.azimuth)
    add_legend(axes, handles, labels, loc="upper left")
    return sheet


def rows_of(series, shape):
    """Where the shape is at the last instant, in the columns' units: one array (N, 3) a polygon, one for a curve or
    points, tails and tips of arrows. None where it is nowhere."""
    values = [np.where(np.isfinite(column), column, np.nan) for column in columns_of(series, shape)]
    pose = last_pose(series, shape.motion)
    if pose is None:
        return None
    place, turn = pose
    if shape.kind == "polygons":
        corners = np.stack(values[1:], axis=1) @ turn.T + place
        starts = np.flatnonzero(np.diff(values[0]) != 0) + 1
        return [p for p in np.split(corners, starts) if len(p) >= 3 and np.isfinite(p).all()]
    time = values.pop(0) if len(values) > WIDTH[shape.kind] else None
    rows = np.stack(values, axis=1)
    if time is not None:
        order = np.argsort(time, kind="stable")
        rows = rows[order[np.isfinite(time[order])]]
    if shape.kind == "curve":
        return [rows @ turn.T + place]
    rows = rows[np.isfinite(rows).all(axis=1)]
    if time is not None:
        rows = rows[-1:]
    if shape.kind == "points":
        return [rows @ turn.T + place]
    tips = rows[:, :3] + shape.length * rows[:, 3:]
    return [rows[:, :3] @ turn.T + place, tips @ turn.T + place]


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


def add_arrows(axes, tails, tips, colour, opacity):
    style = {"colors": to_rgba(colour, opacity), "linewidths": 1.6, "zorder": 4}
    if len(tails):
        axes.quiver(*tails.T, *(tips - tails).T, arrow_length_ratio=0.18, **style)


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
