"""Ownership of stored objects, and the API keys that permit writing over HTTP.

An object that was stored with an API key belongs to the owner of the key. Only this owner may change or delete the
object.

The key of a machine (see :mod:`ludex.catalogue.machine_key`) has no owner: objects stored with it belong to the
administrator, as do those that the command line stores.

The secret of a key consists of `ludex_`, the id of the key, `_`, and 43 characters that encode 256 random bits. Only
digests of the secrets are stored. A single fast hash is sufficient, because a dictionary attack cannot guess a random
secret.
"""

import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlalchemy import String, delete, insert, select, update

from ludex.catalogue.kinds.label import is_storable
from ludex.catalogue.objects.annotations import note_of
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage import tables
from ludex.catalogue.storage.snapshot import Prepared, Reader, Writer, parameter
from ludex.engine.faults import Fault


class NotOwner(ValueError):
    """The object belongs to another owner, or to the administrator."""


class QuotaExceeded(Exception):
    """A write exceeds the storing quota. `seconds` is the time until the next window of the quota begins."""

    def __init__(self, seconds: float) -> None:
        super().__init__("the storing quota allows fewer objects")
        self.seconds = seconds


def assign_owner(writer: Writer, nodes: Sequence[int]) -> None:
    """Assign new objects to the owner for whom the writer acts, if there is one.

    The number of objects counts against the storing quota of the owner. If the transaction fails, the reserved part of
    the quota is released.
    """
    acting = writer.acting
    if acting is None or acting.owner is None or not nodes:
        return
    if acting.reserve is not None:
        writer.reservations.append(acting.reserve(len(nodes)))
    writer.connection.execute(insert(tables.ownership), [{"node": node, "owner": acting.owner} for node in nodes])


def require_own(writer: Writer, found: ObjectView, name: str) -> None:
    """Raise NotOwner if a stored object does not belong to the owner for whom the writer acts.

    If the object has changed since the client has seen it, raises the error that the write context raises. The message
    contains `name`.
    """
    require_owner(writer, found, name)
    if writer.acting is not None:
        writer.acting.require_current_version(found, note_of(writer, found.id))


def require_owner(writer: Writer, found: ObjectView, name: str) -> None:
    """Raise NotOwner as :func:`require_own` does, for an object that the client need not have seen."""
    acting = writer.acting
    if acting is not None and not acting.everything and owner_of(writer, found.id) != acting.owner:
        raise NotOwner(
            f"{name} does not belong to {acting.owner}: only its owner may change or delete it; use its owner's key, a "
            "key with the scope `admin`, or the command line"
        )


def owner_of(reader: Reader, node: int) -> str | None:
    """Return the owner of an object, or None if it belongs to the administrator."""
    return reader.connection.scalar(select(tables.ownership.c.owner).where(tables.ownership.c.node == node))


def clear_owner(writer: Writer, node: int) -> None:
    """Remove the ownership of an object that is about to be deleted."""
    writer.connection.execute(delete(tables.ownership).where(tables.ownership.c.node == node))


MAX_OWNER = 100
_PREFIX = "ludex"
_PARTS = 3


class Scope(StrEnum):
    """A permission of a key."""

    STORE = "store"
    """Permission to store objects, which then belong to the owner of the key."""
    EDIT = "edit"
    """Permission to change and delete the objects of the key's owner."""
    JOBS_READ = "jobs:read"
    """Permission to read the arguments, logs and results of the jobs of every owner."""
    ADMIN = "admin"
    """All of the preceding permissions, for the objects of every owner."""


class KeyFault(Fault):
    """An API key cannot be created or does not exist."""


@dataclass(frozen=True, slots=True)
class Key:
    """An API key without its secret. Times are in ISO 8601, in UTC; a key may have neither `expires` nor `revoked`.

    The key of a machine has no `owner`.
    """

    id: str
    owner: str | None
    scopes: tuple[Scope, ...]
    created: str
    expires: str | None = None
    revoked: str | None = None

    def invalid(self, at: str) -> str | None:
        """Return why the key is not valid at a time, or None if it is.

        >>> key = Key("0d1ffea4", "ada", (Scope.STORE,), "2026-01-01T00:00:00+00:00", "2026-02-01T00:00:00+00:00")
        >>> key.invalid("2026-01-31T23:59:59+00:00"), key.invalid("2026-02-01T00:00:00+00:00")
        (None, 'expired on 2026-02-01')
        """
        if self.revoked is not None:
            return f"was revoked on {self.revoked[:10]}"
        return f"expired on {self.expires[:10]}" if self.expires is not None and self.expires <= at else None

    def allows(self, scope: Scope) -> bool:
        """Return whether the key has either the given scope or the scope that includes all others."""
        return scope in self.scopes or Scope.ADMIN in self.scopes

    def reaches(self, owner: str | None) -> bool:
        """Return whether the key may change the objects of an owner. None stands for objects without an owner."""
        return self.owner == owner or self.allows(Scope.ADMIN)


