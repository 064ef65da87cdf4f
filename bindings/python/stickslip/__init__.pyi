from . import friction as friction
from . import haptics as haptics

__version__: str
__all__: list[str]
