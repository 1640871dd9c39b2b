"""The methods of `ludex.Catalogue` that verify, export, fill and back up the whole catalogue."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.catalogue.lists.listing import select_ids
from ludex.catalogue.starting import fill
from ludex.catalogue.times import stored_time
from ludex.catalogue.transfer.export import export_lines, lines_of_objects, sealed
from ludex.catalogue.verification import Report, verify, verify_some
from ludex.engine.budget import Budget
from ludex.engine.text_lines import read_lines
from ludex.requests.session import Session

if TYPE_CHECKING:
    from ludex.catalogue.transfer.imports.pipeline import ImportReport


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

    def export(
        self,
        *names: str,
        where: str | None = None,
        with_neighbours: bool = False,
        claims: bool = False,
        notes: bool = False,
    ) -> Iterator[str]:
        """Yield a snapshot of the catalogue, or of a part of it, as JSON Lines.

        :meth:`import_export` and ``ludex import`` read the lines. A part needs the claims for that.

        Parameters
        ----------
        *names : str
            Labels or slugs of the objects to export. By default, the whole catalogue is exported.
        where : str, optional
            A query: the objects that match it are exported.
        with_neighbours : bool
            Whether a part includes the objects that are linked to the given objects.
        claims : bool
            Whether a part includes the claims about the given objects, and those whose witness they are.
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
        if not names and where is None:
            return sealed(export_lines(self.store, notes=notes))

        def lines() -> Iterator[str]:
            with self.reading() as reader:
                nodes = [self.resolve_stored(name).id for name in names]
                nodes += [] if where is None else select_ids(reader, where)
                yield from lines_of_objects(reader, nodes, neighbours=with_neighbours, claims=claims, notes=notes)

        return sealed(lines())

    def import_export(self, lines: os.PathLike[str] | Iterable[str]) -> "ImportReport":
        """Check and store the objects and claims of an export, with their titles, tags and data.

        Parameters
        ----------
        lines : path or iterable of str
            The file, or its lines.

        Returns
        -------
        ImportReport
            `new`, `duplicates` and `refused` are numbers of lines, `faults` contains the reasons of refusals, and
            `lines` contains the refused lines.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     part = list(catalogue.export(level.label, claims=True))
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as other:
        ...     report = other.import_export(part)
        ...     report.new, report.refused, other.get(level.label) == level
        (2, 0, True)
        """
        from ludex.catalogue.transfer import imports

        options, refused = imports.pipeline.ImportOptions(), {imports.pipeline.LineOutcome.REFUSED}
        with ExitStack() as files:
            if isinstance(lines, os.PathLike):
                lines = read_lines(files.enter_context(Path(lines).open("rb")))
            return imports.pipeline.collect_report(
                imports.checked_lines.import_checked(self.store, lines, options), refused
            )

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
