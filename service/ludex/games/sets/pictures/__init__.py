"""Pictures of SET as SVG documents."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.pictures import grids, plots, tables
else:
    __getattr__ = submodules(__name__)
