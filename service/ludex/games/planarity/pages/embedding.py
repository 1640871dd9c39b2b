"""Levels of Swap Planarity embedded in pages of other sites, and levels that browsers keep for playing offline."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludex.catalogue.objects.reading import UnknownObject
from ludex.games.planarity.kinds import LEVEL
from ludex.games.planarity.operations.packs import labels_of_pack
from ludex.games.planarity.pages.play import LEVEL_PAGE, play_address
from ludex.web.game_pages import EmbeddedBoard, Site

_MOST_LEVELS = 20


def _embedded(site: Site, label: str) -> Mapping[str, Any]:
    """Return the context of the page of a level, with the data for the embedding page. Raises UnknownObject."""
    shown = LEVEL_PAGE.view(site, label)
    assert isinstance(shown, Mapping)
    return {**shown, "embed": {name: shown["board"][name] for name in ("label", "minimum", "proved", "pack")}}


def following(site: Site, pack: str, label: str) -> Sequence[str]:
    """Return the addresses of a level and of the next levels of a pack.

    Raises UnknownObject if there is no such pack or the level is not in it.
    """
    labels = labels_of_pack(site.catalogue, pack)
    if label not in labels:
        raise UnknownObject(f"{label[:80]!r} is not a level of the pack {pack[:80]!r}")
    place = labels.index(label)
    return [play_address(other, pack) for other in labels[place : place + _MOST_LEVELS]]


EMBED = EmbeddedBoard(LEVEL.name, _embedded, play_address)
