"""Complementarity problems: arguments, results, files. That solvers solve is tested in C++."""

import pickle
import signal
import threading
import time

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import stickslip as ss
from stickslip import _stickslip, solvers

M, Q = np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-5.0, -6.0])
W, CONE_Q, MU = np.diag([1.0, 2.0, 2.0]), np.array([-1.0, 0.2, 0.0]), np.array([0.5])


class Sparse:
    """What scipy.sparse has, as far as it is asked for."""

    def __init__(self, dense, shape=None, row=None, col=None):
        self.row, self.col = np.nonzero(dense)
        self.data, self.shape = dense[self.row, self.col], shape or dense.shape
        self.row, self.col = row or self.row, col or self.col

    def tocoo(self):
        return self


def test_lines_of_the_issue_work(tmp_path):
    z, report = ss.solvers.solve_lcp(M, Q, method="auto", tol=1e-10, z0=None, max_iterations=None, time_limit=None)
    assert_allclose(z, [4 / 3, 7 / 3])
    assert report.status is solvers.SolveStatus.CONVERGED and report.converged is True
    assert report.iterations >= 0 and report.residual <= 1e-10 and report.method and report.raise_for_status() is None
    z, report = ss.solvers.solve_mixed_lcp([[2.0, 1.0], [-1.0, 2.0]], [5.0, -6.0], free=[True, False])
    assert_allclose(z, [-3.2, 1.4])  # 2 z0 + z1 = -5, -z0 + 2 z1 = 6 by hand
    assert report.converged
    x, report = ss.solvers.solve_boxed_lcp(np.diag([2.0, 1.0]), [-1.0, 3.0], [0.0, -0.5], [np.inf, 0.5], bound_of=[-1, 0])
    assert_allclose(x, [0.5, -0.25], atol=1e-10)
    assert report.converged
    r, report = ss.solvers.solve_cone(W, CONE_Q, MU, tol=1e-8, method="auto")
    assert_allclose(r, [1.0, -0.1, 0.0], atol=1e-8)  # sticks: u = 0
    assert report.converged
    assert ss.solvers.lcp_residual(M, Q, z=[0.0, 0.0]) == 1.0
    assert ss.solvers.cone_residual(W, CONE_Q, MU, r) <= 1e-8
    problem = solvers.ConeProblem(W, CONE_Q, MU)
    solvers.write_fc(problem, tmp_path / "problem.fc")
    problem = ss.solvers.read_fc(str(tmp_path / "problem.fc"))
    for found, given in ((problem.W, W), (problem.q, CONE_Q), (problem.mu, MU)):
        assert_array_equal(found, given)
    r, report = ss.solvers.solve_cone(problem)
    assert report.converged


@pytest.mark.parametrize("method", _stickslip.solvers._methods["lcp"])
def test_every_method_by_its_name(method):
    z, report = solvers.solve_lcp(solvers.LcpProblem(M, Q), method=method)
    assert report.converged and method in report.method
    assert_allclose(z, [4 / 3, 7 / 3], atol=1e-8)
    assert report.residual == solvers.lcp_residual(M, Q, z)


@pytest.mark.parametrize("method", _stickslip.solvers._methods["cone"])
@pytest.mark.parametrize("matrix", [W, Sparse(W)], ids=["dense", "sparse"])
def test_every_cone_method_takes_both_kinds_of_matrix(method, matrix):
    r, report = solvers.solve_cone(matrix, CONE_Q, MU, method=method)
    assert report.converged and method in report.method
    assert report.residual == solvers.cone_residual(matrix, CONE_Q, MU, r)


