from . import cards as cards
from . import hypergraphs as hypergraphs
from . import plots as plots
