from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .solvers import BoxedLcpProblem, ConeProblem, LcpProblem, MixedLcpProblem, SolveReport

__all__: list[str]

_Floats = NDArray[np.float64]
# ε, or stiffness and damping.
_Relaxation = float | tuple[float, float] | list[float] | _Floats
# Impulses of the step before; NaN in the whole rows of new contacts.
_Previous = ArrayLike

class Bodies:
    def __init__(
        self,
        *,
        mass: ArrayLike,
        inertia: ArrayLike,
        position: ArrayLike,
        velocity: ArrayLike,
        angular_velocity: ArrayLike,
        orientation: ArrayLike | None = None,
        force: ArrayLike | None = None,
        torque: ArrayLike | None = None,
    ) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def mass(self) -> _Floats: ...
    @property
    def inertia(self) -> _Floats: ...
    @property
    def position(self) -> _Floats: ...
    @property
    def velocity(self) -> _Floats: ...
    @property
    def angular_velocity(self) -> _Floats: ...
    @property
    def orientation(self) -> _Floats | None: ...
    @property
    def force(self) -> _Floats | None: ...
    @property
    def torque(self) -> _Floats | None: ...

class Contacts:
    def __init__(
        self,
        *,
        bodies: ArrayLike,
        point: ArrayLike,
        normal: ArrayLike,
        mu: ArrayLike,
        gap: ArrayLike | None = None,
        tangent: ArrayLike | None = None,
        ground_velocity: ArrayLike | None = None,
    ) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def bodies(self) -> _Floats: ...
    @property
    def point(self) -> _Floats: ...
    @property
    def normal(self) -> _Floats: ...
    @property
    def mu(self) -> _Floats: ...
    @property
    def gap(self) -> _Floats | None: ...
    @property
    def tangent(self) -> _Floats | None: ...
    @property
    def ground_velocity(self) -> _Floats | None: ...

class Joints:
    def __init__(
        self,
        *,
        bodies: ArrayLike,
        jacobian: ArrayLike,
        velocity: ArrayLike | None = None,
        violation: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        damping: ArrayLike | None = None,
    ) -> None: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def bodies(self) -> _Floats: ...
    @property
    def jacobian(self) -> _Floats: ...
    @property
    def velocity(self) -> _Floats | None: ...
    @property
    def violation(self) -> _Floats | None: ...
    @property
    def stiffness(self) -> _Floats | None: ...
    @property
    def damping(self) -> _Floats | None: ...

class Formulated:
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def problem(self) -> LcpProblem | BoxedLcpProblem | ConeProblem: ...
    @property
    def M(self) -> _Floats: ...
    @property
    def q(self) -> _Floats: ...
    @property
    def W(self) -> _Floats: ...
    @property
    def mu(self) -> _Floats: ...
    @property
    def mixed(self) -> MixedLcpProblem: ...
    @property
    def rows(self) -> tuple[tuple[str, int, int], ...]: ...
    @property
    def rho(self) -> float: ...
    @property
    def rho_bound(self) -> float: ...
    def rank(self, tol: float | None = None) -> int: ...
    def condition(self) -> float: ...
    def solve(
        self,
        method: str = "auto",
        *,
        tol: float | None = None,
        max_iterations: int | None = None,
        time_limit: float | None = None,
        z0: ArrayLike | None = None,
    ) -> tuple[_Floats, SolveReport]: ...
    def impulses(self, z: ArrayLike) -> _Floats: ...
    def joint_impulses(self, z: ArrayLike) -> _Floats: ...
    def velocities(self, z: ArrayLike) -> _Floats: ...
    def residual(self, z: ArrayLike) -> float: ...

def stewart_trinkle(
    bodies: Bodies,
    contacts: Contacts,
    *,
    h: float,
    directions: int = 2,
    v_th: float = 1e-3,
    joints: Joints | None = None,
    normal_relaxation: _Relaxation | None = None,
) -> Formulated: ...
def anitescu_potra(
    bodies: Bodies,
    contacts: Contacts,
    *,
    h: float,
    directions: int = 2,
    v_th: float = 1e-3,
    joints: Joints | None = None,
    normal_relaxation: _Relaxation | None = None,
) -> Formulated: ...
def box(
    bodies: Bodies,
    contacts: Contacts,
    *,
    h: float,
    v_th: float = 1e-3,
    joints: Joints | None = None,
    normal_relaxation: _Relaxation | None = None,
    tangent_relaxation: _Relaxation | None = None,
    previous: _Previous | None = None,
) -> Formulated: ...
def hybrid(
    bodies: Bodies,
    contacts: Contacts,
    *,
    h: float,
    v_th: float = 1e-3,
    joints: Joints | None = None,
    normal_relaxation: _Relaxation | None = None,
    tangent_relaxation: _Relaxation | None = None,
    previous: _Previous | None = None,
) -> Formulated: ...
def phantom_inertia(
    bodies: Bodies,
    contacts: Contacts,
    *,
    h: float,
    directions: int = 2,
    rho: float | None = None,
    v_th: float = 1e-3,
    sliding: Literal["relaxed", "no_lateral", "explicit"] = "relaxed",
    joints: Joints | None = None,
    normal_relaxation: _Relaxation | None = None,
    tangent_relaxation: _Relaxation | None = None,
    previous: _Previous | None = None,
) -> Formulated: ...
def exact_cone(
    bodies: Bodies,
    contacts: Contacts,
    *,
    h: float,
    v_th: float = 1e-3,
    joints: Joints | None = None,
    normal_relaxation: _Relaxation | None = None,
) -> Formulated: ...
