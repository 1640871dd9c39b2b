"""How objects of SWISH are linked."""

from ludex.catalogue.relation import Relation, same_class
from ludex.swish.study import faults

HOLDS = Relation(
    "holds",
    5,
    "held-by",
    sources=("swish-deck", "swish-position", "swish-swish", "swish-no-swish-set"),
    targets=("swish-card",),
    about="A card of a deck, a position, a swish or a set: the place is its index, the detail its code where it is "
    "written there in another configuration.",
)
HAS_HYPERGRAPH = Relation(
    "has-hypergraph",
    4,
    "hypergraph-of",
    sources=("swish-position",),
    targets=("swish-hypergraph",),
    about="The hypergraph of a position; `order` gives for each card its canonical hypernode.",
    counted=True,
)
LIES_IN = Relation(
    "lies-in",
    6,
    "contains",
    sources=("swish-swish",),
    targets=("swish-position",),
    about="A position in which a swish was found: the indices and configurations of its cards there.",
    derived=False,
    check=faults.place_faults,
)
WITNESSES = Relation(
    "witnesses",
    7,
    "witnessed-by",
    sources=("swish-swish", "swish-no-swish-set"),
    targets=("swish-position", "swish-deck"),
    about="A deck or position of which this is a largest swish, or a largest set without one, by indices.",
    derived=False,
    goes_with_target=True,
    check=faults.witness_faults,
)
DEALT_FROM = Relation(
    "dealt-from",
    8,
    "deals",
    sources=("swish-position",),
    targets=("swish-deck",),
    about="The deck of which a position is a deal of n cards: the place is the seed.",
    derived=False,
    goes_with_target=True,
    check=faults.deal_faults,
)
REVERSE_OF = Relation(
    "reverse-of",
    10,
    "reverse-of",
    sources=("swish-card",),
    targets=("swish-card",),
    about="The card with points and circles exchanged.",
)
SAME_CLASS = same_class("swish-no-swish-set", "swish-position")
RELATIONS = (HAS_HYPERGRAPH, HOLDS, LIES_IN, WITNESSES, DEALT_FROM, REVERSE_OF, SAME_CLASS)
