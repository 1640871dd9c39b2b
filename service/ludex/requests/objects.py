"""What may be given for an object: the same in every request and on every surface.

An object is given by name: a label, a slug, or another name that identifies it. Or it is given by value: as text in a
notation, such as graph6 or card codes, as JSON that the look-up of a kind accepts, or as a value of a game in Python.
Commands also take the name of a file with one of these, and `-`.
"""

from collections.abc import Mapping
from typing import Annotated, get_args

from pydantic import Field, PlainValidator, ValidationInfo, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from ludex.engine.exact_json import exact_json
from ludex.engine.notation import is_json
from ludex.requests.bounds import OBJECT_CHARACTERS
from ludex.requests.fields import Text

_SQUARE = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}


def _read(given: object, info: ValidationInfo) -> object:
    if isinstance(given, str):
        if not 1 <= len(given) <= OBJECT_CHARACTERS or "\0" in given:
            raise PydanticCustomError(
                "object", f"must be an object, or a string of 1 to {OBJECT_CHARACTERS:,} characters"
            )
    elif info.context and not isinstance(given, dict):
        raise PydanticCustomError("object", "must be an object, or a string")
    return given


def object_of_text(text: str) -> object:
    """Return the object that a text denotes: parsed JSON, or the text itself. Raises ValueError."""
    return exact_json(text) if is_json(text) else text


Object = Annotated[
    str | Mapping[str, object] | object,
    PlainValidator(_read),
    Text(object_of_text),
    WithJsonSchema({"anyOf": [{"type": "string", "minLength": 1, "maxLength": OBJECT_CHARACTERS}, {"type": "object"}]}),
    Field(examples=["Bw", _SQUARE]),
]
"""An object, by name or by value."""


def is_object(info: FieldInfo) -> bool:
    """Return whether a field is an object, by name or by value."""
    parts = [info.metadata, *(getattr(part, "__metadata__", ()) for part in get_args(info.annotation))]
    return any(isinstance(mark, Text) and mark.read is object_of_text for part in parts for mark in part)
