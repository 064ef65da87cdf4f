"""Shapes of bodies: convex polyhedra, spheres, planes, and how far they are apart.

    import stickslip as ss
    box = ss.geometry.Polyhedron.box((0.2, 0.1, 0.1))
    print(box.volume, box.inertia, box.planes)
    d, p_a, p_b, n = ss.geometry.distance(box, ss.geometry.Plane(), position_a=(0, 0, 0.3))

A Polyhedron is made of side lengths, an outline, points or a mesh file; a Plane bounds what is fixed.
"""

from ._stickslip.geometry import Plane, Polyhedron, Sphere, distance

__all__ = ["Plane", "Polyhedron", "Sphere", "distance"]
