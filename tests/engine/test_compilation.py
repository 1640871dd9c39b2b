"""Compiled code on disk is taken only as long as no kernel has changed."""

import ast
import re
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import njit, types

import ludex.engine.compilation
from ludex.engine.compilation import _OPTIONS, compiled, compiled_subroutine, kernel_sources
from ludex.games.swish.kernels import counting

bits_set = counting.bits_set.py_func

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
PRIVATE_PARTS = {
    *("numba.core.caching", "numba.core.dispatcher", "numba.np", "numba.np.arraymath"),
    *("_nrt", "_cache", "_cache_file", "_source_stamp", "_load_overload", "_getvalue"),
}
"""The modules, options and attributes of numba that are used and that its documentation does not promise."""
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


@pytest.mark.slow
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


def test_numba_is_pinned_as_long_as_its_private_parts_are_used() -> None:
    package = Path(ludex.engine.compilation.__file__).parents[1]
    sources = [text for path in package.rglob("*.py") if re.search(r"\bnumba\b", text := path.read_text("utf-8"))]
    assert {part for text in sources for part in _private_parts(ast.parse(text))} == PRIVATE_PARTS
    project = tomllib.loads((package.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"numba=={numba.__version__}" in project["dependencies"]


def _private_parts(tree: ast.Module) -> set[str]:
    """Return the modules below numba's public ones, and the attributes and options with an underscore, in a source."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module))
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Dict):
            found |= {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
    return {one for one in found if one.startswith(("numba.core", "numba.np")) or re.match(r"_[a-z]", one)}


def _counts_references(kernel: Any) -> bool:
    """Tell whether the machine code of a kernel counts references to an array that it is given."""
    kernel(np.zeros(1, np.int64))
    (code,) = kernel.inspect_llvm().values()
    return "NRT_incref" in code or "NRT_decref" in code


def test_the_private_option_nrt_of_numba_leaves_out_the_counting_of_references() -> None:
    """If this fails, a new numba has changed `_nrt`: the kernels run many times slower with it."""
    assert _OPTIONS == {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    assert _counts_references(njit(nogil=True)(_first_of_a_view))
    assert not _counts_references(njit(**_OPTIONS)(_first_of_a_view))


def test_kernels_have_only_the_entries_that_are_called() -> None:
    """The entries for calls from Python and from C take about half the time of compiling a small kernel."""

    def entries(**options: bool) -> list[bool]:
        kernel: Any = njit(**options)(_first_of_a_view)
        kernel.compile((types.Array(types.int64, 1, "C"),))
        (code,) = kernel.inspect_llvm().values()
        return [f"define {entry}" in code for entry in ("ptr @_ZN7cpython", "i64 @cfunc.")]

    assert entries() == [True, True]
    assert entries(**_OPTIONS) == [True, False]
    assert entries(**_OPTIONS, no_cpython_wrapper=True) == [False, False]


def test_a_subroutine_has_no_entry_for_calls_from_python() -> None:
    kernel: Any = compiled_subroutine(_first_of_a_view)
    assert kernel.targetoptions["no_cpython_wrapper"] and kernel.targetoptions["nogil"]
    assert "no_cpython_wrapper" not in compiled(bits_set).targetoptions


def _first_of_a_view(array: Any) -> int:
    view = array[:1]
    return view[0]


def test_the_private_stamp_of_numbas_cache_is_where_the_compiler_writes_the_sources() -> None:
    """If this fails, a new numba has changed `_cache_file` or `_source_stamp`: stale kernels would be loaded."""
    kernel = compiled(bits_set)
    stamp, sources = kernel._cache._cache_file._source_stamp
    assert sources == kernel_sources()
    assert stamp == njit(cache=True)(bits_set)._cache._cache_file._source_stamp


def test_numbas_dispatcher_is_what_the_kernels_are_counted_by() -> None:
    """If this fails, a new numba has moved `numba.core.dispatcher.Dispatcher`: `ludex compile` would count none."""
    from numba.core.dispatcher import Dispatcher

    assert isinstance(counting.bits_set, Dispatcher)
    assert counting.bits_set.py_func.__module__ == counting.__name__


def test_numba_finds_no_blas_and_so_loads_no_linear_algebra_of_scipy() -> None:
    program = (
        "import sys; from ludex.engine.compilation import _load_compiler; _load_compiler(); "
        "import numba.np.arraymath as found; print(found._HAVE_BLAS, 'scipy.linalg' in sys.modules); "
        "import scipy.linalg.cython_blas"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]


def test_a_kernel_that_is_kept_is_loaded_without_what_compiling_needs() -> None:
    """If this fails, a new numba has changed `load_overload`: the first answer of each command takes longer."""
    program = (
        "import sys; from ludex.games.swish.kernels.counting import bits_set; bits_set(7); "
        "print(sum(bits_set.stats.cache_hits.values()), 'numba.np.arraymath' in sys.modules)"
    )
    bits_set_of_this_process = counting.bits_set(7)  # compiled now, if it is not kept
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (bits_set_of_this_process, ran.stdout.split()) == (3, ["1", "False"])
