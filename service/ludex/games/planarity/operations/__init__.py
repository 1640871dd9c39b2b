"""The operations of Swap Planarity on a catalogue. An operation is a function that reads or writes the catalogue.

Pure functions of the game need no catalogue and therefore no operation. Examples are
`ludex.games.planarity.identity.equivalence.compare`, the moves in `ludex.games.planarity.variants`,
`ludex.games.planarity.untangle`, and the experiments in `ludex.games.planarity.study.experiments`.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.planarity.operations import census, level_collection, level_imports, levels, lookup
else:
    __getattr__ = submodules(__name__)