def test_residuals_are_those_of_their_definitions():
    rng = np.random.default_rng(1)
    A, b, z = rng.normal(size=(4, 4)), rng.normal(size=4), rng.normal(size=4)
    w, free = A @ z + b, np.array([True, False, True, False])
    assert_allclose(solvers.lcp_residual(A, b, z), abs(np.minimum(z, w)).max() / abs(b).max())
    mixed = np.where(free, w, np.minimum(z, w))
    assert_allclose(solvers.mixed_lcp_residual(A, b, free, z), abs(mixed).max() / abs(b).max())
    lo, hi = -np.ones(4), np.ones(4)
    boxed = z - np.clip(z - w, lo, hi)
    assert_allclose(solvers.boxed_lcp_residual(A, b, lo, hi, z), abs(boxed).max() / abs(b).max())
    scale = max(0.0, z[0])
    moved = z[3] - np.clip(z[3] - w[3], -scale, scale)
    boxed[3] = moved
    found = solvers.boxed_lcp_residual(A, b, lo, hi, z, bound_of=[-1, -1, -1, 0])
    assert_allclose(found, abs(boxed).max() / abs(b).max())
    assert solvers.lcp_residual(A, np.zeros(4), np.ones(4)) == abs(np.minimum(1.0, A.sum(axis=1))).max()
    assert solvers.lcp_residual(solvers.LcpProblem(A, b), z=z) == solvers.lcp_residual(A, b, z)


def test_a_start_is_used_and_left_alone():
    z0 = np.array([4 / 3, 7 / 3])
    z, report = solvers.solve_lcp(M, Q, method="pgs", z0=z0, max_iterations=0)
    assert_array_equal(z, z0)
    assert z is not z0 and report.converged
    z, report = solvers.solve_lcp(M, Q, method="pgs", max_iterations=1)
    assert report.status is solvers.SolveStatus.MAX_ITERATIONS and report.iterations == 1
    assert report.residual == solvers.lcp_residual(M, Q, z) > 1e-10


def test_what_is_not_solved_raises_only_when_asked():
    _, report = solvers.solve_lcp([[-1.0]], [-1.0])
    assert not report.converged and report.status is solvers.SolveStatus.INFEASIBLE
    with pytest.raises(solvers.SolveError, match="has no solution") as error:
        report.raise_for_status()
    assert error.value.report == report and isinstance(error.value, RuntimeError)


