"""Contact volumes: one normal, one plane and one wrench of six numbers for two bodies that overlap.

    import stickslip as ss
    box, floor = ss.geometry.Polyhedron.box((0.1, 0.1, 0.1)), ss.geometry.Polyhedron.box((1, 1, 0.2))
    o = ss.geometry.overlap(box, ((0, 0, 0.0499), (1, 0, 0, 0)), floor, ((0, 0, -0.1), (1, 0, 0, 0)))
    c = ss.contact.VolumeContact(o)
    holds, forces = c.static_friction((2.4, 0, 4.905, 0, 0, 0), mu=0.5)
    print(c.normal, c.point, holds, c.margin((2.4, 0, 4.905, 0, 0, 0), mu=0.5))

Wrenches act on the first body, about c.point, in world axes.
"""

from ._stickslip.contact import VolumeContact

__all__ = ["VolumeContact"]
