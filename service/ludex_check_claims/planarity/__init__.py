"""The checks of Swap Planarity."""

from ludex_check_claims.documents import pack_label
from ludex_check_claims.game_checks import AnswerCheck, GameChecks, StatementCheck, names
from ludex_check_claims.planarity import labels
from ludex_check_claims.planarity.census import census
from ludex_check_claims.planarity.collections import collection_size
from ludex_check_claims.planarity.equivalence import applies, drawings, variant
from ludex_check_claims.planarity.facts import FACTS, METHODS
from ludex_check_claims.planarity.swaps import minimum_swaps
from ludex_check_claims.planarity.unreachable import unreachable

CHECKS = GameChecks(
    game="planarity",
    statements={
        "planarity.minimum-swaps": StatementCheck(
            minimum_swaps,
            certificates=(
                names("swaps"),
                names("fewer"),
                names("recompute"),
                names("swaps", "fewer"),
                names("swaps", "recompute"),
                names("unreachable"),
            ),
            bounded=True,
            cost=2,
        ),
        "planarity.unreachable": StatementCheck(
            unreachable,
            certificates=(
                names("reason", "vertices", "hull"),
                names("reason", "graph", "branch", "paths", "vertices", "hull"),
                names("reason", "arrangements"),
            ),
            flags=names("value"),
            certificate_required=True,
        ),
        "planarity.census": StatementCheck(
            census,
            certificates=(names("graphs", "point_sets", "classes"),),
            value_members=names("classes", "by_minimum"),
            cost=4,
        ),
        "planarity.collection-size": StatementCheck(
            collection_size, value_members=names("members", "by_hull", "by_crossings", "by_edges"), cost=4
        ),
    },
    labels={
        "planarity-level": labels.drawn,
        "planarity-census-class": labels.drawn,
        "planarity-order-type": labels.order_type,
        "planarity-x-type": labels.x_type,
        "planarity-graph": labels.graph,
        "planarity-pack": pack_label("planarity-pack", "pack"),
        "planarity-census": labels.census,
        "planarity-collection": labels.collection,
    },
    label_members={
        "graph": labels.graph,
        "order_type": labels.order_type,
        "x_type": labels.x_type,
    },
    facts=FACTS,
    methods=METHODS,
    answers=(AnswerCheck(lambda example: "relation" in example, drawings), AnswerCheck(applies, variant)),
)
