"""A robot on one foot leans with a hand against a wall: which of its planned wrenches can the contacts bear?

The foot's cone of wrenches tells, with a margin, and with a proof: forces at the corners if it can, a direction that
no force of the contact reaches if it cannot. Both contacts give the rows of a quadratic program that shares a load
between them. 07_contact_cones.cpp does the same in C++.
"""

import numpy as np

import stickslip as ss

# A sole of 20 × 10 cm. The inner cone is safe: friction bears all that is in it.
foot = ss.cone.WrenchCone.rectangle(half_x=0.1, half_y=0.05, mu=0.6, kind="inner")
PLANS = {  # [N, N·m] about the middle of the sole
    "stand": (0.0, 0.0, 400.0, 0.0, 0.0, 0.0),
    "push off": (100.0, 0.0, 500.0, 5.0, -30.0, 0.0),
    "turn": (20.0, 0.0, 400.0, 0.0, 0.0, 15.0),
    "turn faster": (20.0, 0.0, 400.0, 0.0, 0.0, 30.0),
    "lean back": (0.0, 0.0, 400.0, 0.0, 50.0, 0.0),
}
print("plan          margin [N]   corners bear fz [N]")
for name, wrench in PLANS.items():
    # A torque of 0.1 N m counts as much as a force of 1 N.
    line = f"{name:<12} {foot.margin(wrench, length=0.1):11.3f}  "
    inside, y = foot.certificate(wrench)
    if inside:  # a weight a ray, four rays a corner
        for fz in (y * foot.generators()[:, 2]).reshape(4, 4).sum(axis=1):
            line += f" {fz:7.2f}"
    else:
        nearest = foot.project(wrench, length=0.1)
        line += f" no: a plane away from all of them by {y @ wrench:.3f}; "
        line += f"nearest: fz {nearest[2]:.2f} N, torque {np.linalg.norm(nearest[3:]):.3f} N m"
    print(line)

# Corners that bear any share of the load would resist more yaw than a sole that is pressed evenly.
sole = ss.patch.LimitSurface(ss.patch.Pressure.rectangle(size=(0.2, 0.1)))
print(f"\nlargest yaw torque at 400 N: corners {400.0 * 0.6 * (0.1 + 0.05):.3f}, ", end="")
print(f"evenly pressed {400.0 * 0.6 * sole.r:.3f} N m")

# Its cone of (fx, fy, torque, fn): how large a force along x may be that acts 5 cm beside the middle, at 400 N?
aside = np.array([1.0, 0.0, 0.05])
print(f"force along x 5 cm beside the middle: exactly {400.0 * 0.6 / sole.gauge(aside):.3f} N")
for k in (8, 16, 32):
    line = f"{k:6d} directions of sliding:"
    for kind in ("inner", "outer"):
        a, _ = ss.cone.WrenchCone.from_patch(sole, 0.6, k=k, kind=kind).facets()
        slopes = a[:, :3] @ aside
        force = (-400.0 * a[slopes > 0, 3] / slopes[slopes > 0]).min()  # as far as the first plane on the way
        line += f" {kind} {force:.3f} N"
    print(line)

# The wall pushes back along −x. This force would slip: the nearest one that does not.
hand = ss.cone.FrictionCone(mu=0.4, normal=(-1, 0, 0))
push = (-50.0, 0.0, 30.0)
held = hand.project(push)
print(f"\nhand: margin {hand.margin(push):.3f} N, nearest force ({held[0]:.3f}, {held[1]:.3f}, {held[2]:.3f}) N")

# l ≤ A (foot's wrench, hand's force) ≤ u, as solvers of quadratic programs take it.
a, _, u = ss.cone.stack([foot, hand.polyhedral(k=4, kind="inner")])
shared = np.array([50.0, 0.0, 400.0, 0.0, -10.0, 0.0, -50.0, 0.0, 15.0])
print(f"A has {a.shape[0]} rows, {a.shape[1]} columns; ", end="")
print(f"this share leaves {(u - a @ shared).min():.3f} to the nearest plane")
