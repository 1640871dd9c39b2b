"""Operations on objects of any kind, shared by the API, the commands and the pages.

The operations accept and return domain values. Long computations are done before the short transaction that stores the
result.
"""

from typing import TYPE_CHECKING

from ludex.exports import submodules

if TYPE_CHECKING:
    from ludex.operations import citations, classes, collections, objects, packs
else:
    __getattr__ = submodules(__name__)
