"""Ludex: an index of game positions (SWISH, generalized SET, Swap Planarity), solved exactly.

Three packages contain values and exact searches, and can be used without a catalogue:

- ``ludex.swish``: cards, decks, positions, swishes, no-swish sets;
- ``ludex.sets``: cards of any number of properties and values, solvers, games, caps;
- ``ludex.planarity``: drawings, minimum numbers of swaps, equivalence, generation.

``ludex.Catalogue`` opens a catalogue, which stores equivalent positions only once. ``ludex.Jobs`` opens the jobs of a
catalogue:

    >>> from tempfile import mkdtemp
    >>> import ludex
    >>> cards = ludex.swish.Position.from_codes(["*o./...", "o../.*.", "..*/.o."])
    >>> with ludex.Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     added = catalogue.add(cards, find="largest")
    ...     print(added.label, added["largest_swish"]["size"])
    ...     flipped = ludex.swish.Position.from_codes([".../*o.", "..o/.*.", ".o./*.."])
    ...     print(catalogue.look_up(flipped).matching)
    swish-position-2x3-3-edllz2vy7ib2bozl 2
    (0, 2, 1)

Each name is imported on first use, so that ``import ludex`` is fast.
"""

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from ludex.exports import lazily
from ludex.version import __version__ as __version__

if TYPE_CHECKING:
    from ludex.catalogue.claims.claim import StoredClaim
    from ludex.catalogue.cypher.engine import EngineMissing, QueryError
    from ludex.catalogue.cypher.statement import StatementError
    from ludex.catalogue.graph.following import UnknownRelation
    from ludex.catalogue.graph.patterns import PatternError
    from ludex.catalogue.kinds.label import NameTaken
    from ludex.catalogue.kinds.registry import UnknownKind
    from ludex.catalogue.lists.filters import ListingError
    from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject
    from ludex.catalogue.storage.database_errors import DatabaseError
    from ludex.engine.budget import BudgetExhausted
    from ludex.engine.formula import Formula
    from ludex.games import planarity as planarity
    from ludex.games import sets as sets
    from ludex.games import swish as swish
    from ludex.games.planarity.catalogue_values import Pack as Pack
    from ludex.jobs.job import Job, JobDetails
    from ludex.jobs.operations import InvalidArguments
    from ludex.jobs.store import JobConflict, TooManyJobs, UnknownJob
    from ludex.python_api.catalogue import Catalogue
    from ludex.python_api.jobs import Jobs
    from ludex.requests.kind_lists import Listing
    from ludex.requests.stored_object import StoredObject
    from ludex.settings import SettingsError

__all__ = [
    "BudgetExhausted",
    "Catalogue",
    "DatabaseError",
    "EngineMissing",
    "Formula",
    "InvalidArguments",
    "Job",
    "JobConflict",
    "JobDetails",
    "Jobs",
    "Listing",
    "ListingError",
    "NameTaken",
    "PatternError",
    "QueryError",
    "SettingsError",
    "SeveralObjects",
    "StatementError",
    "StoredClaim",
    "StoredObject",
    "TooManyJobs",
    "UnknownJob",
    "UnknownKind",
    "UnknownObject",
    "UnknownRelation",
]

_MODULES = {
    "BudgetExhausted": "engine.budget",
    "Catalogue": "python_api.catalogue",
    "DatabaseError": "catalogue.storage.database_errors",
    "EngineMissing": "catalogue.cypher.engine",
    "Formula": "engine.formula",
    "InvalidArguments": "jobs.operations",
    "Job": "jobs.job",
    "JobConflict": "jobs.store",
    "JobDetails": "jobs.job",
    "Jobs": "python_api.jobs",
    "Listing": "requests.kind_lists",
    "ListingError": "catalogue.lists.filters",
    "NameTaken": "catalogue.kinds.label",
    "PatternError": "catalogue.graph.patterns",
    "QueryError": "catalogue.cypher.engine",
    "SettingsError": "settings",
    "SeveralObjects": "catalogue.objects.reading",
    "StatementError": "catalogue.cypher.statement",
    "StoredClaim": "catalogue.claims.claim",
    "StoredObject": "requests.stored_object",
    "TooManyJobs": "jobs.store",
    "UnknownJob": "jobs.store",
    "UnknownKind": "catalogue.kinds.registry",
    "UnknownObject": "catalogue.objects.reading",
    "UnknownRelation": "catalogue.graph.following",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
    if name not in _MODULES and not name.startswith("_"):
        references = _names_of_games()
        if name in references:
            return resolve_name(references[name])
    return lazily(__name__, _MODULES)(name)


def __dir__() -> list[str]:
    return sorted([*__all__, *_names_of_games()])


def _names_of_games() -> dict[str, str]:
    """Return references to the names that games add: the modules of the games, and other names such as ``Pack``."""
    from ludex.games import games

    found: dict[str, str] = {}
    for game in games():
        found |= {game.name: game.module} if game.module else {}
        found |= game.names
    return found
