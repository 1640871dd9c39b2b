"""Explanations of SWISH claims for human readers: sentences, arguments, certificates, and data for checks."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ludex.catalogue.claims.claim import StoredClaim
from ludex.games.swish.card import Card, Symmetry
from ludex.games.swish.pictures.cards import svg_position, svg_swish
from ludex.games.swish.position import Position
from ludex.web.declarations import CertificateTable, ClaimSubject, Explain, Explanation, PageLink
from ludex.web.site.text_filters import counted

CHECKER = "swish/claims"
PROOF = PageLink("The proof for all boards", "learn.send_file", {"path": "explanation/no-swish-sets.html"})

_MOST_DRAWN = 80


def _position(subject: ClaimSubject) -> Position:
    """Return the cards of a deck or position in canonical order."""
    position: Position = subject.value.position.canonical()
    return position


def _card_data(position: Position) -> dict[str, Any]:
    """Return the cards with their symmetry, for checks in the browser."""
    return {"cards": [str(card) for card in position.cards], "symmetry": position.symmetry.value}


def _bounds(claim: StoredClaim) -> str:
    """Return the value of a claim in words, or the bounds on it if the claim is not proved."""
    if claim.proved:
        return f"at most {claim.value:,}"
    upper = f" and at most {claim.upper:,}" if claim.upper is not None else ""
    return f"at least {claim.lower or 0:,}{upper}"


def no_swish_maximum(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the largest no-swish set of a deck, a position or a board."""
    if "orbits" in claim.certificate:
        return _board_maximum(claim, subject)
    position, certificate = _position(subject), claim.certificate
    size, noun = len(position.cards), subject.view.kind.words
    kept = position.part(certificate["indices"])
    weights = certificate.get("weights") if claim.proved else None
    left_out = size - (claim.upper or 0)
    argument = [f"The {len(kept.cards)} cards in the picture contain no swish, so this number is possible."]
    if weights:
        argument += [
            "For the bound, leave out $r_k$ copies of each kind $k$ of card so that no swish is left. Each swish "
            "below has a "
            "weight. Let $f_k(m)$ be the total weight of the swishes that are broken when $m$ copies of kind $k$ are "
            "left out, and $Y$ the total weight of all swishes. Every swish is broken by at least one kind, so "
            "$\\sum_k f_k(r_k) \\ge Y$, "
            "and the "
            "number of cards left out is",
            "$$\\sum_k r_k \\;\\ge\\; Y + \\sum_k \\min_m \\bigl(m - f_k(m)\\bigr).$$",
        ]
    if weights and "weights" in weights:
        total = sum(Fraction(weight, weights["denominator"]) for weight in weights["weights"])
        argument.append(
            f"Here $Y = {_tex(total)}$. Rounded up, at least {left_out} cards are left out: "
            f"${size} - {left_out} = {claim.upper}$."
        )
    elif weights:
        argument.append(
            f"The weights distinguish cases by the number of copies of a kind that are left out; the smallest bound "
            f"of all cases is {left_out}."
        )
    return Explanation(
        f"Of the {size:,} cards of this {noun}, {_bounds(claim)} can lie on the table without a swish.",
        argument,
        "Search for a swish among the cards that are kept, stack the cards of each swish that has a weight, and add "
        "the weights up.",
        tables=list(_weight_tables(position, certificate)),
        pictures=[(svg_position(kept), f"A largest set without a swish: {counted(len(kept.cards), 'card')}.")]
        if len(kept.cards) <= _MOST_DRAWN
        else [],
        checker=CHECKER,
        data=_card_data(position),
    )


def _weight_tables(position: Position, certificate: Mapping[str, Any]) -> Iterator[CertificateTable]:
    weights = certificate.get("weights")
    if not weights:
        return
    leaves = list(_leaves(weights, ""))
    rows = []
    for place, swish in enumerate(weights["swishes"]):
        cards = " ".join(f"`{position.cards[i]}`" for i in swish)
        rows.append(
            (cards, *(f"${_tex(Fraction(leaf['weights'][place], leaf['denominator']))}$" for _, leaf in leaves))
        )
    header = ("Cards of the swish", *(f"Weight{case}" for case, _ in leaves))
    yield CertificateTable("Weights of swishes", header, rows)


