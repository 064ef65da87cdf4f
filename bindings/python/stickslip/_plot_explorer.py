"""Explorers of results drawn with matplotlib: parallel coordinates, all rows of them."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, NullLocator

from ._plot import headed
from ._plot_style import SHADES, axis_text, plain

MISSING = -0.12  # of the height of an axis: where rows stand that have no place on it


def draw_explorer(result, explorer, sheet):
    from .record import Axis

    series = result.series[explorer.series]
    axes = explorer.axes or [Axis(name, unit=series.units[name]) for name in explorer.columns]
    count = len(axes)
    sheet = headed(explorer, sheet, (max(6.4, 1.3 * count), 4.0))
    stage = sheet.add_subplot(1, 1, 1)
    scales = [Scale(axis, series[name]) for axis, name in zip(axes, explorer.columns)]
    lines = np.stack([np.broadcast_to(np.arange(count), (len(series), count)), shares_of(scales)], axis=2)
    style = {"linewidths": 0.8, "alpha": float(np.clip(18 / np.sqrt(max(1, len(series))), 0.08, 0.9))}
    drawn = LineCollection(lines, colors=SHADES["blue"], **style)
    if explorer.colour_by and len(series):
        shares = scales[explorer.columns.index(explorer.colour_by)].shares
        drawn.set(color=None, array=np.ma.masked_invalid(shares), cmap="viridis", clim=(0.0, 1.0))
        drawn.cmap = drawn.cmap.with_extremes(bad=SHADES["grey"])
    stage.add_collection(drawn)
    any_missing = any(np.isnan(scale.shares).any() for scale in scales)
    stage.set(xlim=(0, count - 1), ylim=(MISSING - 0.04 if any_missing else 0.0, 1.0), yticks=[])
    stage.set_xticks(range(count), [axis_text(axis.label, axis.unit) for axis in axes])
    stage.tick_params(axis="x", length=0, labeltop=True, labelbottom=False)
    for side in ("top", "bottom", "left", "right"):
        stage.spines[side].set_visible(False)
    for place, scale in enumerate(scales):
        add_axis(stage, place, scale, any_missing)
    return sheet


def shares_of(scales):
    return np.stack([np.where(np.isnan(scale.shares), MISSING, scale.shares) for scale in scales], axis=1)


class Scale:
    """An axis, and where on it the rows stand: 0 at its foot, 1 at its head, beyond an end at it, NaN without a place."""

    def __init__(self, axis, values):
        shown = np.asarray(values) * axis.factor
        if axis.log:
            shown = np.log10(shown, out=np.full(len(shown), np.nan), where=shown > 0)
        shown = np.where(np.isfinite(shown), shown, np.nan)
        known = shown[~np.isnan(shown)]
        low, high = (known.min(), known.max()) if len(known) else (0.0, 1.0)
        if axis.categories:
            low, high = -0.5, len(axis.categories) - 0.5
        ends = [None if end is None else np.log10(end) if axis.log else end for end in (axis.min, axis.max)]
        low, high = (old if end is None else end for old, end in zip((low, high), ends))
        if not high > low:  # one value stands in the middle
            low, high = low - (abs(low) or 1.0) / 10, low + (abs(low) or 1.0) / 10
        self.axis, self.low, self.high = axis, low, high
        self.shares = np.clip((shown - low) / (high - low), 0.0, 1.0)


def add_axis(stage, place, scale, any_missing):
    """The axis at a place: one of matplotlib's own, for its ticks, as tall as the shares 0 to 1."""
    box = stage.inset_axes([place, 0.0, 1e-3, 1.0], transform=stage.transData)
    box.patch.set_visible(False)
    for side in ("top", "bottom", "right"):
        box.spines[side].set_visible(False)
    box.xaxis.set_major_locator(NullLocator())
    box.set_ylim(scale.low, scale.high)
    if scale.axis.categories:
        box.set_yticks(range(len(scale.axis.categories)), [plain(name) for name in scale.axis.categories])
    elif scale.axis.log:
        box.yaxis.set_major_formatter(FuncFormatter(lambda at, _: f"{10**at:.3g}"))
    box.tick_params(labelsize="small")
    for text in box.get_yticklabels():  # readable on lines
        text.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
    if any_missing and np.isnan(scale.shares).any():
        stage.annotate("none", (place, MISSING), ha="center", va="top", fontsize="small", annotation_clip=False)
