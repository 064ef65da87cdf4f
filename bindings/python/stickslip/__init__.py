"""Friction and contact for robots and haptics.

    import numpy as np, stickslip as ss
    law = ss.friction.LuGre(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    f = law.run(np.full(1000, 1e-3), normal_force=1.0, dt=1e-3)
    res = ss.run("in_hand_pivot")

SI units throughout. A is the support, B the slider; velocity is that of B relative to A, the force acts on B.
"""

from . import cone, contact, formulation, friction, geometry, haptics, patch, record, scene, sim, solvers, sweep
from ._stickslip import __version__
from .scene import Scene, run

__all__ = [
    "Scene",
    "__version__",
    "cone",
    "contact",
    "formulation",
    "friction",
    "geometry",
    "haptics",
    "patch",
    "record",
    "run",
    "scene",
    "sim",
    "solvers",
    "sweep",
]
