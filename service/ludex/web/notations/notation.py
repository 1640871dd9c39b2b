"""How things of a game are written, and what such a text is read as."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from ludex.catalogue.kind import Identity
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.planarity.drawing import Drawing
from ludex.requests.fields import SERVED, RequestModel, faults_of
from ludex.requests.request import ExecutionContext
from ludex.sets.position import Position as SetPosition
from ludex.swish.position import Position as SwishPosition
from ludex.web.given import MOST_CHARACTERS

A = TypeVar("A", bound=RequestModel)
Given = Drawing | SwishPosition | SetPosition


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text is read as: in words, the kind that such an object has, what makes it this one, a picture of it."""

    said: str
    kind: str
    identity: Identity
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Notation:
    """The notations of a game.

    `looks` tells whether a text is in one of them; names of decks begin with `decks`. `read(text, work)` returns what a
    text means, of a label what is stored; `understood(text, work, budget)` what it is. Both raise Fault.
    """

    looks: Callable[[str], bool]
    decks: str
    read: Callable[[str, ExecutionContext], Given]
    understood: Callable[[str, ExecutionContext, Budget], Understood]

    def fits(self, text: str) -> bool:
        """Tell whether a text is in a notation of the game, or nearly."""
        try:
            return self.looks(text)
        except (ValueError, RecursionError):
            return False


@contextmanager
def readable(text: str) -> Iterator[None]:
    """Let whatever is wrong with a text be a Fault; one that is too long is refused before it is read."""
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are read here")
    try:
        yield
    except json.JSONDecodeError as error:
        raise Fault(f"this begins as JSON does, and is none: {error}") from None
    except Fault:
        raise
    except ValueError as error:
        raise Fault(str(error)) from None
    except RecursionError:
        raise Fault("nested too deeply") from None


def validated(model: type[A], fields: Mapping[str, Any]) -> A:
    """Return the fields of a request as its model has them. Raises Fault."""
    try:
        return model.model_validate(fields, context=SERVED)
    except ValidationError as error:
        place, said = faults_of(error)[0]
        raise Fault(said, place) from None
