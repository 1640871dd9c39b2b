"""The queries of `ludex.Catalogue` about results: claims, complete collections and integer sequences."""

from collections.abc import Iterator

from ludex.catalogue.claims.claim import CitedClaim, StoredClaim, select_cited
from ludex.catalogue.claims.lists import ClaimFilters, page_of_claims
from ludex.catalogue.collections import CollectionState, read_collections
from ludex.catalogue.objects.reading import find
from ludex.catalogue.records import RecordTableState, read_records
from ludex.catalogue.sequences.reading import SequenceTerms, compute_next, find_sequence, read_sequences
from ludex.engine.arguments import require_type
from ludex.engine.budget import Budget
from ludex.requests.session import Session

_PAGE_SIZE = 1000


class ResultQueries(Session):
    """The methods of :class:`ludex.Catalogue` about claims, complete collections and integer sequences."""

    def claims(
        self, name: str | None = None, *, statement: str | None = None, proved: bool | None = None
    ) -> Iterator[StoredClaim]:
        """Yield claims about stored objects, with their certificates. The oldest claims come first.

        Parameters
        ----------
        name : str, optional
            A label or slug. Only claims whose subject or witness is this object are returned.
        statement : str, optional
            Return only claims with this statement, such as ``swish.no-swish-maximum``.
        proved : bool, optional
            True for only proved claims, False for only unproved claims.

        Yields
        ------
        StoredClaim
            A claim.

        Raises
        ------
        UnknownObject
            If no object has this label or slug.
        ValueError
            If there is no such statement.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     [(claim.statement, claim.value, claim.proved) for claim in catalogue.claims(level.label)][0]
        ('planarity.minimum-swaps', 1, True)
        """
        if statement is not None:
            require_type(statement, str, "statement")
        if proved is not None:
            require_type(proved, bool, "proved")
        if statement is not None and statement not in self._store.registry.statement:
            known = ", ".join(self._store.registry.statement)
            raise ValueError(f"there is no statement {statement!r}; the statements are {known}")
        node = None
        if name is not None:
            with self._store.reading() as reader:
                node = find(reader, name).id or -1
        return self._claims(ClaimFilters(statement, proved, concerning=node))

    def cited_claims(self, name: str | None = None, *, statement: str | None = None) -> list[CitedClaim]:
        """Return results cited from the literature, which Ludex neither proves nor stores as claims.

        Parameters
        ----------
        name : str, optional
            A label or slug. Only results about this object are returned.
        statement : str, optional
            Return only results with this statement, such as ``set.cap-maximum``.

        Returns
        -------
        list of CitedClaim
            The results, each with its reference.

        Raises
        ------
        UnknownObject
            If no object has this label or slug.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     [(claim.value, claim.oeis, claim.proved) for claim in catalogue.cited_claims("set-3-5")]
        [(45, 'A090245', False)]
        """
        if statement is not None:
            require_type(statement, str, "statement")
        with self._store.reading() as reader:
            label = None if name is None else find(reader, name).label
        return select_cited(self._store.registry.cited, statement=statement, subject=label)

    def _claims(self, filters: ClaimFilters) -> Iterator[StoredClaim]:
        after: int | None = 0
        while after is not None:
            with self._store.reading() as reader:
                page = page_of_claims(reader, filters, after, _PAGE_SIZE)
            yield from page.items
            after = page.after

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

    def records(self) -> list[RecordTableState]:
        """Return the record tables, which contain the largest or hardest objects for each pair of parameters.

        Returns
        -------
        list of RecordTableState
            The tables of each game, with `name`, `title`, `definition`, `rows`, `columns`, `cells` and `proof`. Each
            cell has `value`, `source`, `claim` and `instances`, and the filters that select the objects. The method
            `cell(row, column)` returns a single cell.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     tables = {table.name: table for table in catalogue.records()}
        >>> tables["planarity-hardest"].cell(6, 9).value
        6
        """
        with self._store.reading() as reader:
            return read_records(reader)

    def sequences(self) -> list[SequenceTerms]:
        """Return all integer sequences with their known terms, without starting a search.

        Returns
        -------
        list of SequenceTerms
            The sequences of each game, with `name`, `title`, `definition`, `offset`, `terms`, `claims`, `oeis`,
            `proof` and more.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     len(catalogue.sequences()) >= 30
        True
        """
        with self._store.reading() as reader:
            return read_sequences(reader)

    def sequence(self, name: str) -> SequenceTerms:
        """Return an integer sequence with its known terms.

        Parameters
        ----------
        name : str
            The name of the sequence.

        Returns
        -------
        SequenceTerms
            The sequence. `claims` contains, for each term, the claim that states the term, or None if there is no such
            claim. `conjecture` is a formula that fits the terms but is not proved, or None if there is no such formula.

        Raises
        ------
        UnknownSequence
            If there is no such sequence.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.sequence("set-sets-3-values").terms[:4]
        [1, 12, 117, 1080]
        """
        with self._store.reading() as reader:
            [found] = read_sequences(reader, [find_sequence(reader, name)])
            return found

    def next_term(self, name: str, *, time_limit: float | None = None) -> tuple[int, int]:
        """Compute the first unknown term of a sequence, from a formula or by an exhaustive search.

        Parameters
        ----------
        name : str
            The name of the sequence.
        time_limit : float, optional
            Maximum duration in seconds. By default, there is no limit.

        Returns
        -------
        tuple of int
            The index and the term.

        Raises
        ------
        UnknownSequence
            If there is no such sequence.
        ValueError
            If all terms are known, or if the search does not support the next term. This error is also raised if the
            terms come from claims. The message then names the command that computes the next term.
        BudgetExhausted
            If the time limit is reached.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.next_term("planarity-folded-cycle")
        (33, 528)
        """
        budget = Budget(seconds=time_limit)
        with self._store.reading() as reader:
            sequence = find_sequence(reader, name)
            [terms] = read_sequences(reader, [sequence])
        return compute_next(sequence, terms, budget)
