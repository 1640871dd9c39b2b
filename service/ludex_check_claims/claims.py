"""Verdicts on individual claims. schema/certificates.md defines the form of claims."""

import json
import re
import time
from datetime import datetime
from functools import partial

from ludex_check_claims.discovery import Checks
from ludex_check_claims.export import SHOWN, summary
from ludex_check_claims.game_checks import StatementCheck
from ludex_check_claims.verdicts import (
    CHECKED,
    NOT_CHECKED,
    RECOMPUTED,
    SEARCH,
    TIME_LIMIT,
    UNPROVED,
    WRONG,
    Export,
    Json,
    NotChecked,
    require,
    require_numbers,
    verdict_of,
)

_MEMBERS = {
    *("claim", "subject", "parameters", "value", "lower", "upper", "proved", "evidence", "method", "certificate"),
    *("engine", "search_nodes", "seconds", "checked", "checked_by"),
}

_text = partial(json.dumps, sort_keys=True)


def claim_verdict(claim: Json, export: Export, checks: Checks) -> tuple[str, str]:
    """Return the verdict on a claim and the reason for the verdict."""
    document = export.objects.get(claim.get("subject"))
    if document is None:
        return WRONG, "the subject of the claim is not in the export"
    statement = checks.statements.get(claim["claim"])
    if statement is None:
        return NOT_CHECKED, "no installed package checks this statement"
    if time.monotonic() > export.until:
        return NOT_CHECKED, TIME_LIMIT
    form = "the claim does not follow schema/certificates.md"
    return verdict_of(lambda: _compared(claim, statement, document, export, checks), form)


def _compared(
    claim: Json, statement: StatementCheck, document: Json, export: Export, checks: Checks
) -> tuple[str, str]:
    """Check the form of a claim, its proof, its method, and its summary in the document."""
    require_shape(claim, statement)
    verdict, reason = _checked(claim, statement, document, export)
    if not re.fullmatch("|".join(game.methods for game in checks.games), claim["method"]):
        verdict, reason = NOT_CHECKED, f"this checker does not know the method {claim['method']!r}"
    shown = document.get("claims")
    stated = shown is None or len(shown) == SHOWN or _text(summary(claim)) in map(_text, shown)
    require(stated, "the claim differs from its summary in the document")
    return verdict, reason


def _checked(claim: Json, statement: StatementCheck, document: Json, export: Export) -> tuple[str, str]:
    """Return the verdict of a statement's check. It must be at least as strong as the evidence of the claim."""
    evidence = claim["evidence"]
    try:
        verdict = statement.check(claim, document, export)
    except NotChecked as reason:
        if not claim["proved"]:
            return UNPROVED, str(reason)
        return (SEARCH if evidence == "search" else NOT_CHECKED), str(reason)
    require(verdict == CHECKED or evidence != "certificate", "the evidence is no certificate, but a recomputation")
    return (RECOMPUTED if evidence == "recomputed" else verdict), ""


def require_shape(claim: Json, statement: StatementCheck) -> None:
    """Raise Wrong unless a claim has all members that its statement requires, and these members have valid values."""
    certificate, parameters = claim["certificate"], claim["parameters"]
    require(set(claim) <= _MEMBERS, "the claim has unexpected members")
    require(type(claim["proved"]) is bool, "proved must be true or false")
    stated = ("certificate", "recomputed", "search") if claim["proved"] else (None,)
    require(claim["evidence"] in stated, f"the evidence must be {' or '.join(map(str, stated))}")
    require(isinstance(claim["method"], str) and claim["method"], "the method is missing")
    for name in ("lower", "upper"):
        bound = claim[name]
        require(bound is None or (type(bound) is int and bound >= 0), f"{name} must be null or a natural number")
        require(bound is None or statement.bounded, f"the statement {claim['claim']} does not allow bounds")
    require(isinstance(parameters, dict), "the parameters must be an object")
    require(set(parameters) in statement.parameters, "the parameters do not match the statement")
    require(all(type(value) is int and value >= 0 for value in parameters.values()), "a parameter is not natural")
    if certificate is None:
        require(not statement.certificate_required, "the certificate is missing")
    else:
        require(isinstance(certificate, dict), "the certificate must be an object")
        require(set(certificate) in statement.certificates, "the certificate has missing or unexpected members")
        missing = [name for name, member in certificate.items() if member is None and name not in statement.nullable]
        require(not missing, f"the certificate has no value for {', '.join(missing)}")
    numbers = {name: claim[name] for name in ("value", "certificate") if name != "value" or "samples" not in parameters}
    require_numbers(numbers, statement.flags)
    if statement.bounded:
        together = claim["value"] == claim["lower"] == claim["upper"]
        require(claim["proved"] or not together, "the bounds meet, but the claim is not proved")
    elif "samples" not in parameters and statement.proof_required:
        require(claim["proved"], "proved must be true for this statement")
    if isinstance(claim["value"], dict) and statement.value_members is not None:
        require(set(claim["value"]) <= statement.value_members, "the value has missing or unexpected members")
    _require_origin(claim)


def _require_origin(claim: Json) -> None:
    """Raise Wrong unless a claim states the engine version, and a valid cost and time of its check, if any."""
    engine, nodes, seconds = claim.get("engine"), claim.get("search_nodes"), claim.get("seconds")
    require(
        isinstance(engine, str) and re.fullmatch(r"\d+(\.\d+)+([-+.]?[a-z0-9]+)*", engine),
        "engine must be a version number",
    )
    require(
        nodes is None or (type(nodes) is int and nodes > 0 and seconds is not None),
        "search_nodes must be a positive number, with seconds",
    )
    require(seconds is None or (type(seconds) in (int, float) and seconds >= 0), "seconds must not be negative")
    checked, by = claim.get("checked"), claim.get("checked_by")
    require((checked is None) == (by is None), "checked and checked_by must be given together")
    if checked is not None:
        require(isinstance(by, str) and by, "checked_by must be the name of a method")
        require(datetime.fromisoformat(checked).utcoffset() is not None, "checked must be a time with its time zone")
