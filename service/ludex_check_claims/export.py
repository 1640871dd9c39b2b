"""Functions that read an export, and that compare the claims shown in documents with the claims of the export."""

from ludex_check_claims.strict_json import parse, read_lines
from ludex_check_claims.verdicts import Export, Json

SHOWN = 100
"""The maximum number of claims that the document of an object contains."""
_OPTIONAL: Json = {
    **{"parameters": {}, "value": None, "lower": None, "upper": None, "evidence": None, "certificate": None},
    "method": "",
}


def read_export(file: str, until: float) -> tuple[Export, list[str]]:
    """Return the objects and claims of an export, and the errors in its lines."""
    export, faults = Export(until=until), []
    for number, line in enumerate(read_lines(file), start=1):
        try:
            members = parse(line)
            if "seal" in members:
                continue
            if "claim" in members:
                export.claims.append(with_optional_members(members))
            else:
                export.objects[members["label"]] = members
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            faults.append(f"line {number}: {error}")
    return export, faults


def with_optional_members(claim: Json) -> Json:
    """Return a claim with default values for the members that its line in the export omits."""
    return {**_OPTIONAL, **claim}


def summary(claim: Json) -> Json:
    """Return the summary of a claim that the document of the claim's subject contains."""
    bounds = {name: None if claim.get("proved") else claim[name] for name in ("lower", "upper")}
    named = {name: claim.get(name) for name in ("parameters", "value", "proved", "evidence", "method")}
    return {"statement": claim["claim"], **named, **bounds}


def unstated_claims(export: Export) -> tuple[list[str], int]:
    """Compare the claims that documents show with the lines of the file.

    Return an error for each shown claim that differs from its line, and the number of shown claims without a line. An
    export of some objects need not contain all claims.
    """
    faults, absent = [], 0
    for label, document in export.objects.items():
        for shown in document.get("claims") or ():
            statement, parameters = (shown.get(name) for name in ("statement", "parameters"))
            stated = [claim for claim in export.about(label, str(statement)) if claim["parameters"] == parameters]
            absent += not stated
            if stated and all(summary(claim) != shown for claim in stated):
                faults.append(f"the document of {label} shows a claim {statement} that differs from the exported one")
    return faults, absent
