"""Two fingers hold a block beside its centre of mass and loosen their grip for 0.1 s: it slips, turns, and is caught.

    m dv/dt = weight + wrenches of two contacts,  I dω/dt likewise

Once with three bristles per finger (reduced), once with one per cell (distributed). 06_in_hand_slip.cpp does the same in
C++.
"""

import stickslip as ss

MASS, INERTIA = 0.2, 4.8e-4  # [kg], [kg·m²]
LAW = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2)
PAD = ss.patch.Pressure.rectangle(size=(0.02, 0.02))
GRIP = ([0.0, 0.5, 0.6], [2.5, 0.8, 2.5])  # from each time [s] on, force of each finger [N]

print("bristles        at 0.5 s: y [mm]  angle [°]   at 2 s: y [mm]  angle [°]   fingers bear [N]")
for patch, bristles in (
    (ss.patch.ReducedPatch(LAW, PAD), "3"),
    (ss.patch.DistributedPatch(LAW, PAD, cells=21), "882"),
):
    slip = ss.patch.simulate(
        patch,
        mass=MASS,
        inertia=INERTIA,
        pose=(0.002, 0.0, 0.0),  # the centre of mass is 2 mm right of the fingers
        load=(0.0, -9.81 * MASS, 0.0),
        normal_force=GRIP,
        contacts=2,
        dt=2e-4,
        t_end=2.0,
        record_dt=0.5,
    )
    line = f"{bristles:<14}"
    for pose in (slip.pose[1], slip.pose[4]):
        line += f" {1e3 * pose[1]:17.4f} {57.29577951308232 * pose[2]:10.4f}"
    print(f"{line} {2.0 * slip.wrench[4, 1]:18.4f}")
