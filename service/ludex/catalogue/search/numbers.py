"""Numbers and ranges in words, such as "at least 5", "3 to 6" and "five or more"."""

from collections.abc import Mapping, Sequence

from ludex.catalogue.search.text_index import NUMBERS

_MAX_NUMBER_DIGITS = 9
DASHES = frozenset(("-", "–", "..", "to", "and"))
"""The words and signs between the ends of a range."""

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


def read_integer(word: str) -> int | None:
    """Return the natural number that a word stands for.

    Return None if the word is not a number, or has too many digits.
    """
    if word.isdecimal() and len(word) <= _MAX_NUMBER_DIGITS:
        return int(word)
    return NUMBERS.get(word)


def _comparison(
    words: Sequence[str], place: int, known: Mapping[tuple[str, ...], int]
) -> tuple[int, int] | tuple[None, None]:
    """Return the comparison that begins at an index, and the index after the comparison."""
    for phrase, comparison in known.items():
        if tuple(words[place : place + len(phrase)]) == phrase:
            return comparison, place + len(phrase)
    return None, None


def read_range(words: Sequence[str], place: int) -> tuple[int, tuple[int | None, int | None]] | None:
    """Return the bounds of the number or range that begins at an index, preceded by the index after it.

    >>> read_range(["at", "least", "5"], 0), read_range(["3", "to", "6"], 0), read_range(["5", "+"], 0)
    ((3, (5, None)), (3, (3, 6)), (2, (5, None)))
    """
    begin = place
    if place < len(words) and words[place] in ("between", "from", "exactly"):
        begin += 1
    comparison, after = _comparison(words, begin, _COMPARISONS)
    begin = begin if after is None else after
    number = read_integer(words[begin]) if begin < len(words) else None
    if number is None:
        return None
    end = begin + 1
    if comparison is None and end + 1 < len(words) and words[end] in DASHES:
        second = read_integer(words[end + 1])
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
