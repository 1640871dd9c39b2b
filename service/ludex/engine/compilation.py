"""numba's compiler for the games' `kernels` modules, which are imported inside functions only."""

import sys
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba import njit
from numba.core.caching import FunctionCache

P = ParamSpec("P")
R = TypeVar("R")

# A kernel works on arrays that its caller owns and makes none. Without counting references to them (an option that
# numba uses inside itself) the searches run some twenty times faster: each call took and gave back a dozen arrays.
_OPTIONS = {"nogil": True, "_nrt": False}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that allocates nothing to machine code that releases the GIL.

    The result is kept on disk until any kernel changes. If no folder is writable, each process compiles it afresh.
    """
    kernel: Any = njit(**_OPTIONS)(function)
    try:
        kernel._cache = _Kept(function)
    except RuntimeError:
        _load_compiler()
    return kernel  # type: ignore[no-any-return]


class _Kept(FunctionCache):  # type: ignore[misc]
    """The machine code of a kernel on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        # The code of a kernel holds that of the kernels it calls, but numba's stamp knows the kernel's own file alone.
        self._cache_file._source_stamp = (self._cache_file._source_stamp, kernel_sources())

    def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401 - numba's types
        """Return the code for arguments of some types, None if there is none.

        numba itself loads before this what only compiling needs, which takes a quarter of a second.
        """
        kept = self._load_overload(sig, target_context)
        if kept is None:
            _load_compiler()
        return kept


@cache
def _load_compiler() -> None:
    """Load what numba's compiler knows of arrays, without BLAS, which no kernel calls.

    numba looks once whether there is BLAS, and imports scipy.linalg for that: a third of a second.
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
    raise ImportError("no kernel calls BLAS")


@cache
def kernel_sources() -> str:
    """Return a hash of the sources of all kernels and of this module, which sets the options they are compiled with."""
    package = Path(__file__).parent.parent
    digest = blake2b(digest_size=16)
    for path in (Path(__file__), *sorted(package.glob("**/kernels/*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()
