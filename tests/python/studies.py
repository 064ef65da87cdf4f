"""Studies that tests share."""

# As docs/sweep.md has it, beside the scene pivot.yaml.
PIVOT_STUDY = """\
name: pivot_study
scene: pivot.yaml                                # or model: ishigami (a built-in function, to test the statistics)
variables:
  bodies.plate.mass: {normal: {mean: 0.2, sd: 0.02, min: 0.1, max: 0.3}}
  contacts.grip.law.elasto_plastic.mu_c: {uniform: [0.8, 1.1]}
  contacts.grip.normal_force.sine.mean: {list: [3.0, 3.6, 4.2]}      # in a random design: drawn with equal chance
design: sobol                                    # grid | latin_hypercube | sobol | monte_carlo
samples: 512
seed: 7
outputs:
  angle: {series: plate.pose.theta, reduce: last}                    # min | max | mean | last | quantile: 0.9
  slip: largest_slip
run_time_limit: 10                               # seconds per run
"""
ISHIGAMI = """\
name: ishigami
model: ishigami
variables:
  x1: {uniform: [-3.141592653589793, 3.141592653589793]}
  x2: {uniform: [-3.141592653589793, 3.141592653589793]}
  x3: {uniform: [-3.141592653589793, 3.141592653589793]}
design: sobol
samples: 64
outputs: {y: value}
events: {high: y > 5}
"""
