"""The glossary: every kind, fact, relation and statement, as the games declare them."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry
from ludex.web.catalogue_pages.facts import described
from ludex.web.catalogue_pages.games import list_name
from ludex.web.site.addresses import list_address
from ludex.web.site.text_filters import capital, words


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term of the catalogue: its anchor, its name in words and in requests, its meaning, a list of it."""

    anchor: str
    name: str
    called: str
    about: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class GlossarySection:
    """Terms with one subject, such as the facts of a kind."""

    title: str
    about: str
    anchor: str
    terms: tuple[GlossaryEntry, ...]
    address: str = ""


def glossary(registry: Registry) -> Iterator[GlossarySection]:
    """Yield the terms of a catalogue's games: the members of each kind, then relations and statements."""
    for game in registry.games:
        for kind in game.kinds:
            others = (_member(kind, place, about) for place, about in described(kind))
            facts = (*(_fact(kind, fact) for fact in kind.facts), *others)
            title = f"{game.title}: {list_name(kind).lower()}"
            yield GlossarySection(title, kind.view.about, kind.name, facts, list_address(kind))
    relations = tuple(
        GlossaryEntry(one.name, capital(words(one.name)), f"{one.name}, {one.inverse}", one.about)
        for one in registry.relations
    )
    yield GlossarySection(
        "Relations", "How two objects may be linked; either name may be asked for.", "relations", relations
    )
    statements = tuple(
        GlossaryEntry(
            one.name,
            capital(words(one.name.partition(".")[2])),
            one.name,
            f"{one.about} Checked: {one.verification_method}.",
        )
        for one in registry.statements
    )
    yield GlossarySection(
        "Statements", "What can be claimed of an object, with what proves it.", "statements", statements
    )


def _fact(kind: Kind, fact: FactField) -> GlossaryEntry:  # type: ignore[type-arg]
    return GlossaryEntry(f"{kind.name}.{fact.name}", capital(words(fact.name)), fact.name, fact.about)


def _member(kind: Kind, place: str, about: str) -> GlossaryEntry:  # type: ignore[type-arg]
    return GlossaryEntry(f"{kind.name}.{place}", capital(words(place.rpartition(".")[2])), place, about)
