"""Draws the figures of the documentation from the results of `stickslip reproduce --all`.

Reads the CSV files below --results and writes pictures beside this script. Needs numpy and matplotlib. The numbers in
brackets are the labels of the paper's figures.
"""

import argparse
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

HERE = Path(__file__).resolve().parent
REGIMES = {0: ("stuck", "#4477aa"), 1: ("creeping", "#ccbb44"), 2: ("slipping", "#ee6677"), 3: ("sliding", "#228833")}
LINE, ACCENT = "#4477aa", "#ee6677"

plt.rcParams.update(
    {
        "savefig.dpi": 130,
        "font.size": 9,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "lines.linewidth": 1.2,
        "legend.frameon": False,
        "font.family": "sans-serif",
    }
)


def read(results, experiment, series):
    """A CSV file as a dictionary of columns, without the units."""
    path = results / experiment / f"{series}.csv"
    with open(path, encoding="utf-8") as file:
        names = [cell.split(" [")[0] for cell in file.readline().strip().split(",")]
        rows = np.loadtxt(file, delimiter=",", ndmin=2)
    return dict(zip(names, rows.T))


def save(figure, name):
    figure.savefig(HERE / f"{name}.png", bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)
    print(HERE / f"{name}.png")


def label(axes, x, y, number, offset=(0, 9)):
    """The paper's label for a place on a curve."""
    axes.annotate(f"({number})", (x, y), textcoords="offset points", xytext=offset, ha="center", va="center")


def by_regime(axes, x, y, regime, **style):
    """A curve whose colour tells the regime, with a legend of those that occur."""
    for code, (label, colour) in REGIMES.items():
        here = regime == code
        if here.any():
            axes.plot(x[here], y[here], ".", color=colour, label=label, markersize=3, **style)
    axes.legend(markerscale=3, loc="best")


def dahl_drift(results):
    figure, axes = plt.subplots(1, 2, figsize=(8, 2.8))
    for ax, sigma0, per, unit in ((axes[0], "1", 1.0, "m"), (axes[1], "100", 1e3, "mm")):
        data = read(results, "dahl-drift", f"fig1_sigma0_{sigma0}")
        ax.plot(data["t"], per * data["x"], color=LINE)
        ax.set(xlabel="t [s]", ylabel=f"x [{unit}]", title=f"Dahl's law, σ0 = {sigma0} N/m")
    save(figure, "fig1_dahl_drift")


def ladders(results):
    figure, axes = plt.subplots(2, 2, figsize=(8, 5.2), constrained_layout=True)
    panels = (
        ("fig2a_major_loop", "(a) Dahl: major loop"),
        ("fig2b_converging_ladder", "(b) Dahl: z relaxes while x cycles"),
        ("fig2c_diverging_ladder", "(c) Dahl: x drifts while z cycles"),
        ("fig2d_drift_free", "(d) stick-slide: minor cycles leave no trace"),
    )
    for ax, (series, title) in zip(axes.flat, panels):
        data = read(results, "hayward-ladders", series)
        colour = ACCENT if "Dahl" in title else LINE
        ax.plot(1e3 * data["x"], 1e3 * data["z"], color=colour)
        ax.plot(1e3 * data["x"][0], 1e3 * data["z"][0], "o", color=colour, markersize=4)  # where it begins
        ax.set(xlabel="x [mm]", ylabel="z [mm]", title=title)
    save(figure, "fig2_loops_and_ladders")


def regimes(results):
    figure, axes = plt.subplots(2, 1, figsize=(8, 4.6), sharex=True, constrained_layout=True)
    for ax, series, title in (
        (axes[0], "fig3_smooth_map", "stick-creep-slip-slide"),
        (axes[1], "fig3_piecewise_map", "stick-slip-slide"),
    ):
        data = read(results, "hayward-regimes", series)
        ax.plot(data["t"], 1e3 * data["z"], color="#bbbbbb", linewidth=0.6)
        by_regime(ax, data["t"], 1e3 * data["z"], data["regime"])
        ax.set(ylabel="z [mm]", title=title)
    # where the stretches of the journey lie in time
    places = ((0.09, 0.07, 1), (0.7, 0.16, 2), (1.19, 0.18, 3), (1.26, 0.06, 4), (1.36, 0.0, 5), (1.51, -0.06, 7))
    for t, z, number in (*places, (1.6, -0.14, 8)):
        label(axes[0], t, z, number, offset=(0, 0))
    axes[1].set_xlabel("t [s] (one sample a millisecond)")
    save(figure, "fig3_regimes")


