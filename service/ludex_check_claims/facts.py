"""Facts that the documents of objects state. schema/certificates.md lists them.

A fact is computed again from the document, or compared with the claim that states it. All other facts are not checked.
"""

import json
import time
from functools import partial

from ludex_check_claims.discovery import Checks
from ludex_check_claims.game_checks import Facts, GameChecks, names
from ludex_check_claims.verdicts import (
    NOT_CHECKED,
    RECOMPUTED,
    TIME_LIMIT,
    WRONG,
    Clock,
    Export,
    Json,
    NotChecked,
    verdict_of,
)

_DESCRIPTIONS = names("label", "kind", "claims", "slugs", "links", "title", "description", "key", "kin", "follows")
"""Members that state no fact, or that other checks compare."""

_text = partial(json.dumps, sort_keys=True)


def facts_verdict(document: Json, export: Export, checks: Checks) -> tuple[str, str]:
    """Return the verdict on the facts of a document and the reason for the verdict."""
    kind = document.get("kind")
    game = checks.game_of_kind.get(kind)
    declared = None if game is None else game.facts.get(kind)
    if game is None or declared is None:
        return NOT_CHECKED, f"no installed package checks the facts of {kind}"
    if time.monotonic() > export.until:
        return NOT_CHECKED, TIME_LIMIT
    form = "the document does not have the form of its kind"
    return verdict_of(lambda: _compared(document, export, game, declared), form)


def _compared(document: Json, export: Export, game: GameChecks, declared: Facts) -> tuple[str, str]:
    """Compare the facts of a document with recomputed ones."""
    kind, found = document["kind"], declared.of(document, export, Clock(export, 20))
    known = _DESCRIPTIONS.union(declared.by_label, game.label_members)
    for statement, members in declared.claimed.items():
        known |= members if export.about(document["label"], statement) else set()
    unchecked = []
    for member, value in document.items():
        if member in known:
            continue
        if member in found and not isinstance(found[member], NotChecked):
            if _text(found[member]) != _text(value):
                return WRONG, f"the {member} is {_text(found[member])}, not {_text(value)}"
        elif value is not None:
            unchecked.append(member)
    if unchecked:
        return NOT_CHECKED, f"{', '.join(sorted(unchecked))} ({kind}): no claim states them"
    return RECOMPUTED, ""
