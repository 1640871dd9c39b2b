"""Functions that split texts into words and normalize the words."""

import re
import unicodedata
from functools import lru_cache

_NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS = {word: number for number, word in enumerate(_NUMBER_WORDS.split())}
"""The words for small numbers."""

_STOP_WORDS = """
a an and all any are as at be by can do does find for from get give has have having how i in is it list me my of on or
please search show that the their them there these they this to what where which whose with
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that carry no meaning in a search."""

MOST_WORDS = 60
"""The maximum number of words in a search; further words are ignored."""

_TOKEN = re.compile(r"\d+|[^\W\d_]+|>=|<=|==|\.\.|[<>=≥≤+^×–-]")
_WORD = re.compile(r"\d+|[^\W\d_]+")
_COMPOUND = re.compile(r"(?<=\bno) |(?<=\bx) ")
_IRREGULAR = {"vertices": "vertex", "vertexes": "vertex", "indices": "index", "proven": "proved", "colour": "color"}


def normalize(text: str) -> str:
    r"""Return a text in lower case, with control characters and invalid characters replaced by spaces.

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
    """Return the words and numbers of a text in lower case; the words are in the singular.

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
