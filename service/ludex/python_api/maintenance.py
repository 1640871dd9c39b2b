"""The methods of `ludex.Catalogue` that verify, export, fill and back up the whole catalogue."""

import os
from collections.abc import Iterator
from pathlib import Path

from ludex.catalogue.starting import fill
from ludex.catalogue.times import stored_time
from ludex.catalogue.transfer.export import export_lines, sealed
from ludex.catalogue.verification import Report, verify, verify_some
from ludex.engine.budget import Budget
from ludex.requests.session import Session


class Maintenance(Session):
    """The methods of :class:`ludex.Catalogue` that verify and copy the catalogue."""

    def verify(self, *names: str, where: str | None = None, time_limit: float | None = None) -> Report:
        """Verify the catalogue by recomputing its keys, documents, links, claims and proofs.

        Claims that are confirmed are marked as checked, with the time and the method. The service can be running at the
        same time.

        Parameters
        ----------
        *names : str
            Labels or slugs of the objects to verify. By default, all objects are verified.
        where : str, optional
            A query: the objects that match it are verified.
        time_limit : float, optional
            Time limit in seconds. By default, there is no limit.

        Returns
        -------
        Report
            `sound` is True if all objects were verified without an error. `findings` contains the errors with their
            places, `unchecked` contains the proofs that exceeded the time limit per object, and `checked` contains the
            number of verified objects of each kind. `complete` is False if the time limit was reached; then `left` is
            the number of objects that were not reached, which take about `left_seconds`. The next verification begins
            with them.

        Raises
        ------
        UnknownObject
            If no stored object has this label or slug.
        QueryError
            If the query is invalid.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     report = catalogue.verify(level.label)
        ...     report.sound, report.checked
        (True, {'planarity-level': 1})
        """
        at = stored_time()
        budget = Budget(seconds=time_limit)
        if names or where is not None:
            return verify_some(self.store, names, budget, at, where=where)
        return verify(self.store, budget, at)

    def export(self, *, notes: bool = False) -> Iterator[str]:
        """Yield a snapshot of the whole catalogue as JSON Lines, which ``ludex import`` reads.

        Parameters
        ----------
        notes : bool
            Whether the lines contain the notes about objects.

        Yields
        ------
        str
            An object, a claim or, at the end, the seal, without line break.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     any(level.label in line for line in catalogue.export())
        True
        """
        return sealed(export_lines(self.store, notes=notes))

    def fill(self) -> bool:
        """Store the starting catalogue, unless it is already stored.

        Returns
        -------
        bool
            True if this call stored the starting catalogue, and False if it was already stored.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.fill(), catalogue.fill(), catalogue.find("levels").count()
        (True, False, 500)
        """
        return fill(self.store)

    def backup(self, file: str | os.PathLike[str]) -> None:
        """Copy a SQLite catalogue to a file, even while the catalogue is in use.

        Parameters
        ----------
        file : str or path
            The file to write, which must not exist.

        Raises
        ------
        FileExistsError
            If the file exists.
        DatabaseError
            If the catalogue is a PostgreSQL database. In this case, use ``pg_dump``.

        Examples
        --------
        >>> from pathlib import Path
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> folder = Path(mkdtemp())
        >>> with Catalogue(folder / "catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.backup(folder / "copy.sqlite")
        >>> (folder / "copy.sqlite").is_file()
        True
        """
        if not isinstance(file, str | os.PathLike):
            raise TypeError(f"file: {file!r} is not a path")
        self.store.database.backup(Path(file))
