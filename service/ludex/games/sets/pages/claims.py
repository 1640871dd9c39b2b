"""Explanations of SET claims: sentences, arguments, tables and pictures of certificates, and data for checking them."""

from collections.abc import Mapping, Sequence

from ludex.catalogue.claims.claim import StoredClaim
from ludex.games.sets.deck import Deck
from ludex.games.sets.pictures.tables import MAX_GRID_POINTS, cap_svg
from ludex.games.sets.position import Position
from ludex.games.sets.study.cap_bounds import LARGE_CAP, LARGE_LAYER, PLANES
from ludex.web.declarations import CertificateTable, ClaimSubject, Explain, Explanation
from ludex.web.site.text_filters import counted

CHECKER = "sets/claims"

_COUNTING = [
    "Let a cap have $N$ cards, and let $C$ be the maximum number of cards of a cap with one property fewer. A class "
    "of three parallel hyperplanes divides the cap into $\\tfrac{N}{3} + d_0$, $\\tfrac{N}{3} + d_1$ and "
    "$\\tfrac{N}{3} + d_2$ cards, each at most $C$. Summed over all $\\tfrac{3^p - 1}{2}$ classes,",
    "$$\\sum d_i^2 = \\frac{3^p N - N^2}{3}, \\qquad \\sum d_i^3 = \\frac{3^p N - N^3}{9},$$",
    "the second because three cards of a cap add up to zero only if they are the same card. In a class, $-(d_0^3 + "
    "d_1^3 + d_2^3) \\le (C - \\tfrac{N}{3})(d_0^2 + d_1^2 + d_2^2)$, so that",
    "$$N \\le \\frac{3^p (1 + 3C)}{3^p + 3C}.$$",
    "If this bound is a whole number, it is attained only if $\\frac{3^p N - N^2}{2 (3C - N)^2}$ classes are uneven; "
    "if that number of classes is not whole, the bound is one less (Meshulam 1995; Bierbrauer and Edel 2002).",
]


_HYPERPLANES = [
    "For five properties, suppose that a cap has 46 cards. A class of parallel hyperplanes divides it into "
    "$a + b + c = 46$ cards. Over all 121 classes, each pair of cards is in 40 hyperplanes and each triple in 13, "
    "because no three cards are on a line. For all $a$, $b$ and $c$ of at most 18,",
    "$$y_0 + y_2 (P_a + P_b + P_c) + y_3 (T_a + T_b + T_c) \\ge 0,$$",
    "where $P_k = k (k - 1) / 2$ and $T_k = k (k - 1) (k - 2) / 6$, but the sum over all classes is negative. So some "
    "hyperplane has at least 19 cards.",
    "Let H be a hyperplane with the most cards, 19 or 20. For each division of the cards into H and its parallel "
    "hyperplanes, the table has a dual solution of a second linear program. It proves that another hyperplane has at "
    "least 19 cards, and shares 8 or 9 of them with H. A search of all caps with two such hyperplanes finds no cap of "
    "41 cards.",
]

_FLATS = [
    "A hyperplane consists of the cards with one value of a property, or of the cards whose values $y$ and $x$ of two "
    "properties satisfy $y = f(x)$ for a permutation $f$. It contains at most $C$ cards of a cap of $N$ cards, where "
    "$C$ is the bound for one property fewer. If $m$ of the cards have the same values of two properties, counting the "
    "hyperplanes that contain these cards gives",
    "$$N \\le m + 2 (C - m) + (v - 1) (C - m) = (v + 1) C - v m.$$",
    "Some value of a property occurs in $N / v$ cards, and a value of a second property in $N / v^2$ of them, rounded "
    "up both times, which gives $m$.",
]
_LARGE_LAYERS = [
    f"For four properties, a search through all caps of {LARGE_CAP} cards with one property fewer gives a better $m$: "
    f"each of them has {LARGE_LAYER} cards with one value of some property.",
]
_PLANES = [
    "For three properties, the numbers of cards on the lines of one direction form a matrix. Its rows, columns and "
    "transversals are planes. A plane without an empty line has few cards. For each pattern of zeros of the matrix, "
    "one of the dual solutions bounds the sum of the entries: $t / s$ is the multiplier of the transversals without a "
    "zero, and $a / s$ and $b / s$ are those of the rows and of the columns without a zero.",
]


