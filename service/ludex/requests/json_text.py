"""Answers as JSON; what is JSON already is joined in as it is."""

from collections.abc import Mapping
from json import JSONEncoder
from typing import Any

# As `to_json` writes names, without its detour.
_string = JSONEncoder(ensure_ascii=False).encode


_CONSTANTS = {None: "null", True: "true", False: "false"}


class JsonText(str):
    """A text that is JSON already, as the catalogue stores it: it is joined into an answer, never parsed."""

    __slots__ = ()


def json_text(value: Any) -> str:  # noqa: ANN401 - models, texts, and lists and mappings of them
    """Return a value as JSON, on one line: a model, a text that is JSON already, or a list or mapping of such.

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
        # Joined once: stored texts may be long.
        pieces: list[str] = []
        mark = "{"
        for name, one in value.items():
            pieces += mark, _string(name), ":", json_text(one)
            mark = ","
        return "".join((*pieces, "}")) if pieces else "{}"
    if isinstance(value, list | tuple) and value and not isinstance(value[0], int | float):
        return "[" + ",".join(map(json_text, value)) + "]"
    return _written(value)


def _written(value: Any) -> str:  # noqa: ANN401 - a model, or what JSON can be made of
    from pydantic import BaseModel  # it takes longer to load than a command has to show its help
    from pydantic_core import to_json

    return value.model_dump_json() if isinstance(value, BaseModel) else to_json(value).decode()
