"""An in-memory index of short texts, which maps the words of titles, headings and descriptions to entries.

There are only few texts: the pages of the site, the documentation, and the objects with a title. An index in memory
returns the same results on SQLite and PostgreSQL. It needs no tables, and adds no cost to writes, exports and copies.
"""

import math
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

TITLE, HEADING, BODY = 6.0, 2.5, 1.0
"""The weights of a word, by the part of the entry in which it occurs."""

_SHORT_BODY, _LEAST_BODY = 60, 0.2
"""The maximum number of words in a body with full weight, and the minimum fraction of the weight for longer bodies."""

_USUAL_SIZE = 300
"""The minimum number of entries for computing the rarity of words.

Assuming at least this number makes the scores of small and large indexes comparable."""

_PREFIX_CHARACTERS = 3
_PREFIX_WEIGHT = 0.5
_MOST_PREFIXED = 64
_ALL_REQUIRED = 2
_SHORT_NUMBER = 3
SAME_TITLE = 1000.0
"""The minimum score of an entry whose title consists of exactly the words of a text."""

_IN_TITLE = 10.0


@dataclass(frozen=True, slots=True)
class TextEntry:
    """A text with an address: its title, its kind, and its other texts.

    The entry of an object also contains the label of the object.
    """

    title: str
    kind: str
    address: str
    headings: str = ""
    body: str = ""
    label: str | None = None
    boost: float = 1.0


@dataclass(slots=True)
class TextIndex:
    """An index of entries by their words."""

    entries: dict[int, TextEntry] = field(default_factory=dict)
    _words: dict[str, dict[int, float]] = field(default_factory=dict)
    _sorted: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, entries: Iterable[TextEntry]) -> "TextIndex":
        """Return the index of some entries."""
        index = cls()
        for number, entry in enumerate(entries):
            index.add(number, entry)
        return index

    def add(self, number: int, entry: TextEntry) -> None:
        """Add an entry under a number, replacing the previous entry with this number."""
        self.remove(number)
        self.entries[number] = entry
        body = stems(entry.body)
        weight_of_body = BODY * max(_LEAST_BODY, min(1.0, math.sqrt(_SHORT_BODY / max(1, len(body)))))
        # Skip single letters and digits in running text, which carry no meaning.
        texts = [([word for word in body if len(word) > 1], weight_of_body)]
        texts += [(stems(entry.headings), HEADING), (stems(entry.title), TITLE)]
        for words, weight in texts:
            for word in set(words):
                self._words.setdefault(word, {})[number] = weight
        self._sorted = []

    def remove(self, number: int) -> None:
        """Remove the entry with a number, if there is one."""
        entry = self.entries.pop(number, None)
        if entry is not None:
            for word in set(stems(f"{entry.title} {entry.headings} {entry.body}")):
                self._words.get(word, {}).pop(number, None)
            self._sorted = []

    def words(self) -> Mapping[str, object]:
        """Return the words of all entries."""
        return self._words

    def search(self, text: str) -> list[tuple[float, TextEntry]]:
        """Return the entries that contain the words of a text, with scores, best first.

        If the text has at least three words, an entry may lack one of the words. If there is no such entry, the entries
        that contain the most words are returned.
        """
        wanted = [word for word in dict.fromkeys(stems(text)) if word not in STOP_WORDS] or stems(text)
        found = self._search(wanted)
        words = [word for word in wanted if not word.isdecimal() or len(word) > _SHORT_NUMBER]
        # Short numbers are often parameters, as in "census 6".
        return found or (self._search(words) if words != wanted else [])

    def _search(self, wanted: Sequence[str]) -> list[tuple[float, TextEntry]]:
        if not wanted:
            return []
        scores: dict[int, float] = {}
        matched: dict[int, int] = {}
        for place, word in enumerate(wanted):
            for number, weight in self._weights(word, prefix=place == len(wanted) - 1).items():
                scores[number] = scores.get(number, 0.0) + weight
                matched[number] = matched.get(number, 0) + 1
        most = max(matched.values(), default=0)
        if most < len(wanted) and most * 2 <= len(wanted):
            return []
        ranked = [
            (self._score(self.entries[number], wanted, score * (matched[number] / most) ** 2), number)
            for number, score in scores.items()
            if matched[number] >= (most - 1 if most > _ALL_REQUIRED else most)
        ]
        ranked.sort(key=lambda pair: (-pair[0], len(self.entries[pair[1]].title), pair[1]))
        return [(score, self.entries[number]) for score, number in ranked]

    def _weights(self, word: str, *, prefix: bool) -> dict[int, float]:
        """Return the weights of the entries that contain a word.

        If `prefix` is true, longer words that begin with the word count too.
        """
        found: dict[int, float] = {}
        for other in (word, *(self._beginning_with(word) if prefix else ())):
            entries = self._words.get(other, {})
            rarity = math.log(1 + max(_USUAL_SIZE, len(self.entries)) / (1 + len(entries)))
            rarity *= 1.0 if other == word else _PREFIX_WEIGHT
            for number, weight in entries.items():
                found[number] = max(found.get(number, 0.0), weight * rarity)
        return found

    def _beginning_with(self, word: str) -> Sequence[str]:
        if len(word) < _PREFIX_CHARACTERS:
            return ()
        if not self._sorted:
            self._sorted = sorted(self._words)
        begin = bisect_left(self._sorted, word)
        near = self._sorted[begin : begin + _MOST_PREFIXED]
        return [other for other in near if other != word and other.startswith(word)]

    def _score(self, entry: TextEntry, wanted: Sequence[str], score: float) -> float:
        title = [word for word in stems(entry.title) if word not in STOP_WORDS]
        if title == list(wanted):
            return SAME_TITLE + entry.boost
        if set(wanted) <= set(title):
            score += _IN_TITLE * len(wanted) / len(title)
        return min(score * entry.boost, SAME_TITLE - 1)


