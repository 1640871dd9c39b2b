"""A request's body: JSON, read strictly before any schema sees it."""

import json
import re
from typing import Any, NoReturn, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError

from ludex.api import bounds
from ludex.api.problems import ProblemError, invalid, malformed

Model = TypeVar("Model", bound=BaseModel)

# Strings are matched whole, so that only brackets of the structure remain.
_STRUCTURE = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def read_body(model: type[Model]) -> Model:
    """Return the request's body as a model. Raises ProblemError: 400, 413 or 415."""
    if request.mimetype != "application/json" or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise ProblemError(415, "The body must be JSON in UTF-8, sent as Content-Type: application/json.")
    raw = request.get_data(cache=True)
    if not raw:
        raise malformed("The body is empty; this request takes a JSON object.")
    check_json(raw)
    try:
        # From the text, not from Python values: strict JSON takes a text for an enumeration, never for a number.
        return model.model_validate_json(raw)
    except ValidationError as error:
        raise invalid(error, "body") from None


def check_json(raw: bytes) -> None:
    """Raise ProblemError (400) for what is not strict JSON: syntax, encoding, NaN, a name twice, deep nesting."""
    _check_depth(raw)
    try:
        json.loads(raw.decode("utf-8"), object_pairs_hook=_check_names, parse_constant=_no_constant, parse_int=len)
    except UnicodeDecodeError as error:
        raise malformed(f"The body is not UTF-8: byte {error.start} is wrong.") from None
    except json.JSONDecodeError as error:
        raise malformed(f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None


def _check_depth(raw: bytes) -> None:
    depth = 0
    for token in _STRUCTURE.finditer(raw):
        if token[0] in b"[{":
            depth += 1
            if depth > bounds.JSON_DEPTH:
                raise malformed(f"The body is nested deeper than {bounds.JSON_DEPTH} levels.")
        elif token[0] in b"]}":
            depth -= 1


def _check_names(pairs: list[tuple[str, Any]]) -> None:
    names = {name for name, _ in pairs}
    if len(names) < len(pairs):
        twice = next(name for index, (name, _) in enumerate(pairs) if name in {n for n, _ in pairs[:index]})
        raise malformed(f"The body has the name {twice[:64]!r} twice in one object.")


def _no_constant(name: str) -> NoReturn:
    raise malformed(f"The body has {name}, which is not JSON.")
