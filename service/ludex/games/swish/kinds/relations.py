"""The relations between objects of SWISH."""

from ludex.catalogue.kinds.relation import Relation, holds, lies_in, same_class, witnesses
from ludex.games.swish import checks

HOLDS = holds("swish-card", "swish-deck", "swish-position", "swish-swish", "swish-no-swish-set")
HAS_HYPERGRAPH = Relation(
    "has-hypergraph",
    "hypergraph-of",
    sources=("swish-position",),
    targets=("swish-hypergraph",),
    about="The hypergraph of a position. In the detail, `order` lists the canonical hypernode of each card.",
    counted=True,
)
LIES_IN = lies_in("swish-swish", "swish-position", checks.place_faults)
WITNESSES = witnesses(("swish-swish", "swish-no-swish-set"), ("swish-position", "swish-deck"), checks.witness_faults)
DEALT_FROM = Relation(
    "dealt-from",
    "deals",
    sources=("swish-position",),
    targets=("swish-deck",),
    about="The deck from which the cards of a position were dealt. The place is the seed.",
    derived=False,
    goes_with_target=True,
    check=checks.deal_faults,
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
