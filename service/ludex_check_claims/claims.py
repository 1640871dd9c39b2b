"""Verdicts on single claims."""

import time

from ludex_check_claims.claim_shapes import require_shape
from ludex_check_claims.discovery import Checks
from ludex_check_claims.export import SHOWN, summary
from ludex_check_claims.verdicts import NOT_CHECKED, WRONG, Export, Json, NotChecked, Wrong, require


def claim_verdict(claim: Json, export: Export, checks: Checks) -> tuple[str, str]:
    """Return the verdict on a claim, and the reason."""
    document = export.objects.get(claim.get("subject"))
    if document is None:
        return WRONG, "its subject is not in the export"
    statement = checks.statements.get(claim["claim"])
    if statement is None:
        return NOT_CHECKED, "no installed package checks this statement"
    if time.monotonic() > export.until:
        return NOT_CHECKED, "the time was over"
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
