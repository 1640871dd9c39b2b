"""Canonical forms of coloured graphs, isomorphisms with witnesses, measures, and graph exchange formats."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
