from . import caps as caps
from . import decks as decks
from . import positions as positions
