"""A scene in code, run, changed and run again: a plate pivots between two fingers, and slips if they are loose."""

import numpy as np

import stickslip as ss

scene = ss.Scene(
    {
        "name": "pivot",
        "planar": True,
        "bodies": {"plate": {"mass": 0.2, "inertia": 4.817e-4, "pose": [0.025, 0, 0]}},
        "contacts": {
            "grip": {
                "body": "plate",
                "law": {"elasto_plastic": {"sigma0": 1e6, "sigma1": 800, "sigma2": 0.2, "mu_c": 1.0, "mu_s": 1.2}},
                "pressure": {"disc": {"radius": 0.01}},
                "count": 2,
                "normal_force": {"sine": {"mean": 3.6, "amplitude": 0.9, "frequency": 2}},
            }
        },
        "loads": {"weight": {"body": "plate", "wrench": [0, -1.962, 0]}},
        "run": {"until": 2, "dt": 2e-4, "record_dt": 0.01},
    }
)


def tell(grip, run):
    _, y, theta = run["plate"].pose[-1]
    force = np.hypot(*run["grip"].wrench[-1, :2])
    moved = f"turned by {np.degrees(theta):8.3f} deg, fell by {-1e3 * y:7.3f} mm"
    print(f"{grip}: {moved}, each finger bears {force:.4f} N")
    print(f"  friction took {1e3 * run.energy.dissipated[-1]:.4f} mJ; {run.status.name.lower()}")


tell("squeezed by 3.6 N", scene.run())
tell("squeezed by 1.2 N", ss.run(scene, overrides={"contacts.grip.normal_force.sine.mean": 1.2}, until=0.2))

try:
    scene.run(overrides={"bodies.plate.mass": -1, "contacts.grip.modle": "reduced"})
except ValueError as mistakes:
    print(mistakes)
