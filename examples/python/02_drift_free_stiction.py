"""A block under a load that oscillates below break-away: LuGre creeps, Elasto-Plastic stays.

    m dv/dt = 0.4 + 0.3 sin(2π t) + f   [N], break-away at 1 N

02_drift_free_stiction.cpp does the same in C++.
"""

import math

import stickslip as ss

MASS, LOAD, DT = 1.0, 1.0, 2e-4  # [kg], [N], [s]
CYCLES, STEPS_PER_CYCLE = 20, 5000

PARAMETERS = dict(sigma0=1e5, sigma1=316.0, sigma2=0.4, mu_c=1.0, mu_s=1.0)


def positions_after_cycles(law):
    """Where the block is at the end of each cycle of the load [m]."""
    bristles = law.state(dim=1)
    x = v = 0.0
    positions = []
    for k in range(CYCLES * STEPS_PER_CYCLE):
        push = 0.4 + 0.3 * math.sin(2.0 * math.pi * k / STEPS_PER_CYCLE)
        friction = law.step(bristles, v, normal_force=LOAD, dt=DT)
        v += DT / MASS * (push + friction)
        x += DT * v
        if (k + 1) % STEPS_PER_CYCLE == 0:
            positions.append(x)
    return positions


print("drift of the block [µm]   cycle 1 to 10   cycle 10 to 20")
for name, law in (
    ("LuGre", ss.friction.LuGre(**PARAMETERS)),
    ("ElastoPlastic", ss.friction.ElastoPlastic(**PARAMETERS, s_ba=0.9)),
):
    at = positions_after_cycles(law)
    print(f"{name:<23}   {1e6 * abs(at[9] - at[0]):13.4f}   {1e6 * abs(at[19] - at[9]):14.4f}")
