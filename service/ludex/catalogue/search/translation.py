r"""The translation of phrases into the query language, such as "planar graphs on 7 vertices" into `vertices:7 planar`.

A text is read once for each kind. First, the words that the kind and its game declare are replaced by marks: `K/` is
the noun of the kind, `F/` a number, `B/` a flag, `N/` a number in digits or words. Then the rules replace these marks
by parts of a query, which are marked `Q/`. Words without a meaning remain. They are reported, and if one of them is a
negation, a comparison or a number, the text has no translation, because a part of it would be understood wrongly.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ludex.catalogue.kinds.registry import AnyKind, Registry
from ludex.catalogue.kinds.vocabulary import Phrase
from ludex.catalogue.lists.filters import CREATED, ListingError, Selectable
from ludex.catalogue.lists.language import Atom, compile_query, nearest, parse, vocabulary_of
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.search.text_index import NUMBERS, STOP_WORDS, capital_words, plural, stem

MOST_UNDERSTOOD = 5
_MOST_WORDS = 60
_LONGEST_NAME = 4
_LONGEST_WORD, _MOST_TYPING_ERRORS, _SIMILARITY = 40, 2, 0.75
_SPACE = "\x1f"

_OF = r"(?: (?:of|different|distinct|the))*"
_IS = r"(?: (?:of|is|are|was|=|==|equal|to|exactly|the|number|:))*"
_MOST = "most|highest|largest|greatest|biggest|longest|maximum|maximal|max"
_LEAST = "fewest|least|lowest|smallest|shortest|minimum|minimal|min"
_NO = r"(?:no|not|without|zero)(?: (?:a|an|any))*"
_BOUNDS = (
    (r"(?:at least|no less than|no fewer than|not less than|minimum|>=|≥) N/(\d+)", r"R/>=\1"),
    (r"(?:at most|no more than|not more than|up to|maximum|<=|≤) N/(\d+)", r"R/<=\1"),
    (r"(?:more than|greater than|larger than|over|above|>) N/(\d+)", r"R/>\1"),
    (r"(?:less than|fewer than|smaller than|under|below|<) N/(\d+)", r"R/<\1"),
    (r"N/(\d+) (?:or more|or greater|\+)", r"R/>=\1"),
    (r"N/(\d+) (?:or fewer|or less)", r"R/<=\1"),
    (r"(?:between|from) N/(\d+) (?:and|to|-|\.\.) N/(\d+)", r"R/:\1..\2"),
    (rf"N/(\d+) (?:to|-|\.\.) N/(\d+)(?={_OF} F/)", r"R/:\1..\2"),
    (rf"(F/\w+{_IS}) N/(\d+) (?:to|-|\.\.) N/(\d+)", r"\1 R/:\2..\3"),
    (r"exactly N/", "N/"),
    (rf"R/(\S+) (?:and|but) R/(\S+){_OF} F/(\w+)", r"Q/\3\1 Q/\3\2"),
    (rf"F/(\w+){_IS} R/(\S+) (?:and|but) R/(\S+)", r"Q/\1\2 Q/\1\3"),
)
_NUMBER_FIRST = ((rf"R/(\S+){_OF} F/(\w+)", r"Q/\2\1"), (rf"N/(\d+){_OF} F/(\w+)", r"Q/\2:\1"))
_FACT_FIRST = ((rf"F/(\w+){_IS} R/(\S+)", r"Q/\1\2"), (rf"F/(\w+){_IS} N/(\d+)", r"Q/\1:\2"))
_CONDITIONS = (
    (rf"\b(?:{_MOST})(?: number)?(?: of)? F/(\w+)", r"Q/sort:-\1"),
    (rf"\b(?:{_LEAST})(?: number)?(?: of)? F/(\w+)", r"Q/sort:\1"),
    (rf"\b{_NO} F/(\w+)", r"M/\1:0"),
    (r"F/(max_\w+)$", r"Q/sort:-\1"),
    (rf"\b{_NO} B/(\S+)", r"M/-\1"),
    (r"\b(?:non|un) B/(\S+)", r"Q/-\1"),
    (r"B/(\S+)", r"Q/\1"),
)

_AMBIGUOUS = re.compile(r"M/\S+ (?:and|or|nor) [QMFBN]/|\b(?:not|without) N/|\b(?:not|without) [QR]/")
"""A negation that may also refer to the words after `and`, or to a number."""

_EITHER = re.compile(r"Q/(\S+) or Q/(\S+)")
_STRICT = re.compile(
    r"no|not|non|un|without|nor|or|neither|except|excluding|unless|never|than|less|more|fewer|least|most|zero|minus|\w*n't|"
    r"exclude|other|under|over|below|above|between|contain\w*|subgraphs?|minors?|isomorphic|harder|easier|larger|smaller|"
    r"\S*\d\S*|[<>=≥≤+^:~!]+"
)
"""The words that change the meaning of a phrase. A text in which such a word is not understood has no translation."""

_IGNORED = STOP_WORDS - {"or"} | {
    "but",
    "each",
    "different",
    "distinct",
    "-",
    "..",
    ",",
    "to",
    "whose",
    "graph",
    "am",
    "you",
}
_QUESTIONS = re.compile(r"(?:how (?:many|big|large|likely|long)|what|why|when|who|is|are|does|do|can)\b")
_TOKEN = re.compile(
    r"(?<!\S)-\d+|\d+\.\d+|\d+(?=[x×]\d)|(?<=\d)[x×](?=\d)|[^\W_]+(?:,\d+)*(?:'[a-z]+)?|>=|<=|==|\.\.|[<>=≥≤+^:–-]"
)
_NATURAL = re.compile(r"[0-9]{1,9}")

NameReader = Callable[[str, str], str | None]
"""A function that returns the label of the object with a given name and kind, or None if there is none."""


def list_title(kind: AnyKind, game: str) -> str:
    """Return the title of the list of a kind, such as `No-swish sets of SWISH`."""
    return f"{capital_words(kind.address.partition('/')[2].replace('/', ' '))} of {game}"


@dataclass(frozen=True, slots=True)
class Translation:
    """A list that a text describes: the kind, the query without the kind, and the words that were not understood.

    `has_noun` is true if the text names the kind, and `described` if it states a condition too.
    """

    kind: AnyKind
    title: str
    query: str
    ignored: tuple[str, ...] = ()
    has_noun: bool = True

    @property
    def text(self) -> str:
        """Return a description of the list."""
        ignored = ", ".join(f"“{word}”" for word in self.ignored)
        text = f"{self.title}: {self.query}" if self.query else self.title
        return f"{text} (not understood: {ignored})" if ignored else text

    @property
    def is_certain(self) -> bool:
        """Return whether the objects of the list come before pages and titles."""
        return bool(self.query) and not self.ignored and (self.has_noun or any(map(str.isdigit, self.query)))


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The words of a kind with their marks, keyed by their stems, and the rules of its game."""

    kind: AnyKind
    title: str
    selectable: Selectable
    marks: Mapping[tuple[str, ...], str]
    rules: tuple[tuple[re.Pattern[str], Phrase], ...]


