"""Studies: closed forms, statistics, cap counts, and the experiments of the thesis."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
