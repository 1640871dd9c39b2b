"""The relations between SWISH objects, the statements of claims about these objects, and their checks."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from ludex.card_games.deals import DealStatistic
from ludex.card_games.relations import holds, lies_in, witnesses
from ludex.catalogue.claims.claim import Claim, Sense, Statement, of_document
from ludex.catalogue.kinds.relation import Relation, same_class
from ludex.engine.budget import Budget, unchecked_without_time
from ludex.engine.evidence import Evidence
from ludex.engine.formula import Formula
from ludex.games.swish import known_results, solving, study
from ludex.games.swish.deck import Deck
from ludex.games.swish.known_results import KnownPosition
from ludex.games.swish.position import Position
from ludex.games.swish.reductions.instances import MOST_VARIABLES, Provenance, provenance_faults
from ludex.games.swish.solving.no_swish import NoSwishMaximum
from ludex.games.swish.study.boards import MAXIMUM, SETS, BoardFacts, board_argument
from ludex.games.swish.swishes import SizeCount, bound_evidence

HOLDS = holds("swish-card", "swish-deck", "swish-position", "swish-swish", "swish-no-swish-set")
HAS_HYPERGRAPH = Relation(
    "has-hypergraph",
    "hypergraph-of",
    sources=("swish-position",),
    targets=("swish-hypergraph",),
    about="The hypergraph of a position. `order` in the detail contains the canonical hypernode of each card.",
    counted=True,
)
LIES_IN = lies_in("swish-swish", "swish-position", known_results.place_faults)
WITNESSES = witnesses(
    ("swish-swish", "swish-no-swish-set"), ("swish-position", "swish-deck"), known_results.witness_faults
)
DEALT_FROM = Relation(
    "dealt-from",
    "deals",
    sources=("swish-position",),
    targets=("swish-deck",),
    about="The deck from which the cards of a position were dealt. The place is the seed.",
    derived=False,
    goes_with_target=True,
    check=known_results.deal_faults,
)
REVERSE_OF = Relation(
    "reverse-of",
    "reverse-of",
    sources=("swish-card",),
    targets=("swish-card",),
    about="The card with its points and circles exchanged.",
)
SAME_CLASS = same_class("swish-no-swish-set", "swish-position")
RELATIONS = (HAS_HYPERGRAPH, HOLDS, LIES_IN, WITNESSES, DEALT_FROM, REVERSE_OF, SAME_CLASS)


CLOSED_FORM = "closed form"
MOST_PLACEMENTS = 1_000_000
"""The maximum number of placements of swishes that `ludex-check-claims` is certain to count again."""


def claim_largest(known: KnownPosition) -> Claim | None:
    """Return the claim about the largest swish of canonical cards, or None if no search has been made."""
    largest = known.largest
    if largest is None:
        return None
    return LARGEST_SWISH.claim(
        largest.size,
        proved=largest.proved,
        method="search of all placements",
        certificate=known.certificate,
        lower=largest.size,
        upper=largest.size if largest.proved else None,
    )


def claim_maximum(maximum: NoSwishMaximum) -> Claim:
    """Return the claim about a largest no-swish set.

    The indices in the claim refer to the subject's cards in canonical order.
    """
    return NO_SWISH_MAXIMUM.claim(
        maximum.size,
        proved=maximum.proved,
        method="integer program over swishes",
        certificate=maximum.proof,
        lower=maximum.size,
        upper=maximum.upper_bound,
    )


def read_maximum(claim: Claim, cards: Position) -> NoSwishMaximum:
    """Return the largest no-swish set from a claim about canonical cards.

    Raises ValueError if the claim is malformed.
    """
    return NoSwishMaximum.from_json(cards, claim.value, claim.lower, claim.upper, claim.proved, claim.certificate)


def claim_probability(statistic: DealStatistic) -> Claim:
    """Return the claim about the number of deals from a deck that contain no swish."""
    method = "count of all deals" if statistic.exact else "seeded deals"
    return NO_SWISH_PROBABILITY.claim(
        statistic.value, proved=statistic.exact, method=method, parameters=statistic.parameters
    )


def claim_counts(counts: Mapping[int, SizeCount], max_size: int | None = None) -> Claim:
    """Return the claim about the number of swishes of each size up to `max_size`, or of all sizes if this is None."""
    return SWISH_COUNTS.claim(
        {str(size): asdict(count) for size, count in sorted(counts.items())},
        method="count of all placements",
        certificate={"recompute": {"placements": sum(count.placements for count in counts.values())}},
        parameters={} if max_size is None else {"max_size": max_size},
    )


def claim_classes(classes: int, size: int) -> Claim:
    """Return the claim about the number of classes of swishes of a deck with `size` cards."""
    method = "Burnside's lemma: the mean number of stacks that a configuration of the board leaves the same"
    return SWISH_CLASSES.claim(classes, method=method, parameters={"size": size})


def claim_provenance(provenance: Provenance) -> Claim:
    """Return the claim that a position was obtained by reduction from the problem in `provenance`."""
    return REDUCED_FROM.claim(provenance, method="reduction")


def claim_board(board: BoardFacts) -> list[Claim]:
    """Return the claims about a board, which state the size and the number of its largest no-swish sets."""
    argument = board_argument(board.height, board.width, board.symmetry)
    of_size = {str(size): count for size, count in argument.orbits.items()}
    largest = {
        "cards": board.cards,
        "within": argument.cards_within,
        "orbits": of_size,
        "most_within": {str(size): orbit.most for size, orbit in argument.within.items()},
        "argument": MAXIMUM,
    }
    sets = {
        "orbits": of_size,
        "ways_within": {str(size): orbit.ways for size, orbit in argument.within.items()},
        "argument": SETS,
    }
    most = board.largest_no_swish_set
    return [
        NO_SWISH_MAXIMUM.claim(most, lower=most, upper=most, method=CLOSED_FORM, certificate=largest),
        NO_SWISH_MAXIMUM_SETS.claim(board.maximum_sets, method=CLOSED_FORM, certificate=sets),
    ]


@unchecked_without_time("the swishes could not be counted again in time")
def _counts(value: Deck | KnownPosition, claim: Claim, budget: Budget) -> Iterator[str]:
    max_size = claim.parameters.get("max_size")
    if set(claim.parameters) - {"max_size"} or not (max_size is None or type(max_size) is int):
        yield f"the only parameter is max_size, an integer, not {dict(claim.parameters)}"
        return
    recount = claim_counts(solving.search.count_by_size(value.position, max_size=max_size, budget=budget), max_size)
    if claim.stated != recount.stated:
        yield f"the numbers of swishes are {claim.value}, but must be {recount.value}"


@unchecked_without_time("the swishes could not be listed again in time")
def _classes(value: Deck | KnownPosition, claim: Claim, budget: Budget) -> Iterator[str]:
    size = claim.parameters.get("size")
    if set(claim.parameters) != {"size"} or type(size) is not int or not isinstance(value, Deck):
        yield f"the subject is a deck, and the only parameter is size, an integer, not {dict(claim.parameters)}"
        return
    classes = len(study.statistics.swish_classes(value.position, size, budget))
    if claim.stated != claim_classes(classes, size).stated:
        yield f"the number of classes of swishes is {claim.value}, but must be {classes}"


def _maximum(value: object, claim: Claim, budget: Budget) -> Iterator[str]:
    if not isinstance(value, Deck | KnownPosition):
        yield from of_document(value, claim, budget)
        return
    cards = value.position.canonical()
    try:
        maximum = read_maximum(claim, cards)
        if claim_maximum(maximum).stated != claim.stated:
            yield "the claim about the largest set has missing, additional or different members"
        solving.certificate.check_maximum(cards, maximum, budget)
    except ValueError as error:
        yield str(error)


def _probability(deck: Deck, claim: Claim, budget: Budget) -> Iterator[str]:
    try:
        statistic = DealStatistic.from_claim(claim.parameters, claim.value, len(deck.position.cards), claim.proved)
    except ValueError as error:
        yield str(error)
    else:
        if claim_probability(statistic).stated != claim.stated:
            yield "the claim about the deals has missing, additional or different members"
        yield from study.statistics.deal_faults(deck.position, statistic, budget)


def _provenance(value: KnownPosition, claim: Claim, budget: Budget) -> Iterator[str]:
    if claim.stated != claim_provenance(claim.value).stated:
        yield "the claim of a reduction has members other than its value"
    yield from provenance_faults(value.position, claim.value, budget)


def _maximum_evidence(claim: Claim) -> Evidence:
    certificate = claim.certificate
    searched = certificate.get("weights", certificate) is None and certificate.get("bound") is None
    return Evidence.SEARCH if searched else Evidence.CERTIFICATE


def _counts_evidence(claim: Claim) -> Evidence:
    few = claim.certificate["recompute"]["placements"] <= MOST_PLACEMENTS
    return Evidence.RECOMPUTED if few else Evidence.SEARCH


def _reduction_evidence(claim: Claim) -> Evidence:
    formula = claim.value.get("cnf")
    few = formula is None or Formula.from_dimacs(formula).variables <= MOST_VARIABLES
    return Evidence.RECOMPUTED if few else Evidence.SEARCH


LARGEST_SWISH = Statement(
    "swish.largest-swish",
    "The number of cards in a largest swish of a position, or 0 if the position has no swish. The certificate is the "
    "stack of a largest swish, with a proof that no swish is larger.",
    Sense.MOST,
    of_document,
    "the stack is checked, and the search for a larger one is repeated",
    "swish-swish",
    evidence=lambda claim: bound_evidence((claim.certificate or {}).get("bound")),
)
NO_SWISH_MAXIMUM = Statement(
    "swish.no-swish-maximum",
    "The number of cards in a largest set without a swish among the cards of a deck, position or board. The "
    "certificate lists the cards of such a set, and swishes that prove the bound because a set without a swish must "
    "omit a card of each of them. Cards are given by their index in the canonical order. For a board, the certificate "
    "has the numbers of a closed form, with the argument.",
    Sense.MOST,
    _maximum,
    "the swishes are verified, and the bound is added up from their weights or, without weights, solved by HiGHS",
    "swish-no-swish-set",
    evidence=_maximum_evidence,
)
NO_SWISH_PROBABILITY = Statement(
    "swish.no-swish-probability",
    "The number of deals of n cards from a deck that contain no swish, among all deals or in a sample.",
    Sense.EXACT,
    _probability,
    "the deals without a swish are counted again",
    evidence=lambda _claim: Evidence.RECOMPUTED,
)
SWISH_COUNTS = Statement(
    "swish.swish-counts",
    "For each size, the number of sets of cards of a deck or position that form a swish, and the number of their "
    "placements. All sizes are included, or sizes up to `max_size`.",
    Sense.EXACT,
    _counts,
    "the swishes are counted again",
    evidence=_counts_evidence,
)
SWISH_CLASSES = Statement(
    "swish.swish-classes",
    "The number of swishes of a deck with `size` cards, counted as stacks of placed cards. Stacks that are equal "
    "after flipping or turning the whole stack count once, and copies of a card are equal.",
    Sense.EXACT,
    _classes,
    "the swishes are listed again",
    evidence=lambda _claim: Evidence.RECOMPUTED,
)
NO_SWISH_MAXIMUM_SETS = Statement(
    "swish.no-swish-maximum-sets",
    "The number of largest no-swish sets of a board, in closed form. The certificate has the argument.",
    Sense.EXACT,
    of_document,
    "the orbits of the cells are counted again",
    evidence=lambda _claim: Evidence.CERTIFICATE,
)
REDUCED_FROM = Statement(
    "swish.reduced-from",
    "The problem that a reduction turned into this position: a formula or a directed graph, with its optimum, from "
    "which the optimum of the position follows.",
    Sense.EXACT,
    _provenance,
    "the position is constructed and the problem is solved again",
    evidence=_reduction_evidence,
)
STATEMENTS = (
    LARGEST_SWISH,
    NO_SWISH_MAXIMUM,
    NO_SWISH_PROBABILITY,
    SWISH_COUNTS,
    SWISH_CLASSES,
    NO_SWISH_MAXIMUM_SETS,
    REDUCED_FROM,
)
