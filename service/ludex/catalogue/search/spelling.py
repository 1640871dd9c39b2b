"""Correction of typing errors in searches.

An unknown word is replaced by the most similar known word.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from ludex.catalogue.kinds.literature import names_of_literature
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.search.lexicon import lexicons
from ludex.catalogue.search.pages import page_index
from ludex.catalogue.search.text_index import NUMBERS, STOP_WORDS, plural, stem, tokens

_MOST_CORRECTED = 4
_SIMILARITY = 0.7
_LONGEST_WORD = 40


@lru_cache(maxsize=8)
def _known_words(registry: Registry) -> dict[int, tuple[str, ...]]:
    """Return all words of pages and lexicons, grouped by their length."""
    words = {word for word in page_index(registry).words() if not word.isdecimal()}
    words |= {word for names in names_of_literature(registry) for word in names.words}
    words |= {word for lexicon in lexicons(registry) for phrase in lexicon.meanings for word in phrase}
    by_length: dict[int, list[str]] = {}
    for word in sorted(words):
        by_length.setdefault(len(word), []).append(word)
    return {length: tuple(found) for length, found in by_length.items()}


def _nearest(registry: Registry, word: str) -> str | None:
    """Return the known word that is most similar to the given word, or None if no known word is similar."""
    by_length = _known_words(registry)
    if word in by_length.get(len(word), ()):
        return word
    near: Iterable[str] = (
        other
        for length in range(len(word) - 2, len(word) + 3)
        for other in by_length.get(length, ())
        if other[0] in word[:2] and len(set(word) & set(other)) * 2 >= len(set(word))
    )
    return next(iter(get_close_matches(word, list(near), 1, _SIMILARITY)), None)


def corrected_text(registry: Registry, text: str) -> str | None:
    """Return a text in which known words replace similar unknown words.

    Return None if this changes nothing, or leaves nothing to search for.
    """
    words = [word for word in tokens(text) if len(word) <= _LONGEST_WORD]
    kept: list[str] = []
    corrected = dropped = known = 0
    for word in words:
        if word in STOP_WORDS or word in NUMBERS or not word.isalpha() or corrected == _MOST_CORRECTED:
            kept.append(word)
            continue
        nearest = _nearest(registry, stem(word))
        corrected += nearest != stem(word)
        known += nearest == stem(word)
        dropped += nearest is None
        if nearest is not None:
            kept.append(word if nearest == stem(word) else plural(nearest) if word.endswith("s") else nearest)
    near = " ".join(kept)
    has_word = any(len(word) > 1 and word.isalpha() and word not in STOP_WORDS for word in kept)
    return near if has_word and (known or not dropped) and near != " ".join(words) else None
