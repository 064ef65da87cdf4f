"""A stylus strokes a surface to and fro at 1 kHz, with the tremor of a hand, and loses a few samples on the way.

Position alone is enough for Adhesion: nothing is differentiated, so the tremor makes no chatter, and a late or lost
sample makes no kick. Prints what the device would be sent; 04_haptic_renderer.cpp does the same in C++.
"""

import math
import sys

import stickslip as ss
from stickslip.friction import Regime
from stickslip.haptics import Status


def stylus(t):
    """Where the stylus is at time t [s]: strokes of 2 mm, tremor of 20 µm at 9 Hz."""
    turn = 2 * math.pi
    return [2e-3 * math.sin(turn * 0.5 * t), 2e-5 * math.sin(turn * 9.0 * t), 0.0]


def main():
    law = ss.friction.Adhesion(z_max=1e-4, stiffness=1e4)  # slides at 1 N
    renderer = ss.haptics.Renderer(law, dim=3, force_limit=3.0)

    print("t [s]   x [mm]   force [N]             regime   status")
    refused = 0
    for k in range(2001):
        t = 1e-3 * k
        x = stylus(t)
        if k % 400 == 150:
            x[0] = math.nan  # the sensor had nothing to say
        force, status = renderer.render(x, t=t, normal_force=1.0)
        refused += Status(status).is_refused
        if k % 200 == 150:
            regime = Regime(renderer.regime).name.lower()
            fx, fy, fz = force
            name = Status(status).name.lower()
            print(f"{t:.3f}  {1e3 * stylus(t)[0]:+.4f}  ({fx:+.4f}, {fy:+.4f}, {fz:+.4f})  {regime:7}  {name}")
    print(f"{refused} samples refused; each time the device was sent the last force.")
    return 0 if refused == 5 else 1


if __name__ == "__main__":
    sys.exit(main())
