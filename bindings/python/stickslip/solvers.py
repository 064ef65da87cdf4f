"""Complementarity problems as values, and the solvers that compete for them.

    import numpy as np, stickslip as ss
    z, report = ss.solvers.solve_lcp([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0])
    report.raise_for_status()
    r, report = ss.solvers.solve_cone(np.eye(3), [-1.0, 0.2, 0.0], [0.5])     # one contact, order n, t1, t2

A problem is given as arrays or as an object (LcpProblem, MixedLcpProblem, BoxedLcpProblem, ConeProblem), which files
hold too. Each kind has one residual that judges all solvers: a SolveReport's residual and the argument tol mean that
number.
"""

from ._code import Code as _Code
from ._stickslip.solvers import (
    BoxedLcpProblem,
    ConeProblem,
    LcpProblem,
    MixedLcpProblem,
    SolveReport,
    boxed_lcp_residual,
    cone_residual,
    lcp_residual,
    mixed_lcp_residual,
    read_fc,
    read_fclib,
    read_lcp,
    solve_boxed_lcp,
    solve_cone,
    solve_lcp,
    solve_mixed_lcp,
    write_fc,
    write_lcp,
)
from ._stickslip.solvers import _solve_statuses

__all__ = [
    "BoxedLcpProblem",
    "ConeProblem",
    "LcpProblem",
    "MixedLcpProblem",
    "SolveError",
    "SolveReport",
    "SolveStatus",
    "boxed_lcp_residual",
    "cone_residual",
    "lcp_residual",
    "mixed_lcp_residual",
    "read_fc",
    "read_fclib",
    "read_lcp",
    "solve_boxed_lcp",
    "solve_cone",
    "solve_lcp",
    "solve_mixed_lcp",
    "write_fc",
    "write_lcp",
]

SolveStatus = _Code("SolveStatus", [(name, code) for name, code, _ in _solve_statuses], module=__name__)
SolveStatus.__doc__ = "What came of an iteration, the worst last.\n\n" + "\n".join(
    f"{name:<14}  {meaning}" for name, _, meaning in _solve_statuses
)


class SolveError(RuntimeError):
    """A solve did not converge: what SolveReport.raise_for_status raises. Its report says why."""

    def __init__(self, report):
        meaning = _solve_statuses[report.status][2]
        super().__init__(f"{report.method}: {meaning}; residual {report.residual:g} after {report.iterations} iterations")
        self._report = report

    @property
    def report(self):
        """The SolveReport."""
        return self._report

    def __reduce__(self):
        return type(self), (self._report,)

    def __eq__(self, other):
        return self._report == other._report if isinstance(other, SolveError) else NotImplemented

    def __hash__(self):
        return hash(self._report)
