"""Conversion of phrases to filters of lists, such as "levels with 6 swaps" or "planar graphs on 7 vertices".

For each kind, the whole text is interpreted with the kind's lexicon; the result is the interpretations that cover the
most words. Words without a meaning are reported, so that no filter is dropped silently.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex.catalogue.kinds.registry import AnyKind, Registry
from ludex.catalogue.lists.filters import OR_NONE, parse_range, range_text
from ludex.catalogue.search.lexicon import Lexicon, Meaning, lexicons
from ludex.catalogue.search.text_index import NUMBERS, STOP_WORDS, capital_words, stem, tokens

MOST_UNDERSTOOD = 5
_MAX_NUMBER_DIGITS = 9
_NEGATIONS = frozenset(("no", "not", "non", "without", "un", "zero"))
_FILLERS = frozenset(("of", "is", "are", "was", "=", "==", "equal", "to", "exactly", "the", "number"))
_DASHES = frozenset(("-", "–", "..", "to", "and"))
_LEAST, _GREATEST, _MORE, _LESS = range(4)
_COMPARISONS = {
    ("at", "least"): _LEAST,
    ("no", "less", "than"): _LEAST,
    ("no", "fewer", "than"): _LEAST,
    (">=",): _LEAST,
    ("≥",): _LEAST,
    ("minimum",): _LEAST,
    ("at", "most"): _GREATEST,
    ("no", "more", "than"): _GREATEST,
    ("up", "to"): _GREATEST,
    ("<=",): _GREATEST,
    ("≤",): _GREATEST,
    ("maximum",): _GREATEST,
    ("more", "than"): _MORE,
    ("greater", "than"): _MORE,
    ("larger", "than"): _MORE,
    ("over",): _MORE,
    ("above",): _MORE,
    (">",): _MORE,
    ("less", "than"): _LESS,
    ("fewer", "than"): _LESS,
    ("smaller", "than"): _LESS,
    ("under",): _LESS,
    ("below",): _LESS,
    ("<",): _LESS,
}
_SUFFIXES = {
    ("or", "more"): _LEAST,
    ("or", "greater"): _LEAST,
    ("+",): _LEAST,
    ("or", "fewer"): _GREATEST,
    ("or", "less"): _GREATEST,
}
NameReader = Callable[[str, str], str | None]
"""A function that returns the label of the object with a given name and kind, or None if there is none."""


def list_title(kind: AnyKind, game: str) -> str:
    """Return the title of the list of a kind, such as `No-swish sets of SWISH`."""
    return f"{capital_words(kind.address.partition('/')[2].replace('/', ' '))} of {game}"


@dataclass(frozen=True, slots=True)
class Understanding:
    """An interpretation of a text as a list: the kind, the filters, and notes for the user.

    `ignored` are words without a meaning for the kind. `has_noun` is true if the text names the kind.
    """

    lexicon: Lexicon
    title: str
    filters: Mapping[str, Any]
    ignored: tuple[str, ...] = ()
    has_noun: bool = True

    @property
    def text(self) -> str:
        """Return a description of the list in words."""
        kind = self.lexicon.kind
        conditions = ", ".join(describe_filter(name, value) for name, value in self.filters.items())
        ignored = ", ".join(f"“{word}”" for word in self.ignored)
        text = list_title(kind, self.title)
        text += f": {conditions}" if conditions else ""
        return f"{text} (ignored: {ignored})" if ignored else text


def describe_filter(name: str, value: object) -> str:
    """Return a description of a filter in words.

    >>> describe_filter("min_swaps", "5.."), describe_filter("planar", False), describe_filter("girth", "4..,none")
    ('min swaps ≥ 5', 'not planar', 'girth ≥ 4 or none')
    """
    words = name.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"not {words}"
    text = str(value)
    bounds = parse_range(text.removesuffix(OR_NONE))
    if bounds is None:
        return f"{words} {'= ' * (not isinstance(value, str))}{text}"
    least, greatest = bounds
    end = " or none" if text.endswith(OR_NONE) else ""
    if least is None or greatest is None:
        return f"{words} {'≤' if least is None else '≥'} {greatest if least is None else least}{end}"
    return f"{words} {least} to {greatest}{end}"


def understand(registry: Registry, text: str, label_of: NameReader) -> list[Understanding]:
    """Return the interpretations of a normalized text as lists, the best first. The result may be empty."""
    words = tokens(text)
    if not words:
        return []
    titles = {kind.name: game.title for game in registry.games for kind in game.kinds}
    found: list[tuple[tuple[int, ...], Understanding]] = []
    for order, lexicon in enumerate(lexicons(registry)):
        reading = _Reading(lexicon, words, label_of)
        reading.read()
        if not _is_meaningful(reading):
            continue
        rank = (len(reading.ignored), not reading.has_noun, reading.joined, -len(reading.filters), order)
        title = titles[lexicon.kind.name]
        found.append((rank, Understanding(lexicon, title, reading.filters, tuple(reading.ignored), reading.has_noun)))
    found.sort(key=lambda pair: pair[0])
    best = [understanding for rank, understanding in found if rank[:2] == found[0][0][:2]]
    return best[:MOST_UNDERSTOOD]


def _is_meaningful(reading: "_Reading") -> bool:
    if not reading.ignored:
        return reading.has_noun or bool(reading.filters)
    return reading.has_noun and bool(reading.filters) and len(reading.ignored) <= reading.understood


@dataclass(slots=True)
class _Reading:
    """A parser that interprets words from left to right with the lexicon of a kind."""

    lexicon: Lexicon
    words: Sequence[str]
    label_of: NameReader
    filters: dict[str, Any] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    has_noun: bool = False
    joined: int = 0
    understood: int = 0

    def read(self) -> None:
        """Parse all words."""
        place = 0
        while place < len(self.words):
            place = next(
                (end for step in (self._read_meaning, self._read_number, self._read_negation) if (end := step(place))),
                0,
            ) or self._skip(place)

    def _skip(self, place: int) -> int:
        word = self.words[place]
        if word not in STOP_WORDS and word not in _DASHES and word not in ("but", "each"):
            self.ignored.append(word)
        return place + 1

    def _stems(self, place: int) -> tuple[str, ...]:
        return tuple(stem(word) for word in self._spoken(place, self.lexicon.longest))

    def _spoken(self, place: int, most: int) -> Iterator[str]:
        """Yield the words that start at or after an index. Hyphens, which only join words, are skipped."""
        taken = 0
        for word in self.words[place:]:
            if taken == most:
                return
            if word != "-":
                taken += 1
                yield word

    def _after(self, place: int, length: int) -> int:
        """Return the index after the given words and the hyphens between them."""
        while length:
            length -= self.words[place] != "-"
            place += 1
        return place

    def _meaning(self, place: int) -> tuple[int, Meaning] | None:
        """Return the index after the longest phrase that begins at an index, and the meaning of the phrase."""
        if place >= len(self.words) or self.words[place] == "-":
            return None
        found = self.lexicon.meaning(self._stems(place))
        return None if found is None else (self._after(place, found[0]), found[1])

    def _read_meaning(self, place: int) -> int:
        """Parse a phrase of the lexicon. Return the index after it, or 0 if there is none."""
        found = self._meaning(place)
        if found is None:
            return 0
        end, meaning = found
        if meaning.fact:
            return self._read_fact(end, meaning)
        if meaning.link:
            return self._read_link(end, meaning)
        self._add(meaning.filters, meaning)
        self.has_noun |= meaning.is_noun
        return end

    def _read_fact(self, place: int, meaning: Meaning) -> int:
        """Parse the number after the name of a fact. Return the index after it, or 0 if there is none."""
        while place < len(self.words) and self.words[place] in _FILLERS:
            place += 1
        if place < len(self.words) and self.words[place] in ("-", "–"):
            return 0
        found = _number(self.words, place)
        if found is None:
            return 0
        end, bounds = found
        self._bound(meaning, bounds)
        return end

    def _after_fillers(self, place: int) -> int:
        while place < len(self.words) and self.words[place] in ("of", "different", "distinct"):
            place += 1
        return place

    def _read_link(self, place: int, meaning: Meaning) -> int:
        """Parse the name of a linked object, which has up to three words.

        Return the index after it, or 0 if there is none.
        """
        selectable = self.lexicon.selectable
        kinds = selectable.kinds_along(meaning.link)[-1:] if meaning.link in selectable.columns else ()
        for length in range(min(4, len(self.words) - place), 0, -1):
            name = " ".join(self.words[place : place + length])
            label = next((label for kind in kinds if (label := self.label_of(kind.name, name))), None)
            if label is None and not kinds:
                slug = name.replace(" - ", "-").replace(" ", "-")
                linked = f"{self.lexicon.kind.game}-{meaning.link.replace('_', '-')}"
                label = slug if self.label_of(linked, slug) else None
            if label is not None:
                self._add({meaning.link: label}, meaning)
                return place + length
        return 0

    def _read_number(self, place: int) -> int:
        """Parse a number followed by a fact, or a pair of numbers. Return the index after it, or 0 if there is none."""
        found = _number(self.words, place)
        if found is None:
            return 0
        end, bounds = found
        sign = self.words[place + 1] if place + 2 < len(self.words) else ""
        pair = self.lexicon.pairs.get({"×": "x", "by": "x"}.get(sign, sign))
        second = _plain_number(self.words[place + 2]) if pair is not None else None
        first = _plain_number(self.words[place])
        if pair is not None and first is not None and second is not None:
            self._add({pair[0]: first, pair[1]: second}, Meaning(joined=pair[0] not in self.lexicon.selectable.own))
            return place + 3
        following = self._meaning(self._after_fillers(end))
        if following is None or not following[1].fact:
            return 0
        self._bound(following[1], bounds)
        return following[0]

    def _read_negation(self, place: int) -> int:
        """Parse "no", "not" or "without" followed by a fact. Return the index after it, or 0 if there is none."""
        if self.words[place] not in _NEGATIONS:
            return 0
        begin = place + 1
        while begin < len(self.words) and self.words[begin] in ("-", "a", "an", "any"):
            begin += 1
        found = self._meaning(begin)
        if found is None:
            return 0
        end, meaning = found
        if meaning.fact:
            self._bound(meaning, (0, 0))
            return end
        if meaning.opposite:
            self._add(meaning.opposite, meaning)
            return end
        return 0

    def _bound(self, meaning: Meaning, bounds: tuple[int | None, int | None]) -> None:
        least, greatest = bounds
        value = least if least == greatest else range_text(least, greatest)
        self._add({meaning.fact: value}, meaning)

    def _add(self, filters: Mapping[str, Any], meaning: Meaning) -> None:
        self.filters |= filters
        self.joined += meaning.joined
        self.understood += 1


def _plain_number(word: str) -> int | None:
    if word.isdecimal() and len(word) <= _MAX_NUMBER_DIGITS:
        return int(word)
    return NUMBERS.get(word)


def _comparison(
    words: Sequence[str], place: int, known: Mapping[tuple[str, ...], int]
) -> tuple[int, int] | tuple[None, None]:
    """Return the comparison at an index, and the index after it."""
    for phrase, comparison in known.items():
        if tuple(words[place : place + len(phrase)]) == phrase:
            return comparison, place + len(phrase)
    return None, None


def _number(words: Sequence[str], place: int) -> tuple[int, tuple[int | None, int | None]] | None:
    """Return the index after the number or range at an index, and its bounds.

    >>> _number(["at", "least", "5"], 0), _number(["3", "to", "6"], 0), _number(["5", "+"], 0)
    ((3, (5, None)), (3, (3, 6)), (2, (5, None)))
    """
    begin = place
    if place < len(words) and words[place] in ("between", "from", "exactly"):
        begin += 1
    comparison, after = _comparison(words, begin, _COMPARISONS)
    begin = begin if after is None else after
    number = _plain_number(words[begin]) if begin < len(words) else None
    if number is None:
        return None
    end = begin + 1
    if comparison is None and end + 1 < len(words) and words[end] in _DASHES:
        second = _plain_number(words[end + 1])
        is_range = words[end] != "and" or words[place] == "between"
        if second is not None and is_range and number <= second:
            return end + 2, (number, second)
    if comparison is None:
        comparison, after = _comparison(words, end, _SUFFIXES)
        end = end if after is None else after
    return end, _bounds(number, comparison)


def _bounds(number: int, comparison: int | None) -> tuple[int | None, int | None]:
    if comparison is None:
        return number, number
    return {
        _LEAST: (number, None),
        _GREATEST: (None, number),
        _MORE: (number + 1, None),
        _LESS: (None, max(0, number - 1)),
    }[comparison]
