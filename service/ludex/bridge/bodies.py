"""The body of a request arrives as a whole before a thread hears of it, within a time, a size and a memory."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ludex.api.problems import ProblemError, busy, malformed
from ludex.bridge.limits import BODIES_BYTES, BODY_SECONDS, DRAIN_BYTES, DRAIN_SILENCE
from ludex.requests.bounds import BODY_BYTES

Receive = Callable[[], Awaitable[Any]]


class Bodies:
    """The bodies that this process holds: at most `most` bytes together."""

    def __init__(self, most: int = BODIES_BYTES, seconds: float = BODY_SECONDS) -> None:
        self._most = most
        self._seconds = seconds
        self.held = 0

    async def read(self, receive: Receive, announced: int | None, expects: bool) -> bytes:
        """Return the body of a request; `expects` tells whether its client waits for a word before it sends.

        Whoever has done with it calls :meth:`release`. Raises ProblemError (400, 408, 413, 503).
        """
        if announced is not None and announced > BODY_BYTES:
            if not expects:
                await self._drop(receive)
            raise _too_large()
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _Broken
                    piece, more = message.get("body", b""), message.get("more_body", False)
                    if self.held + len(piece) > self._most:
                        raise busy("The service holds as many bodies of requests as it may.")
                    pieces.append(piece)
                    size += len(piece)
                    self.held += len(piece)
                    if size > BODY_BYTES:
                        await self._drop(receive)
                        raise _too_large()
        except BaseException as error:
            self.held -= size
            if isinstance(error, _Broken):
                raise malformed("The body could not be read: it ends too early, or its chunks are wrong.") from None
            if isinstance(error, TimeoutError):
                raise ProblemError(408, f"The body did not arrive within {self._seconds:g} seconds.") from None
            raise
        return b"".join(pieces)

    def release(self, body: bytes) -> None:
        """Let go of a body."""
        self.held -= len(body)

    async def _drop(self, receive: Receive) -> None:
        """Read on for a while, and keep nothing: the client looks for our answer when it has sent all."""
        size = 0
        try:
            while size < DRAIN_BYTES:
                async with asyncio.timeout(DRAIN_SILENCE):
                    message = await receive()
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return
                size += len(message.get("body", b""))
        except TimeoutError:
            return


class _Broken(Exception):
    pass


def _too_large() -> ProblemError:
    return ProblemError(413, f"The request is too large; a body has at most {BODY_BYTES:,} bytes.")
