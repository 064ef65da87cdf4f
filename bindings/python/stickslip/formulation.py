"""One step of rigid bodies in contact as a complementarity problem, and its solution as impulses and velocities.

    import numpy as np, stickslip as ss
    bodies = ss.formulation.Bodies(mass=[1.0], inertia=[[0.1, 0.1, 0.1]], position=[[0.0, 0.0, 0.5]],
                                   velocity=[[1.0, 0.0, 0.0]], angular_velocity=[[0.0, 0.0, 0.0]],
                                   force=[[0.0, 0.0, -9.81]])
    corners = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
    contacts = ss.formulation.Contacts(bodies=[[0, -1]] * 4, point=corners, normal=[[0.0, 0.0, 1.0]] * 4, mu=[0.5] * 4)
    f = ss.formulation.phantom_inertia(bodies, contacts, h=0.01)
    z, report = f.solve()
    f.impulses(z), f.velocities(z)

Bodies, Contacts and Joints are arrays; stewart_trinkle, anitescu_potra, box, hybrid, phantom_inertia and exact_cone
make a Formulated of them: a problem of stickslip.solvers with the meaning of its rows. Impulses act on a contact's
first body, axes n, t1, t2.
"""

from ._stickslip.formulation import (
    Bodies,
    Contacts,
    Formulated,
    Joints,
    anitescu_potra,
    box,
    exact_cone,
    hybrid,
    phantom_inertia,
    stewart_trinkle,
)

__all__ = [
    "Bodies",
    "Contacts",
    "Formulated",
    "Joints",
    "anitescu_potra",
    "box",
    "exact_cone",
    "hybrid",
    "phantom_inertia",
    "stewart_trinkle",
]
