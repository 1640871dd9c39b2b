"""Names of objects in the literature, such as the graph K5, which the games declare."""

from functools import lru_cache
from pkgutil import resolve_name

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.kinds.vocabulary import NamedObject, NamedObjects


@lru_cache(maxsize=8)
def names_of_literature(registry: Registry) -> tuple[NamedObjects, ...]:
    """Return the names from the literature that the games of a registry declare for objects."""
    references = (game.vocabulary.named_objects for game in registry.games)
    return tuple(resolve_name(reference) for reference in references if reference)


def named_object(registry: Registry, text: str) -> NamedObject | None:
    """Return the object that has the given text as its name in the literature."""
    return next((found for names in names_of_literature(registry) if (found := names.read(text)) is not None), None)
