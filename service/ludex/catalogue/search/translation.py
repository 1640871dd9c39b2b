r"""The translation of phrases into the query language, such as "planar graphs on 7 vertices" into `vertices:7 planar`.

A text is read once for each kind. First, the words that the kind and its game declare are replaced by marks: `K/` is
the noun of the kind, `F/` a number, `B/` a flag, `N/` a number in digits or words. Then the rules replace these marks
by parts of a query, which are marked `Q/`. Words without a meaning remain. They are reported, and if one of them is a
negation, a comparison or a number, the text has no translation, because a part of it would be understood wrongly.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from ludex.catalogue.kinds.label import is_tag
from ludex.catalogue.kinds.registry import AnyKind, Registry
from ludex.catalogue.kinds.vocabulary import Phrase
from ludex.catalogue.lists.filters import CREATED, TAG, Conjunction, ListingError, Selectable, leaves, nearest
from ludex.catalogue.lists.language import KIND, Atom, compile_query, vocabulary_of
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.search.text_index import NUMBERS, STOP_WORDS, capital_words, stem, stems

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
    (r"(?:at least|no less than|no fewer than|not less than|minimum|min|>=|≥) N/(\d+)", r"R/>=\1"),
    (r"(?:at most|no more than|not more than|up to|maximum|max|<=|≤) N/(\d+)", r"R/<=\1"),
    (r"(?:more than|greater than|larger than|over|above|>) N/(\d+)", r"R/>\1"),
    (r"(?:less than|fewer than|smaller than|under|below|<) N/(\d+)", r"R/<\1"),
    (r"N/(\d+) (?:or more|or greater|\+)", r"R/>=\1"),
    (r"N/(\d+) (?:or fewer|or less)", r"R/<=\1"),
    (rf"N/(\d+){_OF} F/(\w+) or (?:more|greater)", r"Q/\2>=\1"),
    (rf"N/(\d+){_OF} F/(\w+) or (?:fewer|less)", r"Q/\2<=\1"),
    (r"(?:between|from) N/(\d+) (?:and|to|-|\.\.) N/(\d+)", r"R/:\1..\2"),
    (rf"N/(\d+) (?:to|-|\.\.) N/(\d+)(?={_OF} F/)", r"R/:\1..\2"),
    (rf"(F/\w+{_IS}) N/(\d+) (?:to|-|\.\.) N/(\d+)", r"\1 R/:\2..\3"),
    (r"N/(\d+) N/(\d+) or N/(\d+)", r"R/:\1,\2,\3"),
    (r"N/(\d+) or N/(\d+)", r"R/:\1,\2"),
    (rf"R/(\S+) (?:and|but) R/(\S+){_OF} F/(\w+)", r"Q/\3\1 Q/\3\2"),
    (rf"F/(\w+){_IS} R/(\S+) (?:and|but) R/(\S+)", r"Q/\1\2 Q/\1\3"),
)
_NUMBER_FIRST = ((rf"R/(\S+){_OF} F/(\w+)", r"Q/\2\1"), (rf"N/(\d+){_OF} F/(\w+)", r"Q/\2:\1"))
_FACT_FIRST = ((rf"F/(\w+){_IS} R/(\S+)", r"Q/\1\2"), (rf"F/(\w+){_IS} N/(\d+)", r"Q/\1:\2"))
_CONDITIONS = (
    (rf"(?:{_MOST})(?: number)?(?: of)? F/(\w+)", r"Q/sort:-\1"),
    (rf"(?:{_LEAST})(?: number)?(?: of)? F/(\w+)", r"Q/sort:\1"),
    (rf"{_NO} F/(\w+)", r"M/\1:0"),
    (r"F/(\w+) (?:free|less)", r"M/\1:0"),
    (r"F/(max_\w+)$", r"Q/sort:-\1"),
    (rf"{_NO} B/(\S+)", r"M/-\1"),
    (r"(?:non|un) B/(\S+)", r"Q/-\1"),
    (r"B/(\S+)", r"Q/\1"),
    # "Trees and forests" are graphs of either kind, but "planar and bipartite graphs" are both.
    (r"K/ Q/(\S+) (?:or|and) K/ Q/(\S+)", rf"K/ Q/(\1{_SPACE}or{_SPACE}\2)"),
    (r"^((?:(?!Q/).)*)Q/(\S+) or Q/(\S+)((?:(?!Q/).)*)$", rf"\1Q/(\2{_SPACE}or{_SPACE}\3)\4"),
)
"""The rules that replace marks, in their order: a pattern for whole words, and the replacement."""

_AMBIGUOUS = re.compile(r"M/\S+ (?:and|or|nor) [QMFBN]/|\b(?:not|without) [NQR]/|I/ of ")
"""A negation that may also refer to the words after `and`, or to a number. In "set of 3 cards", "set" is no game."""

_MORE_IGNORED = "but each different distinct - .. , to whose am you number exactly either only just every"
_IGNORED = STOP_WORDS - {"or"} | set(_MORE_IGNORED.split())
_HARMLESS_WORDS = """
amazing awesome beautiful best children class classroom cool cute example famous favorite favourite fun funny good great
interesting kid lovely me nice popular pretty pupil recommended school sample student teacher top
"""
_HARMLESS = frozenset(_HARMLESS_WORDS.split())
"""Words that do not change what is searched for. They are reported as not understood, as are the words of a last part
such as "by moonlight". A text with any other unknown word has no translation, because the meaning of the known words
may be the opposite, as in "hardly planar graphs" and in words of other languages."""

_UNCORRECTED = STOP_WORDS | NUMBERS.keys()
_LAST_PART = re.compile(r" (?:by|for)((?: (?!(?:no|not|all|each|every|which|n?either)\b)[a-z]+){1,3})$")
_QUESTIONS = re.compile(r"(?:how (?:many|big|large|likely|long)|number of|what|why|when|who|is|are|does|do|can)\b")
_TOKEN = re.compile(
    r"(?<!\S)-\d+|\d+\.\d+|\d+(?=[x×]\d)|(?<=\d)[x×](?=\d)|[^\W\d_][^\W_]*(?:,\d+)*|[^\W_]+|>=|<=|==|\.\.|!(?=[\w=])|"
    r"[^\s\w.,;?!'\"()’]"
)
_SPELLINGS = (
    (re.compile(r"n['’]t\b|(?<=\bcan)not\b"), " not"),
    (re.compile(r"\b(?:lacking|free of|devoid of|not having)\b"), "without"),
    # In "graphs -planar", the minus negates a word. A detached one, or a parenthesis, is not understood.
    (re.compile(r"(?<!\S)-(?=[a-z])"), "not "),
    (re.compile(r"\bnon(?=[a-z]{4})"), "non "),
    (re.compile(r"(?:^|(?<!\d)\s)-(?=[\s(])|(?<!\S)\("), " ~ "),
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
        is_condition = self.has_noun or not self.query.startswith("sort:")
        return bool(self.query) and not self.ignored and is_condition


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """The words of a kind with their marks, keyed by their stems, and the rules of its game."""

    kind: AnyKind
    title: str
    selectable: Selectable
    marks: Mapping[tuple[str, ...], str]
    first_rules: tuple[tuple[str, str], ...]
    """The rules with facts, which precede the rules for any fact."""
    rules: tuple[tuple[str, str], ...]


@lru_cache(maxsize=8)
def lexicons(registry: Registry) -> tuple[_Lexicon, ...]:
    """Return the lexicon of each kind of a registry. The game with the most words for its puzzles comes first."""
    found = []
    for game in sorted(registry.games, key=lambda game: -len(game.vocabulary.words)):
        for kind in game.kinds:
            phrases = [phrase for phrase in game.vocabulary.phrases if kind.name in phrase.kinds]
            selectable = selectable_of(registry, kind)
            marks: dict[tuple[str, ...], str] = {}
            for text, mark in (*_marks(kind, selectable, phrases), (game.title, "I/"), (kind.game, "I/")):
                marks.setdefault(_stems(text), mark)
            rules = [_rule(text, phrase, marks) for phrase in phrases for text in phrase.texts if _has_mark(text)]
            first, others = ([rule for rule in rules if ("F/" in rule[0]) is has_fact] for has_fact in (True, False))
            title = list_title(kind, game.title)
            found.append(_Lexicon(kind, title, selectable, marks, tuple(first), tuple(others)))
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
                mark = f"B/{query}" if is_flag else f"Q/{query}" if query else "" if phrase.is_noun else "I/"
                yield text, f"K/ {mark}".strip() if phrase.is_noun else mark
                if phrase.is_noun:
                    yield f"{kind.game} {text}", f"K/ {mark}".strip()
    for text in ("newest", "latest", "most recent", "recent"):
        yield text, f"Q/sort:-{CREATED}"
    yield "oldest", f"Q/sort:{CREATED}"
    for name, meaning in vocabulary_of(selectable).items():
        fact = selectable.facts.get(meaning.name) if isinstance(meaning, Atom) else None
        if fact is not None and fact.is_number:
            yield name, f"F/{fact.name}"
        is_word = isinstance(meaning, str) and not meaning.startswith(KIND) and name.isidentifier()
        if is_word or (fact is not None and fact.plain is bool):
            yield name, f"B/{name}"
    for name in (*selectable.columns, *selectable.related, TAG):
        yield name, f"L/{name}"
    yield "tagged", f"L/{TAG}"


def _has_mark(text: str) -> bool:
    return not text.islower()


def _rule(text: str, phrase: Phrase, marks: Mapping[tuple[str, ...], str]) -> tuple[str, str]:
    """Return the rule that replaces a text with numbers by the query of its phrase."""
    words = {"N": r"N/(\d+)", "K": "K/", "I": "I/"}
    query = phrase.query.replace(" ", _SPACE).format(r"\1", r"\2")
    words |= {word: marks[(word,)] for word in text.split() if marks.get((word,), "L/")[0] != "L"}
    pattern = " ".join(words.get(word) or f"{re.escape(word)}s?" for word in text.split())
    return pattern, f"K/ Q/{query}" if phrase.is_noun or "K" in text else f"Q/{query}"


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in text.lower().replace("_", " ").replace("-", " ").replace("/", " ").split())


def tokens(text: str) -> list[str]:
    """Return the words, numbers and signs of a normalized text. Hyphens are kept only between numbers.

    >>> tokens("non-planar 3-6 swaps, 4x3, min_swaps>=5")
    ['non', 'planar', '3', '-', '6', 'swaps', '4', 'x', '3', 'min', 'swaps', '>=', '5']
    """
    for spelling, replacement in _SPELLINGS:
        text = spelling.sub(replacement, text)
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
        joined = number_of_joined(registry, translation)
        rank = (len(translation.ignored), not translation.has_noun, joined, -len(translation.query.split()), order)
        found.append((rank, translation))
    found.sort(key=lambda pair: pair[0])
    return [translation for rank, translation in found if rank[:2] == found[0][0][:2]][:MOST_UNDERSTOOD]


def kinds_mentioned(registry: Registry, text: str) -> list[tuple[AnyKind, str]]:
    """Return the kinds whose nouns are in a text, each with the title of its list. The best match comes first."""
    found = []
    for lexicon in lexicons(registry):
        marks = [word[:2] for word in _marked(lexicon, tokens(text), lambda kind, name: None)]
        if "K/" in marks:
            found.append((marks.count("K/") + marks.count("I/"), lexicon.kind, lexicon.title))
    most = max((number for number, _, _ in found), default=0)
    return [(kind, title) for number, kind, title in found if number == most]


def number_of_joined(registry: Registry, reading: Translation) -> int:
    """Return how many conditions of a list are about other objects, such as the graphs of levels."""
    selectable = selectable_of(registry, reading.kind)
    found = leaves(Conjunction(compile_query(selectable, reading.query).conditions))
    return sum(term.name in selectable.lent for term in found)


def _is_meaningful(translation: Translation, text: str) -> bool:
    if _QUESTIONS.match(text) and (translation.ignored or not translation.has_noun):
        return False
    if not translation.ignored:
        return translation.has_noun or bool(translation.query)
    return translation.has_noun and len(translation.ignored) <= len(translation.query.split())


def _translate(lexicon: _Lexicon, words: list[str], label_of: NameReader) -> Translation | None:
    """Return the translation of a text for a kind, or None if it would be understood wrongly."""
    marked = " ".join(_marked(lexicon, words, label_of))
    first = re.search(r"[FNR]/", marked)
    order = (_NUMBER_FIRST, _FACT_FIRST) if first is None or first[0] != "F/" else (_FACT_FIRST, _NUMBER_FIRST)
    for pattern, replacement in (*_BOUNDS, *lexicon.first_rules, *order[0], *order[1], *lexicon.rules, *_CONDITIONS):
        marked = re.sub(rf"(?<!\S){pattern}(?!\S)", replacement, marked)
    last = _LAST_PART.search(marked)
    left = [word for word in marked.split(" ") if word and word[1:2] != "/" and word not in _IGNORED]
    harmless = {*_HARMLESS, *(stems(last[0]) if last else ())}
    if _AMBIGUOUS.search(marked) or re.search("[FNR]/", marked) or not harmless.issuperset(map(stem, left)):
        return None
    marked = marked.replace("M/", "Q/")
    parts = [word[2:].replace(_SPACE, " ") for word in marked.split(" ") if word.startswith("Q/")]
    query = " ".join(dict.fromkeys(parts))
    try:
        compile_query(lexicon.selectable, query)
    except ListingError:
        return None
    return Translation(lexicon.kind, lexicon.title, query, tuple(left), "K/" in marked)


def _marked(lexicon: _Lexicon, words: list[str], label_of: NameReader) -> Iterator[str]:
    """Yield the words of a text, with marks in place of the words that the kind declares."""
    place, previous = 0, ""
    while place < len(words):
        mark, length = _mark(lexicon, words, place)
        noun = mark[2:] if mark.startswith("L/") else ""
        begin, is_plain = place + length if noun else place, mark[1:2] != "/" and mark not in _IGNORED
        longest = 1 if any(map(str.isdigit, "".join(words[begin : begin + 1]))) else _LONGEST_NAME
        for end in range(min(begin + longest, len(words)), begin, -1):
            # In "levels on K4", "K4 levels" and "levels K4", the name of a linked object has no noun.
            has_place = previous in ("K/", "on", "of") or _mark(lexicon, words, end)[0] == "K/"
            links = (noun,) if noun else lexicon.selectable.columns if has_place and is_plain else ()
            value = next(
                ((link, value) for link in links if (value := _linked(lexicon, link, words[begin:end], label_of))), None
            )
            if value is not None:
                place, previous = end, f"Q/{value[0]}:{value[1]}"
                yield previous
                break
        else:
            place += length
            # In "levels whose graph is planar", no name follows the noun of the linked object.
            if noun not in lexicon.selectable.columns:
                yield noun.replace("_", " ") or mark
            previous = previous if mark == "the" else mark


def _mark(lexicon: _Lexicon, words: list[str], place: int) -> tuple[str, int]:
    """Return the mark of the words at a place, or the word itself, and the number of these words."""
    for length in range(min(5, len(words) - place), 0, -1):
        mark = lexicon.marks.get(tuple(map(stem, words[place : place + length])), "")
        # "Sets" are not the game SET.
        if mark and (mark != "I/" or not words[place + length - 1].endswith("s")):
            return mark, length
    word = words[place] if place < len(words) else ""
    number = word if _NATURAL.fullmatch(word) else NUMBERS.get(word)
    return word if number is None else f"N/{int(number)}", 1


def _linked(lexicon: _Lexicon, link: str, words: list[str], label_of: NameReader) -> str:
    """Return the value of a filter by a linked object with a name, or an empty text if there is no such object."""
    name = " ".join(words)
    if link == TAG:
        is_word = name in STOP_WORDS or tuple(map(stem, words)) in lexicon.marks
        return name if is_tag(name) and not is_word else ""
    if link not in lexicon.selectable.columns:
        slug = "-".join(words)
        return slug if label_of(f"{lexicon.kind.game}-{link.replace('_', '-')}", slug) is not None else ""
    name = name.removesuffix(f" {link}")
    if not name[:1].isalpha() or label_of(lexicon.selectable.kinds_along(link)[-1].name, name) is None:
        return ""
    return f'"{name}"'.replace(" ", _SPACE) if " " in name else name


def corrected_text(text: str, known: Set[str]) -> str | None:
    """Return a text in which the nearest known words replace unknown words, or None if this changes nothing."""
    near = [_corrected(word, known) for word in text.split()]
    return None if "" in near or near == text.split() else " ".join(near)


def _corrected(word: str, known: Set[str]) -> str:
    if {word, stem(word)} & (known | _UNCORRECTED) or not word.isalpha() or len(word) > _LONGEST_WORD:
        return word
    # "Ohne" is not "one".
    similar = (other for other in known if abs(len(other) - len(word)) <= _MOST_TYPING_ERRORS)
    return nearest(word, (other for other in similar if other not in _UNCORRECTED), _SIMILARITY)
