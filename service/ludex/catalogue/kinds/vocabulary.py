"""The search vocabulary of a game: phrases that stand for filters, object names, and pages.

The words for kinds and facts are derived from their declarations. A fact declares its own synonyms.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """Words that stand for filters of the given kinds, such as "without triangles".

    Parameters
    ----------
    texts
        The spellings, in lower case. Plurals are recognized.
    filters
        The filter values, in the form that lists accept.
    kinds
        The names of the kinds for which the words have this meaning.
    is_noun
        Whether the words also name the kind itself, as "trees" names graphs.
    sort
        The sort order for which the words stand, as "hardest" stands for `-grade`. It is empty if there is none.
    """

    texts: tuple[str, ...]
    filters: Mapping[str, Any]
    kinds: tuple[str, ...]
    is_noun: bool = False
    sort: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word of the query language that stands for a query, such as `easy` for `grade:..9`.

    Parameters
    ----------
    names
        The spellings in lower case. A spelling may be a comparison with a value, such as `triangles:0`.
    query
        The query for which the word stands. It has no sort order, and contains no other words.
    kinds
        The names of the kinds for which the word has this meaning.
    """

    names: tuple[str, ...]
    query: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberPair:
    """A pair of facts that is written as two numbers with a sign between them, such as `4 x 3` for height and width.

    If `first` is true, the sign precedes the numbers, as in `AG(4, 3)`.
    """

    sign: str
    facts: tuple[str, str]
    first: bool = False


@dataclass(frozen=True, slots=True)
class NamedObject:
    """An object with a name in the literature: its description, kind and identity, and the page that displays it."""

    title: str
    kind: str
    identity: "Identity"
    draw_address: str


@dataclass(frozen=True, slots=True)
class NamedObjects:
    """The objects with names in the literature.

    `read(name)` returns the object with the given lower-case name, or None if there is no such object. `words` contains
    all words of the names, for suggestions.
    """

    read: Callable[[str], NamedObject | None]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page that a search can find: its title, its address, and a one-sentence description."""

    title: str
    address: str
    about: str = ""


SHARED_PAGES = (
    SearchPage("Play", "/play", "Play the games in the browser."),
    SearchPage("Compare", "/compare", "Compare two objects: are they equivalent, isomorphic, the same?"),
    SearchPage("Daily puzzles", "/daily", "The puzzles of the day, and those of earlier days."),
    SearchPage("Tables of records", "/records", "The largest and smallest values known, such as hardest levels."),
    SearchPage("Results", "/results", "Exact results, tables, plots and experiments."),
    SearchPage(
        "Experiments", "/results/experiments", "Repetitions of measurements from the papers: plots with their data."
    ),
    SearchPage(
        "Settled and corrected", "/results/settled", "Open questions that have been answered, and corrected errors."
    ),
)
"""The pages of a game that has a player, a comparison, daily puzzles, records, results, experiments and findings."""


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The search vocabulary of a game.

    Parameters
    ----------
    words
        The words of the query language, in addition to the names of facts, links and filters.
    phrases, number_pairs, pages
        The phrases, the pairs of numbers, and the pages of the game other than its main page and lists.
    single_numbers
        Maps the name of a kind to a fact. A single number beside the noun of the kind is the value of this fact, as in
        "census 6".
    shared_pages
        Pages that several games share.
    named_objects
        A reference to the game's :class:`NamedObjects` as ``package.module:NAME``. Searches import it on first use.
    """

    words: tuple[Word, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    number_pairs: tuple[NumberPair, ...] = ()
    single_numbers: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[SearchPage, ...] = ()
    shared_pages: tuple[SearchPage, ...] = ()
    named_objects: str = ""