nan, inf = np.nan, np.inf


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: solvers.solve_lcp([[nan]], [1.0]), r"LcpProblem: M\(0, 0\) = nan must be finite"),
        (lambda: solvers.solve_lcp(M, [1.0]), "q has 1 entries, must have 2, one per row of M"),
        (lambda: solvers.solve_lcp(M[:1], [1.0]), "LcpProblem: M is 1 x 2, must be 1 x 1"),
        (lambda: solvers.solve_mixed_lcp(M, [1.0], [0, 0]), "q has 1 entries, must have 2, one per row of M"),
        (lambda: solvers.solve_boxed_lcp(M, [1.0], Q, Q), "b has 1 entries, must have 2, one per row of A"),
        (lambda: solvers.solve_lcp(M[0], [1.0]), r"M has shape \(2,\); allowed: \(n, n\)"),
        (lambda: solvers.solve_lcp(M, Q, method="gauss"), "method = 'gauss' must be one of 'auto', 'lemke', 'murty'"),
        (lambda: solvers.solve_lcp(M, Q, tol=0.0), "solve_lcp: tol = 0 must be finite and > 0"),
        (lambda: solvers.solve_lcp(M, Q, tol=nan), "solve_lcp: tol = nan must be"),
        (lambda: solvers.solve_lcp(M, Q, time_limit=-1.0), "solve_lcp: time_limit = -1 must be"),
        (lambda: solvers.solve_lcp(M, Q, max_iterations=-1), "solve_lcp: max_iterations = -1 must be"),
        (lambda: solvers.solve_lcp(M, Q, z0=[1.0]), r"z0 has shape \(1,\); allowed: \(2,\)"),
        (lambda: solvers.solve_lcp(M, Q, z0=[1.0, inf]), r"z0\[1\] = inf must be finite"),
        (lambda: solvers.solve_lcp(np.eye(13), np.ones(13), method="enumerate"), "12"),
        (lambda: solvers.lcp_residual(M, Q, [1.0]), "z has 1 entries, must have 2"),
        (lambda: solvers.solve_mixed_lcp(M, Q, [0, 2]), r"free\[1\] = 2 must be a whole number from 0 to 1"),
        (lambda: solvers.solve_mixed_lcp(M, Q, [True]), "free has 1 entries"),
        (lambda: solvers.solve_boxed_lcp(M, Q, [1.0, 0.0], [0.0, 0.0]), "lo"),
        (lambda: solvers.solve_boxed_lcp(M, Q, [0.0, 0.0], [1.0, 1.0], [-1, 2]), r"bound_of\[1\] = 2 must be"),
        (lambda: solvers.solve_boxed_lcp(M, Q, [0.0, 0.0], [1.0, 1.0], [-1, 0.5]), r"bound_of\[1\] = 0.5 must be"),
        (lambda: solvers.solve_cone(W, CONE_Q, [-0.5]), r"mu\[0\] = -0.5 must be finite and >= 0"),
        (lambda: solvers.solve_cone(W, CONE_Q, [0.5, 0.5]), "q has 3 entries, must have 6"),
        (lambda: solvers.solve_cone(np.eye(2), CONE_Q, MU), r"W has shape \(2, 2\); allowed: \(3 n, 3 n\)"),
        (lambda: solvers.solve_cone(Sparse(W, (3, 4)), CONE_Q, MU), r"W has shape \(3, 4\)"),
        (lambda: solvers.solve_cone(Sparse(W, (3 * 10**9,) * 2), CONE_Q, MU), r"W has shape .*; allowed: \(3, 3\), three rows for each mu"),
        (lambda: solvers.solve_cone(Sparse(W, (10**30,) * 2), CONE_Q, MU), r"W has shape .*; allowed: \(3, 3\)"),
        (lambda: solvers.solve_cone(Sparse(W, (-3, -3)), CONE_Q, MU), r"W has shape \(-3, -3\); allowed: \(3, 3\)"),
        (lambda: solvers.solve_cone(Sparse(W, row=[0, 1.5, 2]), CONE_Q, MU), r"W.tocoo\(\).row\[1\] = 1.5 must be a whole number from 0 to 2"),
        (lambda: solvers.solve_cone(Sparse(W, col=[0, 1, nan]), CONE_Q, MU), r"W.tocoo\(\).col\[2\] = nan must be"),
        (lambda: solvers.solve_cone(Sparse(W, row=[0, 1, 3]), CONE_Q, MU), r"row\[2\] = 3 must be a whole number from 0 to 2"),
        (lambda: solvers.solve_cone(Sparse(W, row=[0, 1]), CONE_Q, MU), "row, col and data of different lengths"),
        (lambda: solvers.solve_cone(W * nan, CONE_Q, MU), "W has an entry that is not finite"),
    ],
)
def test_errors_name_argument_and_value(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: solvers.solve_lcp(M), "solve_lcp needs the argument q"),
        (lambda: solvers.solve_lcp(solvers.LcpProblem(M, Q), Q), "got the argument q beside an LcpProblem"),
        (lambda: solvers.solve_lcp(M, Q, tolerance=1.0), "solve_lcp has no argument tolerance"),
        (lambda: solvers.solve_lcp(M, Q, max_iterations=1.5), "max_iterations must be an integer"),
        (lambda: solvers.solve_lcp(None, Q), "solve_lcp: M must be an array or an LcpProblem, not NoneType"),
        (lambda: solvers.solve_lcp(solvers.ConeProblem(W, CONE_Q, MU)), "M must be an array or an LcpProblem, not ConeProblem"),
        (lambda: solvers.solve_cone(solvers.LcpProblem(M, Q)), "W must be an array or a ConeProblem, not LcpProblem"),
        (lambda: solvers.solve_lcp(Sparse(M), Q), r"M is sparse \(Sparse\), must be a full array: M.toarray\(\)"),
        (lambda: solvers.solve_lcp(object(), Q), "M must hold real numbers, but is of type object"),
        (lambda: solvers.solve_lcp(1j * M, Q), "M must hold real numbers"),
        (lambda: solvers.write_fc(solvers.LcpProblem(M, Q), "x.fc"), "problem must be of type ConeProblem"),
    ],
)
def test_wrong_types_are_type_errors(call, message):
    with pytest.raises(TypeError, match=message):
        call()


