"""The pages of packs: the levels of a pack in a grid, and the packs of a game on the page of all games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, url_for

from ludex.catalogue.kinds.pack import HAS_LEVEL
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects import annotations
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, document_of, find, read_views
from ludex.engine.difficulty import difficulty_word
from ludex.operations.packs import level_kind, next_level, next_of_pack
from ludex.web.game_pages import AnyKind, GamePages, PackPages, site
from ludex.web.site.addresses import (
    address_of,
    name_of,
    number_in_address,
    object_address,
    object_card,
    thumbnail_address,
)

_A_PAGE = 200
_MOST_PACKS = 100
_MOST_LEVELS = 1_000_000


@dataclass(frozen=True, slots=True)
class PackCard:
    """A pack to play: its slug, title, difficulty and size, its address, and the picture of its first level."""

    slug: str
    title: str
    about: str
    size: int
    address: str
    picture: str


@dataclass(frozen=True, slots=True)
class PlaceInPack:
    """The place of a level in a pack, counted from 1, and the label of the next level, which is empty at the end."""

    title: str
    slug: str
    address: str
    place: int
    size: int
    next: str


def pack_address(game: str, slug: str) -> str:
    """Return the address of the page where a pack of a game is played."""
    return url_for(f"packs.{game}", slug=slug)


def packs_of(game: GamePages) -> PackPages:
    """Return the declaration of the packs of a game, which must have packs."""
    assert game.packs is not None
    return game.packs


def kind_of(packs: PackPages) -> AnyKind:
    """Return the kind of the packs of a game."""
    kind: AnyKind = site.catalogue.registry.kind[packs.kind]
    return kind


def levels_of(game: GamePages) -> AnyKind:
    """Return the kind of the levels in packs of a game."""
    return level_kind(site.catalogue.registry, kind_of(packs_of(game)))


def pick_address(kind: AnyKind) -> str:
    """Return the address of the page that adds objects of a kind to a pack, or an empty string."""
    game = site.game_of(kind)
    collects = game.packs is not None and levels_of(game) is kind
    return url_for("pack_making.pick", name=game.name) if collects else ""


def level_card(shown: ObjectView) -> Mapping[str, str]:
    """Return the card of a level, with its difficulty and its best result. The level must have a grade."""
    level = document_of(shown.kind, shown)
    goal = packs_of(site.game_of(shown.kind)).goal(level)
    about = f"{difficulty_word(level.difficulty.grade).capitalize()}, {goal}"
    return object_card(shown.kind, shown.label, about, title=name_of(shown))


def place_in_pack(kind: AnyKind, slug: str, label: str) -> PlaceInPack:
    """Return the place of a level in a pack of a kind, both given by their names in addresses.

    Raises UnknownObject if there is no such pack, or if no level with this label is in it.
    """
    with site.catalogue.reading() as reader:
        found = find(reader, slug, kind)
        pack = document_of(kind, found)
        labels = [level.label for level in neighbours(reader, found.id, HAS_LEVEL)]
    if label not in labels:
        words = level_kind(site.catalogue.registry, kind).words
        raise UnknownObject(f"{label} is not a {words} of the pack {slug}; give one of its labels")
    place = labels.index(label) + 1
    address = pack_address(site.game_of(kind).name, pack.slug)
    return PlaceInPack(pack.title, pack.slug, address, place, len(labels), labels[place] if place < len(labels) else "")


def puzzle_source(game: GamePages) -> Mapping[str, Any]:
    """Return what the browser needs to find a puzzle for a visitor: the list of levels, and the page of a level."""
    packs = packs_of(game)
    levels = levels_of(game)
    return {
        "kind": levels.name,
        "levels": levels.address,
        "play": packs.play("LABEL", ""),
        "filters": packs.filters,
        "first": packs.first_grade,
    }


def example_picture(game: GamePages) -> str:
    """Return the address of the small picture of the first level of the first pack of a game, or an empty string."""
    if game.packs is None:
        return ""
    kind = kind_of(game.packs)
    with site.catalogue.reading() as reader:
        first = page(reader, kind, {}, limit=1).items
        levels = neighbours(reader, first[0].id, HAS_LEVEL, limit=1) if first else []
    return thumbnail_address(levels_of(game), levels[0].label) if levels else ""


def first_address(game: GamePages, otherwise: str) -> str:
    """Return the address of the first level of the first pack of a game, or another address if there is none."""
    packs = packs_of(game)
    with site.catalogue.reading() as reader:
        for pack in page(reader, kind_of(packs), {}, limit=1).items:
            for level in neighbours(reader, pack.id, HAS_LEVEL, limit=1):
                return packs.play(level.label, document_of(pack.kind, find(reader, pack.label)).slug)
    return otherwise


def section_of(game: GamePages) -> Mapping[str, Any]:
    """Return what the page of all games shows about the packs of a game."""
    packs = packs_of(game)
    kind = kind_of(packs)
    with site.catalogue.reading() as reader:
        documents = [document_of(kind, shown) for shown in page(reader, kind, {}, limit=_MOST_PACKS, whole=True).items]
    levels = levels_of(game)
    cards = []
    for pack in documents:
        first = next_of_pack(site.catalogue, kind, pack.slug) if pack.size else None
        if first is not None:
            words = dict.fromkeys(difficulty_word(grade) for grade in (pack.least_grade, pack.greatest_grade))
            about = f"{pack.size} {packs.noun}{'' if pack.size == 1 else 's'}, {' to '.join(words)}"
            picture = thumbnail_address(levels, first.label)
            address = pack_address(game.name, pack.slug)
            cards.append(PackCard(pack.slug, pack.title, about, pack.size, address, picture))
    easiest = next_level(site.catalogue, levels)
    return {
        "game": game,
        "lead": packs.lead,
        "noun": packs.noun,
        "packs": cards,
        "easiest": "" if easiest is None else packs.play(easiest.label, ""),
        "more": packs.more,
        "source": puzzle_source(game),
    }


def show_pack(game: GamePages, slug: str) -> str:
    """Show the levels of a pack, at most 200 per page. Raises UnknownObject, Fault."""
    packs = packs_of(game)
    kind = kind_of(packs)
    start = number_in_address("from", 1, 1, _MOST_LEVELS)
    with site.catalogue.reading() as reader:
        found = find(reader, slug, kind)
        pack = document_of(kind, found)
        members = neighbours(reader, found.id, HAS_LEVEL)
        first = max(1, min(start, len(members) or 1))
        part = members[first - 1 : first - 1 + _A_PAGE]
        levels = level_kind(reader.registry, kind)
        titles = annotations.titles_of(reader, [member.label for member in part])
        documents = [document_of(levels, level) for level in read_views(reader, levels, [member.id for member in part])]
    here = pack_address(game.name, pack.slug)
    following = first + _A_PAGE
    return render_template(
        "play/pack.html",
        section="/play",
        title=pack.title,
        game=game,
        noun=packs.noun,
        pack=pack,
        worksheet="" if packs.worksheet is None else address_of(packs.worksheet(pack.slug), **_from(first)),
        levels=[
            {
                "place": place,
                "label": level.label,
                "title": titles.get(level.label, ""),
                "address": packs.play(level.label, pack.slug),
                "picture": thumbnail_address(levels, level.label),
                "difficulty": difficulty_word(level.difficulty.grade).capitalize(),
                "goal": packs.goal(level),
                "best": packs.best(level),
                "targets": packs.targets(level),
            }
            for place, level in enumerate(documents, start=first)
        ],
        previous=address_of(here, **_from(max(1, first - _A_PAGE))) if first > 1 else "",
        following=address_of(here, **_from(following)) if following <= len(members) else "",
        object=object_address(pack.label),
        source=puzzle_source(game),
        modules=["settings", "pack-levels"],
    )


def _from(first: int) -> Mapping[str, int]:
    return {"from": first} if first > 1 else {}
