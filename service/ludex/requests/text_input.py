"""Text input of commands and imports: pages of items in JSON, and lists of numbers.

A page is the JSON object `{"items": [...], ...}` that lists return. The file of a pack has `"levels": [...]` instead.
"""

import json
import re
from json import JSONDecoder

_PLAIN = r'"\w+"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|null|true|false)\s*,\s*'
_BEGIN = re.compile(rf'\s*\{{\s*(?:{_PLAIN})*"(?:items|levels)"\s*:\s*\[\s*')
_NEXT = re.compile(r"\s*,?\s*")
_decode = JSONDecoder().raw_decode


def begins_page(text: str) -> bool:
    """Return whether a text, or the first line of a text, may begin a page."""
    return text.strip() == "{" or _BEGIN.match(text) is not None


def items_of_page(text: str) -> list[str] | None:
    r"""Return the items of a page as texts without line breaks, or None if the text is not a page.

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


def label_of_item(text: str) -> str:
    """Return the label of an item: that of an object of JSON, as lists return it, or the text itself.

    >>> label_of_item('{"label": "easy", "size": 3}'), label_of_item("easy")
    ('easy', 'easy')
    """
    try:
        label = json.loads(text).get("label") if text.lstrip().startswith("{") else text
    except (ValueError, RecursionError):
        return text
    return label if isinstance(label, str) else text


def numbers_of_text(text: str) -> list[int]:
    """Parse a list of numbers and ranges such as `8,10-12`. Raises ValueError.

    >>> numbers_of_text("8,10-12")
    [8, 10, 11, 12]
    """
    numbers: list[int] = []
    for part in text.split(","):
        result = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", part.strip())
        first, last = (int(result[1]), int(result[2] or result[1])) if result else (1, 0)
        if not first <= last <= first + 1000:
            raise ValueError(f"{part!r} is neither a number nor a range such as 8-12")
        numbers += range(first, last + 1)
    return numbers
