"""Ludex: an index of game positions (SWISH, generalized SET, Swap Planarity)."""

__version__ = "0.2.0"
