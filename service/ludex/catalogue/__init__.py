"""The catalogue: a database that stores each object once, and the queries for these objects."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
