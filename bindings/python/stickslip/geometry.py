"""Shapes of bodies: convex polyhedra, spheres, planes, how far they are apart, and what they have in common.

    import stickslip as ss
    box = ss.geometry.Polyhedron.box((0.2, 0.1, 0.1))
    print(box.volume, box.inertia, box.planes)
    d, p_a, p_b, n = ss.geometry.distance(box, ss.geometry.Plane(), position_a=(0, 0, 0.3))
    o = ss.geometry.overlap(box, ((0, 0, 0), (1, 0, 0, 0)), box, ((0.1, 0.02, 0), (1, 0, 0, 0)))
    print(o.volume, o.barycentre, [face.owner for face in o.faces])

A Polyhedron is made of side lengths, an outline, points or a mesh file; a Plane bounds what is fixed.
"""

from typing import NamedTuple as _NamedTuple

import numpy as _np

from ._stickslip.geometry import Overlap, Plane, Polyhedron, Sphere, distance, overlap

__all__ = ["Overlap", "Plane", "Polyhedron", "Sphere", "distance", "overlap"]


class _OverlapFace(_NamedTuple):
    """A face of an Overlap.

    corners  indices into its vertices, counter-clockwise seen from outside
    normal   (3,), of length 1, outwards, in the world
    area     [m²]
    owner    'a' or 'b': whose boundary it is a part of
    face     which of the owner's faces
    """

    corners: _np.ndarray
    normal: _np.ndarray
    area: float
    owner: str
    face: int
