"""The exact results of SET: integer sequences, tables of records, and complete collections."""

from collections.abc import Callable, Iterator
from typing import Any

from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    Collection,
    IntegerSequence,
    OeisEntry,
    Record,
    RecordTable,
    StoredClaims,
    TermClaim,
)
from ludex.engine.budget import Budget
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.deck import DECK
from ludex.games.sets.kinds.statements import CAP_COUNTS, CAP_MAXIMUM, CITED, NO_SET_PROBABILITY
from ludex.games.sets.named_decks import NamedDeck, built_in_slug
from ludex.games.sets.study.closed_forms import cap_upper_bound, sets_in_deck

TAKESHITA = "S. Takeshita, Solving the Generalized Form of the Game of Set Efficiently."
DAVIS_MACLAGAN = "B. L. Davis, D. Maclagan, The Card Game SET, The Mathematical Intelligencer 25:3 (2003), 33-40."
EDEL = (
    "Y. Edel, S. Ferret, I. Landjev, L. Storme, The Classification of the Largest Caps in AG(5,3), J. Combin. Theory "
    "A 99 "
    "(2002), 95-110: the largest cap of 5 properties has 45 cards."
)
POTECHIN = "A. Potechin, Maximal caps in AG(6,3), Des. Codes Cryptogr. 46 (2008), 243-259: 112 cards for 6 properties."
_SETS_PROOF = (
    "In each property, v cards in a fixed order either share one value, in v ways, or have all values, in v! ways. "
    "Cards that share one value in all properties are excluded. Each set is counted in v! orders."
)
_COUNTED = "One cap of each class is extended by every other card; the certificate of the claim lists the classes."
_COUNT_COMMAND = "ludex sets caps count {} --store"

CapSizes = list[list[int]]
"""The value of a claim about the caps of a deck: for each size, the number of caps and the number of classes."""


def _sets_by_properties(values: int, oeis: OeisEntry | None = None) -> IntegerSequence:
    """Return the sequence whose term n is the number of sets in the deck with n properties and `values` values."""
    return IntegerSequence(
        name=f"set-sets-{values}-values",
        title=f"Sets of {values} values by properties",
        definition=f"a(n) is the number of sets of the whole deck with n properties of {values} values each.",
        offset=1,
        source=ClosedForm(
            term=lambda n: sets_in_deck(Deck(n, values)),
            count=_decks(lambda n: (n, values)),
            formula=f"a(n) = (({values} + {values}!)^n - {values}^n)/{values}!",
            proof=_SETS_PROOF,
        ),
        references=(TAKESHITA,),
        oeis=oeis,
    )


def _sets_by_values(properties: int) -> IntegerSequence:
    """Return the sequence whose term n is the number of sets in the deck with `properties` properties and n values."""
    return IntegerSequence(
        name=f"set-sets-{properties}-properties",
        title=f"Sets of {properties} properties by values",
        definition=f"a(n) is the number of sets of the whole deck with {properties} properties of n values each.",
        offset=2,
        source=ClosedForm(
            term=lambda n: sets_in_deck(Deck(properties, n)),
            count=12,
            formula=f"a(n) = ((n + n!)^{properties} - n^{properties})/n!",
            proof=_SETS_PROOF,
        ),
        references=(TAKESHITA,),
    )


def _decks(shape: Callable[[int], tuple[int, int]]) -> int:
    """Return how many of the decks `shape(1)`, `shape(2)`, and so on, have at most a million cards."""
    count = 0
    while (sizes := shape(count + 1))[1] ** sizes[0] <= 1_000_000:
        count += 1
    return count


def _maximum_by_properties(values: int, **further: Any) -> IntegerSequence:  # noqa: ANN401 - fields of the sequence
    """Return the sequence whose term n is the size of a largest cap with n properties and a given number of values."""
    return IntegerSequence(
        name=f"set-caps-maximum-{values}-values",
        title=f"Largest caps of {values} values",
        definition="a(n) is the maximum number of cards without a set in the whole deck with n properties of "
        f"{values} values each.",
        offset=1,
        source=StoredClaims(
            claim=lambda n: TermClaim(subject=f"set-{values}-{n}", statement=CAP_MAXIMUM.name),
            command=f"ludex sets caps largest --properties {{n}} --values {values} --store",
            proof="The claim about each deck has a cap of this size, and an upper bound with its argument.",
        ),
        **further,
    )


def _by_size(properties: int, of_classes: bool) -> IntegerSequence:
    """Return the sequence that counts caps, or classes of caps, of each size in a deck with three values."""
    deck, what = built_in_slug(Deck(properties, 3)), "classes of caps" if of_classes else "caps"
    largest = cap_upper_bound(Deck(properties, 3))

    def claim(n: int) -> TermClaim | None:
        if n > largest:
            return None
        return TermClaim(subject=deck, statement=CAP_COUNTS.name, term=lambda value: value[n][of_classes])

    return IntegerSequence(
        name=f"set-{what.replace(' ', '-')}-3-{properties}",
        title=f"{what.capitalize()} of {3**properties} cards by size",
        definition=f"a(n) is the number of {what} with n cards in the deck of {properties} properties of 3 values: "
        f"sets "
        "of points of AG("
        f"{properties},3) without a line" + (", up to affine maps." if of_classes else "."),
        offset=0,
        source=StoredClaims(claim=claim, command=_COUNT_COMMAND.format(deck), proof=_COUNTED),
        references=(TAKESHITA, DAVIS_MACLAGAN),
    )


