"""Which objects are looked at once a cell of one of them is spoilt."""

from sqlalchemy import select

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.storage import tables


def labels(catalogue: Catalogue, kind: str) -> list[str]:
    """Return the labels that the objects of a kind have: to verify these takes a part of the time of all."""
    with catalogue.reading() as reader:
        of_kind = tables.node.c.kind == reader.registry.numbers.kinds[kind]
        return list(reader.connection.scalars(select(tables.node.c.label).where(of_kind)))
