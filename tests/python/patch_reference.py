"""Patches once more, written from their formulas with plain numpy: slow, and independent of the C++ code."""

import numpy as np
from reference import stribeck


def smooth(length, z_max, s_ba):
    """How plastic a bristle of this length is, 0 to 1."""
    z_ba = s_ba * z_max
    between = 0.5 + 0.5 * np.sin(np.pi * (length - (z_max + z_ba) / 2) / (z_max - z_ba))
    return np.where(length <= z_ba, 0.0, np.where(length >= z_max, 1.0, between))


def alignment(a, b):
    """(cos of the angle between rows + 1)/2; 1/2 where one of them is zero."""
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    cosine = np.divide((a * b).sum(axis=-1), lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return (cosine + 1) / 2


def cell_velocities(cells, twist):
    return np.stack([twist[0] - twist[2] * cells[:, 1], twist[1] + twist[2] * cells[:, 0]], axis=1)


def cell_rate(p, z, v):
    speed = np.linalg.norm(v, axis=1)
    g = stribeck(p, speed)
    beta = 1.0
    if "s_ba" in p:
        beta = smooth(np.linalg.norm(z, axis=1), g / p["sigma0"], p["s_ba"]) * alignment(v, z)
    return v - (beta * p["sigma0"] * speed / g)[:, None] * z


def cell_wrench(p, cells, weight, z, rate, v, fn):
    force = (p["sigma0"] * z + p["sigma1"] * rate + p["sigma2"] * v) * weight[:, None] * fn
    torque = cells[:, 0] * force[:, 1] - cells[:, 1] * force[:, 0]
    return -np.array([*force.sum(axis=0), torque.sum()])


def distributed_euler(p, cells, weight, twists, fn, dt):
    """Wrenches at the beginning of each step, and the deflections in the end."""
    z, wrenches = np.zeros_like(cells), []
    for twist, fn_k in zip(twists, fn):
        v = cell_velocities(cells, twist)
        rate = cell_rate(p, z, v)
        wrenches.append(cell_wrench(p, cells, weight, z, rate, v, fn_k))
        z = z + dt * rate
    return np.array(wrenches), z


def distributed_lugre(p, cells, weight, twists, fn, dt):
    """Wrenches at the end of each step, exact for the twist held over it."""
    z, wrenches = np.zeros_like(cells), []
    for twist, fn_k in zip(twists, fn):
        v = cell_velocities(cells, twist)
        speed = np.linalg.norm(v, axis=1)
        x = (p["sigma0"] * speed / stribeck(p, speed) * dt)[:, None]
        share = np.divide(-np.expm1(-x), x, out=np.ones_like(x), where=x > 0)
        z = z * np.exp(-x) + share * dt * v
        wrenches.append(cell_wrench(p, cells, weight, z, cell_rate(p, z, v), v, fn_k))
    return np.array(wrenches)


def reduced_euler(p, h, r, u, twists, fn, dt, drift_free):
    """Wrenches at the beginning of each step, and z in the end. h: the wrench of a twist, by (1, 1, r)."""
    s = np.array([1.0, 1.0, r])
    y, wrenches = np.zeros(3), []
    for twist, fn_k in zip(twists, fn):
        n = np.linalg.norm(s * twist)
        g = stribeck(p, n)
        drive = -h(twist) * n
        beta = 1.0
        if "s_ba" in p and n > 0.0:
            z_max = np.linalg.norm(h(twist)) * g / p["sigma0"]
            beta = float(smooth(np.linalg.norm(y), z_max, p["s_ba"]) * alignment(y, drive))
        elastic = s * twist if drift_free else drive
        rate = (1 - beta) * elastic + beta * (drive - p["sigma0"] * n / g * y)
        bristles = s * (p["sigma0"] * y + p["sigma1"] * rate)
        wrenches.append(-fn_k * (bristles + p["sigma2"] * np.array([1.0, 1.0, u]) * twist))
        y = y + dt * rate
    return np.array(wrenches), s * y
