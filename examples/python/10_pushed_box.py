"""A box pushed along the ground, as a complementarity problem: does it stick or slide, and who can solve it?"""

import numpy as np

import stickslip as ss

corners = np.array([[-0.5, -0.5, 0.0], [-0.5, 0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0]])
contacts = ss.formulation.Contacts(bodies=[[0, -1]] * 4, point=corners, normal=[[0, 0, 1]] * 4, mu=[0.5] * 4)


def after_push(push, formulate, **options):
    """Speed along x after 10 ms [m/s], and the report; a box of 1 kg, pushed below its middle so that it does not tip."""
    bodies = ss.formulation.Bodies(
        mass=[1.0], inertia=[[1 / 6] * 3], position=[[0, 0, 0.5]], velocity=[[0, 0, 0]], angular_velocity=[[0, 0, 0]],
        force=[[push, 0, -9.81]], torque=[[0, -0.5 * push, 0]],
    )
    f = formulate(bodies, contacts, h=0.01, **options)
    z, report = f.solve()
    report.raise_for_status()
    return f.velocities(z)[0, 0], report


print("friction holds 4.905 N")
for push in (4.0, 6.0):
    for formulate in (ss.formulation.exact_cone, ss.formulation.phantom_inertia, ss.formulation.anitescu_potra):
        speed, report = after_push(push, formulate)
        print(f"push {push} N, {formulate.__name__:<16} {1e3 * speed:8.4f} mm/s   {report.method}")

# Problems are values: take one, and compare solvers on it.
bodies = ss.formulation.Bodies(
    mass=[1.0], inertia=[[1 / 6] * 3], position=[[0, 0, 0.5]], velocity=[[0, 5, 0]], angular_velocity=[[0, 0, 6.28]],
    force=[[0, 0, -9.81]],
)
problem = ss.formulation.anitescu_potra(bodies, contacts, h=0.01).problem
for method in ("lemke", "judice_pires", "pgs"):
    z, report = ss.solvers.solve_lcp(problem, method=method, max_iterations=1000)
    print(f"{method:<13} {report.status.name:<15} residual {report.residual:.1e}   {report.method}")
