"""The command `ludex-check-claims`."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import GROUP, Checks, find_checks
from ludex_check_claims.equivalence import check_answer
from ludex_check_claims.export import read_export, unstated_claims
from ludex_check_claims.labels import label_verdict
from ludex_check_claims.verdicts import CHECKED, NOT_CHECKED, RECOMPUTED, TIME_LIMIT, WRONG, Export, NotChecked, Wrong

_DESCRIPTION = """\
Check the claims and the labels of an export of Ludex with Python's standard library alone.

`ludex export -o EXPORT.ndjson` writes an export. The verdict on each claim is `checked` (by its certificate),
`recomputed` (by the obvious method), `not checked` (with the reason) or `wrong`. schema/certificates.md defines
certificates. The label of each object is computed from its document, as schema/canonical-forms.md defines it. The exit
code is 1 if a claim or a label is wrong, and 2 if the file cannot be read.
"""
Results = dict[str, Counter[str]]
_Verdict = tuple[str, str, str, str]
"""The row of the table in which the verdict is counted, the subject, the verdict, and the reason for the verdict."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a file, print the verdicts, and return the exit code."""
    parser = argparse.ArgumentParser(
        "ludex-check-claims", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="the export or, with --equivalence, the answer")
    parser.add_argument("--seconds", type=float, default=600, help="time limit for the whole export (600)")
    parser.add_argument(
        "--workers", type=int, default=1, choices=range(1, 257), metavar="N", help="number of processes, 1 to 256 (1)"
    )
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
        return _check_export(options.file, options, checks)
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


def _check_export(file: str, options: argparse.Namespace, checks: Checks) -> int:
    """Check an export, and return the exit code.

    Print the claims and labels that are wrong or not checked, followed by a table with the numbers of verdicts.
    """
    started = time.monotonic()
    export, faults = read_export(file, started + options.seconds)
    faults += unstated_claims(export)
    claims = [number for number, claim in enumerate(export.claims) if options.statement in (None, claim["claim"])]
    items: list[int | str] = [*claims, *(export.objects if options.statement is None else ())]
    results: Results = {}
    unreached = 0
    for done, (name, about, verdict, reason) in enumerate(_verdicts(items, export, checks, options.workers), start=1):
        results.setdefault(name, Counter())[verdict] += 1
        if (verdict, reason) == (NOT_CHECKED, TIME_LIMIT):
            unreached += 1
        elif verdict in (WRONG, NOT_CHECKED):
            print(f"{verdict}: {about}: {reason}")
        if sys.stderr.isatty():
            print(f"\r{done:,} of {len(items):,} claims and labels", end="", file=sys.stderr)
    for fault in faults:
        print(f"{WRONG}: {fault}")
    if unreached:
        print(f"{NOT_CHECKED}: {unreached:,} claims and labels, because {TIME_LIMIT}; allow more time with --seconds")
    _print_table(results)
    _print_unknown(export, options.statement, checks)
    print(f"{time.monotonic() - started:.0f} seconds")
    return 1 if faults or any(counts[WRONG] for counts in results.values()) else 0


def _verdicts(items: Sequence[int | str], export: Export, checks: Checks, workers: int) -> Iterator[_Verdict]:
    """Yield the verdict on each item, in the order of the items.

    An integer is the index of a claim. A string is the label of an object.
    """
    verdict = partial(_verdict, export, checks)
    if workers == 1 or "fork" not in get_all_start_methods():
        yield from map(verdict, items)
        return
    # The worker processes inherit the export. Pickling the export for each process would take long.
    _inherited.append(verdict)
    try:
        with get_context("fork").Pool(workers) as pool:
            yield from pool.imap(_inherited_verdict, items, chunksize=8)
    finally:
        _inherited.clear()


_inherited: list[Callable[[int | str], _Verdict]] = []


def _inherited_verdict(item: int | str) -> _Verdict:
    return _inherited[0](item)


def _verdict(export: Export, checks: Checks, item: int | str) -> _Verdict:
    if isinstance(item, str):
        document = export.objects[item]
        return f"labels: {document.get('kind')}", f"the label {item}", *label_verdict(document, export, checks)
    claim = export.claims[item]
    parameters = json.dumps(claim["parameters"]) if claim["parameters"] else ""
    about = f"{claim['claim']} {parameters} of {claim.get('subject')}"
    return str(claim["claim"]), about, *claim_verdict(claim, export, checks)


def _print_table(results: Results) -> None:
    print(f"{'statement':32}{CHECKED:>12}{RECOMPUTED:>12}{NOT_CHECKED:>13}{WRONG:>8}")
    for name, counts in sorted(results.items()):
        print(f"{name:32}{counts[CHECKED]:12,}{counts[RECOMPUTED]:12,}{counts[NOT_CHECKED]:13,}{counts[WRONG]:8,}")


def _print_unknown(export: Export, statement: str | None, checks: Checks) -> None:
    """Print the statements and kinds that occur in the export but that no installed package checks."""
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