def pointer(results):
    data = read(results, "hayward-planar", "fig5_pointer")
    figure, ax = plt.subplots(figsize=(8, 3.6))
    x1, x2, w1, w2 = (1e3 * data[name] for name in ("x1", "x2", "w1", "w2"))
    every = 40  # 100 ms at 400 Hz
    for k in range(0, len(x1), every):
        ax.plot([w1[k], x1[k]], [w2[k], x2[k]], color=ACCENT, linewidth=0.8)
    ax.plot([], [], color=ACCENT, linewidth=0.8, label="Z, every 100 ms")
    ax.plot(w1, w2, color="#228833", linewidth=0.9, label="adhesion point W")
    ax.plot(x1, x2, color=LINE, linewidth=1.4, label="pointer X")
    ax.set(xlabel="x1 [mm]", ylabel="x2 [mm]", aspect="equal", title="A pointer moved by a trembling hand, stick-slide (z_max 4 mm)")
    for t, number, offset in (
        (0.0, 1, (12, 0)),
        (1.5, 2, (0, 10)),
        (3.2, 3, (22, 12)),
        (5.7, 4, (0, -16)),
        (7.5, 5, (0, 18)),
        (10.0, 6, (22, 12)),
    ):
        k = np.searchsorted(data["t"], t)
        label(ax, w1[k], w2[k], number, offset)
    ax.legend(loc=(0.12, 0.02))
    save(figure, "fig5_pointer")


def hysteresis(results):
    data = read(results, "hayward-planar", "fig6_hysteresis")
    figure, ax = plt.subplots(figsize=(8, 3.4))
    ax.plot(1e3 * data["x"], 1e3 * data["z"], color="#bbbbbb", linewidth=0.5)
    by_regime(ax, 1e3 * data["x"], 1e3 * data["z"], data["regime"])
    places = ((-29.9, 0.05, 1, (-14, 0)), (-26, 0.5, 2, (0, -10)), (-20.1, 0.12, 3, (14, 0)), (-22.4, -0.1, 4, (-14, 0)))
    places += ((-8, 0.31, 5, (0, 22)), (5.0, 0.0, 6, (14, 0)), (-4, -0.31, 7, (0, -24)), (-25, -0.25, 8, (-60, -10)))
    for x, z, number, offset in places:
        label(ax, x, z, number, offset)
    ax.set(xlabel="x [mm]", ylabel="z [mm]", title="z against x, stick-creep-slip-slide (z_max 0.25 mm, z_stick 0.5 mm)")
    save(figure, "fig6_hysteresis")


def limit_surfaces(results):
    """[Waltersson 2024, Figs 14, 22]"""
    shapes = (("circle_exact", "disc"), ("square_exact", "square"), ("line_vy_exact", "line, along"))
    shapes += (("line_vx_exact", "line, across"), ("non_convex_1", "two pads"), ("ellipsoid", "ellipsoid"))
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.8))
    for name, text in shapes:
        data = read(results, "planar-limit-surfaces", f"fig14_{name}")
        left.plot(data["force"], data["torque"], "k--" if name == "ellipsoid" else "-", label=text)
    left.set(xlabel="force / (μ fn)", ylabel="torque / largest", aspect="equal", title="What sliding leaves for spinning")
    left.legend(loc="lower left", fontsize=8)
    names = ("Circle", "Square", "Line", "LineGrad", "NonConvex1", "NonConvex2")
    for shift, form, colour, text in ((-0.17, "limit_surface", LINE, "limit surface"), (0.17, "ellipsoid", ACCENT, "ellipsoid")):
        data = read(results, "planar-model-error", f"fig22_force_{form}")
        boxes = [
            {"whislo": row[0], "q1": row[1], "med": row[2], "q3": row[3], "whishi": row[4]}
            for row in zip(*(data[key] for key in ("min", "q1", "median", "q3", "max")))
        ]
        drawn = right.bxp(boxes, positions=np.arange(len(boxes)) + shift, widths=0.28, showfliers=False, patch_artist=True)
        for box in drawn["boxes"]:
            box.set(facecolor=colour, alpha=0.5)
        right.plot([], [], color=colour, linewidth=6, alpha=0.5, label=text)
    right.set_xticks(range(len(names)), names, rotation=20)
    right.set(ylabel="error of the force [N], fn = 1 N", title="Reduced model against distributed, fixed velocity")
    right.legend()
    save(figure, "planar_limit_surfaces")


