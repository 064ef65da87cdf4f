"""Friction of planar patches: sliding and spinning of an area under pressure.

    import stickslip as ss
    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    patch = ss.patch.ReducedPatch(law, ss.patch.Pressure.disc(radius=0.01))
    wrenches = patch.run([[1e-3, 0.0, 0.5]] * 1000, normal_force=2.0, dt=1e-3)

A Pressure says how the normal force is spread; a LimitSurface which wrenches friction can bear; DistributedPatch and
ReducedPatch are the models with memory. Twists (vx, vy, ω) are those of B relative to A, wrenches (fx, fy, τ) act on B,
both at the centre of pressure (CoP).

simulate, which moves a body that a patch holds or carries, and Trajectory are those of stickslip.sim, SolveStatus that
of stickslip.solvers.
"""

from ._stickslip.patch import (
    DistributedPatch,
    DistributedState,
    HertzContact,
    LimitSurface,
    Pressure,
    ReducedBatch,
    ReducedPatch,
    ReducedState,
)
from .sim import Trajectory, simulate
from .solvers import SolveStatus

__all__ = [
    "DistributedPatch",
    "DistributedState",
    "HertzContact",
    "LimitSurface",
    "Pressure",
    "ReducedBatch",
    "ReducedPatch",
    "ReducedState",
    "SolveStatus",
    "Trajectory",
    "simulate",
]
