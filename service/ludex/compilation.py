"""numba's compiler for the games' `kernels` modules, which are imported inside functions only."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function to machine code that releases the GIL, kept on disk where a folder is writable."""
    try:
        kernel: Any = njit(cache=True, nogil=True)(function)
    except RuntimeError:
        # numba found no writable folder for its cache: compile afresh in each process.
        kernel = njit(nogil=True)(function)
    return kernel  # type: ignore[no-any-return]