def planar_runs(results):
    """[Waltersson 2024, Figs 23, 29]"""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.4))
    for series, colour, style, text in (
        ("distributed_lugre", ACCENT, "-", "LuGre, distributed"),
        ("reduced_lugre", "#222222", ":", "LuGre, reduced"),
        ("distributed_ep", LINE, "-", "Elasto-Plastic, distributed"),
        ("free_ep", "#222222", "--", "Elasto-Plastic, reduced"),
    ):
        data = read(results, "planar-drift-tangential", series)
        left.plot(data["t"], 1e6 * data["x"], color=colour, linestyle=style, label=text)
    left.set(xlabel="t [s]", ylabel="x [µm]", title="A disc that should stay: shaken below break-away")
    left.legend(fontsize=8)
    for surface, colour in (("circle", LINE), ("square", "#228833"), ("linegradx", ACCENT)):
        for form, style in (("distributed", "-"), ("drift_free", "--")):
            data = read(results, "planar-in-hand-2", f"{surface}_1_{form}")
            right.plot(data["t"], 1e3 * data["y"], color=colour, linestyle=style, label=f"{surface}, {form}".replace("_", "-"))
    right.set(xlabel="t [s]", ylabel="y [mm]", title="A plate between two fingers, grip 1.73 ± 0.91 N")
    right.legend(fontsize=7)
    save(figure, "planar_runs")


def cap(axes, corners, colour, alpha, label=None, edges=True):
    """A cone with its tip at the origin, from the corners of its cap in order."""
    around = np.vstack([corners, corners[:1]])
    sides = [[(0, 0, 0), tuple(a), tuple(b)] for a, b in zip(around[:-1], around[1:])]
    axes.add_collection3d(Poly3DCollection(sides, facecolor=colour, alpha=alpha, edgecolor="none"))
    axes.plot(*around.T, color=colour, label=label, linewidth=1.4)
    if edges:
        for corner in corners:
            axes.plot(*np.stack([np.zeros(3), corner]).T, color=colour, linewidth=0.6)


def xyz(data, prefix="f"):
    return np.stack([data[prefix + axis] for axis in "xyz"], axis=1)


def cone_representations(results):
    figure = plt.figure(figsize=(9, 4))
    axes = figure.add_subplot(1, 2, 1, projection="3d", computed_zorder=False)
    name = "cone-representations"
    cap(axes, xyz(read(results, name, "outer")), "#ccbb44", 0.10, "outer, k = 6")
    cap(axes, xyz(read(results, name, "cone")), "#bbbbbb", 0.35, "cone", edges=False)
    cap(axes, xyz(read(results, name, "inner")), LINE, 0.15, "inner, k = 6")
    force, nearest = xyz(read(results, name, "projection"))
    for end, colour, label in ((force, ACCENT, "force"), (nearest, "#228833", "its projection")):
        axes.quiver(0, 0, 0, *end, color=colour, arrow_length_ratio=0.06, linewidth=2, label=label)
    axes.plot(*np.stack([force, nearest]).T, ":", color="black", linewidth=1)
    axes.set(xlabel="fx [N]", ylabel="fy [N]", zlabel="fz [N]")
    axes.set_aspect("equal")
    axes.locator_params(nbins=5)
    axes.view_init(elev=10, azim=-62)
    axes.legend(loc="upper left", bbox_to_anchor=(-0.25, 1.05))

    gap = read(results, name, "gap")
    axes = figure.add_subplot(1, 2, 2)
    axes.plot(gap["k"], gap["outer"], ".", color="#ccbb44", label="outer")
    axes.plot(gap["k"], gap["inner"], ".", color=LINE, label="inner")
    k = np.linspace(3, 64, 400)
    axes.plot(k, k / np.pi * np.tan(np.pi / k), color="#ccbb44", linewidth=0.8)
    axes.plot(k, k / (2 * np.pi) * np.sin(2 * np.pi / k), color=LINE, linewidth=0.8)
    axes.plot(gap["k"], gap["ratio"], ".", color=ACCENT, label="√(inner/outer)")
    axes.plot(k, np.cos(np.pi / k), color=ACCENT, linewidth=0.8, label="cos(π/k)")
    axes.set(xlabel="sides k", ylabel="cross-section in shares of the circle", xscale="log", title="what k sides cost")
    axes.set_xticks([3, 4, 6, 8, 16, 32, 64], labels=["3", "4", "6", "8", "16", "32", "64"])
    axes.minorticks_off()
    axes.legend()
    figure.tight_layout(w_pad=5)
    save(figure, "cone_representations")


