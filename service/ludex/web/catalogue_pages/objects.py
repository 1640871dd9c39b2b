"""The page of an object at its permanent address.

It contains the picture, facts, solution, claims, relations and formats of the object.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.claims.claim import Statement, StoredClaim, select_cited
from ludex.catalogue.claims.lists import ClaimFilters, count_claims, page_of_claims
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.pack import IN_PACK
from ludex.catalogue.kinds.registry import literature_name
from ludex.catalogue.kinds.relation import Relation
from ludex.catalogue.lists.listing import formats_of, lines, selectable_of
from ludex.catalogue.objects.annotations import note_of
from ludex.catalogue.objects.links import count_neighbours, neighbours, with_all_targets
from ludex.catalogue.objects.pictures import NoPicture, picture_of
from ludex.catalogue.objects.reading import ObjectView, SeveralObjects, UnknownObject, find
from ludex.catalogue.ownership import owner_of
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.exact_json import compact_json
from ludex.engine.faults import Fault
from ludex.operations.citations import FORMATS, cite, write_bibtex
from ludex.operations.packs import level_kind
from ludex.pictures.svg import PictureTooLarge
from ludex.version import __version__
from ludex.web.catalogue_pages.facts import lines_of
from ludex.web.catalogue_pages.games import list_name
from ludex.web.declarations import MOST_ROWS, Explanation, Steps, check_data, subject_of
from ludex.web.game_pages import GamePages, site
from ludex.web.packs import kind_of
from ludex.web.site.addresses import (
    api_address,
    heading_of,
    list_address,
    object_address,
    object_card,
    picture_address,
    preview_address,
    titles_of,
)
from ludex.web.site.text_filters import words

blueprint = Blueprint("objects", __name__)


AnyKind = Kind[Any, Any]

_MOST_CLAIMS = 20
_MOST_ALIKE = 4
_MOST_READ = 200
_MOST_KEY_FACTS = 12
_MOST_NEIGHBOURS = 6
_MOST_SPOILED = 500
_MOST_CERTIFICATE = 4_000
_MOST_TEXT = 4_000
_MOST_PICTURE = 60_000

_TYPES = {"csv": "text/csv", "ndjson": "application/x-ndjson", "json": "application/json"}


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim with its statement. If the game declares an explanation for people, also this explanation.

    `certificate` is the text of the certificate. `data` is the JSON data with which the page checks the claim. Each of
    them is an empty string if it is too long for a page. `data` is also empty if the claim has no short check.
    """

    claim: StoredClaim
    statement: Statement
    certificate: str
    explanation: Explanation | None
    data: str


@dataclass(frozen=True, slots=True)
class LinkedObjects:
    """The objects that a relation links to an object.

    It contains their number, the first few of them, and the address of the full list. `spoils` states whether they show
    a solution of a puzzle.
    """

    name: str
    about: str
    kind: str
    count: int
    first: Sequence[Mapping[str, Any]]
    all: str
    spoils: bool


@dataclass(frozen=True, slots=True)
class ObjectFormat:
    """An object in a text format: the text, or '' if the text is long, and the address of the file."""

    name: str
    text: str
    address: str


