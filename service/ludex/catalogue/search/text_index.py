"""A full-text index of short texts, which maps the words of titles, headings and descriptions to entries.

There are only few texts: the pages of the site, the documentation, and the objects with a title. They are indexed by
SQLite's FTS5 in memory, on PostgreSQL too, so that both databases give the same results. The index needs no tables, and
adds no cost to writes, exports and copies.
"""

import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from threading import Lock
from weakref import finalize

SAME_TITLE = 1000.0
"""The minimum score of an entry whose title or other name consists of exactly the words of a text."""

MENTIONED = 8.0
"""The score of the list of a kind that a text only names. Texts with a higher score have the words in their titles."""

_WEIGHTS = "8.0, 3.0, 1.0"
_TITLE = 20.0
"""The score of an entry whose title consists of the words of the text, in addition to that of FTS5."""

_MOST_FOUND = 200
_MOST_REQUIRED = 8
_SHORT_NUMBER = 3


@dataclass(frozen=True, slots=True)
class TextEntry:
    """A text with an address: its title, its kind, and its other texts.

    The entry of an object also contains the label of the object. `names` are other titles, separated by line breaks.
    """

    title: str
    kind: str
    address: str
    headings: str = ""
    body: str = ""
    label: str | None = None
    boost: float = 1.0
    names: str = ""


class TextIndex:
    """An index of entries by their words, which several threads can use. The first entries have negative numbers."""

    def __init__(self, entries: Iterable[TextEntry] = ()) -> None:
        self.entries: dict[int, TextEntry] = {}
        self._numbers: dict[tuple[str, ...], list[int]] = {}
        self._lock = Lock()
        self._texts = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._texts.close)
        self._texts.execute("CREATE VIRTUAL TABLE entry USING fts5(title, headings, body, tokenize='porter')")
        self._known = Counter[str]()
        for number, entry in enumerate(entries, 1):
            self.add(-number, entry)

    def add(self, number: int, entry: TextEntry) -> None:
        """Add an entry under a number, replacing the previous entry with this number."""
        self.remove(number)
        self.entries[number] = entry
        for title in _titles(entry):
            self._numbers.setdefault(title, []).append(number)
        names, headings = stems(f"{entry.title} {entry.names}"), stems(entry.headings)
        # Single letters and digits in running text carry no meaning.
        body = [word for word in stems(entry.body) if len(word) > 1]
        with self._lock:
            self._known.update(_words(entry))
            row = (number, *map(" ".join, (names, headings, body)))
            self._texts.execute("INSERT INTO entry (rowid, title, headings, body) VALUES (?, ?, ?, ?)", row)

    def remove(self, number: int) -> None:
        """Remove the entry with a number, if there is one."""
        entry = self.entries.pop(number, None)
        if entry is not None:
            for title in _titles(entry):
                self._numbers[title].remove(number)
            with self._lock:
                self._known.subtract(_words(entry))
                self._texts.execute("DELETE FROM entry WHERE rowid = ?", (number,))

    def words(self) -> list[str]:
        """Return the words that occur in more than one entry, so that an example of a misspelling is no word."""
        with self._lock:
            return [word for word, number in self._known.items() if number > 1]

    def search(self, text: str, *, is_loose: bool = False) -> list[tuple[float, TextEntry]]:
        """Return the entries that contain the words of a text, with scores, best first.

        If no entry contains all of three or more words, an entry may lack one of them, and in a loose search also one
        of two. The last word may be the beginning of a longer word if no title contains it.
        """
        wanted = significant(stems(text))
        begun = text.lower().split()[-1] if wanted else ""
        found = self._search(wanted, begun)
        # Short numbers are often parameters, as in "census 6".
        words = [word for word in wanted if not word.isdecimal() or len(word) > _SHORT_NUMBER]
        found = found or (self._search(words, begun) if words != wanted else [])
        return found or (self._search(words, begun, 1) if is_loose and all(map(str.isalpha, words)) else [])

    def _search(self, wanted: Sequence[str], begun: str, fewest: int = 2) -> list[tuple[float, TextEntry]]:
        same = self._numbers.get(tuple(wanted), [])
        scores = {number: SAME_TITLE + self.entries[number].boost for number in same}
        words = list(dict.fromkeys(wanted))[:_MOST_REQUIRED]
        for required in (len(words), len(words) - 1)[: 1 + (len(words) > fewest)] if words else ():
            share = (required / len(words)) ** 2
            for number, score in self._matches(words, begun, required):
                entry = self.entries[number]
                covered = max(len({*words} & {*title}) / max(len(words), len(title)) for title in _titles(entry))
                scores.setdefault(number, min(share * (_TITLE * covered + score) * entry.boost, SAME_TITLE - 1))
        ranked = sorted(scores, key=lambda number: (-scores[number], len(self.entries[number].title), number))
        return [(scores[number], self.entries[number]) for number in ranked]

    def _matches(self, words: Sequence[str], begun: str, required: int) -> list[tuple[int, float]]:
        """Return the numbers of the entries with a given number of words, with the scores of FTS5, best first."""
        terms = [
            f'("{word}" OR "{begun}"*)' if word == stem(begun) and len(word) > 2 else f'"{word}"' for word in words
        ]
        query = " OR ".join(f"({' AND '.join(some)})" for some in combinations(terms, required))
        statement = f"SELECT rowid, -bm25(entry, {_WEIGHTS}) FROM entry WHERE entry MATCH ? ORDER BY 2 DESC LIMIT ?"
        with self._lock:
            return self._texts.execute(statement, (query, _MOST_FOUND)).fetchall()


