"""The search for objects by name, for lists by phrases, and for pages by their text.

The phrases become filters of lists.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
