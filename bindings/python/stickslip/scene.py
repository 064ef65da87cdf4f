"""Scenes: bodies, contacts, friction and loads in a file or a dict, run to their end.

    import stickslip as ss
    res = ss.run("in_hand_pivot", overrides={"bodies.reduced.mass": 0.25}, until=0.5)
    print(res.t[-1], res["reduced"].pose[-1], res["grip_reduced"].wrench[-1], res.status)
    res.to_html("run.html")

    box = {"shape": {"box": [1, 1, 1]}, "mass": 1, "position": [0, 0, 0.5], "velocity": [0, 5, 0]}
    scene = ss.Scene({"bodies": {"ground": {"shape": {"plane": {}}}, "box": box}, "run": {"until": 1.5, "dt": 1e-3}})
    res = scene.run()
    print(res["box"].position[-1], res["box", "ground"].normal_force[-1], res.energy)

ss.run and ss.Scene are those of this module. run takes the path of a scene file, the name of one that ships, a Scene
or a dict, and returns a SceneRun, with a PairRecord per pair of rigid bodies, a PointRecord of a point, the Energy with
three EnergyVerdicts, and a FittedVelocity per body whose velocities did not fit its joints. Scene checks a description
and never changes. shipped() lists what ships, schema() says what may stand in a scene.
"""

from typing import NamedTuple as _NamedTuple

from ._stickslip.scene import Energy, FittedVelocity, PairRecord, PointRecord, Scene, SceneRun, run, schema, shipped

__all__ = [
    "Energy",
    "EnergyVerdict",
    "FittedVelocity",
    "PairRecord",
    "PointRecord",
    "Scene",
    "SceneRun",
    "run",
    "schema",
    "shipped",
]


class EnergyVerdict(_NamedTuple):
    """Whether one thing that the energies of a run must satisfy holds."""

    share: float
    bound: float
    judgement: str
    reason: str


EnergyVerdict.share.__doc__ = "of put_in + lift; NaN where an energy is not finite"
EnergyVerdict.bound.__doc__ = "what the share may be"
EnergyVerdict.judgement.__doc__ = "'pass', 'fail' or 'not judged'"
EnergyVerdict.reason.__doc__ = "why it may not pass, where that is known; else ''"
