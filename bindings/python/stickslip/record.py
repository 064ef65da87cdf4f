"""Results: numbers with names and units, what they were computed with, their files, reports and plots.

    import numpy as np, stickslip as ss
    t = np.linspace(0.0, 1.0, 101)
    own = ss.record.Result("my-run", title="A fall", parameters={"g": (9.81, "m/s2")})
    own.add_series("run", {"t": t, "x": 9.81 / 2 * t**2}, units={"t": "s", "x": "m"})
    x, y = ss.record.Axis("t", unit="s"), ss.record.Axis("x", unit="mm", factor=1e3)
    own.add_figure("fall", panels=[ss.record.Panel(x=x, y=y, marks=[ss.record.Mark("line", "run", ["t", "x"])])])
    own.write("results/my-run")                     # result.h5 and run.csv
    own.plot("fall").savefig("fall.png")            # with matplotlib
    ss.record.read("results/my-run").series["run"]["x"]

read() takes what `stickslip reproduce` leaves as well. Series, parameters, figures, scenes and explorers are mappings
by name.
"""

from typing import NamedTuple as _NamedTuple
from typing import Union as _Union

from ._stickslip.record import (
    Axis,
    Check,
    Explorer,
    Figure,
    Label,
    Mark,
    Motion,
    Panel,
    Result,
    Scene,
    Series,
    Shape,
    Table,
    at_least,
    at_most,
    can_write_html,
    equal,
    read,
    write_html,
)

__all__ = [
    "Axis",
    "Check",
    "Explorer",
    "Figure",
    "Label",
    "Mark",
    "Motion",
    "Panel",
    "Parameter",
    "Result",
    "Scene",
    "Series",
    "Shape",
    "Table",
    "at_least",
    "at_most",
    "can_write_html",
    "equal",
    "read",
    "write_html",
]


class Parameter(_NamedTuple):
    """A number that a result was computed with, or a text."""

    value: _Union[float, str]
    unit: str = "1"


Parameter.value.__doc__ = "a number or a text"
Parameter.unit.__doc__ = '"1" for a pure number and for text'
