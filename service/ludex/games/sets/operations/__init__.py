"""The operations on stored objects of SET, with one module per subject and one function per request."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
