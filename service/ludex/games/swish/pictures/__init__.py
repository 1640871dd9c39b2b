"""Pictures of SWISH as SVG documents."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.swish.pictures import cards, hypergraphs, no_swish, plots
else:
    __getattr__ = submodules(__name__)
