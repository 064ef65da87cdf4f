"""Friction at a point, in one, two or three dimensions.

Velocity-driven laws (Coulomb, Dahl, LuGre, ElastoPlastic) turn velocities [m/s] and normal forces [N] into
forces [N]; Adhesion turns a stream of positions [m] into tensions [m]. A law never changes: what it remembers
is in the state that law.state(dim) makes and that run and step carry on.
"""

from ._code import Code as _Code
from ._stickslip.friction import AdhesionState, State
from ._stickslip.friction import _laws

# Every law of C++'s list, under its own name.
globals().update({law.__name__: law for law in _laws})

__all__ = sorted(["AdhesionState", "Regime", "State", *(law.__name__ for law in _laws)])


class Regime(_Code):
    """What the adhesion point did at a sample; the codes that Adhesion.run and Adhesion.step give."""

    STUCK = 0  #: it held (smooth map: ‖z‖ ≤ z_stick/2, where it moves at most 1/257 of the slider's way)
    CREEPING = 1  #: the smooth map moved it
    SLIPPING = 2  #: it jumped after holding
    SLIDING = 3  #: it jumped at two samples in a row ('stick_slide': it moved)
