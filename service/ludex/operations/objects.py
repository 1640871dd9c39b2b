"""What can be done with stored objects of any kind."""

from typing import Any

from sqlalchemy.exc import IntegrityError

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import Kind
from ludex.catalogue.label import Protected
from ludex.catalogue.naming import delete_named
from ludex.catalogue.reading import Shown


def delete(catalogue: Catalogue, kind: Kind[Any, Any], name: str) -> Shown:
    """Delete the object of a kind that has a label or slug, with what it owns, and return it as it was.

    Of an object of the starting catalogue only a user's slug goes. Raises UnknownObject, and Protected for what is
    always there, what is of the starting catalogue, and what other objects are linked to.
    """
    try:
        with catalogue.writing() as writer:
            return delete_named(writer, kind, name)
    except IntegrityError:
        raise Protected(f"other objects are linked to the {kind.words} {name}: delete them first") from None
