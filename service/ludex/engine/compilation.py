"""The numba compiler for the `kernels` modules of the games. These modules must only be imported inside functions."""

import sys
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba import njit
from numba.core.caching import FunctionCache

P = ParamSpec("P")
R = TypeVar("R")

# A kernel works on arrays that its caller owns, and creates no arrays. Therefore, reference counting is turned off by
# an option that numba uses internally. Otherwise, each call would acquire and release a dozen arrays, and the searches
# would take about twenty times as long. No C function calls a kernel, so numba need not compile an entry point for C
# functions.
_OPTIONS = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function to machine code that releases the GIL. The function must not allocate memory.

    The result is cached on disk until one of the kernels changes. If no folder is writable, each process compiles it
    again.
    """
    return _compiled(function, _OPTIONS)


def compiled_subroutine(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as :func:`compiled` does, but only for calls from other kernels.

    The compilation takes about half the time, because no conversion of Python arguments is compiled.
    """
    return _compiled(function, {**_OPTIONS, "no_cpython_wrapper": True})


def _compiled(function: Callable[P, R], options: Mapping[str, bool]) -> Callable[P, R]:
    kernel: Any = njit(**options)(function)
    try:
        kernel._cache = _Kept(function)
    except RuntimeError:
        _load_compiler()
    return kernel  # type: ignore[no-any-return]


class _Kept(FunctionCache):  # type: ignore[misc]
    """The on-disk cache for the machine code of a kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        # The machine code of a kernel contains the code of the kernels that it calls. The stamp that numba computes
        # covers only the file of the kernel itself.
        self._cache_file._source_stamp = (self._cache_file._source_stamp, kernel_sources())

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401 - numba's types
        """Return the machine code for a signature, or None if it is not cached.

        Unlike numba's own method, this method does not import modules that only compilation needs, which would take a
        quarter of a second.
        """
        kept = self._load_overload(sig, target_context)
        if kept is None:
            _load_compiler()
        return kept


@cache
def _load_compiler() -> None:
    """Import the array support of numba's compiler without BLAS, which no kernel calls.

    To check whether BLAS is available, numba would import scipy.linalg, which takes a third of a second.
    """
    if "numba.np.arraymath" in sys.modules:
        return
    from numba.np import linalg

    ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = _no_blas
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = ensure_blas


def _no_blas() -> None:
    raise ImportError("kernels must not call BLAS")


@cache
def kernel_sources() -> str:
    """Return a hash of the sources of all kernels and of this module, which sets the compiler options."""
    package = Path(__file__).parent.parent
    digest = blake2b(digest_size=16)
    for path in (Path(__file__), *sorted(package.glob("**/kernels/*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()
