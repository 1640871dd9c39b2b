from . import cards as cards
from . import hypergraphs as hypergraphs
from . import no_swish as no_swish
from . import plots as plots
