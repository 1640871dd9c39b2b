"""The media types of responses, and the sections of their documentation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Media:
    """The media types of a response that is not a JSON object. There are none if the response has no body."""

    types: tuple[str, ...]


SVG = Media(("image/svg+xml",))
TEXT = Media(("text/plain",))
JSON_LINES = Media(("application/x-ndjson",))
NOTHING = Media(())


@dataclass(frozen=True, slots=True)
class Subject:
    """A section of the API documentation for requests that do not belong to one kind of object."""

    name: str
    tag: str
    about: str
