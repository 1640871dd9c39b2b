"""Labels that are recomputed from what documents hold, by the definitions of schema/canonical-forms.md."""

import time
from collections.abc import Callable

from . import label_planarity, label_sets, label_swish
from .verdicts import NOT_CHECKED, RECOMPUTED, WRONG, Clock, Export, Json, NotChecked, Wrong, require

OF_KIND: dict[str, Callable[[Json, Clock], str]] = {
    "swish-card": label_swish.card,
    "swish-deck": label_swish.cards,
    "swish-position": label_swish.cards,
    "swish-no-swish-set": label_swish.cards,
    "swish-swish": label_swish.swish,
    "swish-hypergraph": label_swish.hypergraph,
    "swish-board": label_swish.board,
    "set-card": label_sets.card,
    "set-deck": label_sets.deck,
    "set-found-set": label_sets.found_set,
    "set-position": label_sets.position,
    "set-cap": label_sets.position,
    "set-game": label_sets.game,
    "planarity-level": label_planarity.drawn,
    "planarity-census-class": label_planarity.drawn,
    "planarity-order-type": label_planarity.order_type,
    "planarity-x-type": label_planarity.x_type,
    "planarity-graph": label_planarity.graph,
    "planarity-pack": label_planarity.pack,
    "planarity-census": label_planarity.census,
}
NAMED: dict[str, Callable[[Json, Clock], str | None]] = {
    "hypergraph": label_swish.hypergraph_of_position,
    "graph": label_planarity.graph_of_drawing,
    "order_type": label_planarity.order_type_of_drawing,
    "x_type": label_planarity.x_type_of_points,
}
"""Members of documents that are labels of other objects, which follow from the same document."""


def label_verdict(document: Json, export: Export) -> tuple[str, str]:
    """Return what comes of the label of an object, and why."""
    if time.monotonic() > export.until:
        return NOT_CHECKED, "the time was over"
    try:
        return check_label(document, export), ""
    except Wrong as wrong:
        return WRONG, str(wrong)
    except NotChecked as reason:
        return NOT_CHECKED, str(reason)
    except RecursionError:
        return NOT_CHECKED, "its canonical form takes too many choices here"
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        return WRONG, f"its document is not what it is of: {type(error).__name__} {error}"


def check_label(document: Json, export: Export) -> str:
    """Compute the label of an object anew, and those that its document names; compare them."""
    clock = Clock(export, 20)
    kind = document["kind"]
    if kind not in OF_KIND:
        raise NotChecked("this program does not know the kind")
    found = OF_KIND[kind](document, clock)
    require(found == document["label"], f"what it holds has the label {found}")
    for member, label_of in NAMED.items():
        if document.get(member) is not None:
            found = label_of(document, clock)
            require(found == document[member], f"its {member} has the label {found}, not {document[member]}")
    return RECOMPUTED
