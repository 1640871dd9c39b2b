"""The words by which a game can be searched: phrases that are filters, names of objects, and pages.

The words of kinds and facts follow from their declarations. A fact declares its own synonyms.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """Words that stand for filters of some kinds, such as "without triangles".

    Parameters
    ----------
    texts
        The spellings, in lower case. Plurals are recognized.
    filters
        The values of the filters, in the form that lists accept.
    kinds
        The names of the kinds. For other kinds, the words have no meaning.
    is_noun
        Whether the words also name the kind: "trees" are graphs.
    """

    texts: tuple[str, ...]
    filters: Mapping[str, Any]
    kinds: tuple[str, ...]
    is_noun: bool = False


@dataclass(frozen=True, slots=True)
class NumberPair:
    """Two facts that are written as two numbers with a sign, such as 4 x 3 for a height and a width."""

    sign: str
    facts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class NamedObject:
    """An object with a name in the literature: its description, its kind and identity, and the page to draw it."""

    title: str
    kind: str
    identity: "Identity"
    draw_address: str


@dataclass(frozen=True, slots=True)
class NamedObjects:
    """The objects with names in the literature.

    `read(name)` returns the object with a name in lower case, or None. `words` are the words of the names, for
    suggestions.
    """

    read: Callable[[str], NamedObject | None]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page that searches find: its title, its address, and a sentence about it."""

    title: str
    address: str
    about: str = ""


SHARED_PAGES = (
    SearchPage("Play", "/play", "Play the games in the browser."),
    SearchPage("Compare", "/compare", "Compare two objects: are they equivalent, isomorphic, the same?"),
    SearchPage("Results", "/results", "Exact results, tables, plots and experiments."),
    SearchPage("Experiments", "/results/experiments", "Measurements from the papers, repeated: plots with their data."),
    SearchPage(
        "Settled and corrected", "/results/settled", "Open questions that have been answered, and corrected errors."
    ),
)
"""The pages that exist if a game can be played and compared, and has results, experiments and findings."""


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of a game.

    Parameters
    ----------
    phrases, number_pairs, pages
        Phrases, pairs of numbers, and pages of the game besides its own page and its lists.
    shared_pages
        Pages that several games share.
    named_objects
        The reference of the game's :class:`NamedObjects`, ``package.module:NAME``. Searches import it
        when they need it.
    """

    phrases: tuple[Phrase, ...] = ()
    number_pairs: tuple[NumberPair, ...] = ()
    pages: tuple[SearchPage, ...] = ()
    shared_pages: tuple[SearchPage, ...] = ()
    named_objects: str = ""
