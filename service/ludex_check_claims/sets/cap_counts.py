"""Checks of the numbers of caps, by the orbits of caps under the symmetries that preserve sets."""

from collections import Counter
from itertools import combinations, product
from math import comb, factorial, prod

from ludex_check_claims.group_order import group_order
from ludex_check_claims.sets.cards import Card, last_card, read_cards
from ludex_check_claims.sets.labels import canonical_cards, rank_modulo_3
from ludex_check_claims.sets.statements import whole_deck
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, NotChecked, require


def cap_counts(claim: Json, document: Json, export: Export) -> str:
    """Check the numbers of caps of each size, and return how they were checked.

    No two listed classes are equal, and each has as many caps as there are symmetries, divided by those that preserve a
    cap. The caps of k + 1 cards with one marked card are the caps of k cards together with a card that extends them. So
    the list of classes of k + 1 cards is complete if the list of k cards is complete and these numbers agree.
    """
    p, v = whole_deck(document)
    stated, clock = claim["value"], Clock(export, 240)
    classes = (claim["certificate"] or {}).get("classes")
    if v <= 2:
        # Any v cards are a set.
        require(classes is None, "the certificate has unexpected members")
        counted = [[1, 1], [v**p, 1]][:v]
        require(stated == counted[: len(stated)], f"the numbers of caps by size are {counted}")
        require(claim["proved"] is (len(stated) == v), f"there are caps of {v - 1} cards")
        return RECOMPUTED
    if classes is None:
        raise NotChecked("the certificate has no classes of caps")
    require(len(classes) == len(stated), "the classes of each size must be listed")
    require(classes[0] == [["", 1]], "there must be exactly one cap without cards")
    extended = 0
    for size, of_size in enumerate(classes):
        require(
            stated[size] == [sum(n for _, n in of_size), len(of_size)],
            f"the classes of caps of {size} cards do not add up to the stated number",
        )
        require(
            size == 0 or extended == size * stated[size][0],
            f"caps of {size - 1} cards can be extended in {extended} ways, which contradicts the next number",
        )
        extended = 0
        forms = set()
        for text, number in of_size:
            cap = read_cards(text.split(), p, v)
            require(len(cap) == size, f"a cap in the list of caps of {size} cards has {len(cap)} cards")
            form, caps = class_of_cap(cap, p, v, clock)
            require(number == caps, f"the class of the cap {text or 'without cards'} has {caps} caps, not {number}")
            forms.add(form)
            extended += number * len(extensions(cap, p, v, clock))
        require(len(forms) == len(of_size), f"two listed classes of caps of {size} cards are equal")
    require(claim["proved"] is (extended == 0), f"the largest caps can be extended in {extended} ways")
    return CHECKED


def class_of_cap(cap: list[Card], p: int, v: int, clock: Clock) -> tuple[tuple[Card, ...], int]:
    """Return the canonical form of a cap of a deck with more than two values, and the number of caps in its class.

    The symmetries are the affine maps for three values, and otherwise the permutations of properties and values. Those
    that preserve the cap permute its cards, and those that fix each card are counted separately.
    """
    _, form, symmetries = canonical_cards(v, cap, clock) if cap else ([], [], [])
    preserving = group_order(len(cap), symmetries, clock)
    if v == 3:
        # An affine map fixes the cards if it fixes the space that they span.
        spanned = rank_modulo_3([[x - y for x, y in zip(card, cap[0], strict=True)] for card in cap])
        every = 3**p * prod(3**p - 3**i for i in range(p))
        preserving *= prod(3**p - 3**i for i in range(spanned, p)) if cap else every
    else:
        every = factorial(p) * factorial(v) ** p
        # Properties that divide the cards equally can be exchanged, and values that no card has can be permuted.
        columns = list(zip(*cap, strict=True)) or [()] * p
        alike = Counter(tuple(map(column.index, column)) for column in columns)
        preserving *= prod(map(factorial, alike.values())) * prod(factorial(v - len(set(column))) for column in columns)
    caps, rest = divmod(every, preserving)
    assert rest == 0
    return tuple(map(tuple, form)), caps


def extensions(cap: list[Card], p: int, v: int, clock: Clock) -> list[Card]:
    """Return the cards that extend a cap. Raises Wrong if the cap contains a set."""
    there, forbidden = set(cap), set(cap)
    for cards in combinations(cap, v - 1):
        clock.tick()
        last = last_card(cards, v)
        require(last not in there, "the cap of a class contains a set")
        if last is not None:
            forbidden.add(last)
    return [card for card in product(range(v), repeat=p) if card not in forbidden]


def no_set_probability(claim: Json, document: Json, export: Export) -> str:
    """Check that the numerator is the number of caps of n cards.

    This number is stated by another claim about the same deck. If it is not in the export, the caps are counted.
    """
    p, v = whole_deck(document)
    n, value = claim["parameters"]["n"], claim["value"]
    if "samples" in claim["parameters"]:
        raise NotChecked("samples are not repeated")
    require(value["denominator"] == comb(v**p, n), "the number of draws is wrong")
    claims = export.about(document["label"], "set.cap-counts")
    sizes = [
        counts["value"] for counts in claims if counts["certificate"] and (counts["proved"] or n < len(counts["value"]))
    ]
    caps = sum(size[0] for size in sizes[0][n : n + 1]) if sizes else count_caps(p, v, n, Clock(export, 120))
    require(caps == value["numerator"], f"there are {caps} caps of {n} cards, not {value['numerator']}")
    return RECOMPUTED


def count_caps(p: int, v: int, n: int, clock: Clock) -> int:
    """Return the number of caps of n cards of a deck. One cap of each class is extended card by card."""
    if n < v or v <= 2:
        return comb(v**p, n) if n < v else 0
    level: dict[tuple[Card, ...], tuple[list[Card], int]] = {(): ([], 1)}
    for _ in range(n):
        larger = {}
        for cap, _ in level.values():
            for card in extensions(cap, p, v, clock):
                form, caps = class_of_cap([*cap, card], p, v, clock)
                larger[form] = [*cap, card], caps
        level = larger
    return sum(caps for _, caps in level.values())
