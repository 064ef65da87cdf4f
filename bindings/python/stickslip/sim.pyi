from collections.abc import Callable
from typing import ClassVar, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .patch import DistributedPatch, DistributedState, ReducedPatch, ReducedState
from .solvers import SolveStatus as SolveStatus

__all__: list[str]

_Floats = NDArray[np.float64]
_Table = tuple[ArrayLike, ArrayLike]

class Trajectory:
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def t(self) -> _Floats: ...
    @property
    def pose(self) -> _Floats: ...
    @property
    def twist(self) -> _Floats: ...
    @property
    def wrench(self) -> _Floats: ...
    @property
    def normal_force(self) -> _Floats: ...
    @property
    def bristles(self) -> _Floats | None: ...
    @property
    def status(self) -> SolveStatus: ...
    @property
    def method(self) -> str: ...
    @property
    def iterations(self) -> int: ...
    @property
    def residual(self) -> float: ...

@overload
def simulate(
    patch: ReducedPatch,
    *,
    mass: float,
    inertia: float,
    pose: ArrayLike = (0.0, 0.0, 0.0),
    twist: ArrayLike = (0.0, 0.0, 0.0),
    load: ArrayLike | _Table | Callable[[float], ArrayLike] = (0.0, 0.0, 0.0),
    normal_force: float | _Table | Callable[[float], float],
    dt: float = 0.001,
    t_end: float = 1.0,
    contacts: int = 1,
    frame: Literal["world", "body"] = "world",
    record_dt: float = 0.01,
    integrator: Literal["sdirk2", "rk4"] = "sdirk2",
    record_bristles: bool = True,
    state: ReducedState | None = None,
    progress: Callable[[float], object] | None = None,
) -> Trajectory: ...
@overload
def simulate(
    patch: DistributedPatch,
    *,
    mass: float,
    inertia: float,
    pose: ArrayLike = (0.0, 0.0, 0.0),
    twist: ArrayLike = (0.0, 0.0, 0.0),
    load: ArrayLike | _Table | Callable[[float], ArrayLike] = (0.0, 0.0, 0.0),
    normal_force: float | _Table | Callable[[float], float],
    dt: float = 0.001,
    t_end: float = 1.0,
    contacts: int = 1,
    frame: Literal["world", "body"] = "world",
    record_dt: float = 0.01,
    integrator: Literal["sdirk2", "rk4"] = "sdirk2",
    record_bristles: bool = True,
    state: DistributedState | None = None,
    progress: Callable[[float], object] | None = None,
) -> Trajectory: ...