@lru_cache(maxsize=8)
def lexicons(registry: Registry) -> tuple[_Lexicon, ...]:
    """Return the lexicon of each kind of a registry."""
    found = []
    for game in registry.games:
        for kind in game.kinds:
            phrases = [phrase for phrase in game.vocabulary.phrases if kind.name in phrase.kinds]
            selectable = selectable_of(registry, kind)
            marks: dict[tuple[str, ...], str] = {}
            for text, mark in (*_marks(kind, selectable, phrases), (game.title, "I/"), (kind.game, "I/")):
                marks.setdefault(_stems(text), mark)
            marks.setdefault((kind.address.partition("/")[0],), "I/")
            rules = ((_pattern(text), phrase) for phrase in phrases for text in phrase.texts if _has_mark(text))
            found.append(_Lexicon(kind, list_title(kind, game.title), selectable, marks, tuple(rules)))
    return tuple(found)


def _marks(kind: AnyKind, selectable: Selectable, phrases: list[Phrase]) -> Iterator[tuple[str, str]]:
    """Yield the words of a kind with their marks, the preferred meaning first."""
    for text in (kind.words, kind.words_of_several, kind.plural, kind.noun, kind.address, kind.name):
        yield text, "K/"
    for phrase in phrases:
        query = phrase.query.replace(" ", _SPACE)
        for text in phrase.texts:
            if not _has_mark(text):
                is_flag = bool(query) and ":" not in query and ">" not in query and not query.startswith("-")
                mark = f"B/{query}" if is_flag else f"Q/{query}" if query else "I/"
                yield text, f"K/ {mark}" if phrase.is_noun else mark
    for text in ("newest", "latest", "most recent", "recent"):
        yield text, f"Q/sort:-{CREATED}"
    yield "oldest", f"Q/sort:{CREATED}"
    for name, meaning in vocabulary_of(selectable).items():
        fact = selectable.facts.get(meaning.name) if isinstance(meaning, Atom) else None
        if fact is not None and fact.is_number:
            yield name, f"F/{fact.name}"
        elif (isinstance(meaning, str) and ":" not in name and ">" not in name) or (
            fact is not None and fact.plain is bool
        ):
            yield name, f"B/{name}"
    for name in (*selectable.columns, *selectable.related):
        yield name, f"L/{name}"


