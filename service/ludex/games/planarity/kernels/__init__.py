"""Compiled functions of Swap Planarity. Import this package inside functions only: numba takes 0.5 s to load."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
