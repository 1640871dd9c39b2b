"""Numbers that a command is given as a text."""

import re


def numbers_of_text(text: str) -> list[int]:
    """Return the numbers of a text such as `8,10-12`. Raises ValueError.

    >>> numbers_of_text("8,10-12")
    [8, 10, 11, 12]
    """
    numbers: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if not first <= last <= first + 1000:
            raise ValueError(f"{part!r} is neither a number nor a range such as 8-12")
        numbers += range(first, last + 1)
    return numbers
