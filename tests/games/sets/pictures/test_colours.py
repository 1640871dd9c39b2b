"""The colours of SET cards are told apart by people without red or green cones.

The matrices for complete protanopia and deuteranopia, which apply to linear RGB, are those of G. M. Machado, M. M.
Oliveira and L. A. F. Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE
Transactions on Visualization and Computer Graphics 15 (2009), table 1. The contrast is that of WCAG 2.2, and the
difference of colours that of CIELAB (CIE 1976).
"""

from itertools import combinations

import pytest

from ludex.pictures.svg import CARD_FILL, THREE_INKS

Colour = tuple[float, float, float]

VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def product(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    first, second, third = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return first, second, third


def seen(colour: str, vision: str) -> Colour:
    """Return the linear RGB of a colour as a person with this vision sees it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    first, second, third = (min(1.0, max(0.0, part)) for part in product(VISION[vision], (red, green, blue)))
    return first, second, third


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted(product(XYZ, colour)[1] for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour: Colour) -> Colour:
    parts = (value / white for value, white in zip(product(XYZ, colour), WHITE, strict=True))
    x, y, z = (part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, other: Colour) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


@pytest.mark.parametrize("vision", VISION)
def test_red_and_green_have_a_contrast_of_three(vision: str) -> None:
    red, green, _ = (seen(ink, vision) for ink in THREE_INKS)
    assert contrast(red, green) >= 3


@pytest.mark.parametrize("vision", VISION)
def test_all_inks_differ_from_each_other_and_from_the_card(vision: str) -> None:
    inks = [seen(ink, vision) for ink in THREE_INKS]
    # The red and green of the first version differed by 15 in deuteranopia; purple was never confused.
    assert all(difference(one, other) >= 30 for one, other in combinations(inks, 2))
    assert all(contrast(ink, seen(CARD_FILL, vision)) >= 2.99 for ink in inks)
