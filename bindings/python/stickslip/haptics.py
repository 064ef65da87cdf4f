"""Force rendering: the friction that a tool held in the hand should feel.

    import stickslip as ss
    law = ss.friction.Adhesion(z_max=1e-4, stiffness=1e4)
    renderer = ss.haptics.Renderer(law, force_limit=3.0)
    force, status = renderer.render([0.0, 0.0, 0.0])

A renderer takes positions [m], with or without times, and returns the force on the tool [N]. Every force is finite,
whatever arrives; the status says what became of the sample.
"""

from ._code import Code as _Code
from ._stickslip.haptics import Renderer

__all__ = ["Renderer", "Status"]


class Status(_Code):
    """What became of a sample; the codes that Renderer.render and Renderer.run give."""

    OK = 0  #: the law's force
    LIMITED = 1  #: the law's force was longer than force_limit and has been scaled back to it
    REFUSED_POSITION = 2  #: the position is NaN or infinite
    REFUSED_TIME = 3  #: the time is NaN or infinite, or not after that of the last sample
    REFUSED_LOAD = 4  #: the normal force is NaN, infinite or negative
    REFUSED_OVERFLOW = 5  #: the force, or the step between two samples, would be infinite

    @property
    def is_refused(self):
        """Whether the sample changed nothing and the force beside it is the last one given."""
        return self >= Status.REFUSED_POSITION