def _shape(subject: ClaimSubject) -> dict[str, int]:
    return {name: subject.document[name] for name in ("properties", "values")}


def _deck_words(subject: ClaimSubject) -> str:
    p, v = subject.document["properties"], subject.document["values"]
    return f"{counted(v**p, 'card')} with {p} {'property' if p == 1 else 'properties'} of {counted(v, 'value')}"


def cap_maximum(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the largest cap of a deck."""
    p, v = subject.document["properties"], subject.document["values"]
    bound = claim.certificate.get("bound") or {}
    tables: list[CertificateTable] = []
    duals: list[tuple[object, ...]] = []
    if bound.get("by") in ("counting", "hyperplanes"):
        heads: tuple[str, ...] = ("Properties $p$", "$C$", "Maximum $N$")
        steps = bound["steps"]
        rows: list[tuple[object, ...]] = [(step["properties"], step["smaller"], step["most"]) for step in steps]
        if bound["by"] == "hyperplanes" and v > 3:
            duals = [tuple(each) for step in steps for each in step.get("multipliers", ())]
        elif bound["by"] == "hyperplanes":
            heads = (*heads, "$y_0$, $y_2$, $y_3$")
            multipliers = [_listed(step.get("multipliers", ())) for step in steps]
            rows = [(*row, listed) for row, listed in zip(rows, multipliers, strict=True)]
        tables = [CertificateTable("Steps of the bound", heads, rows)]
        if duals:
            tables.append(CertificateTable("Dual solutions", ("$s$", "$t$", "$a$", "$b$"), duals))
        divisions = [division for step in steps for division in step.get("divisions", ())]
        if divisions:
            rows = [(_listed(division["sizes"]), _listed(division["multipliers"])) for division in divisions]
            tables.append(CertificateTable("Divisions of 46 cards", ("Hyperplanes", "Multipliers"), rows))
    cap = Position.from_codes(Deck(p, v), claim.certificate["cards"])
    proved = f"at most {claim.value:,} can lie on the table without a set"
    known = (
        f"at least {counted(claim.lower or 0, 'card')} can lie on the table without a set, and at most {claim.upper:,}"
    )
    return Explanation(
        f"Of the {_deck_words(subject)}, {proved if claim.proved else known}.",
        [f"The {counted(claim.value, 'card')} in the picture contain no set.", *_bound_argument(bound.get("by"), p, v)],
        "Look for a set among the cards, and compute the bound.",
        tables,
        [(cap_svg(cap), _layers(cap))] if v**p <= MAX_GRID_POINTS else [],
        CHECKER,
        _shape(subject),
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _bound_argument(by: str | None, properties: int, values: int) -> list[str]:
    if by == "counting":
        return _COUNTING
    if by == "hyperplanes" and values > 3:
        return [*_FLATS, *(_PLANES if values in PLANES else _LARGE_LAYERS if values == 4 else [])]
    if by == "hyperplanes":
        return [*_COUNTING, *_HYPERPLANES]
    if by == "layers":
        return [
            f"The cards of each value of one property form a layer: {values} layers of "
            f"${values}^{{{properties - 1}}}$ cards. The bound is the result of a search through the layers, up to "
            "symmetry, for which no short certificate is known. ludex-check-claims repeats it in half a minute: the "
            "first layer is one of ten, the second any that is not larger, and the others grow cell by cell."
        ]
    if by != "closed-form":
        return ["The bound is the result of a search, for which no short certificate is known."]
    if values <= 2 or properties == 1:
        return [f"Any ${values}$ different cards are a set, so at most $v - 1 = {values - 1}$ cards contain none."]
    return [
        "The cards are the cells of a square of $v \\times v$ cells; the sets are its rows, columns and transversals. "
        "Cells without "
        "a transversal are covered by $v - 1$ rows and columns (König), none of which is full, so that",
        f"$$N \\le (v - 1)^2 = {values - 1}^2 = {(values - 1) ** 2}.$$",
    ]


def _layers(cap: Position) -> str:
    """Describe in words how many cards the cap has for each value of the first property."""
    codes = [cap.deck.code(card) for card in cap.cards]
    layers: dict[str, int] = {}
    for code in codes:
        layers[code[0]] = layers.get(code[0], 0) + 1
    sizes = " + ".join(str(layers[digit]) for digit in sorted(layers))
    return f"A largest cap. Layers of the first property: {sizes} cards."


def cap_counts(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain the numbers of caps by size."""
    value: list[list[int]] = claim.value
    rows = [(size, f"{caps:,}", f"{classes:,}") for size, (caps, classes) in enumerate(value)]
    listed = (claim.certificate or {}).get("classes")
    return Explanation(
        f"The caps of the {_deck_words(subject)}: {sum(caps for caps, _ in value):,} with at most "
        f"{counted(len(value) - 1, 'card')}{', and none has more' if claim.proved else ''}.",
        [
            "The certificate lists one cap of each class $c$ under the symmetries that preserve sets, with the "
            "number $n_c$ of caps in the class. The caps of $k + 1$ cards with one marked card are counted in two "
            "ways: if $e_c$ cards can be added to a cap of class $c$,",
            "$$(k + 1) \\cdot N_{k+1} = \\sum_{c \\text{ of } k \\text{ cards}} n_c \\, e_c.$$",
        ]
        if listed
        else ["The caps were extended card by card, one cap of each class."],
        "Add up the classes of each size, look for sets in their caps, and count the cards that can be added.",
        [CertificateTable("Caps by size", ("Cards", "Caps", "Classes"), rows)],
        checker=CHECKER if listed and subject.document["values"] == 3 else "",
        data=_shape(subject),
    )


def no_set_probability(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain how many draws contain no set."""
    n, value = claim.parameters["n"], claim.value
    if "samples" in claim.parameters:
        return Explanation(
            f"Of {value['denominator']:,} random draws of {n} cards, {value['numerator']:,} contain no set: an "
            f"estimate.",
            checking="Draw again with the same seed. Nothing is proved.",
        )
    share = value["numerator"] / value["denominator"]
    return Explanation(
        f"Of all {value['denominator']:,} draws of {n} of the {_deck_words(subject)}, {value['numerator']:,} contain "
        f"no set.",
        [
            f"The numerator is the number of caps of {n} cards: $p_{{{n}}} = N_{{{n}}} / "
            f"\\binom{{{subject.document['size']}}}{{{n}}} "
            f"\\approx {share:.6f}$."
        ],
        "Compare the numerator with the number of caps of this size, which is a claim of the same deck.",
        checker=CHECKER,
        data=_shape(subject) | {"value": {name: str(number) for name, number in value.items()}},
    )


def no_set(claim: StoredClaim, subject: ClaimSubject) -> Explanation:
    """Explain whether a position contains a set."""
    cards: list[str] = subject.document["cards"]
    choices = claim.certificate["recompute"]["choices"]
    v = subject.document["values"]
    return Explanation(
        f"The {len(cards)} cards of this position contain {'no' if claim.value else 'a'} set.",
        [
            f"For each of the $\\binom{{{len(cards)}}}{{{max(v - 1, 1)}}} = {choices}$ choices of "
            f"{counted(max(v - 1, 1), 'card')}, at most "
            "one card completes them to a set."
        ],
        "Try all choices, and look for the card that completes each.",
        checker=CHECKER,
        data=_shape(subject) | {"cards": cards},
    )


EXPLANATIONS: Mapping[str, Explain] = {
    "set.cap-maximum": cap_maximum,
    "set.cap-counts": cap_counts,
    "set.no-set-probability": no_set_probability,
    "set.no-set": no_set,
}
