"""A block pulled by a spring at constant speed: it sticks, slips, and sticks again.

    m dv/dt = k (v_pull t − x) + f

While it sticks the spring is loaded; at the break-away force it lets go, jumps, and friction catches it.
01_stick_slip.cpp does the same in C++.
"""

import stickslip as ss

MASS, SPRING, PULL = 1.0, 2.0, 0.1  # [kg], [N/m], [m/s]
LOAD, DT, STEPS = 1.0, 5e-4, 100_000  # [N], [s]

law = ss.friction.LuGre(sigma0=1e5, sigma1=316.0, sigma2=0.4, mu_c=1.0, mu_s=1.5, v_s=1e-3)
bristles = law.state(dim=1)

x = v = peak = 0.0
slips = []  # instants at which the block breaks away
moving = False
for k in range(STEPS):
    t = k * DT
    spring = SPRING * (PULL * t - x)
    friction = law.step(bristles, v, normal_force=LOAD, dt=DT)
    v += DT / MASS * (spring + friction)
    x += DT * v
    peak = max(peak, spring)
    if not moving and v > PULL:
        slips.append(t)
    moving = v > (0.01 * PULL if moving else PULL)

print(f"break-away force of the law  {law.break_away_force(LOAD):.4f} N")
print(f"greatest force of the spring {peak:.4f} N")
print(f"slips in {STEPS * DT:.0f} s               {len(slips)}")
print(f"time from slip to slip       {(slips[-1] - slips[0]) / (len(slips) - 1):.4f} s")
print(f"way of the block             {x:.4f} m, of the hand {PULL * STEPS * DT:.4f} m")
