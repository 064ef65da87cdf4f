"""Bodies moved through time by the forces on them.

    import stickslip as ss
    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    patch = ss.patch.ReducedPatch(law, ss.patch.Pressure.disc(radius=0.01))
    res = ss.sim.simulate(patch, mass=0.2, inertia=1e-4, load=(0.0, -1.96, 0.0), normal_force=2.0, t_end=0.5)

simulate moves a planar body that a friction patch holds or carries, and returns its Trajectory. Its SolveStatus, that
of stickslip.solvers, says how well the steps were solved.
"""

from ._stickslip.sim import Trajectory, simulate
from .solvers import SolveStatus

__all__ = ["SolveStatus", "Trajectory", "simulate"]
