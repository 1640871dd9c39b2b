from . import copying as copying
from . import export as export
from . import seals as seals
from . import trash as trash
