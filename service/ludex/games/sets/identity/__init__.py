"""Tests of whether objects are equal or equivalent: canonical forms, keys, symmetries, and matchings as witnesses."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.identity import class_sizes, equivalence, keys
else:
    __getattr__ = submodules(__name__)
