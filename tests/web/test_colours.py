"""What is written can be read on every ground that it is written on, in light and dark (WCAG 2.2, 1.4.3 and 1.4.11).

All colours and sizes are tokens of one style sheet.
"""

import re
from importlib import resources
from itertools import product
from pathlib import Path

import pytest

from ludex.games.pages import PAGES

_WEB = Path(str(resources.files("ludex.web")))
_TOKENS = _WEB / "static" / "tokens.css"
_SHARED = [_WEB / "static" / "site.css", _WEB / "static" / "play.css"]
_CARD_GAMES = _WEB.parent / "card_games" / "pages" / "static" / "style.css"
_SHEETS = [*_SHARED, _CARD_GAMES, *sorted(_WEB.parent.glob("games/*/pages/static/*.css"))]
_LIGHT, _DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", part))
    for part in re.findall(r":root \{(.*?)\n ?\ ?\}", _TOKENS.read_text("utf-8"), re.S)[:2]
)
GROUNDS = ("paper", "well", "raised")
WRITTEN = [
    *product(("ink", "quiet", "link", "violet"), GROUNDS),
    ("good", "good-well"),
    ("good", "paper"),
    ("warn", "warn-well"),
    ("bad", "bad-well"),
    ("ink", "mark"),
    ("on-button", "button"),
    ("outline", "vertex"),
    ("vertex", "good"),
]
DRAWN = [
    *product(("edge", "star"), ("paper", "raised")),
    *product(("crossed", "crossing", "outline", "link"), ("board",)),
]


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(above: str, below: str) -> float:
    darker, lighter = sorted((_luminance(above), _luminance(below)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_differ_enough_from_their_grounds(scheme: str) -> None:
    colours = _LIGHT if scheme == "light" else _LIGHT | _DARK
    for pairs, least in ((WRITTEN, 4.5), (DRAWN, 3)):
        for above, below in pairs:
            assert _contrast(colours[above], colours[below]) >= least, f"{above} on {below}"


def test_the_colours_of_games_are_read_in_both_schemes() -> None:
    brands = {game.name: game.brand for game in PAGES if game.brand is not None}
    assert len({(brand.light, brand.symbol) for brand in brands.values()}) == len(brands) == 3
    for name, brand in brands.items():
        for colour, colours in ((brand.light, _LIGHT), (brand.dark, _LIGHT | _DARK)):
            for ground in ("paper", "raised", "board"):
                assert _contrast(colour, colours[ground]) >= 4.5, f"{name}: {colour} on {ground}"


@pytest.mark.parametrize("sheet", _SHEETS, ids=lambda sheet: sheet.parts[-4] + "-" + sheet.name)
def test_every_token_that_a_sheet_uses_is_defined(sheet: Path) -> None:
    text = sheet.read_text("utf-8")
    defined = set(re.findall(r"--([\w-]+):", _TOKENS.read_text("utf-8") + text))
    assert set(re.findall(r"var\(--([\w-]+)[),]", text)) <= defined | {"columns", "card", "turn"}


@pytest.mark.parametrize("sheet", [*_SHARED, _CARD_GAMES], ids=lambda sheet: sheet.parts[-4] + "-" + sheet.name)
def test_the_shared_sheets_have_no_colour_and_no_type_size_of_their_own(sheet: Path) -> None:
    text = sheet.read_text("utf-8")
    screen = text.partition("@media print")[0]
    assert re.findall(r"font-size: [\d.]+rem", screen) == []
    assert re.findall(r"#[0-9a-f]{3,8}\b(?=[;, ])", screen) == []
