"""Compiled code on disk is taken only as long as no kernel has changed."""

import subprocess
import sys
import textwrap
from pathlib import Path

import ludex.engine.compilation

CALLER = """
from ludex.engine.compilation import compiled
from ludex.game.kernels.callee import number


@compiled
def twice(n):
    return 2 * number(n)
"""
CALLEE = """
from ludex.engine.compilation import compiled


@compiled
def number(n):
    return n + {added}
"""
PROGRAM = """
from ludex.game.kernels.caller import twice

twice(1)
print(twice(1), sum(twice.stats.cache_hits.values()))
"""


def _run(folder: Path) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)],
        env={"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.split()


def test_a_kernel_is_compiled_anew_once_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    kernels = tmp_path / "ludex" / "game" / "kernels"
    kernels.mkdir(parents=True)
    for folder in (kernels, kernels.parent, kernels.parent.parent):
        (folder / "__init__.py").touch()
    engine = tmp_path / "ludex" / "engine"
    engine.mkdir()
    (engine / "__init__.py").touch()
    (engine / "compilation.py").write_bytes(Path(ludex.engine.compilation.__file__).read_bytes())
    (kernels / "caller.py").write_text(CALLER)
    (kernels / "callee.py").write_text(CALLEE.format(added=1))
    assert _run(tmp_path) == ["4", "0"]
    assert _run(tmp_path) == ["4", "1"]
    (kernels / "callee.py").write_text(CALLEE.format(added=2))
    assert _run(tmp_path) == ["6", "0"]
