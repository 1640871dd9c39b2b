"""Compiled searches. Import these modules only inside functions, because they load numba."""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.games.sets.kernels import lookup, slots, tables, third_card
else:
    __getattr__ = submodules(__name__)
