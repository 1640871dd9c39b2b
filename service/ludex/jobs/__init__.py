"""Jobs, which run operations without the limits of a request, in durable steps that survive worker crashes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
