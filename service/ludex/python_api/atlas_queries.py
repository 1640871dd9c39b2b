"""The queries of `ludex.Catalogue` about complete collections."""

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.collections import CollectionState, read_collections


class AtlasQueries:
    """The method of :class:`ludex.Catalogue` about complete collections."""

    _store: Store

    def atlas(self) -> list[CollectionState]:
        """Return the complete collections, with the number of their members in the catalogue.

        Returns
        -------
        list of CollectionState
            The collections of each game, with `name`, `title`, `kind`, `filters`, `size`, `source`, `stored`,
            `complete`, `claim`, and the job that stores all members.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     states = {state.name: state for state in catalogue.atlas()}
        >>> states["planarity-order-types-7"].size, states["planarity-order-types-7"].stored
        (135, 0)
        """
        with self._store.reading() as reader:
            return read_collections(reader)
