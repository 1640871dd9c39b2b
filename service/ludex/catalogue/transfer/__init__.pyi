from . import copying as copying
from . import export as export
from . import trash as trash
