"""Verification of a largest no-swish set, by methods that are independent of the search that found the set.

For each swish in the certificate, a search verifies that its cards form a swish. Another search verifies that the set
contains no swish. If swishes of the certificate have weights, the bound is verified by adding the weights. Otherwise,
it is computed by HiGHS (through SciPy), whereas the original search uses CP-SAT.
"""

from collections.abc import Sequence

from ludex.engine.budget import Budget
from ludex.games.swish.position import Position
from ludex.games.swish.solving.depth_first import DepthFirst
from ludex.games.swish.solving.highs_bounds import most_cards, most_copies
from ludex.games.swish.solving.no_swish import MAX_CERTIFICATE, NoSwishMaximum
from ludex.games.swish.solving.search import find_any
from ludex.games.swish.solving.weights import KindCount, Kinds, Weights, missing_cards
from ludex.games.swish.swishes import Rule


class CertificateError(ValueError):
    """The largest no-swish set is invalid. The message states the error."""


def check_maximum(position: Position, maximum: NoSwishMaximum, budget: Budget | None = None) -> None:
    """Verify a largest no-swish set `maximum` of a `position` within a `budget` (None for no limits).

    If `maximum` states that it is proved, its certificate is verified. Otherwise, the function verifies only that the
    set contains no swish. Raises CertificateError if the set is invalid, and BudgetExhausted.
    """
    budget = budget or Budget()
    if maximum.proved:
        weights = maximum.weights
        if weights is not None:
            check_weights(position, weights, len(maximum.indices), budget)
        check_certificate(position, maximum.indices, maximum.certificate, budget, maximum.up_to_copies, weights)
    else:
        _require_no_swish(position, maximum.indices, budget)


def check_certificate(
    position: Position,
    indices: Sequence[int],
    certificate: Sequence[Sequence[int]],
    budget: Budget | None = None,
    up_to_copies: bool = False,
    weights: Weights | None = None,
) -> None:
    """Verify that the cards at `indices` contain no swish, and that the `certificate` excludes any larger set.

    `certificate` lists sets of cards of the `position`, each of which is a swish. If `up_to_copies` is True, each swish
    represents every choice among the copies of its cards. If `weights` that prove the bound are given, and all their
    swishes are in the certificate, the certificate proves the bound too. `budget` limits the check (None for no
    limits). Raises CertificateError if the certificate is invalid, and BudgetExhausted. Cost: one search for each swish
    of the certificate (up to copies), and one integer program unless the weights suffice.

    >>> position = Position.from_codes(["*o", "o*"])
    >>> check_certificate(position, [0], [[0, 1]])
    >>> check_certificate(position, [0], [])
    Traceback (most recent call last):
    ...
    ludex.games.swish.solving.certificate.CertificateError: the certificate allows 2 cards, but the set has 1
    """
    budget = budget or Budget()
    _require_indices(indices, position, "the set")
    _require_no_swish(position, indices, budget)
    kinds = Kinds.of(position)
    known: dict[KindCount, bool] = {}
    for place, cards in enumerate(certificate):
        _require_indices(cards, position, f"swish {place} of the certificate")
        count = kinds.count(tuple(cards))
        if count not in known:
            known[count] = _is_card_set_of_swish(position, cards, budget)
        if not known[count]:
            raise CertificateError(f"cards {list(cards)} of the certificate do not form a swish")
    if up_to_copies and sum(map(kinds.choices, known)) <= MAX_CERTIFICATE:
        raise CertificateError("the certificate is up to copies, but all choices among them can be listed")
    all_choices = up_to_copies or sum(map(kinds.choices, known)) == len(set(map(frozenset, certificate)))
    if weights is not None and all_choices and all(kinds.count(swish) in known for swish in weights.swishes):
        return
    if up_to_copies:
        bound = most_copies(kinds, sorted(known), budget)
    else:
        bound = most_cards(len(position.cards), certificate, budget)
    if bound != len(indices):
        raise CertificateError(f"the certificate allows {bound} cards, but the set has {len(indices)}")


def check_weights(position: Position, weights: Weights, size: int, budget: Budget | None = None) -> None:
    """Verify that swishes with `weights` exclude no-swish sets of more than `size` cards of a `position`.

    `budget` limits the check (None for no limits). Raises CertificateError if the weights do not exclude such sets, and
    BudgetExhausted. Cost: one search for each swish, plus the additions of the weights.

    >>> weights = {"swishes": [[0, 1]], "denominator": 1, "weights": [1]}
    >>> check_weights(Position.from_codes(["*o", "o*"]), Weights.from_json(weights), 1)
    """
    budget = budget or Budget()
    for place, cards in enumerate(weights.swishes):
        _require_indices(cards, position, f"swish {place} with a weight")
        if not _is_card_set_of_swish(position, cards, budget):
            raise CertificateError(f"cards {list(cards)} that have a weight do not form a swish")
    try:
        missing = missing_cards(Kinds.of(position), weights)
    except ValueError as error:
        raise CertificateError(str(error)) from None
    if len(position.cards) - missing != size:
        raise CertificateError(f"the weights allow {len(position.cards) - missing} cards, but the set has {size}")


def _require_indices(indices: Sequence[int], position: Position, what: str) -> None:
    if len(set(indices)) != len(indices) or not all(0 <= index < len(position.cards) for index in indices):
        raise CertificateError(f"{what} is not a set of card indices")


def _require_no_swish(position: Position, indices: Sequence[int], budget: Budget) -> None:
    if not indices:
        return
    swish = find_any(position.part(indices), budget=budget)
    if swish is not None:
        raise CertificateError(f"cards {[indices[i] for i in swish.indices]} of the set form a swish")


def _is_card_set_of_swish(position: Position, cards: Sequence[int], budget: Budget) -> bool:
    """Return whether the cards at these indices, all used together, form a swish."""
    if len(cards) < 2:
        return False

    search = DepthFirst.of(position.part(cards), Rule.SWISH, copies_differ=False)
    return next(search.each(len(cards), len(cards), budget), None) is not None