def _words(entry: TextEntry) -> set[str]:
    texts = (entry.title, entry.names, entry.headings, entry.body)
    return set(filter(str.isalpha, _WORD.findall(" ".join(texts).lower())))


@lru_cache(maxsize=4096)
def _titles(entry: TextEntry) -> set[tuple[str, ...]]:
    titles = (significant(stems(title)) for title in (entry.title, *entry.names.split("\n")))
    return {tuple(title) for title in titles if title} or {("",)}


def significant(words: list[str]) -> list[str]:
    """Return the words that carry a meaning, or all words if there are none."""
    return [word for word in words if word not in STOP_WORDS] or words


_NUMBER_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty
"""
NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS.split())} | {"dozen": 12}
"""The words for small numbers."""

_STOP_WORDS = """
a an and all any are as at be by can do does find for from get give has have having how i in is it list many me my of on
or please search show that the their them there these they this to what where which whose with
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that carry no meaning in a search."""

_NEGATION = "\N{COMBINING LONG SOLIDUS OVERLAY}"
"""The part of signs such as "not equal" that is kept when accents are removed."""

_WORD = re.compile(r"\d+|[^\W\d_]+")
_COMPOUND = re.compile(r"(?<=\bno) |(?<=\bx) ")
_IRREGULAR = {
    **dict.fromkeys(("vertices", "vertexes", "vertice", "verticies", "verticles"), "vertex"),
    **dict.fromkeys(("graf", "grafs", "graphe", "graphes", "graphen"), "graph"),
    "indices": "index",
    "proven": "proved",
    "colour": "color",
    "licence": "license",
    **dict.fromkeys(("create", "build", "generate"), "make"),
    "upload": "import",
    "syntax": "language",
}
"""Irregular plurals, spellings, frequent misspellings, and words with the same meaning."""


def normalize(text: str) -> str:
    r"""Return a text in lower case and without accents. Control characters and invalid characters become spaces.

    >>> normalize("K₅\x00 Caps"), normalize("Möbius–Kantor")
    ('k5 caps', 'mobius-kantor')
    """
    text = "".join(" " if unicodedata.category(character) in ("Cc", "Cs", "Cf") else character for character in text)
    text = "".join(
        "-" if unicodedata.category(character) == "Pd" else character
        for character in unicodedata.normalize("NFKD", text)
        if not unicodedata.combining(character) or character == _NEGATION
    )
    return " ".join(text.lower().split())


def stems(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case. Words in the plural are changed to the singular.

    >>> stems("No-swish sets of 4 vertices")
    ['no', 'swish', 'set', 'of', '4', 'vertex']
    """
    return [stem(word) for word in _WORD.findall(text.lower())]


def capital_words(name: str) -> str:
    """Return an identifier as capitalized words, for pages. The prefixes `no` and `x` keep their hyphen.

    >>> capital_words("no-swish-sets"), capital_words("min_swaps")
    ('No-swish sets', 'Min swaps')
    """
    words = _COMPOUND.sub("-", name.replace("_", " ").replace("-", " "))
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return a word in the singular.

    >>> [stem(word) for word in ("censuses", "swishes", "classes", "caps", "census", "properties")]
    ['census', 'swish', 'class', 'cap', 'census', 'property']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("ses", "xes", "shes", "ches")):
        return word[:-2] if not word.endswith(("ases", "uses")) or word.endswith("suses") else word[:-1]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
