"""The tables that `scripts/conformity` prints."""

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.starting import fill
from ludex.games.kinds import GAMES
from tests.conformity.answers import conformity
from tests.conformity.asking import application
from tests.conformity.inputs import try_inputs
from tests.faults.postgresql import postgresql

DATABASES = ("sqlite", "postgresql")


@contextmanager
def filled(database: str = "sqlite") -> Iterator[str]:
    """Yield the address of a starting catalogue of one's own, in a database of a kind."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-conformity-"))
    with ExitStack() as running:
        address = f"sqlite:///{folder}/catalogue.sqlite"
        if database == "postgresql":
            address = running.enter_context(postgresql(folder, 100)).address
        catalogue = Catalogue(address, GAMES)
        catalogue.upgrade()
        fill(catalogue)
        catalogue.close()
        yield address
    shutil.rmtree(folder, ignore_errors=True)


def print_answers(database: str, examples: int, bounds: bool, seed: int) -> int:
    """Send requests to every operation of the API and print a row per group; return 1 if a check failed."""
    with filled(database) as address:
        found = conformity(application(address), examples, bounds, seed, tell=lambda told: print(told, flush=True))
    print(f"\n| the API on {database} | operations | answers | checks | failures |\n|---|---|---|---|---|")
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for operation, answers in found.answers.items():
        of = {"operations": 1, "answers": answers, "checks": found.checks[operation]}
        for group in (_group(operation), "all"):
            rows[group].update(of)
    for told in found.failures:
        for group in (_group(told), "all"):
            rows[group]["failures"] += 1
    for group, row in sorted(rows.items()):
        counts = (f"{row[name]:,}" for name in ("operations", "answers", "checks", "failures"))
        print(f"| {group} | {' | '.join(counts)} |")
    print(f"\nstatuses: {dict(sorted(found.statuses.items()))}", flush=True)
    return 1 if found.failures else 0


def _group(operation: str) -> str:
    """Return the beginning of the address of an operation."""
    words = operation.split(":", maxsplit=1)[0].split(" ")[1].removeprefix("/api/v1").strip("/").split("/")
    return "/".join(words[:2]) if words[0] in ("swish", "sets", "planarity") else "the rest"


def print_inputs(number: int, seed: int) -> int:
    """Try so many generated inputs and print what came of each target; return 1 if any failed."""
    print("| what is given | inputs | taken | slowest (s) | failures |\n|---|---|---|---|---|", flush=True)
    failed, inputs = {}, 0
    with filled() as address:
        for tried in try_inputs(address, number, seed):
            inputs += tried.inputs
            row = (tried.name, f"{tried.inputs:,}", f"{tried.taken:,}", f"{tried.slowest:.2f}", len(tried.failures))
            print(f"| {' | '.join(map(str, row))} |", flush=True)
            for told, shown in tried.failures.items():
                failed[told] = f"{tried.name}: {told}\n  {shown}"
                print(f"  {failed[told]}", flush=True)
            if tried.statuses:
                print(f"  answers: {dict(sorted(tried.statuses.items()))}", flush=True)
    print(f"\n{inputs:,} inputs, {len(failed)} failures")
    return 1 if failed else 0
