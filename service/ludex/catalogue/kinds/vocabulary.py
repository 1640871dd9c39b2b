"""The search vocabulary of a game: phrases that stand for filters, object names, and pages.

The words for kinds and facts are derived from their declarations. A fact declares its own synonyms.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludex.engine.difficulty import GRADE, WORDS, grades_of

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """Words that a search translates into a query, such as "no triangle" into `triangles:0`.

    Parameters
    ----------
    texts
        The spellings, in lower case and in the singular. `N` stands for a number, `K` for the noun of the kind, and `I`
        for the name of the game.
    query
        The query for which the words stand, in which `{0}` is the first number. If it is empty, the words mean nothing.
    kinds
        The names of the kinds for which the words have this meaning.
    is_noun
        Whether the words also name the kind itself, as "trees" names graphs.
    """

    texts: tuple[str, ...]
    query: str
    kinds: tuple[str, ...]
    is_noun: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A question about numbers, and the page of the sequence or the table that answers it.

    In the templates, `{0}` is the first number of the text, and `{least}` and `{most}` are its least and greatest one.
    The answer links to the claim that states the number, if there is one.

    Parameters
    ----------
    patterns
        Regular expressions for the text in lower case, one of which must match a part of it.
    title, address
        The title and the address of the page.
    index
        Templates for the index of a term of the sequence, or for the row and the column of a record of the table. If
        the column is missing, the answer is the greatest record of the row.
    answer
        Template for the title if the number is known. `{value}` is the number, `{share}` is its share of all deals of
        the first number of cards from a deck of `cards` cards, and `{rest}` is the share of the other deals.
    cards
        The number of cards of the deck, or 0.
    """

    patterns: tuple[str, ...]
    title: str
    address: str
    index: tuple[str, ...] = ()
    answer: str = ""
    cards: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word of the query language that stands for a query, such as `easy` for `grade:7..9`.

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


def difficulty_words(kinds: tuple[str, ...]) -> tuple[Word, ...]:
    """Return the words for the difficulty of objects of some kinds, which have the fact of grades."""
    synonyms = {"moderate": ("medium",)}
    bounds = ((word, *grades_of(word)) for word in WORDS)
    return tuple(
        Word(
            (word, *synonyms.get(word, ())),
            f"{GRADE}:{'' if least is None else least}..{'' if most is None else most}",
            kinds,
        )
        for word, least, most in bounds
    )


def phrases_of_grades(kinds: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Return the phrases for the difficulty of objects of some kinds that have the words of difficulties."""
    return (
        Phrase(("simple", "beginner"), "easy", kinds),
        Phrase(("difficult", "tricky"), "hard", kinds),
        Phrase(("hardest", "most difficult", "most hard"), f"sort:-{GRADE}", kinds),
        Phrase(("easiest", "least difficult", "simplest"), f"sort:{GRADE}", kinds),
    )


@dataclass(frozen=True, slots=True)
class NamedObject:
    """An object with a name in the literature: its description, kind and identity, and the page that displays it."""

    title: str
    kind: str
    identity: "Identity"
    draw_address: str


@dataclass(frozen=True, slots=True)
class NamedObjects:
    """The objects of a kind with names in the literature.

    `read(name)` returns the object with the given lower-case name, or None if there is no such object. `words` contains
    all words of the names, for suggestions, and `names` the names of objects that searches find by words of their
    titles.
    """

    kind: str
    read: Callable[[str], NamedObject | None]
    words: tuple[str, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page that a search can find: its title, its address, a one-sentence description, and other names."""

    title: str
    address: str
    about: str = ""
    names: tuple[str, ...] = ()


HOW_MANY = (
    r"(?<!max )(?<!maximum )(?<!largest )(?<!minimum )(?<!smallest )\b(?:number of|how many)(?: different| distinct)?"
)
"""The beginning of a question for a number, as a regular expression."""

MOST = r"\b(?:largest|biggest|maximum|max|(?<!at )most|how (?:big|large)|size of)\b(?: number of)?"
"""The beginning of a question for a greatest size, as a regular expression."""

SHARED_PAGES = (
    SearchPage("Play", "/play", "Play the games in the browser.", ("random puzzle", "random level", "next level")),
    SearchPage("Compare", "/compare", "Compare two objects: are they equivalent, isomorphic, the same?"),
    SearchPage(
        "Daily puzzles",
        "/daily",
        "A challenge a day: the puzzles of today, yesterday and earlier days, with stars and streaks.",
    ),
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
    phrases, questions, pages
        What searches understand, and the pages of the game other than its main page and lists.
    shared_pages
        Pages that several games share.
    named_objects, described_objects
        References to the game's :class:`NamedObjects`, and to a function that returns the kind and the query of the
        objects that a text describes, or None. They are written as ``package.module:NAME`` and imported on first use.
    """

    words: tuple[Word, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    questions: tuple[Question, ...] = ()
    pages: tuple[SearchPage, ...] = ()
    shared_pages: tuple[SearchPage, ...] = ()
    named_objects: str = ""
    described_objects: str = ""
