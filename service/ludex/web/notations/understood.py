"""What a text in a notation of a game is read as."""

from dataclasses import dataclass

from ludex.catalogue.kind import Identity


@dataclass(frozen=True, slots=True)
class Understood:
    """What a text is read as: in words, the kind that such an object has, what makes it this one, a picture of it."""

    said: str
    kind: str
    identity: Identity
    picture: str = ""
