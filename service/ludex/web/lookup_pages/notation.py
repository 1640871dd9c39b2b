"""The text notations of games, for the search box and for the pages of drawings and cards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.kinds.kind import Identity
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault
from ludex.requests.request import ExecutionContext

MOST_CHARACTERS = 65_536
"""The maximum length of a text to parse."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """The meaning of a text: a description, the kind and the identity of the object, and its picture."""

    about: str
    kind: str
    identity: Identity
    picture: str = ""


@dataclass(frozen=True, slots=True)
class NotationExample:
    """An example of a search: its description, the text, and a shorter text to show if the text is long."""

    name: str
    text: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Notation:
    """The notations of a game.

    Parameters
    ----------
    matches
        `matches(text)` tells whether a text looks like one of the notations.
    forms
        The names of the notations, with examples.
    read
        `read(text, context)` returns the thing that a text or a label denotes. Raises Fault.
    recognize
        `recognize(text, context, budget)` returns the meaning of a text. Raises Fault.
    name_prefix
        The prefix of the names, such as those of built-in objects, that `read` accepts in addition to labels.
    takes_json
        Whether this game reports the errors in JSON that matches no notation.
    """

    matches: Callable[[str], bool]
    forms: tuple[str, ...]
    read: Callable[[str, ExecutionContext], Any]
    recognize: Callable[[str, ExecutionContext, Budget], Recognition]
    examples: tuple[NotationExample, ...] = ()
    name_prefix: str = ""
    takes_json: bool = False

    def fits(self, text: str) -> bool:
        """Tell whether a text looks like one of the notations of the game."""
        try:
            return self.matches(text)
        except (ValueError, RecursionError):
            return False


@contextmanager
def faults_in(text: str) -> Iterator[None]:
    """Raise Fault for any error in parsing a text. A text that is too long is rejected before parsing."""
    if len(text) > MOST_CHARACTERS:
        raise Fault(f"{len(text):,} characters; the limit is {MOST_CHARACTERS:,}")
    try:
        yield
    except Fault:
        raise
    except ValueError as error:
        raise Fault(str(error)) from None
    except RecursionError:
        raise Fault("nested too deeply") from None
