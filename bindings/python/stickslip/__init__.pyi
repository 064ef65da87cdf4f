from . import cone as cone
from . import contact as contact
from . import formulation as formulation
from . import friction as friction
from . import geometry as geometry
from . import haptics as haptics
from . import patch as patch
from . import record as record
from . import scene as scene
from . import sim as sim
from . import solvers as solvers
from . import sweep as sweep
from .scene import Scene as Scene
from .scene import run as run

__version__: str
__all__: list[str]
