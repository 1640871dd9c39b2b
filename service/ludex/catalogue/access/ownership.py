"""Ownership: an object that was stored with an API key belongs to its owner, and only they may change or delete it."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select

from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Writer


class NotOwner(ValueError):
    """The object belongs to another owner, or to the administrator."""


class QuotaExceeded(Exception):
    """More objects than the storing quota allows. `seconds` is the time until the next window."""

    def __init__(self, seconds: float) -> None:
        super().__init__("the storing quota allows fewer objects")
        self.seconds = seconds


def assign_owner(writer: Writer, nodes: Sequence[int]) -> None:
    """Assign new objects to the owner on whose behalf the writer writes, if any.

    Reserves their places in the owner's storing quota, which the transaction gives back if it fails.
    """
    acting = writer.acting
    if acting is None or acting.owner is None or not nodes:
        return
    writer.reservations.append(acting.reserve(len(nodes)))
    writer.connection.execute(insert(tables.ownership), [{"node": node, "owner": acting.owner} for node in nodes])


def require_own(writer: Writer, found: ObjectView, name: str) -> None:
    """Raise NotOwner if a stored object does not belong to the owner on whose behalf the writer writes.

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
    """Forget whose an object was, because it goes."""
    writer.connection.execute(delete(tables.ownership).where(tables.ownership.c.node == node))
