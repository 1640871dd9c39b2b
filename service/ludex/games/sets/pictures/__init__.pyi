from . import plots as plots
from . import tables as tables
