"""Studies: statistics of deals, closed forms of whole boards, and the cost of searches."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
