"""Compiled searches. Import these modules only inside functions, because they load numba."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
