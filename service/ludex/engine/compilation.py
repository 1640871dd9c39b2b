"""numba's compiler for the games' `kernels` modules, which are imported inside functions only."""

import sys
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba import njit
from numba.np import linalg


def _no_blas() -> None:
    raise ImportError("no kernel calls BLAS")


if "numba.np.arraymath" not in sys.modules:
    # numba looks once whether there is BLAS, and imports scipy.linalg for that: a third of a second.
    _ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = _no_blas
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = _ensure_blas

P = ParamSpec("P")
R = TypeVar("R")

# A kernel works on arrays that its caller owns and makes none. Without counting references to them (an option that
# numba uses inside itself) the searches run some twenty times faster: each call took and gave back a dozen arrays.
_OPTIONS = {"nogil": True, "_nrt": False}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that allocates nothing to machine code that releases the GIL.

    The result is kept on disk until any kernel changes. If no folder is writable, each process compiles it afresh.
    """
    try:
        kernel: Any = njit(cache=True, **_OPTIONS)(function)
    except RuntimeError:
        kernel = njit(**_OPTIONS)(function)
    else:
        # The code of a kernel holds that of the kernels it calls, but numba's stamp knows the kernel's own file alone.
        file = kernel._cache._cache_file
        file._source_stamp = (file._source_stamp, kernel_sources())
    return kernel  # type: ignore[no-any-return]


@cache
def kernel_sources() -> str:
    """Return a hash of the sources of all kernels and of this module, which sets the options they are compiled with."""
    package = Path(__file__).parent.parent
    digest = blake2b(digest_size=16)
    for path in (Path(__file__), *sorted(package.glob("**/kernels/*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()