def test_problems_show_their_arrays_and_cannot_be_changed():
    problem = solvers.LcpProblem(M, Q)
    assert_array_equal(problem.M, M)
    assert_array_equal(problem.q, Q)
    with pytest.raises(ValueError):
        problem.M[0, 0] = 7.0
    kept = problem.M
    del problem
    assert_array_equal(kept, M)  # the view keeps its owner
    mixed = solvers.MixedLcpProblem(M, Q, [False, True])
    assert mixed.free.dtype == bool and list(mixed.free) == [False, True]
    boxed = solvers.BoxedLcpProblem(M, Q, [0.0, -1.0], [inf, 1.0], [-1, 0])
    assert list(boxed.bound_of) == [-1, 0] and list(boxed.hi) == [inf, 1.0]
    assert list(solvers.BoxedLcpProblem(M, Q, [0.0, -1.0], [inf, 1.0]).bound_of) == [-1, -1]
    cone = solvers.ConeProblem(np.kron([[2.0, 1.0], [0.0, 2.0]], np.eye(3)), np.arange(6.0), [0.5, 0.0])
    data, indices, indptr = cone.bsr
    assert cone.contacts == 2 and data.shape == (3, 3, 3) and list(indices) == [0, 1, 1] and list(indptr) == [0, 2, 3]
    rebuilt = np.zeros((6, 6))
    for i in range(2):
        for k in range(indptr[i], indptr[i + 1]):
            rebuilt[3 * i : 3 * i + 3, 3 * indices[k] : 3 * indices[k] + 3] = data[k]
    assert_array_equal(rebuilt, cone.W)


def test_a_block_of_zeros_makes_no_difference(tmp_path):
    # The block of contacts 0 and 1 is given, and is zero.
    matrix = Sparse(np.eye(6))
    matrix.row, matrix.col, matrix.data = (np.append(a, b) for a, b in [(matrix.row, 0), (matrix.col, 3), (matrix.data, 0.0)])
    given, plain = (solvers.ConeProblem(m, np.ones(6), [0.5, 0.5]) for m in (matrix, np.eye(6)))
    assert len(given.bsr[1]) == 3 and len(plain.bsr[1]) == 2
    assert given == plain and hash(given) == hash(plain) and pickle.loads(pickle.dumps(given)) == given
    solvers.write_fc(given, tmp_path / "a.fc")
    assert solvers.read_fc(tmp_path / "a.fc") == given
    assert given != solvers.ConeProblem(2.0 * np.eye(6), np.ones(6), [0.5, 0.5])


def test_the_point_follows_a_problem():
    z = [1.0, 2.0]
    problem = solvers.LcpProblem(M, Q)
    assert solvers.lcp_residual(problem, z) == solvers.lcp_residual(problem, z=z) == solvers.lcp_residual(M, Q, z)
    boxed = solvers.BoxedLcpProblem(M, Q, [0.0, -1.0], [inf, 1.0])
    assert solvers.boxed_lcp_residual(boxed, z) == solvers.boxed_lcp_residual(boxed, x=z)
    cone = solvers.ConeProblem(W, CONE_Q, MU)
    assert solvers.cone_residual(cone, CONE_Q) == solvers.cone_residual(W, CONE_Q, MU, CONE_Q)
    with pytest.raises(ValueError, match="z has 1 entries, must have 2"):
        solvers.lcp_residual(problem, [1.0])
    with pytest.raises(TypeError, match="needs the argument z"):
        solvers.lcp_residual(problem)


