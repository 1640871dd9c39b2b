"""The tables that `scripts/conformity` prints."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.starting import fill
from tests.conformity.inputs import try_inputs


@contextmanager
def filled() -> Iterator[str]:
    """Yield the address of a starting catalogue in a file of its own."""
    folder = Path(tempfile.mkdtemp(prefix="ludex-conformity-"))
    address = f"sqlite:///{folder}/catalogue.sqlite"
    catalogue = Catalogue(address, GAMES)
    catalogue.database.upgrade()
    fill(catalogue)
    catalogue.close()
    try:
        yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
