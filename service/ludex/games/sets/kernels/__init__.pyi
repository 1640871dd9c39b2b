from . import lookup as lookup
from . import tables as tables
