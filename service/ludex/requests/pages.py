"""Lists in one object of JSON: what reads lines reads the items of a page too, and the levels of a pack.

A page is `{"items": [...], ...}`, as requests answer lists; the file of a pack has `"levels": [...]` after its name.
"""

import re
from json import JSONDecoder

_PLAIN = r'"\w+"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|null|true|false)\s*,\s*'
_BEGIN = re.compile(rf'\s*\{{\s*(?:{_PLAIN})*"(?:items|levels)"\s*:\s*\[\s*')
_NEXT = re.compile(r"\s*,?\s*")
_decode = JSONDecoder().raw_decode


def begins_page(text: str) -> bool:
    """Tell whether a text, or the first line of one, may begin a page."""
    return text.strip() == "{" or _BEGIN.match(text) is not None


def items_of_page(text: str) -> list[str] | None:
    r"""Return the items of a page, each as its text on a line of its own; None if the text is no page.

    >>> items_of_page('{"items": [{"cards": ["*o"]}, 2.50], "next": null}'), items_of_page("{}")
    (['{"cards": ["*o"]}', '2.50'], None)
    """
    begin = _BEGIN.match(text)
    if begin is None:
        return None
    items, place = [], begin.end()
    try:
        while text[place : place + 1] != "]":
            _, end = _decode(text, place)
            items.append(" ".join(text[place:end].splitlines()))
            following = _NEXT.match(text, end)
            place = following.end() if following else end
    except (ValueError, RecursionError):
        return None
    return items
