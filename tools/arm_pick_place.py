#!/usr/bin/python3
"""Prints scenes/arm_pick_place.csv: where the drives of the arm pull, row by row.

The wrist goes along a path whose parts begin and end at rest: when the share u of its time has passed, the wrist has gone
the share u³ (10 − 15 u + 6 u²) of its way. The angles of the hinges, 0 upright, follow by inverse kinematics: third and
fifth straight, elbow up, gripper down and turned as the world. Drives are springs: one that is to bear the torque of gravity
pulls to a place ahead of the angle, target = angle + torque/stiffness.
"""

from math import acos, atan2, cos, hypot, pi, sin

GRAVITY = 9.81
STIFFNESS = 35e3  # of the hinges' drives [N m/rad]
# What hangs on the hinges 2, 4 and 6: height upright of a centre of mass [m], mass [kg].
UPPER_ARM = [(0.455, 8.41), (0.68, 3.52)]
FORE_ARM = [(0.89, 4.31), (1.14, 3.45)]
GRIPPER = [(1.305, 1.46), (1.35, 0.24), (1.39, 1.0)]
SHOULDER, ELBOW, WRIST = 0.315, 0.765, 1.265  # heights of these hinges upright [m]

EDGE, TOP, FAR = 0.15, 0.3, 0.7  # of the cube: x and z of its edge, y of its middle [m]
BELOW = 0.165 + 0.035  # the bottom of the box, below the wrist [m]
REACH, LIFT, HOVER = 0.1, 0.25, 0.07  # above the box at first, the ground and the edge [m]
D, DROP = -4e-3, 20e-3  # where the box is let go: its centre past the edge, its bottom above it [m]
# Ends of the parts: above the box, at it, fingers closed, lifted, swung over the edge, lowered; and when fingers open [s].
REACHED, THERE, CLOSED, LIFTED, SWUNG, LOWERED, OPENS = 1.5, 2.0, 2.4, 2.9, 4.2, 4.8, 5.1
# Of each finger towards the other [s, m]: 5 mm to the box, and as much further as its spring of 17 kN/m takes to press with
# 40 N; back to the box at once, and then apart by 50 mm/s each.
TOUCH, DEEP, WIDE = 5e-3, 5e-3 + 40 / 17e3, -30e-3
FINGER = [(0, 0), (THERE, 0), (2.3, TOUCH), (CLOSED, DEEP), (OPENS, DEEP), (5.11, TOUCH), (5.81, WIDE)]
ROW = 0.05  # between rows while the arm moves [s]


def share(t, start, end):
    u = min(max((t - start) / (end - start), 0), 1)
    return u**3 * (10 - 15 * u + 6 * u**2)


def between(a, b, s):
    return a + s * (b - a)


def wrist(t):
    """Its place when it is above the box, and afterwards [m]."""
    if t <= LIFTED:
        return 0.7, 0, BELOW + REACH * (1 - share(t, REACHED, THERE)) + LIFT * share(t, CLOSED, LIFTED)
    s = share(t, LIFTED, SWUNG)
    out, turn = between(0.7, hypot(EDGE, FAR), s), s * atan2(FAR, EDGE)
    z = between(BELOW + LIFT, TOP + BELOW + HOVER, s)
    down = share(t, SWUNG, LOWERED)
    return out * cos(turn) + down * D, out * sin(turn), between(z, TOP + BELOW + DROP, down)


def angles(t):
    """Of the hinges 1, 2, 4 and 6; the seventh turns as the first [rad]."""
    if t < REACHED:
        return [share(t, 0, REACHED) * angle for angle in angles(REACHED)]
    x, y, z = wrist(t)
    upper, fore, out, up = ELBOW - SHOULDER, WRIST - ELBOW, hypot(x, y), z - SHOULDER
    bend = acos((out**2 + up**2 - upper**2 - fore**2) / (2 * upper * fore))
    lean = atan2(out, up) - atan2(fore * sin(bend), upper + fore * cos(bend))
    return [atan2(y, x) - pi / 2, -lean, -bend, lean + bend - pi]


def targets(t):
    turn, shoulder, elbow, wrist_turn = angles(t)
    # From upright, outward [rad].
    upper_tilt, fore_tilt, gripper_tilt = -shoulder, -shoulder - elbow, -shoulder - elbow - wrist_turn

    # Masses times how far out they are from each hinge [kg m], from the gripper inward.
    def moment(parts, hinge, tilt):
        return sum(mass * (height - hinge) for height, mass in parts) * sin(tilt)

    at_wrist = moment(GRIPPER, WRIST, gripper_tilt)
    at_elbow = at_wrist + moment(FORE_ARM + [(WRIST, sum(mass for _, mass in GRIPPER))], ELBOW, fore_tilt)
    beyond = sum(mass for _, mass in FORE_ARM + GRIPPER)
    at_shoulder = at_elbow + moment(UPPER_ARM + [(ELBOW, beyond)], SHOULDER, upper_tilt)
    ahead = [GRAVITY * kg_m / STIFFNESS for kg_m in (at_shoulder, at_elbow, at_wrist)]
    return [turn, shoulder + ahead[0], elbow + ahead[1], wrist_turn + ahead[2]]


def finger(t):
    for (start, a), (end, b) in zip(FINGER, FINGER[1:]):
        if t <= end:
            return between(a, b, (t - start) / (end - start))
    return FINGER[-1][1]


def table():
    times = {round(i * ROW, 3) for i in range(round(LOWERED / ROW) + 1)} | {t for t, _ in FINGER}
    yield "t [s],joint_1 [rad],joint_2 [rad],joint_4 [rad],joint_6 [rad],finger [m]"
    for t in sorted(times):
        yield ",".join([f"{t:.3f}", *(f"{value + 0.0:.6f}" for value in [*targets(t), finger(t)])])


if __name__ == "__main__":
    print("\n".join(table()))
