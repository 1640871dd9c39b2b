"""A search of SWISH within a request: what the game refuses becomes a problem too."""

from collections.abc import Iterator
from contextlib import contextmanager

from ludex.api import service
from ludex.api.problems import refused
from ludex.engine.budget import Budget
from ludex.swish.junctions import HypergraphError
from ludex.swish.position import PositionError


@contextmanager
def search(kind: str, seconds: float, command: str, pointer: str = "/cards") -> Iterator[Budget]:
    """Hold a computing slot as :func:`ludex.api.service.search` does; `pointer` names the cards in the request.

    Raises ProblemError: 422 for cards that the search does not take, or where the limit came before any answer; 503.
    """
    try:
        with service.search(f"swish-{kind}", seconds, f"ludex {command}") as budget:
            yield budget
    except (PositionError, HypergraphError) as error:
        card = "" if error.card is None else f"/{error.card}"
        raise refused(pointer + card, error.message) from None
