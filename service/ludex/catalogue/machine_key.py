"""The API key of this machine, which lets the user who starts a service on this machine write to it.

The secret is in a file in the user's data folder that only this user can read. Whoever can read it could also write to
the catalogue itself, so the key has the scope `admin`. It has no owner: objects stored with it belong to the
administrator, as do those that the command line stores.

A browser receives the key through a link that works once. The link contains a random token, and an empty file with the
digest of the token as its name shows that the link has not been used yet.
"""

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import new_secret, recognised, register_machine

KEY_FILE = "machine.key"
"""The file name of the secret, in the data folder."""

_LINKS = "sign-in-links"
_LINK_SECONDS = 24 * 3600


def key_of_machine(catalogue: Catalogue, folder: Path, at: str) -> str:
    """Return the secret of the key of this machine, which the catalogue recognizes afterwards.

    The key is created if there is none, or if the catalogue has revoked it. Raises OSError if the folder is not
    writable.

    `at` is the current time in ISO 8601.
    """
    secret = read_key(folder) or _write(folder, new_secret(), os.link)
    with catalogue.reading() as reader:
        known = recognised(reader, secret)
    if known is not None and known.revoked is not None:
        secret, known = _write(folder, new_secret(), os.replace), None
    if known is None:
        with catalogue.writing() as writer:
            register_machine(writer, secret, at)
    return secret


def read_key(folder: Path) -> str | None:
    """Return the secret of the key of this machine, or None if there is no such key."""
    try:
        return (folder / KEY_FILE).read_text("ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def _write(folder: Path, secret: str, publish: Callable[[Path, Path], None]) -> str:
    """Write a secret to the file that only the user can read, and return the secret that the file then contains.

    If `publish` is :func:`os.link`, a secret that another process has written meanwhile remains.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = folder / f"{KEY_FILE}.{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{secret}\n")
        with suppress(FileExistsError):
            publish(unfinished, folder / KEY_FILE)
    finally:
        unfinished.unlink(missing_ok=True)
    written = read_key(folder)
    if written is None:
        raise OSError(f"{folder / KEY_FILE} contains no key; delete the file")
    return written


def new_token(folder: Path) -> str:
    """Return the token of a new link that works once, within a day. Raises OSError if the folder is not writable."""
    token = secrets.token_urlsafe(32)
    (folder / _LINKS).mkdir(mode=0o700, parents=True, exist_ok=True)
    for link in (folder / _LINKS).iterdir():
        if _is_old(link):
            link.unlink(missing_ok=True)
    (folder / _LINKS / _digest(token)).touch(mode=0o600, exist_ok=False)
    return token


def redeem(folder: Path, token: str) -> str | None:
    """Return the secret of the key of this machine for a link that has not been used yet, otherwise None.

    Only one of several simultaneous attempts succeeds, because only one process can remove a file.
    """
    link = folder / _LINKS / _digest(token)
    try:
        old = _is_old(link)
        link.unlink()
    except OSError:
        return None
    return None if old else read_key(folder)


def _is_old(link: Path) -> bool:
    return time.time() - link.stat().st_mtime > _LINK_SECONDS


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
