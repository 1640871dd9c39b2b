"""The checks of SET."""

from ludex_check_claims.answers import is_answer
from ludex_check_claims.documents import pack_label
from ludex_check_claims.game_checks import AnswerCheck, GameChecks, StatementCheck, names
from ludex_check_claims.sets import labels
from ludex_check_claims.sets.cap_counts import cap_counts, no_set_probability
from ludex_check_claims.sets.equivalence import tables
from ludex_check_claims.sets.facts import FACTS, METHODS
from ludex_check_claims.sets.statements import cap_among_cards, cap_maximum, no_set

CHECKS = GameChecks(
    game="sets",
    statements={
        "set.cap-maximum": StatementCheck(
            cap_maximum, certificates=(names("cards", "bound"),), bounded=True, certificate_required=True, cost=3
        ),
        "set.cap-counts": StatementCheck(cap_counts, certificates=(names("classes"),), proof_required=False, cost=4),
        "set.no-set-probability": StatementCheck(
            no_set_probability,
            parameters=(names("n"), names("n", "samples", "seed")),
            value_members=names("numerator", "denominator", "low", "high"),
        ),
        "set.no-set": StatementCheck(
            no_set, certificates=(names("recompute"),), certificate_required=True, flags=names("value")
        ),
    },
    labels={
        "set-card": labels.card,
        "set-deck": labels.deck,
        "set-found-set": labels.found_set,
        "set-position": labels.position,
        "set-cap": labels.position,
        "set-game": labels.game,
        "set-pack": pack_label("set-pack", "setpack"),
    },
    facts=FACTS,
    methods=METHODS,
    answers=(
        AnswerCheck(lambda example: "values" in example.get("a", ()), tables),
        AnswerCheck(lambda example: is_answer(example, "/sets/caps"), cap_among_cards),
    ),
)
