"""The operations of Swap Planarity on a catalogue. An operation is a function that reads or writes the catalogue.

Pure functions of the game need no catalogue and therefore no operation. Examples are
`ludex.games.planarity.identity.equivalence.compare`, the moves in `ludex.games.planarity.variants`,
`ludex.games.planarity.untangle`, and the experiments in `ludex.games.planarity.study.experiments`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
