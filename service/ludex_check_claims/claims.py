"""Verdicts on individual claims. schema/certificates.md defines the form of claims."""

import re
import time
from datetime import datetime

from ludex_check_claims.discovery import Checks
from ludex_check_claims.export import SHOWN, summary
from ludex_check_claims.game_checks import StatementCheck
from ludex_check_claims.verdicts import NOT_CHECKED, WRONG, Export, Json, NotChecked, Wrong, require

_MEMBERS = {
    *("claim", "subject", "parameters", "value", "lower", "upper", "proved", "method", "certificate"),
    *("engine", "search_nodes", "seconds", "checked", "checked_by"),
}


def claim_verdict(claim: Json, export: Export, checks: Checks) -> tuple[str, str]:
    """Return the verdict on a claim and the reason for it."""
    document = export.objects.get(claim.get("subject"))
    if document is None:
        return WRONG, "its subject is not in the export"
    statement = checks.statements.get(claim["claim"])
    if statement is None:
        return NOT_CHECKED, "no installed package checks this statement"
    if time.monotonic() > export.until:
        return NOT_CHECKED, "the time limit was reached"
    try:
        require_shape(claim, statement)
        verdict = statement.check(claim, document, export)
        shown = document.get("claims")
        require(shown is None or len(shown) == SHOWN or summary(claim) in shown, "the document states it otherwise")
    except Wrong as wrong:
        return WRONG, str(wrong)
    except NotChecked as reason:
        return NOT_CHECKED, str(reason)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, ZeroDivisionError) as error:
        return WRONG, f"it is not as schema/certificates.md says: {type(error).__name__} {error}"
    return verdict, ""


def require_shape(claim: Json, statement: StatementCheck) -> None:
    """Raise Wrong unless a claim has the members required by its statement, in the right form."""
    certificate, parameters = claim["certificate"], claim["parameters"]
    require(set(claim) <= _MEMBERS, "it has other members")
    require(type(claim["proved"]) is bool, "proved is neither true nor false")
    require(isinstance(claim["method"], str) and claim["method"], "it has no method")
    for name in ("lower", "upper"):
        bound = claim[name]
        require(bound is None or (type(bound) is int and bound >= 0), f"{name} is no natural number")
        require(bound is None or statement.bounded, f"{claim['claim']} has no bounds")
    require(isinstance(parameters, dict), "the parameters are no object")
    require(set(parameters) in statement.parameters, "the parameters are others")
    require(all(type(value) is int and value >= 0 for value in parameters.values()), "a parameter is no natural number")
    if certificate is None:
        require(not statement.certificate_required, "the certificate is missing")
    else:
        require(isinstance(certificate, dict), "the certificate is no object")
        require(set(certificate) in statement.certificates, "the certificate has other members")
        missing = [name for name, member in certificate.items() if member is None and name not in statement.nullable]
        require(not missing, f"{', '.join(missing)} of the certificate is missing")
    if statement.bounded:
        together = claim["value"] == claim["lower"] == claim["upper"]
        require(claim["proved"] or not together, "the bounds meet, but the claim is not proved")
    elif "samples" not in parameters and statement.proof_required:
        require(claim["proved"], "it is not proved")
    if isinstance(claim["value"], dict) and statement.value_members is not None:
        require(set(claim["value"]) <= statement.value_members, "the value has other members")
    _require_origin(claim)


def _require_origin(claim: Json) -> None:
    """Raise Wrong if a claim does not state the version that found it, its cost, and the time of its check."""
    engine, nodes, seconds = claim.get("engine"), claim.get("search_nodes"), claim.get("seconds")
    require(isinstance(engine, str) and re.fullmatch(r"\d+(\.\d+)+([-+.]?[a-z0-9]+)*", engine), "engine is no version")
    require(nodes is None or (type(nodes) is int and nodes > 0 and seconds is not None), "search_nodes is no cost")
    require(seconds is None or (type(seconds) in (int, float) and seconds >= 0), "seconds are no time")
    checked, by = claim.get("checked"), claim.get("checked_by")
    require((checked is None) == (by is None), "when and how it was checked go together")
    if checked is not None:
        require(isinstance(by, str) and by, "checked_by is no method")
        require(datetime.fromisoformat(checked).utcoffset() is not None, "checked is no time")
