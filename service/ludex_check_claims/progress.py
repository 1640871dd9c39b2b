"""The order of the work on an export, its distribution to processes, and the file of verdicts from which it resumes."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import TextIO

from ludex_check_claims.discovery import Checks
from ludex_check_claims.verdicts import NOT_CHECKED, Export, Json

FACTS = "facts of "
Item = int | str
"""The index of a claim, or the label of an object, after :data:`FACTS` if it stands for the facts of the object."""
Unit = list[Item]
"""Items that one process checks, because their checks share results."""
Verdict = tuple[str, str, str, str]
"""The row of the table in which the verdict is counted, the subject, the verdict, and the reason for the verdict."""

_BAR = 30


def work_units(export: Export, checks: Checks, statement: str | None) -> list[Unit]:
    """Return the labels, facts and claims of an export in the order in which to check them.

    Labels come first, then facts. Claims follow from cheap to expensive statements, and within a statement from short
    to long certificates. The claims with one statement about one object form a unit.
    """
    about: dict[tuple[str, str], Unit] = {}
    for number, claim in enumerate(export.claims):
        if statement in (None, claim["claim"]):
            about.setdefault((str(claim["claim"]), str(claim.get("subject"))), []).append(number)
    costs = {name: check.cost for name, check in checks.statements.items()}

    def cost(key: tuple[str, str]) -> tuple[int, int]:
        return costs.get(key[0], 0), max(_cost(export.claims[int(number)]) for number in about[key])

    objects: list[Unit] = [[of + label] for of in ("", FACTS) for label in export.objects] if statement is None else []
    return objects + [about[key] for key in sorted(about, key=cost)]


def _cost(claim: Json) -> int:
    """Return an estimate of the cost of checking a claim, for comparison with claims of the same statement."""
    certificate = claim["certificate"] if isinstance(claim["certificate"], dict) else {}
    stated = certificate.get("recompute")
    numbers = [number for number in stated.values() if type(number) is int] if isinstance(stated, dict) else []
    return sum(numbers) + len(json.dumps(certificate))


class Progress:
    """The verdicts of a check, kept in a file if one is given.

    The first line of the file identifies the export, so that its verdicts are used for no other export. Raises OSError
    if the file cannot be written, and ValueError if it belongs to another export.
    """

    def __init__(self, file: str | None, export: str) -> None:
        self.known: dict[Item, Verdict] = {}
        self.lines: TextIO | None = None
        if file is None:
            return
        digest = blake2b(Path(export).read_bytes(), digest_size=16).hexdigest()
        path = Path(file)
        if path.exists() and path.stat().st_size:
            first, *rest = path.read_text(encoding="utf-8").split("\n")
            if json.loads(first) != {"export": digest}:
                raise ValueError(f"{file} has the verdicts of another export; give another file to --resume")
            for line in rest:
                if line.endswith("]"):  # The last line is incomplete if the program was killed.
                    item, *verdict = json.loads(line)
                    self.known[item] = tuple(verdict)
        else:
            path.write_text(json.dumps({"export": digest}) + "\n")
        self.lines = path.open("a", encoding="utf-8")

    def close(self) -> None:
        """Close the file."""
        if self.lines is not None:
            self.lines.close()

    def verdicts(self, units: Sequence[Unit], verdict: Callable[[Item], Verdict], workers: int) -> Iterator[Verdict]:
        """Yield the verdict on each item of the units, in order. Known verdicts come first."""
        yield from (self.known[item] for unit in units for item in unit if item in self.known)
        left = [[item for item in unit if item not in self.known] for unit in units]
        for unit in _computed([unit for unit in left if unit], verdict, workers):
            for item, found in unit:
                if self.lines is not None and found[2] != NOT_CHECKED:
                    self.lines.write(json.dumps([item, *found]) + "\n")
                    self.lines.flush()
                yield found


def _computed(
    units: Sequence[Unit], verdict: Callable[[Item], Verdict], workers: int
) -> Iterator[list[tuple[Item, Verdict]]]:
    if workers == 1 or "fork" not in get_all_start_methods():
        yield from ([(item, verdict(item)) for item in unit] for unit in units)
        return
    # The worker processes inherit the export. Pickling the export for each process would take long.
    with get_context("fork").Pool(workers, _inherited.append, (verdict,)) as pool:
        yield from pool.imap(_inherited_verdicts, units, chunksize=1)


_inherited: list[Callable[[Item], Verdict]] = []


def _inherited_verdicts(unit: Unit) -> list[tuple[Item, Verdict]]:
    return [(item, _inherited[0](item)) for item in unit]


def show_bar(done: int, total: int) -> None:
    """Show on a terminal how much of the work is done."""
    if sys.stderr.isatty():
        filled = _BAR * done // max(1, total)
        bar = "#" * filled + "." * (_BAR - filled)
        end = "\n" if done == total else ""
        print(f"\r[{bar}] {done:,} of {total:,} claims and labels", end=end, file=sys.stderr, flush=True)
