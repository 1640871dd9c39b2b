"""What is written can be read on every ground that it is written on, in light and dark (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from importlib import resources

import pytest

_SHEET = resources.files("ludex.web").joinpath("static", "site.css").read_text("utf-8")
_LIGHT, _DARK = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", part))
    for part in re.findall(r":root \{(.*?)\n ?\}", _SHEET, re.S)[:2]
)
WRITTEN = [(text, ground) for text in ("ink", "quiet", "link") for ground in ("paper", "well", "raised")] + [
    ("good", "good-well"),
    ("warn", "warn-well"),
    ("bad", "bad-well"),
    ("ink", "mark"),
    ("on-button", "button"),
]
DRAWN = [("edge", ground) for ground in ("paper", "raised")]


def _light(colour: str) -> float:
    """Return the relative luminance of a colour."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * one for one in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_differ_enough_from_their_grounds(scheme: str) -> None:
    colours = _LIGHT if scheme == "light" else _LIGHT | _DARK
    for pairs, least in ((WRITTEN, 4.5), (DRAWN, 3)):
        for above, below in pairs:
            darker, lighter = sorted((_light(colours[above]), _light(colours[below])))
            assert (lighter + 0.05) / (darker + 0.05) >= least, f"{above} on {below}"
