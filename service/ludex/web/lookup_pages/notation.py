"""The notations of games: text that visitors write in the search and wherever a page takes a thing of a game."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from ludex.catalogue.kinds.kind import Identity
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests.fields import SERVED, RequestModel, faults_of
from ludex.requests.request import ExecutionContext
from ludex.web.page import AnyGamePages, Site
from ludex.web.site.form_input import MOST_CHARACTERS

A = TypeVar("A", bound=RequestModel)


@dataclass(frozen=True, slots=True)
class Recognition:
    """The meaning of a text: a description, the kind and the identity of such an object, a picture of it."""

    about: str
    kind: str
    identity: Identity
    picture: str = ""


@dataclass(frozen=True, slots=True)
class NotationExample:
    """An example of a notation: its name, the text, and the text as a page shows it if that differs."""

    name: str
    text: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Notation:
    """The notations of a game.

    `matches` tells whether a text is in one of them, `forms` name them with examples. Names of decks begin with
    `decks`. `read(text, context)` returns the thing that a text or a label means; `recognize(text, context, budget)`
    returns the identity of it. Both raise Fault. Text that looks like JSON and is in no notation is reported as a
    mistake in the first that `takes_json`.
    """

    matches: Callable[[str], bool]
    forms: tuple[str, ...]
    read: Callable[[str, ExecutionContext], Any]
    recognize: Callable[[str, ExecutionContext, Budget], Recognition]
    examples: tuple[NotationExample, ...] = ()
    decks: str = ""
    takes_json: bool = False

    def fits(self, text: str) -> bool:
        """Tell whether a text is in a notation of the game, or nearly."""
        try:
            return self.matches(text)
        except (ValueError, RecursionError):
            return False


def game_by_notation(games: Sequence[AnyGamePages], text: str) -> AnyGamePages | None:
    """Return the game in whose notation a text is, or nearly."""
    return next((one for one in games if one.notation is not None and text and one.notation.fits(text)), None)


def game_of_text(site: Site, text: str) -> AnyGamePages | None:
    """Return the game that a text belongs to: by a label, the name of a deck, or its notation."""
    text = text.strip()
    kind = site.catalogue.registry.labelled(text)
    if kind is not None:
        return site.game_of(kind)
    for game in site.games:
        if game.notation is not None and game.notation.decks and text.startswith(game.notation.decks):
            return game
    return game_by_notation(site.games, text)


@contextmanager
def faults_in(text: str) -> Iterator[None]:
    """Raise Fault for whatever is wrong with a text. One that is too long is rejected before it is read."""
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


def validate(model: type[A], fields: Mapping[str, Any]) -> A:
    """Return the fields of a request as its model. Raises Fault."""
    try:
        return model.model_validate(fields, context=SERVED)
    except ValidationError as error:
        place, text = faults_of(error)[0]
        raise Fault(text, place) from None
