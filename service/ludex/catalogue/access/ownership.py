"""Whose an object is: what somebody stored with a key is theirs, and only they may change or delete it with a key."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select

from ludex.catalogue.objects.reading import Shown
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Writer


class NotOwner(ValueError):
    """An object of somebody else, or of nobody, is to be changed or deleted."""


def assign_owner(writer: Writer, nodes: Sequence[int]) -> None:
    """Let new objects belong to whom the writer acts for; to nobody if it acts for nobody."""
    acting = writer.acting
    if acting is None or acting.owner is None or not nodes:
        return
    writer.connection.execute(insert(tables.ownership), [{"node": node, "owner": acting.owner} for node in nodes])
    acting.stored(len(nodes))


def require_own(writer: Writer, found: Shown, name: str) -> None:
    """Raise NotOwner if a writer acts for somebody to whom a stored object, called by a name, does not belong.

    And what the writer raises for an object that is not what they have seen.
    """
    acting = writer.acting
    if acting is None:
        return
    if not acting.everything:
        owned = select(tables.ownership.c.owner).where(tables.ownership.c.node == found.id)
        if writer.connection.scalar(owned) != acting.owner:
            raise NotOwner(f"{name} does not belong to {acting.owner}: only its owner may change or delete it")
    acting.unseen(found)


def clear_owner(writer: Writer, node: int) -> None:
    """Forget whose an object was, because it goes."""
    writer.connection.execute(delete(tables.ownership).where(tables.ownership.c.node == node))
