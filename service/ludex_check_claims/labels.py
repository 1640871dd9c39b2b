"""Labels, which are computed from the documents of objects as schema/canonical-forms.md defines them."""

import time

from ludex_check_claims.discovery import Checks
from ludex_check_claims.verdicts import (
    NOT_CHECKED,
    RECOMPUTED,
    TIME_LIMIT,
    Clock,
    Export,
    Json,
    NotChecked,
    require,
    verdict_of,
)


def label_verdict(document: Json, export: Export, checks: Checks) -> tuple[str, str]:
    """Return the verdict on the label of an object and the reason for the verdict."""
    if time.monotonic() > export.until:
        return NOT_CHECKED, TIME_LIMIT
    form = "the document does not have the form of its kind"
    return verdict_of(lambda: (check_label(document, export, checks), ""), form)


def check_label(document: Json, export: Export, checks: Checks) -> str:
    """Compute the label of an object and the labels in its document, and compare them with the stated labels."""
    clock = Clock(export, 20)
    kind = document["kind"]
    game = checks.game_of_kind.get(kind)
    if game is None:
        raise NotChecked(f"no installed package computes labels of the kind {kind}")
    found = game.labels[kind](document, clock)
    require(found == document["label"], f"the label computed from the document is {found}")
    for member, label_of in game.label_members.items():
        if document.get(member) is not None:
            other = label_of(document, clock)
            require(other == document[member], f"the label of its {member} is {other}, not {document[member]}")
    return RECOMPUTED
