import enum
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .friction import _BristleLaw, _PositionLaw

__all__: list[str]

class Status(enum.IntEnum):
    OK = 0
    LIMITED = 1
    REFUSED_POSITION = 2
    REFUSED_TIME = 3
    REFUSED_LOAD = 4
    REFUSED_OVERFLOW = 5
    @property
    def is_refused(self) -> bool: ...

class Renderer:
    def __init__(
        self,
        law: _BristleLaw | _PositionLaw,
        *,
        dim: int = 3,
        period: float = 0.001,
        force_limit: float = ...,
    ) -> None: ...
    def render(
        self, x: ArrayLike, *, t: float | None = None, normal_force: float = 1.0
    ) -> tuple[NDArray[np.float64] | float, int]: ...
    def run(
        self, x: ArrayLike, *, t: ArrayLike | None = None, normal_force: ArrayLike = 1.0
    ) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
    def reset(self) -> None: ...
    def copy(self) -> Renderer: ...
    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def law(self) -> _BristleLaw | _PositionLaw: ...
    @property
    def dim(self) -> int: ...
    @property
    def period(self) -> float: ...
    @property
    def force_limit(self) -> float: ...
    @property
    def in_contact(self) -> bool: ...
    @property
    def force(self) -> NDArray[np.float64] | float: ...
    @property
    def deflection(self) -> NDArray[np.float64] | float: ...
    @property
    def adhesion_point(self) -> NDArray[np.float64] | float: ...
    @property
    def regime(self) -> int | None: ...
