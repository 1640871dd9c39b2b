"""The search for a label, a slug, text in the notation of a game, or words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, request
from sqlalchemy import select
from werkzeug.wrappers import Response

from ludex.catalogue.kinds.label import is_storable
from ludex.catalogue.lists.listing import selectable_of
from ludex.catalogue.objects.reading import SeveralObjects, UnknownObject, find, find_key
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Reader
from ludex.web.catalogue_pages.games import kinds_of, list_name
from ludex.web.game_pages import Page, Site
from ludex.web.lookup_pages.draw import game_by_notation
from ludex.web.lookup_pages.notation import Recognition
from ludex.web.site.addresses import list_address, object_address
from ludex.web.site.form_input import PageContext
from ludex.web.site.text_filters import words

_MOST_CHARACTERS = 8_000
_MOST_FOUND = 12
_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class NotationResult:
    """The meaning of a text in a notation: a description, a picture, and the label of the stored object, if any."""

    about: str
    picture: str
    label: str | None
    list: str


@dataclass(frozen=True, slots=True)
class WordResult:
    """A page that matches the words of a search: its name, its subject, its address."""

    name: str
    about: str
    address: str


def pages(_site: Site) -> Iterable[Page]:
    """Return the search page."""
    yield Page("/search", _search, "search.html", title="Search", computes=True)


def _search(site: Site) -> Mapping[str, Any] | Response:
    text = request.args.get("q", "").strip()
    shown: dict[str, Any] = {"searched": text, "found": [], "faults": [], "named": [], "places": []}
    shown["examples"] = [
        example for game in site.games if game.notation is not None for example in game.notation.examples
    ]
    if len(text) > _MOST_CHARACTERS:
        faults = [f"a search can have at most {_MOST_CHARACTERS:,} characters; the API accepts more"]
        return shown | {"searched": "", "faults": faults}
    if not text:
        return shown
    registry = site.catalogue.registry
    with site.catalogue.reading() as reader:
        named = _with_name(reader, text)
    name = text.lower()
    if len(named) == 1 and registry.labelled(name) is not None:
        return redirect(object_address(named[0]))
    recognition, fault = (None, "") if named else _recognize(site, text)
    with site.catalogue.reading() as reader:
        found = [] if recognition is None else [_look_up(reader, recognition)]
        near = [] if recognition else _with_similar_name(reader, text)
    return shown | {
        "found": found,
        "faults": [fault] if fault else [],
        "named": named or near,
        "places": list(_matching_words(site, text))[:_MOST_FOUND],
    }


def _with_name(reader: Reader, text: str) -> list[str]:
    """Return the labels of the objects with this label or slug."""
    name = text.lower()
    if "/" in name or "." in name or " " in name:
        return []
    try:
        return [find(reader, name).label]
    except SeveralObjects as several:
        return list(several.labels)
    except UnknownObject:
        return []


def _with_similar_name(reader: Reader, text: str) -> list[str]:
    """Return the labels of objects whose slug begins with a text, or whose kind has this name."""
    start = text.lower().replace(" ", "-")
    if not is_storable(start):
        return []
    end = start + "\uffff"
    slugs = (
        select(tables.node.c.label)
        .join(tables.alias, tables.alias.c.node == tables.node.c.id)
        .where(tables.alias.c.slug >= start, tables.alias.c.slug < end)
        .limit(_MOST_FOUND)
    )
    found = list(reader.connection.scalars(slugs))
    if start in reader.registry.kind:
        facts = reader.registry.facts[start]
        of_kind = select(tables.node.c.label).join(facts, facts.c.node == tables.node.c.id)
        found += reader.connection.scalars(of_kind.order_by(facts.c.node).limit(_MOST_FOUND))
    return list(dict.fromkeys(found))[:_MOST_FOUND]


def _recognize(site: Site, text: str) -> tuple[Recognition | None, str]:
    """Return the meaning of a text in the notation of a game, or an error message."""
    game = game_by_notation(site.games, text)
    if game is None and text.startswith(("{", "[")):
        game = next((game for game in site.games if game.notation is not None and game.notation.takes_json), None)
    if game is None or game.notation is None:
        return None, ""
    try:
        with site.search("search", _SECONDS, "ludex lookup") as budget:
            return game.notation.recognize(text, PageContext(site, "lookup"), budget), ""
    except (ValueError, RecursionError) as error:
        return None, f"{game.title}: {error}"


def _look_up(reader: Reader, recognition: Recognition) -> NotationResult:
    kind = reader.registry.kind[recognition.kind]
    found = find_key(reader, kind, recognition.identity.key)
    return NotationResult(
        recognition.about, recognition.picture, None if found is None else found.label, list_address(kind)
    )


def _matching_words(site: Site, text: str) -> Iterator[WordResult]:
    """Yield the games, lists, facts and relations that match all words of a text."""
    stems = [word.removesuffix("s") for word in words(text).lower().split()]

    def fits(*texts: str) -> bool:
        joined = " ".join(texts).lower()
        return all(stem in joined for stem in stems)

    registry = site.catalogue.registry
    for game in site.games:
        if fits(game.title, game.name):
            yield WordResult(game.title, "The game: its rules, exact results, and lists.", game.address)
        for kind in kinds_of(registry, game):
            if fits(game.title, list_name(kind), words(kind.name), kind.view.about):
                yield WordResult(f"{list_name(kind)} of {game.title}", kind.view.about, list_address(kind))
    for kind in registry.kinds:
        for fact in selectable_of(registry, kind).own.values():
            if fact.name in registry.kind or not fits(words(fact.name)):
                continue
            name = f"{words(fact.name)} of {words(kind.plural)}"
            yield WordResult(name, fact.about, f"/documentation/glossary#{kind.name}.{fact.name}")
    for relation in registry.relations:
        if fits(words(relation.name)) or fits(words(relation.inverse)):
            yield WordResult(words(relation.name), relation.about, f"/documentation/glossary#{relation.name}")
