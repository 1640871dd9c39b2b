"""A search of SET within a request: what the game refuses becomes a problem too."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludex.api import service
from ludex.api.problems import refused
from ludex.engine.budget import Budget
from ludex.sets.position import PositionError


@contextmanager
def search(kind: str, seconds: float, command: str, pointer: str = "/cards") -> Iterator[Budget]:
    """Hold a computing slot as :func:`ludex.api.service.search` does; `pointer` names what a search may not take.

    Raises ProblemError: 422 for what the search does not take, or where the limit came before any answer; 503.
    """
    try:
        with service.search(f"sets-{kind}", seconds, f"ludex sets {command}") as budget:
            yield budget
    except PositionError as error:
        card = "" if error.card is None else f"/{error.card}"
        raise refused(pointer + card, error.message) from None
