"""Ownership: an object stored with an API key belongs to the owner of the key; only they may change or delete it."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select

from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Writer


class NotOwner(ValueError):
    """The object belongs to another owner, or to the administrator."""


class QuotaExceeded(Exception):
    """A write exceeds the storing quota. `seconds` is the time until the next window."""

    def __init__(self, seconds: float) -> None:
        super().__init__("the storing quota allows fewer objects")
        self.seconds = seconds


def assign_owner(writer: Writer, nodes: Sequence[int]) -> None:
    """Assign new objects to the owner for whom the writer acts, if any.

    The objects are subtracted from the owner's storing quota. If the transaction fails, this reservation is released.
    """
    acting = writer.acting
    if acting is None or acting.owner is None or not nodes:
        return
    writer.reservations.append(acting.reserve(len(nodes)))
    writer.connection.execute(insert(tables.ownership), [{"node": node, "owner": acting.owner} for node in nodes])


def require_own(writer: Writer, found: ObjectView, name: str) -> None:
    """Raise NotOwner if a stored object does not belong to the owner for whom the writer acts.

    Also raises the error of :attr:`WriteContext.unseen` if the object has changed. `name` is shown in the message.
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
    """Delete the owner of an object that is about to be deleted."""
    writer.connection.execute(delete(tables.ownership).where(tables.ownership.c.node == node))
