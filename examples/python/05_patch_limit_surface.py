"""A box on a table is pushed beside its middle: how hard, and about which point does it turn?

A pressure says how the weight is spread, its limit surface which forces and torques friction can bear together, and
the inverse of that, how the box moves when pushed. 05_patch_limit_surface.cpp does the same in C++.
"""

from stickslip.patch import LimitSurface, Pressure


def pad(x, half=0.0015):
    """The corners of a square around (x, 0)."""
    return [(x - half, -half), (x + half, -half), (x + half, half), (x - half, half)]


print("contact, 20 mm wide     r [mm]   u [mm²]")
for name, pressure in (
    ("disc", Pressure.disc(radius=0.01)),
    ("square", Pressure.rectangle(size=(0.02, 0.02))),
    ("line", Pressure.line(length=0.02)),
    ("two pads", Pressure.polygons([pad(-0.0085), pad(0.0085)])),
    ("ball on a plane", Pressure.hertz(radius=0.01, exponent=2.0)),
):
    print(f"{name:<20} {1e3 * pressure.r:9.4f} {1e6 * pressure.u:9.4f}")

# Forces in units of the greatest friction, μ fn. The push acts along x, at the height y above the middle.
box = Pressure.rectangle(size=(0.2, 0.1))
exact, ellipsoid = LimitSurface(box), LimitSurface.ellipsoid(box)

print("\npush at y [mm]   exact: force   turns about y [mm]   ellipsoid: force   turns about y [mm]")
for y in (0.01, 0.02, 0.03, 0.04, 0.05):
    push = (1.0, 0.0, -y)  # torque = x fy − y fx
    friction = [-part for part in push]
    line = f"{1e3 * y:14.0f}"
    for surface in (exact, ellipsoid):
        force = 1.0 / surface.gauge(friction)  # the least that moves it
        vx, _, spin = surface.twist(friction)
        line += f" {force:14.4f} {1e3 * vx / spin:20.3f}"
    print(line)

slide_and_spin = exact.wrench([0.1, 0.0, 2.0])  # 0.1 m/s along x while it spins with 2 rad/s
print("\nslides with 0.1 m/s, spins with 2 rad/s: friction ", end="")
print(f"{slide_and_spin[0]:.4f} along x, torque {slide_and_spin[2]:.5f} m")
