"""The checks of SWISH."""

from ludex_check_claims.answers import is_answer
from ludex_check_claims.documents import pack_label
from ludex_check_claims.game_checks import AnswerCheck, GameChecks, StatementCheck, names
from ludex_check_claims.swish import labels
from ludex_check_claims.swish.deals import Deals
from ludex_check_claims.swish.equivalence import positions
from ludex_check_claims.swish.facts import FACTS, METHODS
from ludex_check_claims.swish.no_swish_sets import maximum_sets, no_swish_maximum
from ludex_check_claims.swish.reductions import reduced_from
from ludex_check_claims.swish.statements import largest_of_answer, largest_swish, swish_classes, swish_counts

CHECKS = GameChecks(
    game="swish",
    statements={
        "swish.no-swish-maximum": StatementCheck(
            no_swish_maximum,
            certificates=(
                names("indices", "swishes", "up_to_copies", "weights"),
                names("indices", "swishes", "up_to_copies", "weights", "bound"),
                names("cards", "within", "orbits", "most_within", "argument"),
            ),
            bounded=True,
            certificate_required=True,
            nullable=names("weights"),
            flags=names("up_to_copies"),
        ),
        "swish.no-swish-maximum-sets": StatementCheck(
            maximum_sets, certificates=(names("orbits", "ways_within", "argument"),)
        ),
        "swish.largest-swish": StatementCheck(
            largest_swish, certificates=(names("stack"), names("bound"), names("stack", "bound")), bounded=True
        ),
        "swish.swish-counts": StatementCheck(
            swish_counts,
            certificates=(names("recompute"),),
            parameters=(names(), names("max_size")),
            certificate_required=True,
            cost=3,
        ),
        "swish.swish-classes": StatementCheck(swish_classes, parameters=(names("size"),), cost=3),
        "swish.no-swish-probability": StatementCheck(
            Deals(),
            parameters=(names("n"), names("n", "samples", "seed")),
            value_members=names("numerator", "denominator", "low", "high"),
            cost=4,
        ),
        "swish.reduced-from": StatementCheck(reduced_from),
    },
    labels={
        "swish-card": labels.card,
        "swish-deck": labels.cards,
        "swish-position": labels.cards,
        "swish-no-swish-set": labels.cards,
        "swish-swish": labels.swish,
        "swish-hypergraph": labels.hypergraph,
        "swish-board": labels.board,
        "swish-pack": pack_label("swish-pack", "swishpack"),
    },
    label_members={"hypergraph": labels.hypergraph_of_position},
    facts=FACTS,
    methods=METHODS,
    answers=(
        AnswerCheck(lambda example: "symmetry" in example, positions),
        AnswerCheck(lambda example: is_answer(example, "/swish/solve"), largest_of_answer),
    ),
)
