"""The declaration of a game's checks, to which an entry point of the group `ludex.claim_checks` refers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ludex_check_claims.verdicts import Check, Clock, Export, Json

Names = frozenset[str]


def names(*listed: str) -> Names:
    """Return the given member names as a set."""
    return frozenset(listed)


@dataclass(frozen=True, slots=True)
class StatementCheck:
    """The check for the claims with a given statement, and the members of these claims.

    Parameters
    ----------
    check
        A function of a claim, the document of its subject and the export. It returns CHECKED or RECOMPUTED, or raises
        Wrong or NotChecked.
    certificates
        The allowed sets of certificate members; empty if claims have no certificate.
    parameters
        The allowed sets of claim parameters.
    value_members
        The allowed members of a value that is an object.
    bounded
        Whether claims have a lower and an upper bound.
    certificate_required
        Whether every claim must have a certificate.
    proof_required
        Whether every claim must be proved, unless it is an estimate from samples.
    nullable
        The certificate members that may be null.
    flags
        The members of the value and of the certificate that are truth values.
    cost
        The rank of the statement in the order of checks: claims of expensive statements are checked last.
    """

    check: Check
    certificates: tuple[Names, ...] = ()
    parameters: tuple[Names, ...] = (frozenset(),)
    value_members: Names | None = None
    bounded: bool = False
    certificate_required: bool = False
    proof_required: bool = True
    nullable: Names = frozenset()
    flags: Names = frozenset()
    cost: int = 1


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """The functions that recognize and check answers to a request. The file contains the request and the answer."""

    applies: Callable[[Json], bool]
    check: Callable[[Json], str]


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of the documents of a kind. All facts that are not named here are not checked.

    Parameters
    ----------
    by_label
        The members that determine the label.
    claimed
        For each statement, the members that the check of a claim about the object compares.
    of
        A function of a document that returns the values of other members. For a fact that cannot be checked, the value
        is the NotChecked that says why.
    flags
        The truth values among the members that are compared with the label or with a claim.
    """

    by_label: frozenset[str]
    claimed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    of: Callable[[Json, Export, Clock], Mapping[str, Json]] = lambda *_: {}
    flags: Names = frozenset({"proved"})


@dataclass(frozen=True, slots=True)
class GameChecks:
    """The checks of a game.

    Parameters
    ----------
    game
        The name of the game.
    statements
        The statements that are checked, keyed by name.
    labels
        For each kind, the function that computes the label of an object from its document.
    label_members
        The document members that are labels of other objects: a mapping from the name of each member to the function
        that computes the label. The function returns None if the document refers to no such object.
    facts
        For each kind, the facts in the documents of objects.
    methods
        A regular expression for the methods in claims. A method says how a value was found; it is no part of the proof.
    answers
        The checks of answers to requests.
    """

    game: str
    statements: Mapping[str, StatementCheck]
    labels: Mapping[str, Callable[[Json, Clock], str]] = field(default_factory=dict)
    label_members: Mapping[str, Callable[[Json, Clock], str | None]] = field(default_factory=dict)
    facts: Mapping[str, Facts] = field(default_factory=dict)
    methods: str = ".+"
    answers: tuple[AnswerCheck, ...] = ()
