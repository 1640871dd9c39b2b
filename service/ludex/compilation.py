"""numba's compiler for the games' `kernels` modules, which are imported inside functions only."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")

# A kernel works on arrays that its caller owns and makes none. Without counting references to them (an option that
# numba uses inside itself) the searches run some twenty times faster: each call took and gave back a dozen arrays.
_OPTIONS = {"nogil": True, "_nrt": False}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that allocates nothing to machine code that releases the GIL.

    It is kept on disk where a folder is writable; elsewhere each process compiles it afresh.
    """
    try:
        kernel: Any = njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:
        kernel = njit(**_OPTIONS)(function)
    return kernel  # type: ignore[no-any-return]
