"""Pictures of SWISH as SVG documents."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.pictures import cards as cards
    from ludex.games.swish.pictures import hypergraphs as hypergraphs
    from ludex.games.swish.pictures import no_swish as no_swish
    from ludex.games.swish.pictures import plots as plots
else:
    __getattr__ = submodules(__name__)
