"""A puck slides and spins to rest; the run becomes a page to look at and a file to compute with.

    puck/run.csv       the series as text
    puck/result.h5     everything: series, units, parameters, figures
    puck/report.html   plots and a moving picture, in one file that needs nothing else

08_report.cpp does the same in C++.
"""

import sys

import numpy as np
import stickslip as ss
from stickslip import record

RADIUS, MASS, MU = 0.038, 0.17, 0.2  # [m], [kg]


def slide():
    law = ss.friction.ElastoPlastic(sigma0=1e5, sigma1=2e2, mu_c=MU, mu_s=MU)
    return ss.patch.simulate(
        ss.patch.ReducedPatch(law, ss.patch.Pressure.disc(radius=RADIUS)),
        mass=MASS,
        inertia=0.5 * MASS * RADIUS**2,
        twist=(0.8, 0.3, 25.0),
        normal_force=9.81 * MASS,
        frame="body",  # the pressed area moves with the puck
        t_end=0.8,
        record_dt=5e-3,
    )


way = slide()
x, y, angle = way.pose.T
speed, omega = np.hypot(way.twist[:, 0], way.twist[:, 1]), way.twist[:, 2]

result = record.Result(
    name="puck",
    title="A puck slides and spins to rest",
    parameters={"radius": (RADIUS, "m"), "mass": (MASS, "kg"), "mu": MU, "law": "Elasto-Plastic, three bristles"},
)
zero = np.zeros_like(x)
result.add_series(
    "run",
    {"t": way.t, "x": x, "y": y, "z": zero}
    | {"qw": np.cos(angle / 2), "qx": zero, "qy": zero, "qz": np.sin(angle / 2)}
    | {"speed": speed, "omega": omega},
    units={"t": "s", "x": "m", "y": "m", "z": "m", "speed": "m/s", "omega": "rad/s"},
    title="A puck that comes to rest",
)
# Two halves of a disc, so that its turning can be seen.
facet = np.repeat([0.0, 1.0], 25)
around = np.pi * (facet + np.tile(np.linspace(0.0, 1.0, 25), 2))
result.add_series(
    "shape",
    {"facet": facet, "x": RADIUS * np.cos(around), "y": RADIUS * np.sin(around), "z": np.zeros(50)},
    units={"x": "m", "y": "m", "z": "m"},
    title="The puck, corner after corner",
)
# A disc stops sliding and stops spinning at the same instant [Farkas2003].
result.add_check(record.at_most("speed at the end", bound=1e-6, measured=speed[-1], unit="m/s"))
result.add_check(record.at_most("spin at the end", bound=1e-4, measured=abs(omega[-1]), unit="rad/s"))

time = record.Axis("t", unit="s")
result.add_figure(
    name="speeds",
    title="Sliding and spinning end together",
    caption="Friction of an area couples them: neither decays along a straight line.",
    panels=[
        record.Panel(x=time, y=record.Axis("speed", unit="m/s"), marks=[record.Mark("line", "run", ["t", "speed"])]),
        record.Panel(x=time, y=record.Axis("spin", unit="rad/s"), marks=[record.Mark("line", "run", ["t", "omega"])]),
    ],
)


def half(number, colour):
    return record.Shape(
        "polygons",
        "shape",
        ["facet", "x", "y", "z"],
        colour=colour,
        only=("facet", number),
        motion=record.Motion("run"),
    )


trail = record.Shape("curve", "run", ["t", "x", "y", "z"], label="way of the centre", colour="red")
axes = {name: record.Axis(name, unit="mm", factor=1e3) for name in "xyz"}
result.add_scene(name="way", title="The puck on its way", **axes, shapes=[half(0, "blue"), half(1, "cyan"), trail])

result.write("puck")
if record.can_write_html():
    result.to_html("puck/report.html")
back = record.read("puck")
print(
    f"rests after {np.hypot(x[-1], y[-1]):.2f} m and {angle[-1] / (2 * np.pi):.2f} turns; "
    f"{len(back.series['run'])} rows in puck/result.h5; checks {'pass' if back.passed else 'FAIL'}"
)
sys.exit(0 if back.passed else 1)
