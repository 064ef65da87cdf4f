"""Friction cones in every representation, and cones of wrenches.

    import stickslip as ss
    c = ss.cone.FrictionCone(mu=0.5, normal=(0, 0, 1))
    A, b = c.facets(k=8, kind="inner", f_max=100.0)            # A f <= b
    foot = ss.cone.WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.5)
    inside, weights = foot.certificate([10.0, 0.0, 100.0, 1.0, 2.0, 0.5])

A FrictionCone is the round cone of one contact point; a PolyhedralCone one with flat facets in any dimension up to 8; a
WrenchCone the wrenches of several contacts, or of a pressed patch; a WrenchPolytope those within a budget of normal
force. stack gives rows for solvers of quadratic programs.
"""

from ._stickslip.cone import FrictionCone, PolyhedralCone, WrenchCone, WrenchPolytope, stack

__all__ = ["FrictionCone", "PolyhedralCone", "WrenchCone", "WrenchPolytope", "stack"]