_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS.split())}
"""The words for small numbers."""

_STOP_WORDS = """
a an and all any are as at be by can do does find for from get give has have having how i in is it list many me my of on
or please search show that the their them there these they this to what where which whose with
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that carry no meaning in a search."""

MOST_WORDS = 60
"""The maximum number of words in a search. All words after these are ignored."""

_TOKEN = re.compile(r"\d+|[^\W\d_]+|>=|<=|==|\.\.|[<>=≥≤+^×–-]")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_COMPOUND = re.compile(r"(?<=\bno) |(?<=\bx) ")
_IRREGULAR = {
    **dict.fromkeys(("vertices", "vertexes", "vertice", "verticies", "verticles"), "vertex"),
    **dict.fromkeys(("graf", "grafs", "graphe", "graphes", "graphen"), "graph"),
    "indices": "index",
    "proven": "proved",
    "colour": "color",
}
"""Irregular plurals and frequent misspellings."""


def normalize(text: str) -> str:
    r"""Return a text in lower case. Control characters and invalid characters are replaced by spaces.

    >>> normalize("K₅\x00 Caps")
    'k5 caps'
    """
    text = "".join(" " if unicodedata.category(character) in ("Cc", "Cs", "Cf") else character for character in text)
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def tokens(text: str) -> list[str]:
    """Return the words, numbers and signs of a normalized text.

    >>> tokens("min_swaps>=5 and 4x3")
    ['min', 'swaps', '>=', '5', 'and', '4', 'x', '3']
    """
    return _TOKEN.findall(text)[:MOST_WORDS]


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


def plural(word: str) -> str:
    """Return a word in the plural.

    >>> plural("vertex"), plural("swap")
    ('vertices', 'swaps')
    """
    return "vertices" if word == "vertex" else word if word.endswith("s") else f"{word}s"


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
