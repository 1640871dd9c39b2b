"""One box for everything: a label, a slug, a notation of a game, or words; the page says what it understood."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import redirect, request
from sqlalchemy import select
from werkzeug.wrappers import Response

from ludex.catalogue import tables
from ludex.catalogue.label import is_storable
from ludex.catalogue.listing import asked_of
from ludex.catalogue.reading import SeveralObjects, UnknownObject, find, find_key
from ludex.catalogue.registry import Registry
from ludex.catalogue.snapshot import Reader
from ludex.web.addresses import list_address, object_address
from ludex.web.games import games_of, list_name
from ludex.web.given import PageContext
from ludex.web.notations import NOTATIONS, written_in
from ludex.web.notations.notation import Understood
from ludex.web.page import Page, Site
from ludex.web.wording import words

_MOST_CHARACTERS = 8_000
_MOST_FOUND = 12
_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a text means: said in words, drawn, and the label of the stored object that it is, None if none is."""

    said: str
    picture: str
    label: str | None
    list: str


@dataclass(frozen=True, slots=True)
class Place:
    """Something that words lead to: what it is called, what it is, where."""

    name: str
    about: str
    address: str


def pages(_registry: Registry) -> Iterable[Page]:
    """Return the page of the search."""
    yield Page("/search", _search, "search.html", title="Search", computes=True)


def _search(site: Site) -> Mapping[str, Any] | Response:
    text = request.args.get("q", "").strip()
    shown: dict[str, Any] = {"sought": text, "found": [], "faults": [], "called": [], "places": []}
    if len(text) > _MOST_CHARACTERS:
        faults = [f"a search has at most {_MOST_CHARACTERS:,} characters; the API takes more"]
        return shown | {"sought": "", "faults": faults}
    if not text:
        return shown
    registry = site.catalogue.registry
    with site.catalogue.reading() as reader:
        called = _called(reader, text)
    name = text.lower()
    if len(called) == 1 and registry.labelled(name) is not None:
        return redirect(object_address(called[0]))
    understood, fault = (None, "") if called else _understood(site, text)
    with site.catalogue.reading() as reader:
        found = [] if understood is None else [_found(reader, understood)]
        near = [] if understood else _near(reader, text)
    return shown | {
        "found": found,
        "faults": [fault] if fault else [],
        "called": called or near,
        "places": list(_places(registry, text))[:_MOST_FOUND],
    }


def _called(reader: Reader, text: str) -> list[str]:
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


def _near(reader: Reader, text: str) -> list[str]:
    """Return the labels of objects whose slug begins so, or that are of the kind with this name."""
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


def _understood(site: Site, text: str) -> tuple[Understood | None, str]:
    """Return what a text means in the notation of a game, or why it is not what it nearly is."""
    # What begins as JSON does and is no cards is meant to be a drawing, or points.
    name = written_in(text) or ("planarity" if text.startswith(("{", "[")) else "")
    game = next((one for one in games_of(site.catalogue.registry) if one.name == name), None)
    if game is None:
        return None, ""
    try:
        with site.search("search", _SECONDS, "ludex lookup") as budget:
            return NOTATIONS[name].understood(text, PageContext(site, "lookup"), budget), ""
    except (ValueError, RecursionError) as error:
        return None, f"{game.title}: {error}"


def _found(reader: Reader, one: Understood) -> Found:
    kind = reader.registry.kind[one.kind]
    found = find_key(reader, kind, one.identity.key)
    return Found(one.said, one.picture, None if found is None else found.label, list_address(kind))


def _places(registry: Registry, text: str) -> Iterator[Place]:
    """Yield games, lists and facts that all the words of a text are about."""
    wanted = [word.removesuffix("s") for word in words(text).lower().split()]

    def fits(*texts: str) -> bool:
        said = " ".join(texts).lower()
        return all(word in said for word in wanted)

    for game in games_of(registry):
        if fits(game.title, game.name):
            yield Place(game.title, "The game: what it is, exact results, what is stored.", game.address)
        for kind in game.kinds:
            if fits(game.title, list_name(kind), words(kind.name), kind.view.about):
                yield Place(f"{list_name(kind)} of {game.title}", kind.view.about, list_address(kind))
    for kind in registry.kinds:
        for fact in asked_of(registry, kind).own.values():
            if fact.name in registry.kind or not fits(words(fact.name)):
                continue
            name = f"{words(fact.name)} of {words(kind.plural)}"
            yield Place(name, fact.about, f"/documentation/glossary#{kind.name}.{fact.name}")
    for relation in registry.relations:
        if fits(words(relation.name)) or fits(words(relation.inverse)):
            yield Place(words(relation.name), relation.about, f"/documentation/glossary#{relation.name}")
