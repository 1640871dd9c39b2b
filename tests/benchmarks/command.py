"""`scripts/bench command`: the time from the start of a command to its first answer, beside an import of numba."""

import json
import resource
import statistics
import subprocess
import sys
import time

_SQUARE = json.dumps({"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]})
_LUDEX = (sys.executable, "-m", "ludex.cli")
COMMANDS = {
    "python -c 'import numpy, numba'": ((sys.executable, "-c", "import numpy, numba"), 0, None),
    "ludex --help": ((*_LUDEX, "--help"), 0, 0.4),
    "ludex swish solve CARDS, with an error": ((*_LUDEX, "swish", "solve", "*x"), 2, 0.4),
    "ludex swish solve CARDS": ((*_LUDEX, "swish", "solve", "*o./...", "o../.*.", "..*/.o."), 0, 1.0),
    "ludex sets solve CARDS": ((*_LUDEX, "sets", "solve", "0000", "0121", "1111", "2222"), 0, 1.0),
    "ludex planarity solve DRAWING": ((*_LUDEX, "planarity", "solve", _SQUARE), 0, 1.0),
}
"""What is measured: its words, its exit code, and the seconds that we want it to take at most."""


def main(repeats: int) -> None:
    """Print medians of `repeats` runs. What a command works on a processor is the same on a busy machine."""
    print(f"{'command':38} {'seconds':>8} {'processor time':>15} {'target':>7}")
    for name, (words, code, wanted) in COMMANDS.items():
        measured = [_seconds(words, code) for _ in range(repeats + 1)][1:]
        wall, worked = (statistics.median(one) for one in zip(*measured, strict=True))
        print(f"{name:38} {wall:>8.2f} {worked:>15.2f} {'' if wanted is None else wanted:>7}", flush=True)


def _seconds(words: tuple[str, ...], code: int) -> tuple[float, float]:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode != code:
        raise ValueError(f"{' '.join(words)}: exit code {ran.returncode}, {code} is right: {ran.stderr}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
