"""Conversion of phrases to filters of lists, such as "levels with 6 swaps" or "planar graphs on 7 vertices".

The whole text is interpreted for each kind with the lexicon of the kind. The interpretations that cover the most words
are returned. Words without a meaning are reported, so that no part of a search is dropped silently.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludex.catalogue.kinds.registry import AnyKind, Registry
from ludex.catalogue.lists.filters import CREATED, OR_NONE, parse_range, range_text
from ludex.catalogue.search.lexicon import Lexicon, Meaning, lexicons
from ludex.catalogue.search.numbers import DASHES, read_integer, read_range
from ludex.catalogue.search.text_index import STOP_WORDS, capital_words, stem, tokens

MOST_UNDERSTOOD = 5
_LONGEST_NAME = 4
"""The maximum number of words in the name of a linked object."""

_NEGATIONS = frozenset(("no", "not", "non", "without", "un", "zero"))
_FILLERS = frozenset(("of", "is", "are", "was", "=", "==", "equal", "to", "exactly", "the", "number"))
_SUPERLATIVES = {
    **dict.fromkeys(("most", "highest", "largest", "greatest", "biggest", "longest", "maximum", "maximal", "max"), "-"),
    **dict.fromkeys(("fewest", "least", "lowest", "smallest", "shortest", "minimum", "minimal", "min"), ""),
}
"""The words that sort by the fact that follows them, with the sign of the sort order."""

_WITHOUT_MEANING = frozenset(("but", "each", "different", "distinct"))
NameReader = Callable[[str, str], str | None]
"""A function that returns the label of the object with a given name and kind, or None if there is none."""


def list_title(kind: AnyKind, game: str) -> str:
    """Return the title of the list of a kind, such as `No-swish sets of SWISH`."""
    return f"{capital_words(kind.address.partition('/')[2].replace('/', ' '))} of {game}"


@dataclass(frozen=True, slots=True)
class Understanding:
    """An interpretation of a text as a list: the kind, the filters, and notes for the user.

    `ignored` contains the words without a meaning for the kind. `has_noun` is true if the text names the kind. `sort`
    is the sort order of the list, or an empty text if the text does not state a sort order.
    """

    lexicon: Lexicon
    title: str
    filters: Mapping[str, Any]
    ignored: tuple[str, ...] = ()
    has_noun: bool = True
    sort: str = ""

    @property
    def text(self) -> str:
        """Return a description of the list in words."""
        kind = self.lexicon.kind
        conditions = ", ".join(describe_filter(name, value) for name, value in self.filters.items())
        ignored = ", ".join(f"“{word}”" for word in self.ignored)
        text = list_title(kind, self.title)
        text += f": {conditions}" if conditions else ""
        text += f", {describe_sort(self.sort)}" if self.sort else ""
        return f"{text} (ignored: {ignored})" if ignored else text


def describe_sort(sort: str) -> str:
    """Return a description of a sort order in words.

    >>> describe_sort("-min_swaps"), describe_sort("-created")
    ('highest min swaps first', 'newest first')
    """
    name = sort.removeprefix("-")
    if name == CREATED:
        return "newest first" if sort != name else "oldest first"
    return f"{'highest' if sort != name else 'lowest'} {name.replace('_', ' ')} first"


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
    """Return the interpretations of a normalized text as lists, best first. There may be none."""
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
        conditions = len(reading.filters) + bool(reading.sort)
        rank = (len(reading.ignored), not reading.has_noun, reading.joined, -conditions, order)
        title = titles[lexicon.kind.name]
        ignored = tuple(reading.ignored)
        understanding = Understanding(lexicon, title, reading.filters, ignored, reading.has_noun, reading.sort)
        found.append((rank, understanding))
    found.sort(key=lambda pair: pair[0])
    best = [understanding for rank, understanding in found if rank[:2] == found[0][0][:2]]
    return best[:MOST_UNDERSTOOD]


def _is_meaningful(reading: "_Reading") -> bool:
    has_conditions = bool(reading.filters or reading.sort)
    if not reading.ignored:
        return reading.has_noun or has_conditions
    return reading.has_noun and has_conditions and len(reading.ignored) <= reading.understood


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
    sort: str = ""

    def read(self) -> None:
        """Parse all words."""
        steps = (
            self._read_meaning,
            self._read_superlative,
            self._read_number,
            self._read_negation,
            self._read_single,
            self._read_named,
        )
        place = 0
        while place < len(self.words):
            place = next((end for step in steps if (end := step(place))), 0) or self._skip(place)

    def _skip(self, place: int) -> int:
        word = self.words[place]
        if word not in STOP_WORDS and word not in DASHES and word not in _WITHOUT_MEANING:
            self.ignored.append(word)
        return place + 1

    def _stems(self, place: int) -> tuple[str, ...]:
        return tuple(stem(word) for word in self._spoken(place, self.lexicon.longest))

    def _spoken(self, place: int, limit: int) -> Iterator[str]:
        """Yield the words at or after an index, up to a maximum number.

        Hyphens are skipped, because they only join words.
        """
        taken = 0
        for word in self.words[place:]:
            if taken == limit:
                return
            if word != "-":
                taken += 1
                yield word

    def _after(self, place: int, length: int) -> int:
        """Return the index after `length` words and the hyphens between them."""
        while length:
            length -= self.words[place] != "-"
            place += 1
        return place

    def _meaning(self, place: int) -> tuple[int, Meaning] | None:
        """Return the index after the longest known phrase that begins at an index, and the meaning of this phrase."""
        if place >= len(self.words) or self.words[place] == "-":
            return None
        found = self.lexicon.meaning(self._stems(place))
        return None if found is None else (self._after(place, found[0]), found[1])

    def _read_meaning(self, place: int) -> int:
        """Parse a phrase of the lexicon. Return the index after the phrase, or 0 if there is no such phrase."""
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
        self.sort = meaning.sort or self.sort
        return end

    def _read_fact(self, place: int, meaning: Meaning) -> int:
        """Parse the number after the name of a fact. Return the index after the number, or 0 if there is no number."""
        while place < len(self.words) and self.words[place] in _FILLERS:
            place += 1
        if place < len(self.words) and self.words[place] in ("-", "–"):
            return 0
        found = read_range(self.words, place)
        if found is None:
            return 0
        end, bounds = found
        self._bound(meaning, bounds)
        return end

    def _after_hyphens(self, place: int) -> int:
        while place < len(self.words) and self.words[place] == "-":
            place += 1
        return place

    def _after_fillers(self, place: int) -> int:
        while place < len(self.words) and self.words[place] in ("of", "different", "distinct"):
            place += 1
        return place

    def _read_link(self, place: int, meaning: Meaning) -> int:
        """Parse the name of a linked object after the noun of that object, as in "pack hard".

        Return the index after the name, or 0 if there is no name.
        """
        selectable = self.lexicon.selectable
        kinds = selectable.kinds_along(meaning.link)[-1:] if meaning.link in selectable.columns else ()
        for length in range(min(_LONGEST_NAME, len(self.words) - place), 0, -1):
            name = " ".join(self.words[place : place + length])
            label = next((label for kind in kinds if (label := self.label_of(kind.name, name))), None)
            if label is None and not kinds:
                slug = name.replace(" - ", "-").replace(" ", "-")
                linked = f"{self.lexicon.kind.game}-{meaning.link.replace('_', '-')}"
                label = slug if self.label_of(linked, slug) else None
            if label is not None:
                self._add({meaning.link: label}, meaning)
                return place + length
        # In "levels whose graph is planar", no name follows the noun of the linked object.
        return place if kinds and place > 1 and self.words[place - 2] == "whose" else 0

    def _read_named(self, place: int) -> int:
        """Parse the name of a linked object without its noun, as in "levels on K4".

        Return the index after the name, or 0 if there is no name.
        """
        selectable = self.lexicon.selectable
        for link in selectable.columns if self.words[place].isalpha() else ():
            [kind] = selectable.kinds_along(link)[-1:]
            for length in range(min(_LONGEST_NAME, len(self.words) - place), 1, -1):
                following = self._meaning(place + length)
                if length > 2 and following is not None and following[1].fact:
                    continue  # The last number belongs to the fact, as in "levels on K5, 3 swaps".
                label = self.label_of(kind.name, " ".join(self.words[place : place + length]))
                if label is not None:
                    self._add({link: label}, Meaning())
                    return place + length
        return 0

    def _read_superlative(self, place: int) -> int:
        """Parse a superlative followed by a fact of the kind.

        Return the index after the fact, or 0 if there is none.
        """
        sign = _SUPERLATIVES.get(self.words[place])
        found = None if sign is None else self._meaning(place + 1)
        if found is None or found[1].fact not in self.lexicon.selectable.sorts:
            return 0
        end, meaning = found
        self.sort = f"{sign}{meaning.fact}"
        self.understood += 1
        return end

    def _read_number(self, place: int) -> int:
        """Parse a number followed by a fact, or a pair of numbers.

        Return the index after these words, or 0 if there are no such words.
        """
        found = read_range(self.words, place)
        if found is None:
            return self._read_pair(place + 1, place + 2, self.lexicon.prefixed_pairs.get(self.words[place]))
        end, bounds = found
        following = self._meaning(self._after_fillers(end))
        if following is not None and following[1].fact and end != place + 1:
            self._bound(following[1], bounds)
            return following[0]
        sign = self.words[place + 1] if place + 2 < len(self.words) else ""
        after_pair = self._read_pair(place, place + 2, self.lexicon.pairs.get({"×": "x", "by": "x"}.get(sign, sign)))
        if after_pair or following is None or not following[1].fact:
            return after_pair
        self._bound(following[1], bounds)
        return following[0]

    def _read_pair(self, first: int, second: int, facts: tuple[str, str] | None) -> int:
        """Parse the two numbers at two indices. Return the index after the numbers, or 0 if they are not a pair."""
        if facts is None or second >= len(self.words):
            return 0
        numbers = read_integer(self.words[first]), read_integer(self.words[second])
        if None in numbers:
            return 0
        joined = facts[0] not in self.lexicon.selectable.own
        self._add(dict(zip(facts, numbers, strict=True)), Meaning(joined=joined))
        return second + 1

    def _read_single(self, place: int) -> int:
        """Parse a number beside the noun of the kind. Return the index after both, or 0 if there is no such number."""
        fact = self.lexicon.single
        number = read_integer(self.words[place])
        if not fact or number is None or fact in self.filters:
            return 0
        before = place - 1
        while before > 0 and self.words[before] in ("of", "on", "for", "with"):
            before -= 1
        following = self._after_hyphens(place + 1)
        if not (self._is_noun(before) or self._is_noun(following)):
            return 0
        self._add({fact: number}, Meaning())
        return place + 1

    def _is_noun(self, place: int) -> bool:
        """Return whether the word at an index ends or begins the noun of the kind."""
        if not 0 <= place < len(self.words):
            return False
        before = tuple(stem(word) for word in self.words[max(0, place - 2) : place + 1])
        nouns = [self.lexicon.meanings.get(before[begin:]) for begin in range(len(before))]
        following = self._meaning(place)
        nouns += [] if following is None else [following[1]]
        return any(noun is not None and noun.is_noun for noun in nouns)

    def _read_negation(self, place: int) -> int:
        """Parse "no", "not" or "without" followed by a fact. Return the index after the fact, or 0 if there is none."""
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
