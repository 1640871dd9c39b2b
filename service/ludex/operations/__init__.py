"""Operations on objects of any kind, shared by the API, the commands and the pages.

The operations accept and return domain values. Long computations are done before the short transaction that stores the
result.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
