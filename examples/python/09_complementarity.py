"""A small LCP, a contact that sticks and one that slides, and a problem without solution: solved, and judged by the report.

    an LCP       0 ≤ z ⟂ M z + q ≥ 0, by every method
    a contact    K_μ ∋ r ⟂ u + μ ‖u_t‖ n ∈ K*_μ, u = W r + q, for a push that it holds and one that it does not
    no solution  what the report says then

09_complementarity.cpp does the same in C++.
"""

import sys

import numpy as np
import stickslip as ss
from stickslip import solvers

all_well = True


def show(what, report):
    print(
        f"{what:<14} {report.status.name.lower():<11} residual {report.residual:.1e}, {report.iterations} iterations, "
        f"by {report.method}"
    )


lcp = solvers.LcpProblem(M=[[2.0, 1.0], [1.0, 2.0]], q=[-5.0, -6.0])
for method in ("auto", "lemke", "murty", "judice_pires", "pgs", "nncg", "enumerate"):
    z, report = ss.solvers.solve_lcp(lcp, method=method)
    show(method, report)
    all_well &= report.converged and abs(z[0] - 4.0 / 3.0) < 1e-8

# A mass of 1 kg falls onto a table at 1 m/s while it moves along at 0.2 and at 2 m/s.
for along, left_over in ((0.2, 0.0), (2.0, 1.5)):
    r, report = solvers.solve_cone(W=np.eye(3), q=[-1.0, along, 0.0], mu=[0.5])
    left = along + r[1]
    show("sticks" if left_over == 0.0 else "slides", report)
    print(f"  impulse {r[0]:.3f} N s up, {r[1]:.3f} N s along; moves on at {left:.3f} m/s")
    all_well &= report.converged and abs(left - left_over) < 1e-7

z, report = solvers.solve_lcp([[-1.0]], [-1.0])  # −z − 1 ≥ 0
show("impossible", report)
try:
    report.raise_for_status()
    all_well = False
except solvers.SolveError as error:
    print(" ", error)
    all_well &= error.report.status is solvers.SolveStatus.INFEASIBLE
sys.exit(0 if all_well else 1)
