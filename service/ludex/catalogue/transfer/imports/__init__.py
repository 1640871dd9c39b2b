"""The import of lines. Each line is parsed and checked, its object is stored in a batch, and its result is reported."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
