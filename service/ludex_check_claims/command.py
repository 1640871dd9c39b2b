"""The command `ludex-check-claims`."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import partial

from ludex_check_claims.answers import check_answer
from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import GROUP, Checks, find_checks
from ludex_check_claims.documents import facts_verdict, label_verdict
from ludex_check_claims.export import parse, read_export, read_lines, read_seals, unstated_claims
from ludex_check_claims.progress import FACTS, Progress, Verdict, show_bar, work_units
from ludex_check_claims.verdicts import NOT_CHECKED, SEARCH, TIME_LIMIT, VERDICTS, WRONG, Export, verdict_of

_DESCRIPTION = """\
Check the claims and the labels of an export of Ludex with Python's standard library alone.

`ludex export -o EXPORT.ndjson` writes an export. The verdict on each claim is `checked` (by its certificate),
`recomputed` (by the obvious method), `unproved` (it only states bounds), `search` (it rests on a search that is not
repeated), `not checked` (with the reason) or `wrong`. schema/certificates.md defines certificates. The label of each
object is computed from its document, as schema/canonical-forms.md defines it. All other facts in documents are computed
again, compared with claims, or listed as not checked. Labels are checked first, then facts, then claims from cheap to
expensive. The last line of an export is its seal, which shows whether lines were lost or changed.

Exit codes: 0 everything is checked, 1 something is wrong, 2 the file cannot be read, 3 something is not checked, or
rests on a search (--allow-search and --allow-unclaimed make exceptions).
"""
Results = dict[str, Counter[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a file, print the verdicts, and return the exit code."""
    parser = argparse.ArgumentParser(
        "ludex-check-claims", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="the export or, with --answer, the answer")
    parser.add_argument("--seconds", type=float, default=600, help="time limit for the whole export (600)")
    parser.add_argument(
        "--workers", type=int, default=1, choices=range(1, 257), metavar="N", help="number of processes, 1 to 256 (1)"
    )
    parser.add_argument("--resume", metavar="FILE", help="keep the verdicts in FILE, and continue from those in it")
    parser.add_argument(
        "--allow-search", action="store_true", help="exit with 0 even if claims rest on searches that are not repeated"
    )
    parser.add_argument(
        "--allow-unclaimed", action="store_true", help="exit with 0 even if no claim states some facts in documents"
    )
    parser.add_argument("--statement", help="check only the claims of this statement, and no labels or facts")
    parser.add_argument(
        "--answer",
        action="store_true",
        help="check an answer about equivalence (schema/equivalence.md), or a request and its answer (schema/examples)",
    )
    options = parser.parse_args(arguments)
    checks = find_checks()
    for problem in checks.problems:
        print(problem, file=sys.stderr)
    if options.statement is not None and options.statement not in checks.statements:
        known = ", ".join(sorted(checks.statements)) or "none"
        parser.error(f"no installed package checks the statement {options.statement!r}; statements: {known}")
    try:
        if options.answer:
            return _check_answer(options.file, checks)
        return _check_export(options.file, options, checks)
    except OSError as error:
        print(f"{error.filename or options.file}: {error.strerror}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2


def _check_answer(file: str, checks: Checks) -> int:
    """Check the answer in a file, and print the verdict."""
    example = parse("".join(read_lines(file)))
    verdict, reason = verdict_of(lambda: (check_answer(example, checks), ""), "the answer does not have its form")
    print(f"{verdict}: {reason}" if reason else verdict)
    return {WRONG: 1, NOT_CHECKED: 3}.get(verdict, 0)


def _check_export(file: str, options: argparse.Namespace, checks: Checks) -> int:
    """Check an export, print what is wrong or not checked and the numbers of verdicts, and return the exit code."""
    started = time.monotonic()
    export, faults = read_export(file, started + options.seconds)
    seals = read_seals(file)
    differing, absent = unstated_claims(export)
    units = work_units(export, checks, options.statement)
    total = sum(map(len, units))
    results: Results = {}
    unreached = 0
    unclaimed: Counter[str] = Counter()
    with closing(Progress(options.resume, file)) as progress:
        for name, about, verdict, reason in progress.verdicts(
            units, partial(_verdict, export, checks), options.workers
        ):
            counts = results.setdefault(name, Counter())
            counts[verdict] += 1
            if (verdict, reason) == (NOT_CHECKED, TIME_LIMIT):
                unreached += 1
            elif verdict == NOT_CHECKED and name.startswith("facts: "):
                unclaimed[reason] += 1
            elif verdict in (WRONG, NOT_CHECKED, SEARCH):
                print(f"{verdict}: {about}: {reason}")
            show_bar(sum(map(Counter.total, results.values())), total)
    for fault in faults:
        print(f"unreadable: {fault}")
    for fault in (*differing, *seals.faults):
        print(f"{WRONG}: {fault}")
    left_out = [
        *(f"facts of {number:,} objects: {reason}" for reason, number in sorted(unclaimed.items())),
        *["whether all lines are in the file, because no seal covers its last lines"] * (not seals.complete),
        *["the file contains no objects"] * (not export.objects),
        *[f"{absent:,} claims that documents show are not in the file"] * (absent > 0),
        *[f"{unreached:,} items, because {TIME_LIMIT}; allow more time with --seconds"] * (unreached > 0),
    ]
    for reason in left_out:
        print(f"{NOT_CHECKED}: {reason}")
    print(f"{'statement':32}" + "".join(f"{verdict:>12}" for verdict in VERDICTS))
    for name, counts in sorted(results.items()):
        print(f"{name:32}" + "".join(f"{counts[verdict]:12,}" for verdict in VERDICTS))
    _print_unknown(export, options.statement, checks)
    print(f"{time.monotonic() - started:.0f} seconds")
    verdicts = sum(results.values(), Counter())
    if differing or seals.faults or verdicts[WRONG]:
        return 1
    if faults:
        return 2
    missing = absent or not export.objects or not seals.complete
    not_checked = verdicts[NOT_CHECKED] - (unclaimed.total() if options.allow_unclaimed else 0)
    unfinished = missing or not_checked or (verdicts[SEARCH] and not options.allow_search)
    return 3 if unfinished else 0


def _verdict(export: Export, checks: Checks, item: int | str) -> Verdict:
    if isinstance(item, str) and item.startswith(FACTS):
        document = export.objects[item.removeprefix(FACTS)]
        return f"facts: {document.get('kind')}", item, *facts_verdict(document, export, checks)
    if isinstance(item, str):
        document = export.objects[item]
        return f"labels: {document.get('kind')}", f"the label {item}", *label_verdict(document, export, checks)
    claim = export.claims[item]
    parameters = json.dumps(claim["parameters"]) if claim["parameters"] else ""
    about = f"{claim['claim']} {parameters} of {claim.get('subject')}"
    return str(claim["claim"]), about, *claim_verdict(claim, export, checks)


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