@blueprint.get("/objects/<label:label>")
def show_object(label: str) -> str | Response:
    """Show the page of an object, or redirect to its permanent address. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        try:
            found = find(reader, label)
        except SeveralObjects as several:
            title = f"Several objects have the name {label}"
            return render_template("object.html", several=several.labels, title=title, name=label)
        if found.label != label and found.id:
            return redirect(object_address(found.label))
        note, key = note_of(reader, found.id), site.access.key()
        if not note or key is None or not key.reaches(owner_of(reader, found.id)):
            return render_template("object.html", **_context(reader, found, label))
        response = make_response(render_template("object.html", note=note, **_context(reader, found, label)))
        response.headers["Cache-Control"] = "private, no-cache"
        return response


def _context(reader: Reader, found: ObjectView, label: str) -> Mapping[str, Any]:
    kind, registry = found.kind, reader.registry
    spoiled = _spoiled(reader, found)
    members = json.loads(found.text())
    name = members.get("title") or members.get("slug") or ""
    game = site.game_of(kind)
    steps = game.steps(reader, found)
    actions = [
        (action.name, action.address(found.label))
        for action in game.actions
        if action.kind == kind.name and action.fits(members)
    ]
    if game.comparison is not None and kind.name in game.comparison.kinds:
        actions.append(("Compare", url_for("lookup.compare", a=found.label)))
    picture, refused = _picture(reader, found)
    claims = list(_claims(reader, game, found, members)) if found.id else []
    left_out = count_claims(reader, ClaimFilters(concerning=found.id)).count - len(claims) if found.id else 0
    citation = cite(found, site.public_url)
    facts = list(lines_of(registry, kind, members))
    figures = picture_address(kind, found.label).removesuffix(".svg")
    literature = "" if name else literature_name(registry, kind.name, found.label)
    return {
        "title": literature or heading_of(kind, found.label, name),
        "size": kind.name_of(found.label) if literature else "",
        "section": "/explore",
        "object": found,
        "name": name,
        "kind": kind,
        "game": game,
        "list": list_address(kind),
        "list_name": list_name(kind),
        "picture": picture,
        "picture_address": picture_address(kind, found.label),
        "picture_refused": refused,
        "figures_address": figures,
        "preview": preview_address(kind, found.label) if not refused else "",
        "preview_about": f"The picture of {found.label}",
        "key_facts": [line for line in facts if line.leading][:_MOST_KEY_FACTS],
        "other_facts": [line for line in facts if not line.leading],
        "starting": members.get("starting"),
        "slugs": members.get("slugs") or [],
        "tags": members.get("tags") or [],
        "data": json.dumps(members["data"], indent=2, ensure_ascii=False) if "data" in members else "",
        "provenance": _flatten(members.get("provenance") or {}),
        "claims": claims,
        "claims_left_out": left_out,
        "cited": select_cited(registry.cited, subject=found.label),
        "claims_address": api_address(f"objects/{found.label}/claims"),
        "json_address": api_address(f"{kind.address}/{found.label}"),
        "actions": actions if found.id else [],
        "linked": [
            linked for relation in registry.relations for linked in _linked(reader, game, found, relation, spoiled)
        ],
        "solves": len(spoiled),
        "spoiled": "|".join([found.label, *spoiled]),
        "formats": list(_formats(found, label)),
        "steps": None if steps is None else _step(found.label, steps),
        "citation": citation,
        "bibtex": write_bibtex(citation).rstrip(),
        "citation_formats": FORMATS,
        "version": __version__,
        "most_rows": MOST_ROWS,
        "modules": ["copy", "parts", "claims", "spoilers"],
    }


def _picture(reader: Reader, found: ObjectView) -> tuple[str, str]:
    """Return the SVG to embed, and the reason if there is no picture.

    The SVG is '' if it is so long that the page links to it instead.
    """
    try:
        svg = picture_of(reader, found)
    except NoPicture:
        return "", ""
    except PictureTooLarge as error:
        return "", error.message
    return (svg if len(svg) <= _MOST_PICTURE else ""), ""


def _flatten(members: Mapping[str, Any], above: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in members.items():
        found += _flatten(value, f"{above}{name} ") if isinstance(value, dict) else [(words(above + name), value)]
    return found


def _claims(reader: Reader, game: GamePages, found: ObjectView, members: Mapping[str, Any]) -> Iterator[ClaimView]:
    for claim in _first_claims(page_of_claims(reader, ClaimFilters(concerning=found.id), 0, _MOST_READ).items):
        certificate = "" if claim.certificate is None else compact_json(claim.certificate)
        explain = game.claims.get(claim.statement)
        explanation = None if explain is None else explain(claim, subject_of(reader, claim, found, members))
        yield ClaimView(
            claim,
            reader.registry.statement[claim.statement],
            certificate if len(certificate) <= _MOST_CERTIFICATE else "",
            explanation,
            "" if explanation is None else check_data(claim, explanation),
        )


def _first_claims(claims: Iterable[StoredClaim]) -> list[StoredClaim]:
    """Return the claims that a page shows.

    They include every statement, but only a few of the claims that differ only in their parameters.
    """
    counts: Counter[str] = Counter()
    chosen = []
    for claim in sorted(claims, key=lambda claim: bool(claim.parameters)):
        counts[claim.statement] += 1
        if counts[claim.statement] <= _MOST_ALIKE:
            chosen.append(claim)
    return chosen[:_MOST_CLAIMS]


def _spoiled(reader: Reader, found: ObjectView) -> list[str]:
    """Return the labels of the puzzles of which an object is a solution, or a part of one."""
    packs = site.game_of(found.kind).packs
    if not found.id or packs is None or found.kind.name not in packs.solutions:
        return []
    levels = level_kind(reader.registry, kind_of(packs))
    labels: dict[str, None] = {}
    for relation in reader.registry.relations:
        for backwards in (False, True):
            if levels.name in reader.registry.joined(relation, found.kind, backwards):
                name = relation.named(backwards)
                linked = neighbours(reader, found.id, name, kind=levels.name, limit=_MOST_SPOILED)
                labels |= dict.fromkeys(neighbour.label for neighbour in linked)
        if {found.kind.name, levels.name} <= {*relation.sources}:
            # A table of a pack with the same cards also contains the solution.
            also = with_all_targets(reader, found.id, relation.name, levels.name, IN_PACK, _MOST_SPOILED)
            labels |= dict.fromkeys(also)
    return list(labels)


def _linked(
    reader: Reader, game: GamePages, found: ObjectView, relation: Relation, spoiled: Sequence[str]
) -> Iterable[LinkedObjects]:
    if not found.id:
        return
    for backwards in (False,) if relation.mutual else (False, True):
        name = relation.named(backwards)
        for other in reader.registry.joined(relation, found.kind, backwards):
            linked = neighbours(reader, found.id, name, kind=other, limit=_MOST_NEIGHBOURS)
            if not linked:
                continue
            many = len(linked) == _MOST_NEIGHBOURS
            counted = count_neighbours(reader, found.id, name, other) if many else len(linked)
            kind = reader.registry.kind[other]
            names = titles_of(reader, [neighbour.label for neighbour in linked])
            first = [object_card(kind, neighbour.label, title=names[neighbour.label]) for neighbour in linked]
            listed = _full_list(reader, found, kind)
            played = found.kind.name in {action.kind for action in game.actions if action.name == "Play"}
            spoils = played and game.packs is not None and other in game.packs.solutions
            # What a solution consists of shows it as well; the puzzles that it solves do not.
            spoils = spoils or (bool(spoiled) and linked[0].label not in spoiled)
            yield LinkedObjects(name, relation.about, list_name(kind), counted, first, listed, spoils)


def _full_list(reader: Reader, found: ObjectView, kind: AnyKind) -> str:
    """Return the address of the list of all objects of a kind that are linked to an object.

    Return '' if there is no such list.
    """
    selectable, noun = selectable_of(reader.registry, kind), found.kind.noun
    if noun not in {*selectable.columns, *selectable.related}:
        return ""
    return f"{list_address(kind)}?{urlencode({noun: found.label})}"


def _formats(found: ObjectView, label: str) -> Iterator[ObjectFormat]:
    """Yield the formats of an object, given the label or slug in the address of its page."""
    for form in (*found.kind.view.texts, "csv", "ndjson"):
        text = ""
        if form in found.kind.view.texts:
            with suppress(Fault, ValueError):
                text = "\n".join(lines(found.kind, form, [found]))
            if not text:
                continue
        address = url_for("objects.send_file", label=label, form=form)
        yield ObjectFormat(form, text if len(text) <= _MOST_TEXT else "", address)


@blueprint.get("/objects/<label:label>/<form>")
def send_file(label: str, form: str) -> Response:
    """Send a file in a format of an object. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        found = find(reader, label)
        if form not in formats_of(found.kind):
            raise UnknownObject(
                f"unknown format {form!r}; the formats of a {found.kind.words} are {', '.join(formats_of(found.kind))}"
            )
        end = "\r\n" if form == "csv" else "\n"
        text = "".join(line + end for line in lines(found.kind, form, [found]))
    response = Response(text, content_type=f"{_TYPES.get(form, 'text/plain')}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.label}.{form}"'
    return response


def _step(label: str, steps: Steps) -> Mapping[str, Any]:
    """Return the step of the solution that the address specifies.

    If the address specifies no step, the solution remains hidden.
    """
    text = request.args.get("step", "")
    at = min(int(text), steps.count) if text.isascii() and text.isdigit() and len(text) < 9 else None
    address = object_address(label)

    def to(step: int) -> str:
        return (
            url_for("objects.show_object", label=label, step=step, _anchor="solution")
            if 0 <= step <= steps.count
            else ""
        )

    shown = {"count": steps.count, "at": at, "begin": to(0), "hide": address, "about": steps.about, "noun": steps.noun}
    if at is None:
        return shown
    picture, description = steps.at(at)
    return shown | {"picture": picture, "description": description, "back": to(at - 1), "forward": to(at + 1)}
