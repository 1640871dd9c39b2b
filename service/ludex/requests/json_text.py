"""Conversion of responses to JSON text.

Text that is already JSON, such as a stored document, is inserted into a response unchanged.
"""

from collections.abc import Mapping
from json import JSONEncoder
from typing import Any

# For strings, this returns the same result as `to_json`, but it is faster.
_string = JSONEncoder(ensure_ascii=False).encode


_CONSTANTS = {None: "null", True: "true", False: "false"}


class JsonText(str):
    """A text that is already JSON, such as a stored document. It is inserted into a response without parsing."""

    __slots__ = ()


class Members:
    """A result that determines the members of its JSON, such as a job whose result is already JSON."""

    def json_members(self) -> Mapping[str, Any]:
        """Return the members of the JSON."""
        raise NotImplementedError


def json_text(value: Any) -> str:  # noqa: ANN401 - models, texts, and lists and mappings of them
    """Return a value as JSON on one line: a model, a JsonText, or a list or mapping of them.

    >>> json_text({"items": [JsonText('{"a":1}')], "next": None})
    '{"items":[{"a":1}],"next":null}'
    """
    if isinstance(value, JsonText):
        return value
    if value is None or value is True or value is False:
        return _CONSTANTS[value]
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Mapping):
        # Join once, because stored texts may be long.
        pieces: list[str] = []
        mark = "{"
        for name, element in value.items():
            pieces += mark, _string(name), ":", json_text(element)
            mark = ","
        return "".join((*pieces, "}")) if pieces else "{}"
    if isinstance(value, list | tuple) and value and not isinstance(value[0], int | float):
        return "[" + ",".join(map(json_text, value)) + "]"
    return _written(value)


def _written(value: Any) -> str:  # noqa: ANN401 - a model, or a value that `to_json` takes
    from pydantic import BaseModel  # slow to import: commands that only show help do not need it
    from pydantic_core import to_json

    return value.model_dump_json() if isinstance(value, BaseModel) else to_json(value).decode()
