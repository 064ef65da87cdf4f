"""How often does a grip slip? A study: many plates between two fingers, of varying weight, balance and friction."""

from pathlib import Path

import numpy as np

import stickslip as ss

# The plate's weight comes upon the fingers within a tenth of a second.
Path("grip.yaml").write_text(
    """
planar: true
bodies:
  plate: {mass: 0.2, inertia: 4.817e-4, pose: [0.015, 0, 0]}
contacts:
  grip:
    body: plate
    law: {elasto_plastic: {sigma0: 1e6, sigma1: 800, sigma2: 0.2, mu_c: 0.8, mu_s: 1.0}}
    pressure: {disc: {radius: 0.01}}
    count: 2
    normal_force: 2.8
loads:
  weight: {body: plate, wrench: [0, {ramp: {to: -1.962, end: 0.1}}, 0]}
run: {until: 0.2, dt: 5e-4, record_dt: 0.01}
"""
)
study = ss.sweep.Study.from_yaml(
    """
name: grip
scene: grip.yaml
variables:
  bodies.plate.pose.0: {uniform: [0.01, 0.02]}
  contacts.grip.law.elasto_plastic.mu_s: {uniform: [0.9, 1.1]}
  loads.weight.wrench.1.ramp.to: {normal: {mean: -1.962, sd: 0.2, max: 0}}
design: sobol
samples: 128
outputs: {slip: largest_slip}
events: {slips: slip > 1e-4}
"""
)


def tell_influence(results, output):
    for key, correlation in results.correlations[output].items():
        print(f"  {key:<40} {correlation:6.3f}")


res = ss.sweep.run(study)
slips = res.events["slips"]
print(f"squeezed by 2.8 N: {slips.count} of {slips.of} plates slip")
print(f"  probability {slips.probability:.3f}, between {slips.low:.3f} and {slips.high:.3f}")
print("what decides how far they slip, by the correlation of ranks:")
tell_influence(res, "slip")
worst = int(np.argmax(res["slip"]))
print(f"worst: run {worst}, by {1e3 * res['slip'][worst]:.2f} mm. To look at it:\n  {res.replay(worst)}")

# Instead, of some plates, the least force that holds each.
find = {"variable": "contacts.grip.normal_force", "output": "slip", "crosses": 1e-4, "between": [1, 20], "tol": 0.05}
sought = ss.sweep.run(study, overrides={"samples": 32, "find": find})
force = np.sort(sought["threshold"])
least = f"the least force that holds is {force[0]:.2f} to {force[-1]:.2f} N"
print(f"{least}; nine in ten plates need {force[28]:.2f} N or less")
print("what decides it:")
tell_influence(sought, "threshold")
