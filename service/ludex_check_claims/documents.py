"""The labels and the facts in documents, as schema/canonical-forms.md and schema/certificates.md define them.

Labels are computed from documents. A fact is computed again from its document, or compared with the claim that states
it. All other facts are not checked.
"""

import json
import time
from collections.abc import Callable, Mapping
from functools import partial

from ludex_check_claims.discovery import Checks
from ludex_check_claims.game_checks import Facts, GameChecks, names
from ludex_check_claims.label_forms import label
from ludex_check_claims.verdicts import (
    NOT_CHECKED,
    RECOMPUTED,
    TIME_LIMIT,
    WRONG,
    Clock,
    Export,
    Json,
    NotChecked,
    require,
    require_numbers,
    verdict_of,
)

_DESCRIPTIONS = names(
    "label", "kind", "claims", "slugs", "links", "title", "description", "key", "kin", "follows", "annotation"
)
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
    compared = declared.by_label.union(*declared.claimed.values())
    require_numbers({name: value for name, value in document.items() if name in compared}, declared.flags)
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


def pack_label(kind: str, tag: str) -> Callable[[Json, Clock], str]:
    """Return the function that returns the label of a pack, whose form is its slug."""
    return lambda document, _clock: label(kind, [], tag, document["slug"].encode())


def _pack(document: Json, export: Export, _clock: Clock) -> Mapping[str, Json]:
    """Return the size of a pack and, if all its levels are in the export, their least and greatest grades."""
    levels = [link["target"] for link in document.get("links") or () if link["relation"] == "has-level"]
    if any(level not in export.objects for level in levels):
        return {"size": len(levels)}
    grades = [export.objects[level]["difficulty"]["grade"] for level in levels]
    known = [grade for grade in grades if grade is not None]
    return {"size": len(levels), "least_grade": min(known, default=None), "greatest_grade": max(known, default=None)}


PACK_FACTS = Facts(names("slug"), of=_pack)