def _has_mark(text: str) -> bool:
    return not text.islower()


def _pattern(text: str) -> re.Pattern[str]:
    words = {"N": r"N/(\d+)", "K": "K/", "I": "I/"}
    return re.compile(rf"(?<!\S){' '.join(words.get(word) or re.escape(word) for word in text.split())}(?!\S)")


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in text.lower().replace("_", " ").replace("-", " ").replace("/", " ").split())


def tokens(text: str) -> list[str]:
    """Return the words, numbers and signs of a normalized text. Hyphens are kept only between numbers.

    >>> tokens("non-planar 3-6 swaps, 4x3, min_swaps>=5")
    ['non', 'planar', '3', '-', '6', 'swaps', '4', 'x', '3', 'min', 'swaps', '>=', '5']
    """
    words = [word.replace("–", "-") for word in _TOKEN.findall(text)][:_MOST_WORDS]
    between = [False, *(a.isdigit() and b.isdigit() for a, b in zip(words, words[2:], strict=False)), False]
    return [word for word, kept in zip(words, between, strict=False) if word != "-" or kept]


def is_number(word: str) -> bool:
    """Return whether a word is a number in digits or in words."""
    return _NATURAL.fullmatch(word) is not None or word in NUMBERS


def translate(registry: Registry, text: str, label_of: NameReader) -> list[Translation]:
    """Return the lists that a normalized text describes, best first. There may be none."""
    words = tokens(text)
    found: list[tuple[tuple[int, ...], Translation]] = []
    for order, lexicon in enumerate(lexicons(registry) if words else ()):
        translation = _translate(lexicon, words, label_of)
        if translation is None or not _is_meaningful(translation, text):
            continue
        parsed = parse(translation.query)
        parts = parsed.parts if not isinstance(parsed, Atom) and hasattr(parsed, "parts") else (parsed,)
        joined = sum(isinstance(part, Atom) and part.name in lexicon.selectable.lent for part in parts)
        rank = (len(translation.ignored), not translation.has_noun, joined, -len(translation.query.split()), order)
        found.append((rank, translation))
    found.sort(key=lambda pair: pair[0])
    return [translation for rank, translation in found if rank[:2] == found[0][0][:2]][:MOST_UNDERSTOOD]


def _is_meaningful(translation: Translation, text: str) -> bool:
    if _QUESTIONS.match(text) and (translation.ignored or not translation.has_noun):
        return False
    if not translation.ignored:
        return translation.has_noun or bool(translation.query)
    return translation.has_noun and len(translation.ignored) <= len(translation.query.split())


