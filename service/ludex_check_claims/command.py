"""The command `ludex-check-claims`."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import GROUP, Checks, find_checks
from ludex_check_claims.equivalence import check_answer
from ludex_check_claims.export import read_export, unstated_claims
from ludex_check_claims.labels import label_verdict
from ludex_check_claims.verdicts import CHECKED, NOT_CHECKED, RECOMPUTED, WRONG, Export, NotChecked, Wrong

_DESCRIPTION = """\
Check the claims and the labels of an export of Ludex with Python's standard library alone.

`ludex export -o EXPORT.ndjson` writes an export. Each claim is `checked` by its certificate, `recomputed` by the
obvious method, `not checked` with the reason, or `wrong`. Certificates are defined in schema/certificates.md. The
label of each object is computed from its document, as schema/canonical-forms.md defines it. The exit code is 1 if a
claim or a label is wrong, and 2 if the file cannot be read.
"""
Results = dict[str, Counter[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a file, print the verdicts, and return the exit code."""
    parser = argparse.ArgumentParser(
        "ludex-check-claims", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="the export, or the answer with --equivalence")
    parser.add_argument("--seconds", type=float, default=600, help="time limit for the whole export (600)")
    parser.add_argument("--statement", help="check only the claims of this statement, and no labels")
    parser.add_argument(
        "--equivalence", action="store_true", help="check an answer about equivalence, as in schema/equivalence.md"
    )
    options = parser.parse_args(arguments)
    checks = find_checks()
    for problem in checks.problems:
        print(problem, file=sys.stderr)
    if options.statement is not None and options.statement not in checks.statements:
        known = ", ".join(sorted(checks.statements)) or "none"
        parser.error(f"no installed package checks the statement {options.statement!r}; statements: {known}")
    try:
        if options.equivalence:
            return _check_equivalence(options.file, checks)
        return _check_export(options.file, options.seconds, options.statement, checks)
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2


def _check_equivalence(file: str, checks: Checks) -> int:
    """Check the answer in a file, and print the verdict."""
    try:
        print(check_answer(json.loads(Path(file).read_bytes()), checks))
    except NotChecked as reason:
        print(f"{NOT_CHECKED}: {reason}")
    except Wrong as wrong:
        print(f"{WRONG}: {wrong}")
        return 1
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        print(f"{WRONG}: the answer does not follow schema/equivalence.md: {type(error).__name__} {error}")
        return 1
    return 0


def _check_export(file: str, seconds: float, statement: str | None, checks: Checks) -> int:
    """Check an export. Print the claims and labels that are wrong or not checked, and a table of all verdicts."""
    started = time.monotonic()
    export, faults = read_export(file, started + seconds)
    faults += unstated_claims(export)
    results = _check_claims(export, statement, checks)
    if statement is None:
        results |= _check_labels(export, checks)
    for fault in faults:
        print(f"{WRONG}: {fault}")
    _print_table(results)
    _print_unknown(export, statement, checks)
    print(f"{time.monotonic() - started:.0f} seconds")
    return 1 if faults or any(counts[WRONG] for counts in results.values()) else 0


def _check_claims(export: Export, statement: str | None, checks: Checks) -> Results:
    results: Results = {}
    for number, claim in enumerate(export.claims, start=1):
        if statement not in (None, claim["claim"]):
            continue
        verdict, reason = claim_verdict(claim, export, checks)
        results.setdefault(claim["claim"], Counter())[verdict] += 1
        if verdict in (WRONG, NOT_CHECKED):
            parameters = json.dumps(claim["parameters"]) if claim["parameters"] else ""
            print(f"{verdict}: {claim['claim']} {parameters} of {claim.get('subject')}: {reason}")
        if sys.stderr.isatty():
            print(f"\r{number:,} of {len(export.claims):,} claims", end="", file=sys.stderr)
    return results


def _check_labels(export: Export, checks: Checks) -> Results:
    results: Results = {}
    for label, document in export.objects.items():
        verdict, reason = label_verdict(document, export, checks)
        results.setdefault(f"labels: {document.get('kind')}", Counter())[verdict] += 1
        if verdict in (WRONG, NOT_CHECKED):
            print(f"{verdict}: the label {label}: {reason}")
    return results


def _print_table(results: Results) -> None:
    print(f"{'statement':32}{CHECKED:>12}{RECOMPUTED:>12}{NOT_CHECKED:>13}{WRONG:>8}")
    for name, counts in sorted(results.items()):
        print(f"{name:32}{counts[CHECKED]:12,}{counts[RECOMPUTED]:12,}{counts[NOT_CHECKED]:13,}{counts[WRONG]:8,}")


def _print_unknown(export: Export, statement: str | None, checks: Checks) -> None:
    """Print the statements and kinds in the export that no installed package checks."""
    if statement is not None:
        return
    unknown = {str(claim["claim"]) for claim in export.claims} - set(checks.statements)
    unknown |= {str(document.get("kind")) for document in export.objects.values()} - set(checks.game_of_kind)
    if unknown:
        games = ", ".join(game.game for game in checks.games) or "none"
        print(
            f"No installed package checks {', '.join(sorted(unknown))}. Installed checks: {games}. "
            f"Install the package of the game; its checks are found by the entry-point group {GROUP}."
        )
