"""Largest no-swish sets: a maximum set of cards without a swish, with proof (section 3.1, NoSwishSet).

The algorithm of the paper tries the subsets one after another. Here, an integer program (CP-SAT) picks a largest set of
cards that satisfies all cuts. Each cut states that not all cards of a certain swish may be kept. Swishes among the
picked cards become new cuts. This is repeated until the picked cards contain no swish, or until a known no-swish set is
as large as the picked set. The cuts are then the certificate: another solver can verify that no larger set satisfies
these cuts. Weights of swishes (:mod:`ludex.games.swish.solving.weights`) prove the same bound by additions. Copies of a
card are counted, not distinguished. A cut states that certain numbers of copies of certain kinds are not kept together,
and represents every choice among the copies.

For small decks, all largest no-swish sets are listed, with their classes under the symmetries of the hypergraph.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.evidence import Evidence
from ludex.games.swish.identity.card_matching import renumbered
from ludex.games.swish.identity.hypergraph import card_automorphisms, reversing_card_permutation
from ludex.games.swish.position import MAX_SEARCH_CARDS, Position, PositionError
from ludex.games.swish.solving.weights import KindCount, Kinds, Weights

if TYPE_CHECKING:
    import numpy


MAX_CERTIFICATE = 20_000
"""The maximum number of swishes in a certificate that lists every choice among copies."""
WEIGHING_SECONDS = 3.0
"""The time limit, in seconds, of the search for weights. This search begins after the bound has been proved by cuts."""


@dataclass(frozen=True, slots=True)
class NoSwishMaximum:
    """A largest no-swish set: the card indices, whether it is proved, a bound, and the proof of the bound.

    `certificate` lists sets of cards, each of which is a swish. Every set of more than `upper_bound` cards contains one
    of these sets. If `up_to_copies` is True, each of these sets represents every choice among the copies of its cards,
    because there are too many choices to list. `weights` prove the same bound by additions, and are None if no short
    proof was found. In this case, `bound` is a certificate by a refuted formula, if there is one.
    """

    indices: tuple[int, ...]
    proved: bool
    upper_bound: int
    certificate: tuple[tuple[int, ...], ...]
    up_to_copies: bool = False
    weights: Weights | None = None
    bound: Mapping[str, Any] | None = field(default=None, hash=False)

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.indices)

    @property
    def proof(self) -> dict[str, Any]:
        """Return the proof in the form used by certificates.

        It consists of the card indices, the swishes, whether each swish represents every choice among copies, and the
        weights.
        """
        certificate = [list(swish) for swish in self.certificate]
        weights = None if self.weights is None else self.weights.proof
        proof = {
            "indices": list(self.indices),
            "swishes": certificate,
            "up_to_copies": self.up_to_copies,
            "weights": weights,
        }
        return proof if self.bound is None else {**proof, "bound": dict(self.bound)}

    @property
    def evidence(self) -> Evidence | None:
        """Return what the proof of the bound rests on, or None if it is not proved."""
        if not self.proved:
            return None
        return Evidence.SEARCH if self.weights is None and self.bound is None else Evidence.CERTIFICATE

    @classmethod
    def from_json(
        cls, position: Position, value: object, lower: object, upper: int | None, proved: bool, proof: object
    ) -> "NoSwishMaximum":
        """Return the largest no-swish set of a `position` that a claim states.

        `value` is the number of cards, `lower` and `upper` are bounds on the maximum, `proved` states whether the
        number is proved, and `proof` is the proof, all as JSON. Raises ValueError if the arguments do not state a
        largest no-swish set.

        >>> position = Position.from_codes(["*o", "o*", "*o"])
        >>> found = largest_no_swish_set(position)
        >>> NoSwishMaximum.from_json(position, 1, 1, 1, True, found.proof) == found
        True
        """
        proof_json: dict[str, Any] = proof if isinstance(proof, dict) else {}
        swishes, indices, up_to_copies = (
            proof_json.get("swishes"),
            proof_json.get("indices", ()),
            proof_json.get("up_to_copies"),
        )
        if not isinstance(swishes, list) or type(up_to_copies) is not bool:
            raise ValueError("a largest set must list its indices, swishes and whether these are up to copies")
        kept = position.part(indices)
        for swish in swishes:
            position.part(swish)
        if not value == lower == len(kept.cards):
            raise ValueError(
                f"the value {value} and the lower bound {lower} must be {len(kept.cards)}, the number of "
                "cards in the set"
            )
        if upper is None or upper < len(kept.cards) or (proved and upper != len(kept.cards)):
            raise ValueError(f"the upper bound {upper} does not agree with the set of {len(kept.cards)} cards")
        weights_json = proof_json.get("weights")
        weights = None if weights_json is None else Weights.from_json(weights_json)
        bound = proof_json.get("bound")
        if bound is not None and not isinstance(bound, dict):
            raise ValueError("the bound of a largest set must be an object")
        return cls(tuple(indices), proved, upper, tuple(map(tuple, swishes)), up_to_copies, weights, bound)

    def renumbered(self, numbers: Sequence[int]) -> "NoSwishMaximum":
        """Return the same set with renumbered cards. `numbers[i]` is the new number of card i."""
        indices, *certificate = renumbered([self.indices, *self.certificate], numbers)
        weights = None if self.weights is None else self.weights.renumbered(numbers)
        return replace(self, indices=indices, certificate=tuple(certificate), weights=weights)


def largest_no_swish_set(position: Position, budget: Budget | None = None) -> NoSwishMaximum:
    """Return a largest set of cards without a swish, with a proof if the budget suffices.

    Parameters
    ----------
    position : Position
        At most 1,000 cards, with any points and circles.
    budget : Budget, optional
        The limits of the search. The default has no limits.

    Returns
    -------
    NoSwishMaximum
        The indices of the cards, an upper bound, and the certificate. If the budget is exhausted first, the set is the
        best one found so far, and `proved` is False. Without a certificate by weights or a refuted formula, HiGHS must
        agree with CP-SAT before the set is proved.

    Raises
    ------
    PositionError
        If there are more than 1,000 cards.

    Notes
    -----
    Cost: an integer program in each round, which takes milliseconds in total for 60 cards and seconds for 1,000.

    References
    ----------
    Dailly, Lafourcade, Marcadet (hal-04489238, 2024), section 3.1 (NoSwishSet) and section 3.2.

    Examples
    --------
    >>> largest_no_swish_set(Position.from_codes(["*o", "o*", "*o"])).size
    1
    """
    from ludex.games.swish.solving.cutting_planes import CuttingPlanes

    Position.require(position)
    budget = Budget.require(budget)
    if len(position.cards) > MAX_SEARCH_CARDS:
        raise PositionError(f"{len(position.cards)} cards given; a search supports at most {MAX_SEARCH_CARDS}")
    try:
        kinds = Kinds.of(position, budget)
    except BudgetExhausted:
        return NoSwishMaximum((), False, len(position.cards), ())
    search = CuttingPlanes(kinds, budget)
    try:
        search.run()
    except BudgetExhausted:
        return NoSwishMaximum(tuple(sorted(search.kept)), False, search.upper_bound, ())
    cuts = search.proof()
    certificate, up_to_copies = _written_out(kinds, cuts)
    weights = _weighed(kinds, cuts, len(position.cards) - len(search.kept), budget)
    bound = None
    if weights is None:
        from ludex.games.swish.solving.no_swish_proofs import prove_no_swish_size

        bound = prove_no_swish_size(kinds, cuts, len(search.kept), budget.share(2, WEIGHING_SECONDS))
        if bound is None and not _is_confirmed(kinds, cuts, len(search.kept), budget):
            return NoSwishMaximum(tuple(sorted(search.kept)), False, len(position.cards), ())
    return NoSwishMaximum(tuple(sorted(search.kept)), True, len(search.kept), certificate, up_to_copies, weights, bound)


def _weighed(kinds: Kinds, cuts: list[KindCount], missing: int, budget: Budget) -> Weights | None:
    """Return weights that prove the bound, or None if they are not found in time.

    The bound itself is already proved by the cuts.
    """
    from ludex.games.swish.solving.weight_search import find_weights

    try:
        return find_weights(kinds, cuts, missing, budget.share(2, WEIGHING_SECONDS))
    except BudgetExhausted:
        return None


def _is_confirmed(kinds: Kinds, cuts: list[KindCount], size: int, budget: Budget) -> bool:
    """Return whether HiGHS agrees with CP-SAT that no set of more than `size` cards satisfies the cuts."""
    from ludex.games.swish.solving.highs_bounds import most_copies

    try:
        return most_copies(kinds, cuts, budget) == size
    except BudgetExhausted:
        return False


def _written_out(kinds: Kinds, cuts: list[KindCount]) -> tuple[tuple[tuple[int, ...], ...], bool]:
    if sum(map(kinds.choices, cuts)) > MAX_CERTIFICATE:
        firsts = [tuple(sorted(i for kind, n in cut for i in kinds.members[kind][:n])) for cut in cuts]
        return tuple(sorted(firsts)), True
    return tuple(sorted(cards for cut in cuts for cards in kinds.expand(cut))), False


class TooManySets(ValueError):
    """There are more largest sets than were requested. The message states their number."""


@dataclass(frozen=True, slots=True)
class AllLargestNoSwishSets:
    """All largest sets of cards without a swish, given by card indices, and their classes, given by indices in `sets`.

    There are `count` sets of `size` cards each. Two sets are in the same class if an automorphism of the hypergraph
    induces a card permutation that maps one set to the other. For the classes with reversal, isomorphisms to the
    hypergraph with all arcs reversed are used too.
    """

    size: int
    count: int
    sets: tuple[tuple[int, ...], ...]
    classes: tuple[tuple[int, ...], ...]
    classes_with_reversal: tuple[tuple[int, ...], ...]


def all_largest_no_swish_sets(
    position: Position, budget: Budget | None = None, most: int | None = None
) -> AllLargestNoSwishSets:
    """List all largest sets without a swish of a `position` of at most 64 cards, and their classes.

    `budget` limits the search (None for no limits). Raises PositionError if there are more cards, TooManySets if there
    are more than `most` sets, and BudgetExhausted.

    >>> all_largest_no_swish_sets(Position.from_codes(["*o", "*o"])).classes
    ((0, 1),)
    """
    sets = maximum_no_swish_sets(position, budget)
    if most is not None and len(sets) > most:
        raise TooManySets(f"there are {len(sets)} such sets, more than {most}")
    plain, reversing = (
        tuple(map(tuple, set_classes(position, sets, reversal=with_reversal))) for with_reversal in (False, True)
    )
    return AllLargestNoSwishSets(len(sets[0]), len(sets), tuple(sets), plain, reversing)


def maximum_no_swish_sets(deck: Position, budget: Budget | None = None) -> list[tuple[int, ...]]:
    """Return all largest no-swish sets of a `deck` of at most 64 cards, given by card indices, in order.

    `budget` limits the search (None for no limits). Raises PositionError if there are more cards, and BudgetExhausted.
    Cost: seconds for the commercial decks (216 sets of swish-36).

    >>> maximum_no_swish_sets(Position.from_codes(["*o", "*o"]))
    [(0,), (1,)]
    """
    from ludex.games.swish.solving.independent_sets import list_no_swish_sets, minimal_swishes

    budget = budget or Budget()
    minimal = minimal_swishes(deck, budget)
    maximum = largest_no_swish_set(deck, budget)
    if not maximum.proved:
        budget.check()
    return list_no_swish_sets(minimal, maximum.size, budget)


def set_classes(position: Position, sets: list[tuple[int, ...]], reversal: bool) -> list[list[int]]:
    """Return the classes of the card sets `sets` of a `position` under the automorphisms of its hypergraph.

    The position has at most 64 cards. An automorphism acts on card sets by the card permutation that it induces. If
    `reversal` is true, isomorphisms to the hypergraph with all arcs reversed are used too, because a swish remains a
    swish if points and circles are exchanged. A class is a list of indices in `sets`, in ascending order. Every image
    of a set must also be in `sets`.

    >>> position = Position.from_codes(["*o", "*o"])
    >>> set_classes(position, [(0,), (1,)], reversal=False)
    [[0, 1]]
    """
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    generators = card_automorphisms(position)
    reversing = reversing_card_permutation(position) if reversal else None
    held = np.zeros((len(sets), 64), dtype=bool)
    for at, cards in enumerate(sets):
        held[at, list(cards)] = True
    words = _words(held)
    order = np.argsort(words)
    found = np.arange(len(sets))
    for permutation in [*generators, *([reversing] if reversing is not None else [])]:
        image = np.zeros_like(held)
        image[:, list(permutation)] = held[:, : len(permutation)]
        place = order[np.searchsorted(words, _words(image), sorter=order)]
        joined = coo_array((np.ones(len(sets), dtype=bool), (found, found[place])), shape=(len(sets), len(sets)))
        found = connected_components(joined, directed=False)[1][found]
    classes: dict[int, list[int]] = {}
    for at, number in enumerate(found.tolist()):
        classes.setdefault(number, []).append(at)
    return list(classes.values())


def _words(held: "numpy.ndarray") -> "numpy.ndarray":
    """Return each row of 64 Booleans as one 64-bit word."""
    import numpy as np

    return np.packbits(held, axis=1).view(np.uint64).ravel()
