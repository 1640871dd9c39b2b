"""The lexicon of a kind: what words mean in a search for objects of the kind.

The lexicon is derived from the declaration and the facts of the kind.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.kinds.vocabulary import Vocabulary
from ludex.catalogue.lists.filters import CREATED, Selectable
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.search.text_index import stems

AnyKind = Kind[Any, Any]
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a phrase for a kind.

    `filters` are the filters for which the phrase stands, and `sort` is the sort order. `fact` is the numeric fact that
    the phrase names. `link` is the name of a filter by a linked object, if the name of that object follows the phrase.
    `is_noun` is true if the phrase names the kind itself. `joined` is true if the fact belongs to a linked object.
    """

    filters: Mapping[str, Any] = field(default_factory=dict)
    opposite: Mapping[str, Any] = field(default_factory=dict)
    fact: str = ""
    link: str = ""
    is_noun: bool = False
    joined: bool = False
    sort: str = ""


_AGES = (
    *((text, Meaning(sort=f"-{CREATED}")) for text in ("newest", "latest", "most recent", "recent")),
    *((text, Meaning(sort=CREATED)) for text in ("oldest",)),
)
"""The words for the age of an object, which every kind has."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What phrases and numbers mean for a kind. `longest` is the number of words in the longest phrase.

    `pairs` and `prefixed_pairs` contain pairs of facts that are written as two numbers. They are keyed by the sign
    between the numbers and before the numbers, respectively. `single` is the fact that a single number beside the noun
    of the kind stands for, or an empty text.
    """

    kind: AnyKind
    selectable: Selectable
    meanings: Mapping[Words, Meaning]
    longest: int
    pairs: Mapping[str, tuple[str, str]]
    prefixed_pairs: Mapping[str, tuple[str, str]]
    single: str

    def meaning(self, words: Words) -> tuple[int, Meaning] | None:
        """Return the longest known phrase at the beginning of `words`, as its number of words and its meaning."""
        for length in range(min(self.longest, len(words)), 0, -1):
            found = self.meanings.get(words[:length])
            if found is not None:
                return length, found
        return None


@lru_cache(maxsize=8)
def lexicons(registry: Registry) -> tuple[Lexicon, ...]:
    """Return the lexicon of each kind of a registry."""
    return tuple(
        _lexicon(registry, game.title, game.vocabulary, kind) for game in registry.games for kind in game.kinds
    )


def _lexicon(registry: Registry, title: str, vocabulary: Vocabulary, kind: AnyKind) -> Lexicon:
    selectable = selectable_of(registry, kind)
    meanings: dict[Words, Meaning] = {}
    for text, meaning in (
        *_nouns(kind),
        *_phrases(vocabulary, kind),
        *_AGES,
        *_facts(selectable),
        *((text, Meaning(link=text)) for text in (*selectable.columns, *selectable.related)),
        *((text, Meaning()) for text in (title, kind.game, kind.address.partition("/")[0])),
    ):
        meanings.setdefault(tuple(stems(text.replace("_", " "))), meaning)
    known = [pair for pair in vocabulary.number_pairs if set(pair.facts) <= set(selectable.facts)]
    pairs, prefixed = ({pair.sign: pair.facts for pair in known if pair.first is first} for first in (False, True))
    single = vocabulary.single_numbers.get(kind.name, "")
    return Lexicon(kind, selectable, meanings, max(map(len, meanings)), pairs, prefixed, single)


def _nouns(kind: AnyKind) -> Iterator[tuple[str, Meaning]]:
    for text in (kind.words, kind.words_of_several, kind.plural, kind.noun, kind.address, kind.name):
        yield text, Meaning(is_noun=True)


def _phrases(vocabulary: Vocabulary, kind: AnyKind) -> Iterator[tuple[str, Meaning]]:
    for phrase in vocabulary.phrases:
        if kind.name in phrase.kinds:
            meaning = Meaning(phrase.filters, is_noun=phrase.is_noun, sort=phrase.sort)
            yield from ((text, meaning) for text in phrase.texts)


def _facts(selectable: Selectable) -> Iterator[tuple[str, Meaning]]:
    """Yield the words that name facts. The facts of the kind come before those of linked objects."""
    for fact in selectable.facts.values():
        joined = fact.name not in selectable.own
        names: Iterable[str] = (fact.name, *fact.mark.synonyms)
        if fact.plain is int:
            yield from ((name, Meaning(fact=fact.name, joined=joined)) for name in names)
        elif fact.plain is bool:
            true, false = {fact.name: True}, {fact.name: False}
            yield from ((name, Meaning(true, false, joined=joined)) for name in names)
            yield from ((name, Meaning(false, true, joined=joined)) for name in fact.mark.opposites)
