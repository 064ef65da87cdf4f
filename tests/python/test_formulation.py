"""Formulations: arguments, results, and that all of them say the same where they must. The equations are tested in C++."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import stickslip as ss
from stickslip import formulation

H, G, MASS = 0.01, 9.81, 2.0
CORNERS = np.array([[x, y, 0.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
CALLS = ["stewart_trinkle", "anitescu_potra", "box", "hybrid", "phantom_inertia", "exact_cone"]


def box(velocity=(0.0, 0.0, 0.0), force=(0.0, 0.0, -MASS * G)):
    return formulation.Bodies(
        mass=[MASS],
        inertia=np.eye(3)[None] / 3,
        position=[[0.0, 0.0, 0.5]],
        velocity=[velocity],
        angular_velocity=[[0.0, 0.0, 0.0]],
        force=[force],
    )


def floor(mu=0.5, **more):
    return formulation.Contacts(bodies=[[0, -1]] * 4, point=CORNERS, normal=[[0.0, 0.0, 1.0]] * 4, mu=[mu] * 4, **more)


@pytest.mark.parametrize("call", CALLS)
def test_a_box_at_rest_stays(call):
    f = getattr(formulation, call)(box(), floor(), h=H)
    z, report = f.solve(method="auto", tol=None, z0=None)
    assert report.converged and report.residual <= 1e-11
    impulses, velocities = f.impulses(z), f.velocities(z)
    assert impulses.shape == (4, 3) and velocities.shape == (1, 6)
    assert_allclose(impulses[:, 0], MASS * G * H / 4, rtol=1e-3)
    assert abs(velocities).max() < 1e-4
    assert f.residual(z) == report.residual
    assert f.joint_impulses(z).shape == (0,)


@pytest.mark.parametrize("call", CALLS)
def test_a_sliding_box_is_braked_by_mu(call):
    f = getattr(formulation, call)(box(velocity=(3.0, 0.0, 0.0)), floor(mu=0.4), h=H)
    z, report = f.solve()
    assert report.converged
    # Along an axis, where even a pyramid is right; normals within the compliance of the contacts.
    assert_allclose(f.velocities(z)[0, 0], 3.0 - 0.4 * G * H, atol=2e-4)
    assert_allclose(f.impulses(z)[:, 1].sum(), -0.4 * MASS * G * H, rtol=1e-2)


def test_phantom_inertia_has_the_parts_of_the_issue():
    f = formulation.phantom_inertia(
        box(), floor(), h=0.01, directions=2, rho=None, joints=None, previous=None, v_th=1e-3, sliding="relaxed",
        normal_relaxation=None, tangent_relaxation=None,
    )  # fmt: skip
    assert isinstance(f.problem, ss.solvers.LcpProblem) and isinstance(f.mixed, ss.solvers.MixedLcpProblem)
    assert f.problem.M.shape == (20, 20) and f.mixed.M.shape == (34, 34)
    assert_array_equal(f.M, f.problem.M)
    assert_array_equal(f.q, f.problem.q)
    assert f.rank() == 34 and np.isclose(f.condition(), np.linalg.cond(f.mixed.M), rtol=1e-3)
    assert f.rank(tol=1e300) == 0
    assert 0.0 < f.rho < f.rho_bound
    assert len(f.rows) == 20 and f.rows[0] == ("normal", 0, 0)
    mixed, report = ss.solvers.solve_mixed_lcp(f.mixed)
    assert report.converged
    z, _ = f.solve()
    assert_allclose(f.impulses(mixed), f.impulses(z), atol=1e-6)


def test_kinds_of_problems():
    cone = formulation.exact_cone(box(), floor(), h=H)
    assert isinstance(cone.problem, ss.solvers.ConeProblem) and cone.W.shape == (12, 12)
    assert_array_equal(cone.mu, [0.5] * 4)
    assert cone.rank() == np.linalg.matrix_rank(cone.W)
    for name in ("M", "mixed"):
        with pytest.raises(AttributeError):
            getattr(cone, name)
    boxed = formulation.box(box(), floor(), h=H, previous=np.full((4, 3), 0.01))
    assert isinstance(boxed.problem, ss.solvers.BoxedLcpProblem)
    assert_array_equal(boxed.M, boxed.problem.A)
    assert_array_equal(boxed.q, boxed.problem.b)
    assert boxed.rho == 0.0 and boxed.rho_bound == np.inf
    with pytest.raises(AttributeError, match="has no W"):
        boxed.W


def test_a_joint_holds():
    joints = formulation.Joints(bodies=[[0, -1]], jacobian=np.eye(12)[:1])
    f = formulation.phantom_inertia(box(force=(5.0, 0.0, 0.0)), floor(), h=H, joints=joints)
    z, report = f.solve()
    assert report.converged and abs(f.velocities(z)[0, 0]) < 1e-12
    assert_allclose(f.joint_impulses(z), [-5.0 * H], rtol=1e-9)


def test_arrays_are_kept_as_given():
    contacts = floor(gap=[0.0, 0.0, 0.0, 1e-3])
    assert_array_equal(contacts.gap, [0.0, 0.0, 0.0, 1e-3])
    assert contacts.tangent is None and contacts.point.flags.writeable is False
    assert box().inertia.shape == (1, 3, 3)


@pytest.mark.parametrize("call", ["box", "hybrid", "phantom_inertia"])
def test_rows_of_new_contacts_are_nan(call):
    def formulate(previous):
        return getattr(formulation, call)(box(velocity=(3.0, 0.0, 0.0)), floor(), h=H, previous=previous)

    previous = np.full((4, 3), 0.07)
    previous[2] = np.nan
    f = formulate(previous)
    z, report = f.solve()
    assert report.converged and np.isfinite(f.impulses(z)).all()
    if call != "phantom_inertia":
        assert_allclose(f.problem.hi[4:8], 0.5 * 0.07)
        assert_allclose(f.problem.hi[8:10], 0.5 * MASS * G * H / 4, rtol=1e-3)
    assert pickle.loads(pickle.dumps(f)) == f
    assert formulate(np.full((4, 3), np.nan)).M.tolist() == formulate(None).M.tolist()
    previous[2, 1] = 0.0
    with pytest.raises(ValueError, match=r"previous\[2\]\[0\] = nan must be finite, or NaN in the whole row"):
        formulate(previous)


@pytest.mark.parametrize(
    "call, kind, message",
    [
        (lambda: formulation.stewart_trinkle(box(), floor(), h=H, directions=2**31 - 1), ValueError, "directions = 2147483647 must be >= 2 and <= 1000"),
        (lambda: formulation.phantom_inertia(box(), floor(), h=0.0), ValueError, "phantom_inertia: h = 0 must be"),
        (lambda: formulation.phantom_inertia(box(), floor()), TypeError, "phantom_inertia needs the argument h"),
        (lambda: formulation.phantom_inertia(box(), floor(), h=H, sliding="up"), ValueError, "sliding = 'up' must be one of"),
        (lambda: formulation.phantom_inertia(box(), floor(), h=H, rho=-1.0), ValueError, "rho = -1 must be"),
        (lambda: formulation.exact_cone(box(), floor(), h=H, previous=CORNERS), TypeError, "no argument previous"),
        (lambda: formulation.box(box(), floor(), h=H, previous=CORNERS[:2]), ValueError, "previous has 2 rows, must have 4"),
        (lambda: formulation.exact_cone(floor(), floor(), h=H), TypeError, "bodies must be of type Bodies"),
        (lambda: formulation.exact_cone(box(), floor(), h=H, normal_relaxation=-1.0), ValueError, "normal_relaxation"),
        (lambda: formulation.exact_cone(box(), floor(), h=H, normal_relaxation=(1.0,)), TypeError, "damping"),
        (lambda: formulation.exact_cone(box(), floor(), h=H, normal_relaxation=np.ones(3)), TypeError, "stiffness, damping"),
        (lambda: formulation.exact_cone(box(), floor(), h=H).condition(1), TypeError, "condition takes no positional argument"),
        (lambda: formulation.stewart_trinkle(box(), floor(), h=H).W, AttributeError, "an LcpProblem has no W"),
        (lambda: formulation.Contacts(bodies=[[-1, 0]], point=CORNERS[:1], normal=CORNERS[:1], mu=[1.0]), ValueError, "the ground, -1, must be the second"),
        (lambda: formulation.Contacts(bodies=[[0, -2]], point=CORNERS[:1], normal=CORNERS[:1], mu=[1.0]), ValueError, r"bodies\[0\]\[1\] = -2 must be a body, 0 or more, or -1 for the ground"),
        (lambda: formulation.exact_cone(box(), floor(), h=H).solve(method="lemke"), ValueError, "lemke"),
        (lambda: formulation.exact_cone(box(), floor(), h=H).impulses([1.0]), ValueError, "z"),
        (lambda: floor(mu=-1.0), ValueError, "mu"),
        (lambda: floor(gap=[[0.0]]), ValueError, r"gap has shape \(1, 1\); allowed: \(n,\)"),
        (lambda: formulation.Contacts(bodies=[[0, 0.5]], point=CORNERS[:1], normal=CORNERS[:1], mu=[1.0]), ValueError, r"bodies\[0, 1\] = 0.5"),
        (lambda: formulation.Bodies(mass=[1.0]), TypeError, "Bodies needs the argument inertia"),
    ],
)  # fmt: skip
def test_errors_name_what_is_wrong(call, kind, message):
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize("pair", [[2e4, 30.0], (2e4, 30.0), np.array([2e4, 30.0])])
def test_relaxation_by_stiffness_and_damping(pair):
    f = formulation.exact_cone(box(), floor(), h=H, normal_relaxation=pair)
    plain = formulation.exact_cone(box(), floor(), h=H, normal_relaxation=0.0)
    assert_allclose(np.diag(f.W - plain.W)[::3], 1 / (2e4 * H**2 + 30.0 * H))
    assert pickle.loads(pickle.dumps(f)) == f


def test_a_contact_of_a_body_that_is_not_there():
    contacts = formulation.Contacts(bodies=[[1, -1]], point=CORNERS[:1], normal=[[0.0, 0.0, 1.0]], mu=[0.5])
    with pytest.raises(ValueError, match="bodies"):
        formulation.exact_cone(box(), contacts, h=H)


@pytest.mark.parametrize("call", CALLS)
def test_a_conveyor_drags_a_box_along(call):
    belt = floor(mu=0.4, ground_velocity=[[0.5, 0.0, 0.0]] * 4)
    if call in ("box", "hybrid"):  # whose bounds are the normal impulses before
        more = dict(previous=[[MASS * G * H / 4, 0.0, 0.0]] * 4)
    else:
        more = {}
    f = getattr(formulation, call)(box(), belt, h=H, **more)
    z, report = f.solve()
    assert report.converged
    assert_allclose(f.velocities(z)[0, 0], 0.4 * G * H, atol=2e-4)  # it is slower than the belt, which pulls it
    # As fast as the belt there is no friction, and in the frame of the belt everything is as on a floor.
    f = getattr(formulation, call)(box(velocity=(0.5, 0.0, 0.0)), belt, h=H, **more)
    z, _ = f.solve()
    still = getattr(formulation, call)(box(), floor(mu=0.4), h=H, **more)
    rest, _ = still.solve()
    assert_allclose(f.velocities(z)[0] - [0.5, 0, 0, 0, 0, 0], still.velocities(rest)[0], atol=1e-12)
    assert_allclose(f.impulses(z), still.impulses(rest), atol=1e-12)


def test_mixed_and_reduced_problems_agree_on_a_conveyor(random):
    belt = floor(ground_velocity=random.uniform(-1, 1, (4, 3)) * [1, 1, 0.1])
    f = formulation.phantom_inertia(box(velocity=(0.3, -0.2, 0.0)), belt, h=H)
    z, report = f.solve()
    mixed, mixed_report = ss.solvers.solve_mixed_lcp(f.mixed, tol=1e-12)
    assert report.converged and mixed_report.converged
    assert_allclose(f.velocities(mixed), f.velocities(z), atol=1e-9)
    assert_allclose(f.impulses(mixed), f.impulses(z), atol=1e-9)


def test_ground_velocity_is_kept_checked_and_of_the_ground_alone():
    given = np.ones((4, 3))
    assert_array_equal(floor(ground_velocity=given).ground_velocity, given)
    assert floor().ground_velocity is None and floor() != floor(ground_velocity=given)
    assert pickle.loads(pickle.dumps(floor(ground_velocity=given))) == floor(ground_velocity=given)
    with pytest.raises(ValueError, match="ground_velocity"):
        floor(ground_velocity=np.ones((3, 3)))
    with pytest.raises(ValueError, match=r"ground_velocity has shape \(4, 2\)"):
        floor(ground_velocity=np.ones((4, 2)))
    with pytest.raises(ValueError, match="ground_velocity"):
        floor(ground_velocity=np.full((4, 3), np.nan))
    two = formulation.Bodies(
        mass=[1, 1], inertia=np.ones((2, 3)), position=[[0, 0, 0], [0, 0, 1]], velocity=np.zeros((2, 3)),
        angular_velocity=np.zeros((2, 3)), force=[[0, 0, 9.81], [0, 0, -9.81]],
    )  # fmt: skip
    between = dict(bodies=[[1, 0]], point=[[0, 0, 0.5]], normal=[[0, 0, 1]], mu=[0.5])
    plain, moved = (
        formulation.exact_cone(two, formulation.Contacts(**between, **more), h=H)
        for more in ({}, dict(ground_velocity=[[1.0, 0.0, 0.0]]))
    )
    assert_array_equal(plain.q, moved.q)
