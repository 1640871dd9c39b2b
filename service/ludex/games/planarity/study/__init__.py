"""Studies of Swap Planarity: the census, measures of difficulty, and experiments."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
