"""The data set: the whole catalogue as files that other programs can load, with metadata, checksums and a licence."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
