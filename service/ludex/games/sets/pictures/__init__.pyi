from . import grids as grids
from . import plots as plots
from . import tables as tables
