"""How the objects of SET are linked."""

from ludex.catalogue.relation import Relation, same_class
from ludex.sets import checks

HOLDS = Relation(
    name="holds",
    number=5,
    inverse="held-by",
    sources=("set-deck", "set-position", "set-found-set", "set-cap"),
    targets=("set-card",),
    about="The cards of an object; the place is the index.",
)
LIES_IN = Relation(
    name="lies-in",
    number=6,
    inverse="contains",
    sources=("set-found-set",),
    targets=("set-position",),
    about="The positions in which a set was found, with the indices of its cards there.",
    derived=False,
    check=checks.place_faults,
)
WITNESSES = Relation(
    name="witnesses",
    number=7,
    inverse="witnessed-by",
    sources=("set-cap",),
    targets=("set-deck",),
    about="The whole deck whose largest known cap this is.",
    derived=False,
    goes_with_target=True,
    check=checks.witness_faults,
)
SAME_CLASS = same_class("set-cap", "set-position")
RELATIONS = (HOLDS, LIES_IN, WITNESSES, SAME_CLASS)
