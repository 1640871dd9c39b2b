"""The integer sequences of SET: numbers of sets in decks, sizes of largest caps, and numbers of caps by size."""

from collections.abc import Callable
from typing import Any

from ludex.catalogue.sequences.declaration import ClosedForm, IntegerSequence, OeisEntry, StoredClaims, TermClaim
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds.statements import CAP_COUNTS, CAP_MAXIMUM
from ludex.games.sets.named_decks import built_in_slug
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
