"""Tests of whether objects are equal or equivalent: canonical forms, keys, symmetries, and matchings as witnesses."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