def test_lcp_files(tmp_path):
    rng = np.random.default_rng(2)
    problem = solvers.LcpProblem(rng.normal(size=(5, 5)) * 1e-200, rng.normal(size=5))
    solvers.write_lcp(problem, tmp_path / "p.lcp")
    assert solvers.read_lcp(tmp_path / "p.lcp") == problem
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "p.npz", M=problem.M, q=problem.q)
        assert solvers.read_lcp(tmp_path / "p.npz") == problem
        save(tmp_path / "p.npz", M=np.asfortranarray(problem.M), q=problem.q, other=np.ones(3))
        assert solvers.read_lcp(tmp_path / "p.npz") == problem
    solvers.write_lcp(problem, tmp_path / "q.npz")
    assert solvers.read_lcp(tmp_path / "q.npz") == problem
    with np.load(tmp_path / "q.npz") as arrays:
        assert sorted(arrays) == ["M", "q"]
        assert np.array_equal(arrays["M"], problem.M) and np.array_equal(arrays["q"], problem.q)
    np.savez(tmp_path / "p.npz", M=problem.M.astype(complex), q=problem.q)
    with pytest.raises(ValueError, match="the array M is of type '<c16'; supported are"):
        solvers.read_lcp(tmp_path / "p.npz")
    np.savez(tmp_path / "p.npz", M=np.eye(3).astype(object), q=problem.q)
    with pytest.raises(ValueError, match="array M"):
        solvers.read_lcp(tmp_path / "p.npz")


def test_files_that_are_wrong(tmp_path):
    (tmp_path / "p.fc").write_text("3 1 0\n0.5\n-1 nan 0\n")
    with pytest.raises(ValueError, match=r"p.fc:3: q\[1\] = 'nan' must be finite"):
        solvers.read_fc(tmp_path / "p.fc")
    with pytest.raises(FileNotFoundError):
        solvers.read_fc(tmp_path / "absent.fc")
    with pytest.raises(IsADirectoryError):
        solvers.read_lcp(tmp_path)
    with pytest.raises(ValueError, match="not an HDF5 file"):
        solvers.read_fclib(tmp_path / "p.fc")
    result = ss.record.Result("some-run")
    result.write(tmp_path / "run")
    with pytest.raises(ValueError, match="holds no problem of FCLIB"):
        solvers.read_fclib(tmp_path / "run" / "result.h5")


def test_fclib_files(tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "p.hdf5", "w") as file:
        for path, values in {
            "spacedim": [3],
            "W/m": [3],
            "W/n": [3],
            "W/nzmax": [4],
            "W/nz": [-2],
            "W/p": [0, 2, 3, 4],
            "W/i": [0, 2, 1, 2],
        }.items():
            file[f"fclib_local/{path}"] = np.array(values, dtype=np.int32)
        file["fclib_local/W/x"] = np.array([1.0, 0.5, 2.0, 3.0])
        file["fclib_local/vectors/q"] = CONE_Q
        file["fclib_local/vectors/mu"] = MU
    problem = solvers.read_fclib(tmp_path / "p.hdf5")
    assert_array_equal(problem.W, [[1.0, 0.0, 0.5], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]])


def hard_problem(n=60):
    """On which Murty's method takes 2ⁿ − 1 pivots."""
    return np.eye(n) + 2.0 * np.triu(np.ones((n, n)), 1), -np.ones(n)


FOR_EVER = dict(method="murty", max_iterations=2_000_000_000)


def test_ctrl_c_ends_a_solve():
    A, b = hard_problem()
    begin = time.monotonic()
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        solvers.solve_lcp(A, b, **FOR_EVER, time_limit=60.0)
    assert time.monotonic() - begin < 10.0


def test_other_threads_run_meanwhile_and_time_is_kept():
    A, b = hard_problem()
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    _, report = solvers.solve_lcp(A, b, **FOR_EVER, time_limit=0.5)
    took = time.monotonic() - begin
    done.set()
    thread.join()
    assert report.status is solvers.SolveStatus.TIME_LIMIT and 0.4 < took < 5.0
    assert len(ticks) > 5
