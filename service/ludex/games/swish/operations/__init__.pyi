from . import decks as decks
from . import no_swish_sets as no_swish_sets
from . import positions as positions
