"""Streamed responses. Each type has a limited number of slots; further responses are refused with 503."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from threading import BoundedSemaphore

from flask import Response

from ludex.api.middleware.problems import busy
from ludex.requests.bounds import EVENT_STREAMS, EXPORTS, LARGE_LIST_BYTES, LARGE_LISTS
from ludex.requests.request import Media, StreamedResult

EVENTS = Media(("text/event-stream",))


class StreamSlots:
    """The slots for streamed responses of one type, such as exports."""

    def __init__(self, number: int, sort: str) -> None:
        self._number = number
        self._sort = sort
        self._free = BoundedSemaphore(number)

    def respond(self, pieces: Iterable[bytes], content_type: str) -> Response:
        """Return a streamed response that holds a slot until it ends or is closed.

        The first piece is generated before the method returns, so that an error in it still sets the status of the
        response. Raises ProblemError (503) if no slot is free, and the error of the first piece.
        """
        if not self._free.acquire(blocking=False):
            raise busy(f"{self._number} {self._sort} are being sent already.")
        slot = ExitStack()
        slot.callback(self._free.release)  # runs only once, even if the stack is closed several times
        rest = iter(pieces)
        if isinstance(rest, Generator):
            slot.callback(rest.close)
        try:
            first = list(islice(rest, 1))
        except BaseException:
            slot.close()
            raise

        def pieces_with_slot() -> Iterator[bytes]:
            with slot:
                yield from first
                yield from rest

        response = Response(pieces_with_slot(), content_type=content_type)
        response.call_on_close(slot.close)
        return response


exports = StreamSlots(EXPORTS, "exports")
_large_lists = StreamSlots(LARGE_LISTS, "large lists")
_event_streams = StreamSlots(EVENT_STREAMS, "streams of events")


def streamed_events(events: Iterator[bytes]) -> Response:
    """Return a response that sends server-sent events as they occur. Raises ProblemError (503)."""
    response = _event_streams.respond(events, EVENTS.types[0])
    response.headers["Cache-Control"] = "no-store"
    return response


def streamed_list(answer: StreamedResult) -> Response:
    """Return a response that sends a list, streamed if it is large. Raises ProblemError (503)."""
    if answer.length is not None and answer.length <= LARGE_LIST_BYTES:
        return Response(b"".join(answer.json()), content_type="application/json")
    response = _large_lists.respond(answer.json(), "application/json")
    if answer.length is not None:
        response.headers["Content-Length"] = str(answer.length)
    return response
