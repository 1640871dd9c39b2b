"""Cards of the commercial game that are described by their faces, such as "three red diamonds"."""

from itertools import product

from ludex.games.sets.kinds.deck import CARD
from ludex.games.sets.pictures.faces import COLOURS, SHAPES

_WORDS: tuple[dict[str, str], ...] = (
    {"one": "0", "1": "0", "two": "1", "2": "1", "three": "2", "3": "2"},
    {word: str(value) for value, word in enumerate(COLOURS)},
    {"solid": "0", "filled": "0", "striped": "1", "shaded": "1", "open": "2", "outlined": "2", "empty": "2"},
    {word + end: str(value) for value, word in enumerate(SHAPES) for end in ("", "s")},
)
"""The words for the number, the colour, the filling and the shape, with the digits of a code for which they stand."""


def describe_cards(text: str) -> tuple[str, str] | None:
    """Return the kind and the query of the cards that a lower-case text describes, or None.

    >>> describe_cards("three red striped diamonds")
    ('set-card', 'properties:4 values:3 code:2011')
    >>> describe_cards("red diamonds"), describe_cards("three red cards")
    (('set-card', 'properties:4 values:3 (code:0001 or code:0011 or code:0021 or code:1001 or code:1011 or \
code:1021 or code:2001 or code:2011 or code:2021)'), None)
    """
    words = text.removesuffix("s").removesuffix(" card").split() if text.endswith(("card", "cards")) else text.split()
    digits = [""] * len(_WORDS)
    for word in words:
        place = next((place for place, known in enumerate(_WORDS) if word in known), None)
        if place is None or digits[place]:
            return None
        digits[place] = _WORDS[place][word]
    # "Three red cards" may be three cards.
    is_colour = digits[1] and not digits[0] and len(words) < len(text.split())
    if not (is_colour or (digits[3] and len(words) > 1)):
        return None
    codes = ["code:" + "".join(code) for code in product(*(digit or "012" for digit in digits))]
    return CARD.name, f"properties:4 values:3 {codes[0] if len(codes) == 1 else '(' + ' or '.join(codes) + ')'}"