def _of_all_sizes(name: str, title: str, definition: str, term: Callable[[CapSizes], int]) -> IntegerSequence:
    """Return a sequence whose term n is computed from the numbers of caps with n properties and three values."""
    return IntegerSequence(
        name=name,
        title=title,
        definition=definition,
        offset=1,
        source=StoredClaims(
            claim=lambda n: TermClaim(subject=f"set-3-{n}", statement=CAP_COUNTS.name, term=term),
            command=_COUNT_COMMAND.format("set-3-{n}"),
            proof=_COUNTED,
        ),
        keywords=("hard",),
        references=(DAVIS_MACLAGAN,),
    )


SEQUENCES: tuple[IntegerSequence, ...] = (
    _sets_by_properties(3, OeisEntry("A016142", "a(n) = A016142(n - 1).")),
    *(_sets_by_properties(values) for values in (4, 5, 6)),
    *(_sets_by_values(properties) for properties in (2, 3, 4)),
    _maximum_by_properties(
        3,
        keywords=("hard", "nice"),
        references=(DAVIS_MACLAGAN, EDEL, POTECHIN),
        oeis=OeisEntry("A090245", "a(n) = A090245(n). The OEIS has a further term from the literature, 112."),
    ),
    _maximum_by_properties(4, keywords=("hard",), references=(TAKESHITA,)),
    IntegerSequence(
        name="set-caps-maximum-2-properties",
        title="Largest caps of 2 properties",
        definition="a(n) is the maximum number of cards without a set in the whole deck with 2 properties of n values.",
        offset=1,
        source=ClosedForm(
            term=lambda n: cap_upper_bound(Deck(2, n)),
            count=24,
            formula="a(n) = (n - 1)^2",
            proof="The cards are the cells of an n x n square; the sets are its rows, columns and transversals. By "
            "König's theorem, n - 1 lines cover a cap, and the cap fills none of them. The cells outside one row and "
            "one column form a cap.",
            claim=lambda n: TermClaim(subject=f"set-{n}-2", statement=CAP_MAXIMUM.name),
        ),
        references=(TAKESHITA,),
        oeis=OeisEntry("A000290", "a(n) = A000290(n - 1), the squares."),
    ),
    *(_by_size(properties, of_classes) for of_classes in (False, True) for properties in (2, 3, 4)),
    _of_all_sizes(
        "set-caps-3-values",
        "Caps of 3 values",
        "a(n) is the number of sets of points of AG(n,3) without a line, the empty set included.",
        lambda value: sum(caps for caps, _ in value),
    ),
    _of_all_sizes(
        "set-classes-of-caps-3-values",
        "Classes of caps of 3 values",
        "a(n) is the number of sets of points of AG(n,3) without a line, the empty set included, up to affine maps.",
        lambda value: sum(classes for _, classes in value),
    ),
    _of_all_sizes(
        "set-largest-caps-3-values",
        "Number of largest caps of 3 values",
        "a(n) is the number of largest sets of points of AG(n,3) without a line.",
        lambda value: value[-1][0],
    ),
)


_VALUES = range(3, 9)
_PROPERTIES = range(1, 9)
_MOST_CARDS = 1_000_000
_EXACT_PROPERTIES = 2
"""The largest number of properties for which the upper bound is known to be attained."""

_DEALS = ((4, 21),)
"""For decks of three values: pairs (number of properties, least number of cards that must contain a set)."""


def _cap_records() -> Iterator[Record]:
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


def _deal_records() -> Iterator[Record]:
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
        records=lambda: tuple(_cap_records()),
        references=(TAKESHITA, DAVIS_MACLAGAN, EDEL, POTECHIN),
    ),
    RecordTable(
        name="set-deals",
        title="Deals without a set",
        definition="The number of ways to choose n cards of the whole deck that contain no set.",
        row="cards",
        column="deck",
        proof="All caps are counted by size; the certificate of the claim lists their classes.",
        records=lambda: tuple(_deal_records()),
        references=(DAVIS_MACLAGAN,),
    ),
)


CLASSES_OF_CAPS = {
    Deck(1, 3): 2,
    Deck(2, 3): 4,
    Deck(3, 3): 16,
    Deck(4, 3): 9_907,
    Deck(1, 4): 3,
    Deck(2, 4): 64,
    Deck(1, 5): 4,
    Deck(2, 5): 955,
}
"""The number of classes of caps of each deck under the symmetries that preserve sets. The empty cap is not counted."""

_TIMES = {Deck(4, 3): "30 s"}


def _cap_collection(deck: Deck, classes: int) -> Collection:
    slug = built_in_slug(deck)
    properties = "1 property" if deck.properties == 1 else f"{deck.properties} properties"
    return Collection(
        name=f"set-caps-{deck.values}-{deck.properties}",
        title=f"Caps of {properties} and {deck.values} values, up to symmetry",
        kind="set-cap",
        filters={"values": deck.values, "properties": deck.properties},
        size=classes,
        source="counted by two different methods; the claim about the deck gives the number for each size",
        operation="set-caps",
        arguments={"deck": slug},
        time=_TIMES.get(deck, "seconds"),
        subject=DECK.identify(NamedDeck("", "", deck), Budget()).named(DECK.name).label,
    )


COLLECTIONS = (
    *(
        Collection(
            name=f"set-cards-3-{properties}",
            title=f"SET cards with {properties} properties and 3 values",
            kind="set-card",
            filters={"values": 3, "properties": properties},
            size=Deck(properties, 3).size,
            source="the number of values to the power of the number of properties",
        )
        for properties in (2, 3, 4)
    ),
    *(_cap_collection(deck, classes) for deck, classes in CLASSES_OF_CAPS.items()),
)

RESULTS = (*SEQUENCES, *RECORDS, *COLLECTIONS)
"""The exact results, in the order in which they are listed."""