def _translate(lexicon: _Lexicon, words: list[str], label_of: NameReader) -> Translation | None:
    """Return the translation of a text for a kind, or None if it would be understood wrongly."""
    marked = " ".join(_marked(lexicon, words, label_of))
    has_noun = "K/" in marked
    facts_first = re.search(r"[FNR]/", marked)
    order = (_NUMBER_FIRST, _FACT_FIRST)
    if facts_first is not None and facts_first[0] == "F/":
        order = order[::-1]
    for pattern, replacement in _BOUNDS:
        marked = re.sub(rf"(?<!\S){pattern}", replacement, marked)
    for pattern, replacement in (rule for rules in order for rule in rules):
        marked = re.sub(rf"(?<!\S){pattern}(?!\S)", replacement, marked)
    for rule, phrase in lexicon.rules:
        found = rule.search(marked)
        if found is not None:
            query = phrase.query.format(*found.groups()).replace(" ", _SPACE)
            marked = f"{marked[: found.start()]}Q/{query}{marked[found.end() :]}"
            has_noun |= phrase.is_noun
    for pattern, replacement in _CONDITIONS:
        marked = re.sub(rf"(?<!\S){pattern.removeprefix(chr(92) + 'b')}(?!\S)", replacement, marked)
    if _AMBIGUOUS.search(marked):
        return None
    marked = marked.replace("M/", "Q/")
    if marked.count("Q/") == 2:
        marked = _EITHER.sub(f"Q/(\\1{_SPACE}or{_SPACE}\\2)", marked)
    left = [word for word in marked.split(" ") if word and word[1:2] != "/" and word not in _IGNORED]
    unused = any(word[:2] in ("F/", "N/", "R/") for word in marked.split(" "))
    if unused or any(map(_STRICT.fullmatch, left)):
        return None
    parts = [word[2:].replace(_SPACE, " ") for word in marked.split(" ") if word.startswith("Q/")]
    query = " ".join(dict.fromkeys(parts))
    try:
        compile_query(lexicon.selectable, query)
    except ListingError:
        return None
    return Translation(lexicon.kind, lexicon.title, query, tuple(left), has_noun)


def _marked(lexicon: _Lexicon, words: list[str], label_of: NameReader) -> Iterator[str]:
    """Yield the words of a text, with marks in place of the words that the kind declares."""
    place = 0
    while place < len(words):
        name = _name(lexicon, words, place, label_of)
        if name is not None:
            place, mark = name
            yield mark
            continue
        for length in range(min(5, len(words) - place), 0, -1):
            mark = lexicon.marks.get(tuple(stem(word) for word in words[place : place + length]), "")
            if mark:
                break
        if not mark:
            word = words[place]
            number = word if _NATURAL.fullmatch(word) else NUMBERS.get(word)
            length, mark = 1, word if number is None else f"N/{int(number)}"
        place += length
        if not mark.startswith("L/"):
            yield mark
            continue
        link = mark[2:]
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            value = _linked(lexicon, link, " ".join(words[place : place + length]), label_of)
            if value:
                place += length
                yield f"Q/{link}:{value}"
                break
        else:
            # In "levels whose graph is planar", no name follows the noun of the linked object.
            yield link.replace("_", " ")


def _name(lexicon: _Lexicon, words: list[str], place: int, label_of: NameReader) -> tuple[int, str] | None:
    """Return the end and the mark of the name of a linked object without its noun, as in "levels on K4"."""
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    is_counted = lexicon.marks.get((stem(words[place + 2]),), "").startswith("F/") if place + 2 < len(words) else False
    for link in lexicon.selectable.columns if word[0].isalpha() else ():
        if following.isdigit() and not is_counted and _linked(lexicon, link, f"{word} {following}", label_of):
            return place + 2, f"Q/{link}:{_quoted(f'{word} {following}')}"
        if any(map(str.isdigit, word)) and _linked(lexicon, link, word, label_of):
            return place + 1, f"Q/{link}:{word}"
    return None


def _linked(lexicon: _Lexicon, link: str, name: str, label_of: NameReader) -> str:
    """Return the value of a filter by a linked object with a name, or an empty text if there is no such object."""
    selectable = lexicon.selectable
    if link in selectable.columns:
        kind = selectable.kinds_along(link)[-1].name
        return _quoted(name) if label_of(kind, name) is not None else ""
    slug = name.replace(" ", "-")
    return slug if label_of(f"{lexicon.kind.game}-{link.replace('_', '-')}", slug) is not None else ""


def _quoted(text: str) -> str:
    return f'"{text}"'.replace(" ", _SPACE) if " " in text else text


def corrected_text(text: str, known: Mapping[str, object]) -> str | None:
    """Return a text in which the nearest known words replace unknown words, or None if this changes nothing."""
    near = [_corrected(word, known) for word in text.split()]
    return None if None in near or near == text.split() else " ".join(filter(None, near))


def _corrected(word: str, known: Mapping[str, object]) -> str | None:
    if stem(word) in known or word in STOP_WORDS or word in NUMBERS or not word.isalpha() or len(word) > _LONGEST_WORD:
        return word
    similar = (other for other in known if abs(len(other) - len(word)) <= _MOST_TYPING_ERRORS)
    found = nearest(stem(word), similar, _SIMILARITY)
    return (plural(found) if word.endswith("s") else found) or None