def create(writer: Writer, owner: str, scopes: Iterable[Scope], at: str, expires: str | None = None) -> tuple[Key, str]:
    """Store a new key, and return it with its secret.

    The secret cannot be retrieved later. Raises KeyFault.

    `at` is the current time in ISO 8601, and `expires` the time from which on the key is not valid.
    """
    if not owner.strip() or len(owner) > MAX_OWNER or not is_storable(owner):
        raise KeyFault(
            f"the name of an owner must have 1 to {MAX_OWNER} characters and be valid Unicode: {owner!r}", ("owner",)
        )
    wanted = tuple(scope for scope in Scope if scope in set(scopes))
    if not wanted:
        raise KeyFault(f"a key needs at least one scope of {', '.join(Scope)}", ("scopes",))
    secret = new_secret()
    return _stored(writer, secret, Key(_id(secret), owner, wanted, at, expires)), secret


def register_machine(writer: Writer, secret: str, at: str) -> None:
    """Store a key that has no owner and may do everything, unless the catalogue already has it."""
    if recognised(writer, secret) is None:
        _stored(writer, secret, Key(_id(secret), None, (Scope.ADMIN,), at))


def new_secret() -> str:
    """Return the secret of a new key."""
    return f"{_PREFIX}_{secrets.token_hex(4)}_{secrets.token_urlsafe(32)}"


def _id(secret: str) -> str:
    return secret.split("_", _PARTS - 1)[1]


def _stored(writer: Writer, secret: str, key: Key) -> Key:
    row = {**asdict(key), "digest": _digest(secret), "owner": key.owner or "", "scopes": " ".join(key.scopes)}
    writer.connection.execute(insert(tables.api_key).values(row))
    return key


def listed(reader: Reader) -> list[Key]:
    """Return all keys, including revoked ones, oldest first."""
    rows = reader.connection.execute(select(tables.api_key).order_by(tables.api_key.c.created, tables.api_key.c.id))
    return [_key(row) for row in rows]


def revoke(writer: Writer, key: str, at: str) -> Key:
    """Revoke the key with the given id, and return it.

    A key that is already revoked does not change. Raises KeyFault.
    """
    columns = tables.api_key.c
    holding = (columns.id == key) & columns.revoked.is_(None)
    writer.connection.execute(update(tables.api_key).where(holding).values(revoked=at))
    row = writer.connection.execute(select(tables.api_key).where(columns.id == key)).one_or_none()
    if row is None:
        raise KeyFault(f"there is no key {key!r}; `ludex keys list` lists the keys", ("key",))
    return _key(row)


def recognised(reader: Reader, secret: str) -> Key | None:
    """Return the key with the given secret, even if it is not valid any more, or None if there is no such key.

    Cost: one indexed statement.
    """
    parts = secret.split("_", _PARTS - 1)
    if len(parts) < _PARTS or parts[0] != _PREFIX or not is_storable(secret):
        return None
    for row in _KEY_OF_ID.rows(reader.connection, {"id": parts[1]}):
        if hmac.compare_digest(bytes(row[_DIGEST]), _digest(secret)):
            return _key(row)
    return None


_KEY_OF_ID = Prepared(select(tables.api_key).where(tables.api_key.c.id == parameter("id", String())))
_DIGEST = 1


def counted_as(owner: str) -> str:
    """Return the identifier under which the requests and objects of an owner are counted, for all keys of the owner.

    >>> counted_as("ada")
    'owner ada'
    """
    return f"owner {owner}"


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def _key(row: Sequence[Any]) -> Key:
    number, _, owner, scopes, *times = row
    return Key(number, owner or None, tuple(map(Scope, scopes.split())), *times)
