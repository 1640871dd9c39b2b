"""The queries of `ludex.Catalogue` about integer sequences."""

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.sequences.reading import SequenceTerms, compute_next, find_sequence, read_sequences
from ludex.engine.budget import Budget


class SequenceQueries:
    """The methods of :class:`ludex.Catalogue` about the exact integer sequences that the games compute."""

    _store: Store

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
            The sequence. `claims` lists, for each term, the claim that states the term, or None. `conjecture` is a
            formula that fits the terms but is not proved, or None.

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
        """Compute the first term of a sequence that is not known yet, from its formula or by an exhaustive search.

        Parameters
        ----------
        name : str
            The name of the sequence.
        time_limit : float, optional
            Maximum duration in seconds; none by default.

        Returns
        -------
        tuple of int
            The index and the term.

        Raises
        ------
        UnknownSequence
            If there is no such sequence.
        ValueError
            If all terms are known, or the search does not support the next term. Also if the terms are stated by
            claims; the message then names the command that computes the next term.
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
        with self._store.reading() as reader:
            sequence = find_sequence(reader, name)
            [terms] = read_sequences(reader, [sequence])
        return compute_next(sequence, terms, Budget(seconds=time_limit))