def cone_wrench_foot(results):
    data = read(results, "cone-wrench-foot", "yaw")
    figure = plt.figure(figsize=(10, 4))
    axes = figure.add_subplot(1, 2, 1, projection="3d", computed_zorder=False)
    for name, colour, alpha in (("outer", "#ccbb44", 0.08), ("inner", LINE, 0.18)):
        facets = read(results, "cone-wrench-foot", f"sole_{name}")
        points = np.stack([facets["fx"], facets["fy"], 1e3 * facets["tau"]], axis=1)
        sides = [points[facets["facet"] == i] for i in np.unique(facets["facet"])]
        axes.add_collection3d(Poly3DCollection(sides, facecolor=colour, alpha=alpha, edgecolor="none"))
        axes.add_collection3d(Line3DCollection([np.vstack([s, s[:1]]) for s in sides], colors=colour, linewidths=0.6))
    ends = read(results, "cone-wrench-foot", "projection")
    wrench, nearest = np.stack([ends["fx"], ends["fy"], 1e3 * ends["tau"]], axis=1)
    for end, colour, label in ((wrench, ACCENT, "wrench"), (nearest, "#228833", "its projection")):
        axes.plot(*np.stack([np.zeros(3), end]).T, color=colour, linewidth=2)
        axes.plot(*end[:, None], "o", color=colour, markersize=4, label=label)
    axes.plot(*np.stack([wrench, nearest]).T, ":", color="black", linewidth=1)
    axes.set(xlabel="fx [N]", ylabel="fy [N]", zlabel="τ [mN·m]", xlim=(-0.6, 0.6), ylim=(-0.6, 0.6), zlim=(-35, 35))
    axes.locator_params(nbins=5)
    axes.view_init(elev=22, azim=-50)
    axes.legend(loc="upper left")
    axes = figure.add_subplot(1, 2, 2)
    for key, label, style in (
        ("corners pyramid", "corner forces, |fx|, |fy| ≤ μ fz", {"color": "#bbbbbb"}),
        ("corners round", "corner forces, 16 sides", {"color": "#ccbb44"}),
        ("sole outer", "even pressure, outer, k = 8", {"color": ACCENT, "linestyle": "--"}),
        ("sole", "even pressure, exact", {"color": "black"}),
        ("sole inner", "even pressure, inner, k = 8", {"color": LINE, "linestyle": "--"}),
    ):
        axes.plot(data[f"fx {key}"], 1e3 * data[f"tau {key}"], label=label, **style)
    axes.set(xlabel="fx [N]", ylabel="yaw torque [mN·m]", title="foot 0.2 m × 0.1 m, μ = 0.5, fn = 1 N")
    axes.set_ylim(-85, 165)
    axes.legend(loc="upper center", ncols=1)
    figure.tight_layout()
    save(figure, "cone_wrench_foot")


def cone_grasp(results):
    figure = plt.figure(figsize=(9, 4))
    axes = figure.add_subplot(1, 2, 1, projection="3d", computed_zorder=False)
    contacts = read(results, "cone-grasp", "contacts")
    rays, forces = read(results, "cone-grasp", "rays"), read(results, "cone-grasp", "forces")
    places = np.stack([contacts[axis] for axis in "xyz"], axis=1)
    u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 49), np.linspace(0, np.pi, 25))
    ball = 0.03 * np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)])
    axes.plot_surface(*ball, color="#dddddd", alpha=0.35, linewidth=0)
    scale = 0.02  # of forces in the picture [m/N]
    for i, place in enumerate(places):
        here = rays["contact"] == i
        # Drawn outwards, where it can be seen: the finger's push, ending at the contact.
        corners = place - scale * xyz({key: rays[key][here] for key in ("fx", "fy", "fz")})
        sides = [[tuple(place), tuple(a), tuple(b)] for a, b in zip(corners, np.roll(corners, -1, axis=0))]
        axes.add_collection3d(Poly3DCollection(sides, facecolor=LINE, alpha=0.25, edgecolor=LINE, linewidth=0.4))
        force = scale * np.array([forces[key][i] for key in ("fx", "fy", "fz")])
        axes.quiver(*(place - force), *force, color=ACCENT, linewidth=2, arrow_length_ratio=0.15)
    for end, colour in zip(scale * xyz(read(results, "cone-grasp", "projection")), ("#aa3377", "#228833")):
        axes.quiver(*(places[0] - end), *end, color=colour, linewidth=1.5, arrow_length_ratio=0.15)
    axes.quiver(0, 0, 0, 0, 0, -2 * scale, color="black", linewidth=2, arrow_length_ratio=0.15)
    axes.text(0, 0, -2.3 * scale, "2 N", ha="center", va="top")
    axes.set(xlabel="x [m]", ylabel="y [m]", zlabel="z [m]")
    axes.set_aspect("equal")
    axes.locator_params(nbins=4)
    axes.view_init(elev=24, azim=-50)

    margin = read(results, "cone-grasp", "margin")
    axes = figure.add_subplot(1, 2, 2)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.plot(margin["F"], margin["margin"], color=LINE)
    axes.set(xlabel="sum of normal forces [N]", ylabel="margin of the weight [N]", title="held from m g/μ = 4 N on")
    figure.tight_layout()
    save(figure, "cone_grasp")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=Path("results"), help="folder that reproduce wrote to")
    results = parser.parse_args().results
    haptic, planar = (dahl_drift, ladders, regimes, pointer, hysteresis), (limit_surfaces, planar_runs)
    for draw in (*haptic, *planar, cone_representations, cone_wrench_foot, cone_grasp):
        draw(results)


if __name__ == "__main__":
    main()
