"""Bodies moved through time by the forces on them.

    import stickslip as ss
    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    patch = ss.patch.ReducedPatch(law, ss.patch.Pressure.disc(radius=0.01))
    res = ss.sim.simulate(patch, mass=0.2, inertia=1e-4, load=(0.0, -1.96, 0.0), normal_force=2.0, t_end=0.5)

simulate moves a planar body that a friction patch holds or carries, and returns its Trajectory. Its SolveStatus says
how well the steps were solved.
"""

import enum as _enum

from ._stickslip.sim import Trajectory, simulate
from ._stickslip.sim import _solve_statuses

__all__ = ["SolveStatus", "Trajectory", "simulate"]

SolveStatus = _enum.IntEnum("SolveStatus", [(name, code) for name, code, _ in _solve_statuses], module=__name__)
SolveStatus.__doc__ = "What came of an iteration, the worst last.\n\n" + "\n".join(
    f"{name:<14}  {meaning}" for name, _, meaning in _solve_statuses
)
