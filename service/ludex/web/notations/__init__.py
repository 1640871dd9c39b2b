"""What visitors may write, in the search and wherever something of a game is asked for: the notations of each game."""

from collections.abc import Mapping

from ludex.catalogue.registry import Registry
from ludex.web.notations import planarity, sets, swish
from ludex.web.notations.notation import Notation

NOTATIONS: Mapping[str, Notation] = {
    "planarity": planarity.NOTATION,
    "swish": swish.NOTATION,
    "sets": sets.NOTATION,
}
"""By the game, as addresses name it."""


def written_in(text: str) -> str:
    """Return the game in whose notation a text is, by its name in addresses; empty if it is in none.

    >>> [written_in(text) for text in ("4:0-2,1-3", "C~", "*o,o*", "0121,1111", "set-3-4", "hello there")]
    ['planarity', 'planarity', 'swish', 'sets', '', '']
    """
    return next((game for game, notation in NOTATIONS.items() if text and notation.fits(text)), "")


def game_of(text: str, registry: Registry) -> str:
    """Return the game that a text is of: in its notation, or the label or the name of a deck of that game.

    >>> from ludex.catalogue.kinds import GAMES
    >>> [game_of(text, Registry(GAMES)) for text in ("4:0-2,1-3", "swish-36", "set-3-4", "hello there")]
    ['planarity', 'swish', 'sets', '']
    """
    text = text.strip()
    kind = registry.labelled(text)
    if kind is not None:
        return kind.address.partition("/")[0]
    decks = (game for game, notation in NOTATIONS.items() if notation.decks and text.startswith(notation.decks))
    return next(decks, "") or written_in(text)
