"""The tables of records of SET: largest caps, and deals without a set."""

from collections.abc import Iterator
from typing import Any

from ludex.catalogue.records import Record, RecordTable
from ludex.catalogue.sequences.declaration import TermClaim
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.statements import CAP_COUNTS, CAP_MAXIMUM, CITED, NO_SET_PROBABILITY
from ludex.games.sets.named_decks import built_in_slug
from ludex.games.sets.sequences import DAVIS_MACLAGAN, EDEL, POTECHIN, TAKESHITA
from ludex.games.sets.study.closed_forms import cap_upper_bound

_VALUES = range(3, 9)
_PROPERTIES = range(1, 9)
_MOST_CARDS = 1_000_000
_EXACT_PROPERTIES = 2
"""The largest number of properties for which the upper bound is known to be attained."""

_DEALS = ((4, 21),)
"""For decks of three values: pairs (number of properties, least number of cards that must contain a set)."""


def _caps() -> Iterator[Record]:
    cited = {(claim.parameters["values"], claim.parameters["properties"]): claim for claim in CITED}
    for values in _VALUES:
        for properties in _PROPERTIES:
            if values**properties > _MOST_CARDS:
                continue
            deck = Deck(properties, values)
            slug = built_in_slug(deck)
            counted = TermClaim(subject=slug, statement=CAP_COUNTS.name, term=lambda counts: int(counts[-1][1]))
            yield Record(
                row=values,
                column=properties,
                claim=TermClaim(subject=slug, statement=CAP_MAXIMUM.name),
                value=cap_upper_bound(deck) if properties <= _EXACT_PROPERTIES else None,
                cited=cited.get((values, properties)),
                instances_claim=counted if values == 3 else None,
                kind="set-cap",
                filters=_of_deck(deck),
            )


def _of_deck(deck: Deck) -> Any:  # noqa: ANN401 - a function
    return lambda size: {"values": deck.values, "properties": deck.properties, "size": size}


def _deals() -> Iterator[Record]:
    for properties, most in _DEALS:
        slug = built_in_slug(Deck(properties, 3))
        for n in range(3, most + 1):
            yield Record(
                row=n,
                column=slug,
                claim=TermClaim(
                    subject=slug,
                    statement=NO_SET_PROBABILITY.name,
                    parameters={"n": n},
                    term=lambda value: int(value["numerator"]),
                ),
            )


RECORDS = (
    RecordTable(
        name="set-largest-caps",
        title="Largest caps",
        definition="The maximum number of cards without a set in the whole deck with v values and p properties.",
        row="values",
        column="properties",
        instances="classes of largest caps, up to affine maps",
        proof="For one and two properties, v - 1 and (v - 1)² are proved for all v. For every other entry, a claim "
        "has a cap of this size, and an upper bound with its argument.",
        records=lambda: tuple(_caps()),
        references=(TAKESHITA, DAVIS_MACLAGAN, EDEL, POTECHIN),
    ),
    RecordTable(
        name="set-deals",
        title="Deals without a set",
        definition="The number of ways to choose n cards of the whole deck that contain no set.",
        row="cards",
        column="deck",
        proof="All caps are counted by size; the certificate of the claim lists their classes.",
        records=lambda: tuple(_deals()),
        references=(DAVIS_MACLAGAN,),
    ),
)
