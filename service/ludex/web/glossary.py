"""The glossary: every kind, fact, relation and statement, as the games declare them and the API says them too."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludex.catalogue.document import FactField
from ludex.catalogue.kind import Kind
from ludex.catalogue.registry import Registry
from ludex.web.addresses import list_address
from ludex.web.facts import described
from ludex.web.games import list_name
from ludex.web.wording import capital, words


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the catalogue: its anchor, how it is called in words and in requests, what it means, what it is of."""

    anchor: str
    name: str
    called: str
    about: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms about one thing, such as the facts of a kind."""

    title: str
    about: str
    anchor: str
    terms: tuple[Term, ...]
    address: str = ""


def glossary(registry: Registry) -> Iterator[Terms]:
    """Yield the terms of a catalogue's games: of each kind what is told of its objects, then relations, statements."""
    for game in registry.games:
        for kind in game.kinds:
            others = (_member(kind, place, about) for place, about in described(kind))
            facts = (*(_fact(kind, fact) for fact in kind.facts), *others)
            title = f"{game.title}: {list_name(kind).lower()}"
            yield Terms(title, kind.view.about, kind.name, facts, list_address(kind))
    relations = tuple(
        Term(one.name, capital(words(one.name)), f"{one.name}, {one.inverse}", one.about) for one in registry.relations
    )
    yield Terms("Relations", "How two objects may be linked; either name may be asked for.", "relations", relations)
    statements = tuple(
        Term(
            one.name,
            capital(words(one.name.partition(".")[2])),
            one.name,
            f"{one.about} Checked: {one.verification_method}.",
        )
        for one in registry.statements
    )
    yield Terms("Statements", "What can be claimed of an object, with what proves it.", "statements", statements)


def _fact(kind: Kind, fact: FactField) -> Term:  # type: ignore[type-arg]
    return Term(f"{kind.name}.{fact.name}", capital(words(fact.name)), fact.name, fact.about)


def _member(kind: Kind, place: str, about: str) -> Term:  # type: ignore[type-arg]
    return Term(f"{kind.name}.{place}", capital(words(place.rpartition(".")[2])), place, about)