def _leaves(case: Mapping[str, Any], about: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield, for each case of a proof, a description of the case and its weights."""
    if "card" not in case:
        yield about, case
        return
    card, missing = case["card"], case["missing"]
    yield from _leaves(case["fewer"], f"{about}, fewer than {missing} copies of card {card} left out")
    yield from _leaves(case["more"], f"{about}, at least {missing} copies of card {card} left out")


def _tex(number: Fraction | int) -> str:
    number = Fraction(number)
    if number.denominator == 1:
        return f"{number.numerator:,}".replace(",", "\\,")
    return f"\\tfrac{{{number.numerator}}}{{{number.denominator}}}"


def _sizes(certificate: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return pairs of an orbit size and the number of orbits of this size, sorted by size in descending order."""
    return sorted(((int(size), count) for size, count in certificate["orbits"].items()), reverse=True)


def _board_maximum(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    certificate, document = claim.certificate, subject.document
    cards, within = certificate["cards"], certificate["within"]
    kept = sum(count * certificate["most_within"][str(size)] for size, count in _sizes(certificate))
    rows = [(size, f"{count:,}", certificate["most_within"][str(size)]) for size, count in _sizes(certificate)]
    argument = [
        "The symmetries of the board divide its cells into orbits. Let $T$ be the number of all cards with one point "
        "and one "
        "circle, $L$ the number of these cards with both cells in one orbit, and $f(O)$ the maximum number of cards "
        "within an orbit $O$ that contain no swish. Then the maximum is",
        "$$M = \\frac{T - L}{2} + \\sum_O f(O).$$",
        "Upper bound: a card between two orbits and its reverse, in which point and circle are exchanged, form a "
        "swish, so at most half of these cards can be kept. Lower bound: put the orbits in any order, and keep the "
        "cards whose point is in an "
        "earlier "
        "orbit than their circle. Along a cycle of a swish, the orbit would never decrease, so it would be constant.",
        f"Here $T = {_tex(cards)}$, $L = {_tex(within)}$, and $M = \\frac{{{_tex(cards)} - {_tex(within)}}}{{2}} + "
        f"{_tex(kept)} "
        f"= {_tex(claim.value)}$.",
    ]
    return Explanation(
        f"Of the {cards:,} cards with one point and one circle of the board of {document['height']} × "
        f"{document['width']} cells, "
        f"at most {claim.value:,} can lie on the table without a swish.",
        argument,
        "Find the orbits, try all choices of cards within an orbit of each size, count the cards, and add up.",
        [CertificateTable("Orbits of cells", ("Cells of an orbit", "Orbits", "Most cards without a swish"), rows)],
        checker=CHECKER,
        data=_board_data(document),
        links=[PROOF],
    )


def _board_data(document: Mapping[str, Any]) -> dict[str, Any]:
    return {name: document[name] for name in ("height", "width", "symmetry")}


def no_swish_maximum_sets(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the number of largest no-swish sets of a board."""
    certificate, document = claim.certificate, subject.document
    sizes, ways = _sizes(certificate), certificate["ways_within"]
    orbits = sum(count for _, count in sizes)
    product = "".join(f" \\cdot {ways[str(size)]}^{{{count}}}" for size, count in sizes if ways[str(size)] > 1)
    rows = [(size, f"{count:,}", ways[str(size)]) for size, count in sizes]
    shown = f" = {_tex(claim.value)}" if len(str(claim.value)) <= 30 else ""
    return Explanation(
        f"The board of {document['height']} × {document['width']} cells has "
        f"{_large(claim.value)} largest sets of cards without a swish.",
        [
            "Each largest set corresponds to exactly one order of the $k$ orbits and one largest choice within each "
            "orbit. "
            "With "
            "$g(O)$ choices within an orbit $O$, their number is",
            "$$k! \\cdot \\prod_O g(O).$$",
            f"Here it is ${orbits}!{product}{shown}$.",
        ],
        "Find the orbits, try all choices of cards within an orbit of each size, and multiply.",
        [CertificateTable("Orbits of cells", ("Cells of an orbit", "Orbits", "Choices within one"), rows)],
        checker=CHECKER,
        data=_board_data(document) | {"value": str(claim.value)},
        links=[PROOF],
    )


def _large(number: int) -> str:
    """Return a number for use in a sentence, with its digits in groups.

    If the number has very many digits, return only how many digits it has.
    """
    text = f"{number:,}"
    return text if len(text) <= 40 else f"a number of {len(str(number)):,} digits of"


def largest_swish(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the largest swish of a position."""
    document = subject.document
    symmetry = Symmetry(document.get("symmetry", "rectangle"))
    cards = list(document["cards"])
    data = {"cards": cards, "symmetry": symmetry.value}
    if not claim.value:
        sentence = f"The {len(cards)} cards of this position contain no swish."
        return Explanation(
            sentence,
            ["However some of the cards are stacked, a point or a circle remains without a partner."],
            "Fill the cells of the board with cards in every way.",
            checker=CHECKER,
            data=data,
        )
    stack: Sequence[str] = (claim.certificate or {}).get("stack", [])
    drawn = [Card.from_code(code) for code in stack]
    kind = f"The largest swish of this position has {counted(claim.value, 'card')}."
    return Explanation(
        kind
        if claim.proved
        else f"This position has a swish of {counted(claim.value, 'card')}; a larger one may exist.",
        [
            "In the stack below, each point meets exactly one circle, so it is a swish.",
            "There is no short proof that no swish is larger: every way to fill the cells of the board has to be "
            "tried.",
        ],
        "Stack the cards and see that every point meets a circle. Then try to fill the cells with more cards.",
        pictures=[(svg_swish(drawn, symmetry), "The cards as they lie in the swish.")]
        if 0 < len(drawn) <= _MOST_DRAWN
        else [],
        checker=CHECKER,
        data=data,
        spoils=True,
    )


def swish_counts(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the number of swishes of each size."""
    most = claim.parameters.get("max_size")
    rows = [
        (int(size), f"{numbers['card_sets']:,}", f"{numbers['placements']:,}")
        for size, numbers in sorted(claim.value.items(), key=lambda item: int(item[0]))
    ]
    total = sum(numbers["card_sets"] for numbers in claim.value.values())
    upto = f" of at most {most} cards" if most else ""
    return Explanation(
        f"This {subject.view.kind.words} has {total:,} sets of cards{upto} that form a swish.",
        ["The swishes were enumerated one by one, each placement once."],
        "Enumerate all swishes again. There is no shorter way.",
        [CertificateTable("Swishes by size", ("Cards", "Sets of cards", "Placements"), rows)],
        checker=CHECKER,
        data=_card_data(_position(subject)),
    )


def swish_classes(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the number of classes of swishes."""
    return Explanation(
        f"This {subject.view.kind.words} has {claim.value:,} different swishes of "
        f"{counted(claim.parameters['size'], 'card')}, up to flips of the whole stack.",
        [
            "Stacks that differ by a flip of the whole stack are the same swish. By Burnside's lemma, the number of "
            "different swishes is the number of stacks that a flip leaves unchanged, averaged over all flips."
        ],
        "List all swishes, and group those that are equal after a flip of the whole stack.",
        checker=CHECKER,
        data=_card_data(_position(subject)),
    )


def no_swish_probability(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain how many deals contain no swish."""
    n, value = claim.parameters["n"], claim.value
    share = f"\\frac{{{_tex(value['numerator'])}}}{{{_tex(value['denominator'])}}}"
    if "samples" in claim.parameters:
        return Explanation(
            f"Of {value['denominator']:,} random deals of {n} cards, {value['numerator']:,} contain no swish: an "
            f"estimate.",
            checking="Deal again with the same seed. Nothing is proved.",
        )
    return Explanation(
        f"Of all {value['denominator']:,} deals of {n} cards of this {subject.view.kind.words}, "
        f"{value['numerator']:,} contain "
        "no swish.",
        [f"The probability is $p_{{{n}}} = {share} \\approx {value['numerator'] / value['denominator']:.6f}$."],
        "Count the sets of cards that contain none of the minimal swishes of the deck. There is no short certificate.",
        checker=CHECKER,
        data=_card_data(_position(subject)) | {"value": {name: str(number) for name, number in value.items()}},
    )


def reduced_from(claim: StoredClaim, _subject: ClaimSubject) -> Explanation:
    """Explain the problem from which a position was constructed."""
    what = "a formula" if claim.value["problem"] == "max-sat" else "a directed graph"
    return Explanation(
        f"This position encodes {what} whose optimum is {claim.value['optimum']:,}; its largest swish follows from it.",
        [f"Reductions in order: {', '.join(claim.value['reductions'])}."],
        "Construct the cards again from the problem, and solve the problem.",
        checker=CHECKER,
        links=[PageLink("The reductions", "learn.send_file", {"path": "explanation/swish-reductions.html"})],
    )


EXPLANATIONS: Mapping[str, Explain] = {
    "swish.no-swish-maximum": no_swish_maximum,
    "swish.no-swish-maximum-sets": no_swish_maximum_sets,
    "swish.largest-swish": largest_swish,
    "swish.swish-counts": swish_counts,
    "swish.swish-classes": swish_classes,
    "swish.no-swish-probability": no_swish_probability,
    "swish.reduced-from": reduced_from,
}
