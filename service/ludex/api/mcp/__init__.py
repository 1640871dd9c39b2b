"""The Model Context Protocol: requests are offered as tools, and objects as resources.

The module `server` loads the SDK of the protocol, so it is imported only on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
