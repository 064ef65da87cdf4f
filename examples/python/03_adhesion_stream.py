"""A hand strokes a surface by 2 mm, then holds still for 10 s, with tremor: what is left of the friction?

Adhesion takes the positions as they come and keeps its tension. Dahl's law needs velocities, and each
tremble lets a little of its tension go. 03_adhesion_stream.cpp does the same in C++.
"""

import math

import numpy as np

import stickslip as ss
from stickslip.friction import Regime

RATE, STROKE, HOLD = 1000, 1, 10  # samples a second [1/s], seconds of stroking and holding [s]


def hand(t):
    """Position at time t [s]: a smooth stroke, then a hold; tremor of ±20 µm at 9 Hz throughout [m]."""
    stroke = 2e-3 * 0.5 * (1.0 - math.cos(math.pi * min(t / STROKE, 1.0)))
    return stroke + 2e-5 * math.sin(2.0 * math.pi * 9.0 * t)


x = np.array([hand(k / RATE) for k in range((STROKE + HOLD) * RATE + 1)])

adhesion = ss.friction.Adhesion(z_max=1e-4, stiffness=1e4)  # slides at 1 N
z, w, regime = adhesion.run(x)
force_adhesion = adhesion.force(z)

dahl = ss.friction.Dahl(sigma0=1e4, f_c=1.0)  # slides at 1 N, too
force_dahl = dahl.run(np.diff(x) * RATE, dt=1 / RATE)

print("force on the hand [N]   Adhesion       Dahl")
for t in (0.5, 1.0, 2.0, 5.0, 11.0):
    k = round(t * RATE)
    print(f"at {t:4.1f} s               {force_adhesion[k]:8.4f}   {force_dahl[k - 1]:8.4f}")
drift = abs(w[-1] - w[(STROKE + 1) * RATE])
print(f"way of the adhesion point in the last {HOLD - 1} s: {1e6 * drift:.4f} µm")
print(f"regime at the end: {Regime(regime[-1]).name.lower()}")
