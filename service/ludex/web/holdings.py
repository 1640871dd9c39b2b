"""What the landing page says of the catalogue: how much it holds, a largest no-swish set, and its packs of levels."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy.orm import Session

from ludex.catalogue.listing import Collection
from ludex.catalogue.planarity.census import CENSUS
from ludex.catalogue.planarity.graphs import GRAPHS
from ludex.catalogue.planarity.levels import LEVELS
from ludex.catalogue.planarity.order_types import ORDER_TYPES, X_TYPES
from ludex.catalogue.planarity.packs import PACKS
from ludex.catalogue.sets.caps import CAPS
from ludex.catalogue.sets.cards import CARDS as SET_CARDS
from ludex.catalogue.sets.decks import DECKS as SET_DECKS
from ludex.catalogue.sets.found_sets import FOUND_SETS
from ludex.catalogue.sets.games import GAMES
from ludex.catalogue.sets.positions import POSITIONS as SET_POSITIONS
from ludex.catalogue.swish.cards import CARDS
from ludex.catalogue.swish.decks import DECKS
from ludex.catalogue.swish.hypergraphs import HYPERGRAPHS
from ludex.catalogue.swish.no_swish_sets import NO_SWISH_SETS
from ludex.catalogue.swish.positions import POSITIONS
from ludex.catalogue.swish.swishes import SWISHES
from ludex.pictures import svg_no_swish_set
from ludex.swish.position import Position
from ludex.web.exhibits import DECK

_LISTS: tuple[tuple[str, str, tuple[tuple[Collection[Any, Any], str, str, str], ...]], ...] = (
    (
        "SWISH",
        "swish",
        (
            (DECKS, "decks", "Decks", "the commercial cards and your own; any board up to 16 × 16 on demand"),
            (POSITIONS, "positions", "Positions", "cards on the table, seeded deals among them"),
            (CARDS, "cards", "Cards", "every card that occurs, in its canonical form"),
            (SWISHES, "swishes", "Swishes", "found stacks, with the configuration of each card"),
            (NO_SWISH_SETS, "no-swish-sets", "No-swish sets", "largest ones, proved, with their certificates"),
            (HYPERGRAPHS, "hypergraphs", "Hypergraphs", "shared by all isomorphic positions"),
        ),
    ),
    (
        "SET",
        "sets",
        (
            (SET_DECKS, "decks", "Decks", "the game's own and yours; any up to a million cards on demand"),
            (SET_POSITIONS, "positions", "Positions", "cards on the table, no two of them alike under the symmetries"),
            (SET_CARDS, "cards", "Cards", "every card that occurs, by its digits"),
            (FOUND_SETS, "found-sets", "Sets", "found in positions, each once"),
            (CAPS, "caps", "Caps", "positions without a set, the largest proved"),
            (GAMES, "games", "Games", "seeded, with every round, to be played again"),
        ),
    ),
    (
        "Swap Planarity",
        "planarity",
        (
            (LEVELS, "levels", "Levels", "puzzles with their minimum of swaps, no two of them the same"),
            (PACKS, "packs", "Packs", "named lists of levels, from easy to hard"),
            (ORDER_TYPES, "order-types", "Order types", "a point set of each, up to reflection"),
            (X_TYPES, "x-types", "x-types", "which segments between points cross"),
            (GRAPHS, "graphs", "Graphs", "up to isomorphism, with their invariants"),
            (CENSUS, "census", "Census", "every class of drawings on four and five points"),
        ),
    ),
)

_MOST_PACKS = 6


@dataclass(frozen=True, slots=True)
class Holding:
    """A list of the catalogue: its address, its name, what is in it and how much."""

    address: str
    name: str
    about: str
    count: str


@dataclass(frozen=True, slots=True)
class GameHoldings:
    """The lists of a game."""

    game: str
    lists: tuple[Holding, ...]


@dataclass(frozen=True, slots=True)
class LargestSet:
    """A stored largest no-swish set of the commercial deck."""

    address: str
    size: int
    picture: str


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of levels: where they are listed, its title, how many there are."""

    address: str
    title: str
    levels: int


def holdings(session: Session) -> list[GameHoldings]:
    """Return the lists of each game, each with its count. Cost: one capped count a list."""
    games = []
    for game, prefix, lists in _LISTS:
        rows = []
        for collection, path, name, about in lists:
            counted = collection.count(session, {})
            count = f"{counted.count:,}" if counted.exact else f"over {counted.count:,}"
            rows.append(Holding(f"/api/v1/{prefix}/{path}", name, about, count))
        games.append(GameHoldings(game, tuple(rows)))
    return games


def largest_set(session: Session) -> LargestSet | None:
    """Return the first stored largest no-swish set of the commercial deck, or None where there is none yet."""
    found = NO_SWISH_SETS.page(session, {"deck": DECK}, limit=1)[0]
    if not found:
        return None
    stored = found[0]
    return LargestSet(f"/api/v1/swish/no-swish-sets/{stored.label}", stored.size, _picture(stored.position))


def packs(session: Session) -> list[Pack]:
    """Return the packs of the starting catalogue that are stored, in the order they came."""
    stored = PACKS.page(session, {"starting": True}, limit=_MOST_PACKS).items
    return [Pack(f"/api/v1/planarity/packs/{one.slug}/levels", one.title, one.levels) for one in stored]


@lru_cache(maxsize=4)
def _picture(position: Position) -> str:
    return svg_no_swish_set(position)
