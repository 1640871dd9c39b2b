"""The pages of the documentation.

Some are dynamic, such as the glossary, and the pages of requests and commands. `scripts/build-docs` builds the others
from `schema/documentation`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, render_template, send_from_directory
from werkzeug.wrappers import Response

from ludex.catalogue.dataset.description import CREATOR, LICENCE_URL
from ludex.catalogue.exact_results.reading import CollectionState, read_collections
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import UnknownObject
from ludex.requests.declaration import declaration_of
from ludex.version import RELEASE_YEAR, __version__
from ludex.web.catalogue_pages.facts import documented_members
from ludex.web.catalogue_pages.games import list_name
from ludex.web.game_pages import site
from ludex.web.packs import example_picture
from ludex.web.site.addresses import address_of, api_address, list_address
from ludex.web.site.text_filters import capital, words

blueprint = Blueprint("learn", __name__)


AnyKind = Kind[Any, Any]


_CATALOGUE = "Ludex: complete families"


@blueprint.get("/documentation")
def show_contents() -> str:
    """Show the contents of the documentation."""
    tutorials = [
        {"name": game.title, "address": link.address, "about": game.packs.lead, "picture": example_picture(game)}
        for game in site.games
        if game.packs is not None
        for link in game.packs.more[:1]
    ]
    return render_template("documentation.html", title="Learn", section="/documentation", tutorials=tutorials)


@blueprint.get("/documentation/commands")
def list_commands() -> str:
    """List the requests and the equivalent commands."""
    return render_template(
        "commands.html",
        title="Requests and commands",
        section="/documentation",
        games=[(game.title, list(map(declaration_of, game.requests))) for game in site.games if game.requests],
    )


@blueprint.get("/documentation/citing")
def show_citing() -> str:
    """Show how to cite objects, results and the catalogue."""
    return render_template(
        "citing.html",
        title="How to cite",
        section="/documentation",
        games=site.games,
        version=__version__,
        year=RELEASE_YEAR,
        modules=["copy"],
    )


@blueprint.get("/documentation/completeness")
def list_families() -> str:
    """List the complete families of objects."""
    with site.catalogue.reading() as reader:
        collections = [(state, reader.registry.kind[state.kind]) for state in read_collections(reader)]
    described = [_described(state, kind) for state, kind in collections]
    catalogue = {"@context": "https://schema.org/", "@type": "DataCatalog", "name": _CATALOGUE, "dataset": described}
    return render_template(
        "completeness.html",
        title="Complete families",
        section="/documentation",
        collections=[(state, address_of(list_address(kind), **state.filters)) for state, kind in collections],
        json=api_address("collections"),
        json_ld=catalogue,
    )


def _described(state: CollectionState, kind: AnyKind) -> Mapping[str, Any]:
    """Return a collection as a data set in the vocabulary of schema.org."""
    return {
        "@type": "Dataset",
        "name": state.title,
        "description": f"{state.size:,} members, of which {state.stored:,} are stored. Source: {state.source}.",
        "identifier": state.name,
        "url": site.absolute(address_of(list_address(kind), **state.filters)),
        "license": LICENCE_URL,
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": CREATOR},
        "distribution": {
            "@type": "DataDownload",
            "contentUrl": site.absolute(address_of(api_address(kind.address), **state.filters, format="ndjson")),
            "encodingFormat": "application/x-ndjson",
        },
    }


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term of the glossary: its anchor, its name in words, its identifier in requests, and its meaning."""

    anchor: str
    name: str
    identifier: str
    about: str


@dataclass(frozen=True, slots=True)
class GlossarySection:
    """A group of terms with a common subject, such as the facts of a kind."""

    title: str
    about: str
    anchor: str
    terms: tuple[GlossaryEntry, ...]
    kind: str = ""


@blueprint.get("/documentation/glossary")
def show_glossary() -> str:
    """Show the meaning of every term."""
    return render_template(
        "glossary.html", title="Glossary", section="/documentation", sections=_sections(site.catalogue.registry)
    )


@cache
def _sections(registry: Registry) -> tuple[GlossarySection, ...]:
    return tuple(glossary(registry))


def glossary(registry: Registry) -> Iterator[GlossarySection]:
    """Yield the sections of the glossary.

    The facts and members of each kind come first, and then the relations and statements.
    """
    for game in registry.games:
        for kind in game.kinds:
            facts = (_entry(kind, fact.name, fact.title, fact.about) for fact in kind.facts)
            members = (_entry(kind, path, path.rpartition(".")[2], about) for path, about in documented_members(kind))
            title = f"{game.title}: {list_name(kind).lower()}"
            yield GlossarySection(title, kind.view.about, kind.name, (*facts, *members), kind.name)
    relations = tuple(
        GlossaryEntry(
            relation.name, capital(words(relation.name)), f"{relation.name}, {relation.inverse}", relation.about
        )
        for relation in registry.relations
    )
    about = "How two objects can be linked. Each relation has a name for either direction."
    yield GlossarySection("Relations", about, "relations", relations)
    statements = tuple(
        GlossaryEntry(
            statement.name,
            capital(words(statement.name.partition(".")[2])),
            statement.name,
            f"{statement.about} Checked: {statement.verification_method}.",
        )
        for statement in registry.statements
    )
    about = "What can be claimed about an object, and how the claim is checked."
    yield GlossarySection("Statements", about, "statements", statements)


def _entry(kind: AnyKind, identifier: str, name: str, about: str) -> GlossaryEntry:
    return GlossaryEntry(f"{kind.name}.{identifier}", capital(words(name)), identifier, about)


_FOLDER = Path(__file__).parents[1] / "docs"
# Sphinx writes inline styles. The pages of the documentation contain no user input.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@blueprint.get("/docs/")
@blueprint.get("/docs/<path:path>")
def send_file(path: str = "index.html") -> Response:
    """Send a file of the built documentation. Raises UnknownObject."""
    if not (_FOLDER / "index.html").is_file():
        raise UnknownObject("the documentation has not been built; run scripts/build-docs and reload this page")
    response = send_from_directory(_FOLDER, path)
    response.headers["Content-Security-Policy"] = _POLICY
    return response
