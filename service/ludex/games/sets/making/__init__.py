"""Generation of tables: games, their records and their replay."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.making import games as games
else:
    __getattr__ = submodules(__name__)
