"""The declaration of an integer sequence: its definition and the source of its terms."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex.engine.budget import Budget
from ludex.games import declarations

_NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")
_OEIS = re.compile(r"A\d{6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TermClaim:
    """The claim that states a term.

    Attributes
    ----------
    subject : str
        The label or slug of the object that the claim is about.
    statement : str
        The name of the statement.
    parameters : mapping
        The parameters of the claim.
    term : callable
        Returns the term from the value of the claim, or None if the value has no such term.
    member : callable, optional
        Returns the term from the document of the subject instead of the value. The claim must cover this part of the
        document.
    """

    subject: str
    statement: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    term: Callable[[Any], int | None] = lambda value: value
    member: Callable[[Mapping[str, Any]], int | None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedForm:
    """Terms from a function that is proved to be correct.

    Attributes
    ----------
    term : callable
        Returns the term with a given index. It must take negligible time.
    count : int
        The number of terms to list.
    formula : str
        The formula as text.
    proof : str
        The proof, or a reference to it.
    claim : callable
        Returns the claim that states the same term, or None if there is no such claim.
    """

    term: Callable[[int], int]
    count: int
    formula: str
    proof: str
    claim: Callable[[int], TermClaim | None] = lambda _index: None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaims:
    """Terms from proved claims in the catalogue. The list ends before the first term that no stored claim states.

    Attributes
    ----------
    claim : callable
        Returns the claim that states the term with a given index. Returns None after the last term of a finite
        sequence.
    command : str
        The command that computes and stores a term. It may contain ``{n}``, the index of the term, and ``{count}``, the
        number of known terms.
    proof : str
        The method that proves the claims.
    last : int, optional
        The largest index whose term the command can compute, if later terms would need too much memory or time.
    """

    claim: Callable[[int], TermClaim | None]
    command: str
    proof: str
    last: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSearch:
    """Terms from an exhaustive search. They are recorded in the package because the search takes a long time.

    Attributes
    ----------
    terms : callable
        Returns the recorded terms.
    compute : callable
        Computes the term with a given index by a search. Raises BudgetExhausted.
    proof : str
        The reason why the search is exhaustive.
    last : int
        The largest index that the search supports. For larger indices, the search would need too much memory or time.
    conjectured : bool
        Whether a formula that fits the terms is shown as a conjecture. This is False if the literature contains a proof
        of a formula.
    """

    terms: Callable[[], Sequence[int]]
    compute: Callable[[int, Budget], int]
    proof: str
    last: int
    conjectured: bool = True


@dataclass(frozen=True, slots=True)
class OeisEntry:
    """A sequence in the OEIS: its A-number, and the relation between its indices and those of Ludex.

    Raises ValueError for an invalid number.
    """

    number: str
    note: str

    def __post_init__(self) -> None:
        """Check the number."""
        if _OEIS.fullmatch(self.number) is None:
            raise ValueError(f"a number in the OEIS must be A and six digits, not {self.number!r}")


TermSource = ClosedForm | StoredClaims | RecordedSearch


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IntegerSequence:
    """The declaration of an integer sequence of a game.

    Attributes
    ----------
    name : str
        The name in addresses. It begins with the name of the game, as in ``set-caps-maximum-3``.
    title : str
        A short title.
    definition : str
        The definition of a(n), as a sentence.
    offset : int
        The index of the first term.
    source : ClosedForm, StoredClaims or RecordedSearch
        The source of the terms.
    keywords : tuple of str
        Keywords of the OEIS that do not follow from the terms, such as ``hard`` or ``tabl``.
    references : tuple of str
        References to the literature, with remarks on terms that only the literature contains.
    oeis : OeisEntry, optional
        The same sequence in the OEIS, or None if it is not known to be in the OEIS.
    """

    name: str
    title: str
    definition: str
    offset: int
    source: TermSource
    keywords: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    oeis: OeisEntry | None = None

    def __post_init__(self) -> None:
        """Check the name. Raises ValueError."""
        if _NAME.fullmatch(self.name) is None:
            raise ValueError(
                f"the name of a sequence must be the name of its game and words, joined by hyphens: {self.name!r}"
            )

    @property
    def game(self) -> str:
        """Return the game, which is the first word of the name, as in the names of kinds."""
        return self.name.partition("-")[0]


def declared_sequences() -> tuple[IntegerSequence, ...]:
    """Return the sequences of all games, in the order of the games.

    Raises ValueError if two sequences have the same name.
    """
    return declarations("sequences")
