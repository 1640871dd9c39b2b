"""Texts and JSON in the notations of the installed games, and the stored objects that they denote."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import AnyKind, Registry
from ludex.catalogue.objects.reading import find_key
from ludex.engine.budget import Budget
from ludex.games import games, part

OpenBudget = Callable[[], AbstractContextManager[Budget]]


@dataclass(frozen=True, slots=True)
class Recognized:
    """A text in a notation: its description, its picture as SVG, and the kind and the label of the object.

    `label` is None if the object is not stored. `own_label` is the label that it has wherever it is stored.
    """

    about: str
    picture: str
    kind: AnyKind
    label: str | None
    own_label: str


@dataclass(frozen=True, slots=True)
class NotationContext:
    """The execution context in which a notation is read: within the bounds of the service, without storing."""

    catalogue: Catalogue
    search: OpenBudget
    destination: None = None

    def bound(self, limit: Any) -> Any:  # noqa: ANN401 - a limit of any type
        """Return the limit, which applies to every search."""
        return limit


def parts_of(registry: Registry, name: str) -> tuple[Any, ...]:
    """Return one part of every installed game that a registry has."""
    titles = {game.title for game in registry.games}
    return tuple(found for game in games() if game.title in titles and (found := part(game, name)) is not None)


@lru_cache(maxsize=8)
def notations_of(registry: Registry) -> tuple[Any, ...]:
    """Return the notations that the installed games of a registry declare with their pages, in the order of these."""
    declared = sorted(parts_of(registry, "pages"), key=lambda pages: (pages.order, pages.name))
    return tuple(pages.notation for pages in declared if pages.notation is not None)


def recognize(
    catalogue: Catalogue, text: str, budget: OpenBudget, notations: Sequence[Any]
) -> tuple[Recognized | None, Sequence[str]]:
    """Return the meaning of a text in the notation of a game, or an error message; neither if it is in no notation.

    Raises BudgetExhausted.
    """
    notation = next((notation for notation in notations if notation.fits(text)), None)
    if notation is None and text.startswith(("{", "[")):
        notation = next((notation for notation in notations if notation.takes_json), None)
    if notation is None:
        return None, ()
    try:
        with budget() as searched:
            found = notation.recognize(text, NotationContext(catalogue, budget), searched)
    except (ValueError, RecursionError) as error:
        return None, (str(error),)
    kind = catalogue.registry.kind[found.kind]
    with catalogue.reading() as reader:
        stored = find_key(reader, kind, found.identity.key)
    label = found.identity.named(kind.name).label
    return Recognized(found.about, found.picture, kind, None if stored is None else stored.label, label), ()
