"""The laws once more, written from their formulas with plain loops: slow, and independent of the C++ code."""

import numpy as np

STUCK, CREEPING, SLIPPING, SLIDING = range(4)


def stribeck(p, speed):
    return p["mu_c"] + (p["mu_s"] - p["mu_c"]) * np.exp(-((speed / p["v_s"]) ** p["gamma"]))


def unit(vector):
    length = np.linalg.norm(vector)
    return vector / length if length > 0.0 else np.zeros_like(vector)


def lugre_decay(p, z, v):
    """The factor of z in dz/dt = v - decay z."""
    speed = np.linalg.norm(v)
    return p["sigma0"] * speed / stribeck(p, speed)


def elasto_plastic_decay(p, z, v):
    speed, length = np.linalg.norm(v), np.linalg.norm(z)
    z_max = stribeck(p, speed) / p["sigma0"]
    z_ba = p["s_ba"] * z_max
    if length <= z_ba:
        smooth = 0.0
    elif length >= z_max:
        smooth = 1.0
    else:
        smooth = 0.5 + 0.5 * np.sin(np.pi * (length - (z_max + z_ba) / 2) / (z_max - z_ba))
    return smooth * (unit(v) @ unit(z) + 1) / 2 * lugre_decay(p, z, v)


def dahl_decay(p, z, v):
    z_max, i = p["f_c"] / p["sigma0"], p["exponent"]
    s = unit(v) @ z / z_max
    k = i if s == 0 else (1 - np.abs(1 - s) ** i * np.sign(1 - s)) / s
    return np.linalg.norm(v) * k / z_max


def bristle_force(p, z, rate, v):
    return -(p["sigma0"] * z + p.get("sigma1", 0.0) * rate + p.get("sigma2", 0.0) * v)


def euler(p, decay, v, fn, dt):
    """Explicit Euler, force at the beginning of each step. Returns forces and deflections after each step."""
    z, forces, deflections = np.zeros(v.shape[1]), [], []
    for v_k, fn_k in zip(v, fn):
        rate = v_k - decay(p, z, v_k) * z
        forces.append(bristle_force(p, z, rate, v_k) * fn_k)
        z = z + dt * rate
        deflections.append(z)
    return np.array(forces), np.array(deflections)


def decayed(z, v, a, t):
    """Solution of dz/dt = v - a z after t for constant a, and its mean over t."""
    x = a * t
    share = -np.expm1(-x) / x if x > 0.0 else 1.0
    mean_share = (1 - share) / x if x > 1e-3 else 1 / 2 - x / 6 + x**2 / 24 - x**3 / 120
    return z * np.exp(-x) + share * t * v, z * share + mean_share * t * v


def lugre_exact(p, v, fn, dt):
    """Forces at the ends of the steps, mean forces, and deflections."""
    z, ends, means, deflections = np.zeros(v.shape[1]), [], [], []
    for v_k, fn_k in zip(v, fn):
        a = lugre_decay(p, z, v_k)
        after, mean = decayed(z, v_k, a, dt)
        ends.append(bristle_force(p, after, v_k - a * after, v_k) * fn_k)
        means.append(bristle_force(p, mean, (after - z) / dt, v_k) * fn_k)
        z = after
        deflections.append(z)
    return np.array(ends), np.array(means), np.array(deflections)


def elasto_plastic_midpoint(p, v, fn, dt):
    """Forces at the ends of the steps, and deflections: decay frozen at an implicit midpoint, overshoot scaled back."""
    z, ends, deflections = np.zeros(v.shape[1]), [], []
    for v_k, fn_k in zip(v, fn):
        middle = (z + dt / 2 * v_k) / (1 + dt / 2 * elasto_plastic_decay(p, z, v_k))
        after, _ = decayed(z, v_k, elasto_plastic_decay(p, middle, v_k), dt)
        bound = max(np.linalg.norm(z), stribeck(p, np.linalg.norm(v_k)) / p["sigma0"])
        after = after * min(1.0, bound / max(np.linalg.norm(after), 1e-300))
        ends.append(bristle_force(p, after, v_k - elasto_plastic_decay(p, after, v_k) * after, v_k) * fn_k)
        z = after
        deflections.append(z)
    return np.array(ends), np.array(deflections)


def fine(p, decay, v, dt, parts):
    """Deflections after each step by Runge and Kutta's method with `parts` substeps, for any law."""

    def rate(z, v_k):
        return v_k - decay(p, z, v_k) * z

    z, h, deflections = np.zeros(v.shape[1]), dt / parts, []
    for v_k in v:
        for _ in range(parts):
            k1 = rate(z, v_k)
            k2 = rate(z + h / 2 * k1, v_k)
            k3 = rate(z + h / 2 * k2, v_k)
            k4 = rate(z + h * k3, v_k)
            z = z + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        deflections.append(z)
    return np.array(deflections)


def adhesion(map_name, z_max, z_stick, x):
    """Hayward and Armstrong's update, sample by sample. Returns z, w and regimes."""
    w, regime = x[0].copy(), STUCK
    tensions, points, regimes = [np.zeros_like(w)], [w], [regime]
    for previous, x_k in zip(x[:-1], x[1:]):
        z, y = x_k - w, np.linalg.norm(x_k - previous)
        length = np.linalg.norm(z)
        if y > 0.0:
            if map_name == "stick_slide":
                alpha = 0.0 if length <= z_max else np.inf
            elif map_name == "stick_slip_slide":
                alpha = 0.0 if length < z_stick else 1 / z_max
            else:
                alpha = length**8 / (z_stick**8 + length**8) / z_max
            if alpha > 0.0 and alpha * length > 1:
                w = x_k - z_max * z / length
                jumped_before = regime in (SLIPPING, SLIDING)
                regime = SLIDING if jumped_before or map_name == "stick_slide" else SLIPPING
            else:
                w = w + y * alpha * z
                holds = length <= z_stick / 2 if map_name == "stick_creep_slip_slide" else alpha == 0.0
                moved = CREEPING if map_name == "stick_creep_slip_slide" else SLIPPING
                regime = STUCK if holds else moved
        tensions.append(x_k - w)
        points.append(w)
        regimes.append(regime)
    return np.array(tensions), np.array(points), np.array(regimes)
