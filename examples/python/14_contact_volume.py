"""A cube on a table, pushed at its base: the volume that the two share, its pressure, and when it slips."""

import numpy as np

import stickslip as ss

cube = ss.geometry.Polyhedron.box((0.1, 0.1, 0.1))
table = ss.geometry.Polyhedron.box((1.0, 1.0, 0.2))
flat = (1.0, 0.0, 0.0, 0.0)
overlap = ss.geometry.overlap(cube, ((0, 0, 0.05 - 1e-6), flat), table, ((0, 0, -0.1), flat))
print(f"overlap: {1e9 * overlap.volume:.0f} mm3, {len(overlap.faces)} faces, "
      f"{sum(face.owner == 'a' for face in overlap.faces)} of them of the cube")

contact = ss.contact.VolumeContact(overlap)
n = contact.normal
print(f"contact: normal ({n[0]:g}, {n[1]:g}, {n[2]:g}), {len(contact.polygon)} corners, {1e4 * contact.area:.0f} cm2")

weight = 0.5 * 9.81
for push in (2.4, 2.5):
    wrench = (push, 0, weight, 0, 0, 0)
    holds, certificate = contact.static_friction(wrench, mu=0.5, sides=8)
    x, y, z = certificate[:3] if not holds else (0, 0, 0)
    proof = f"weights {certificate.shape}" if holds else f"twist along ({x:.2f}, {y:.2f}, {z:.2f})"
    margin = contact.margin(wrench, mu=0.5)
    print(f"{push} N at the base: {'holds' if holds else 'slips'}, margin {margin:+.3f}, {proof}")

sliding = contact.kinetic_wrench((2.5, 0, weight, 0, 0, 0), twist=(-0.1, 0, 0, 0, 0, 0), mu=0.3)
print(f"sliding it bears {sliding[0]:.4f} N")

# Forces in the corners bear the largest torque. Under the pressure of the overlap, here uniform, it is less.
surface = ss.patch.LimitSurface(contact.pressure)
spin = -surface.wrench((0, 0, 1))[2] * 0.5 * weight
corners = 0.5 * weight * np.linalg.norm(contact.polygon, axis=1).max()
print(f"torque about the normal: {corners:.4f} N m in the corners, {spin:.4f} N m under the pressure")
