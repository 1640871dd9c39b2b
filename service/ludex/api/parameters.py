"""Query and path parameters: texts that become the values of a model, with nothing unknown and nothing twice."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from flask import request
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from ludex.api.problems import ProblemError, invalid

Model = TypeVar("Model", bound=BaseModel)

Value = Any  # a text of the request, or a default of the model
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?")


class Parameters(BaseModel):
    """Parameters of a query or of a path."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _whole(text: Value) -> Value:
    if not isinstance(text, str):
        return text
    if not _WHOLE.fullmatch(text):
        raise ValueError("is not a whole number")
    return int(text)


def _decimal(text: Value) -> Value:
    if not isinstance(text, str):
        return text
    if not _DECIMAL.fullmatch(text):
        raise ValueError("is not a decimal number")
    return float(text)


def _truth(text: Value) -> Value:
    if not isinstance(text, str):
        return text
    if text not in ("true", "false"):
        raise ValueError("is neither true nor false")
    return text == "true"


Whole = Annotated[int, BeforeValidator(_whole)]
Decimal = Annotated[float, BeforeValidator(_decimal)]
Truth = Annotated[bool, BeforeValidator(_truth)]


def read_query(model: type[Model] | None) -> Model | None:
    """Return the query's parameters as a model. Raises ProblemError (400); without a model no parameter is allowed."""
    twice = [name for name, values in request.args.lists() if len(values) > 1]
    if twice:
        raise ProblemError(
            400, "A parameter is given twice.", errors=[(f"/{name}", "is given twice") for name in twice]
        )
    if model is None:
        if request.args:
            errors = [(f"/{name}", "is not known here; remove it") for name in request.args]
            raise ProblemError(400, "This request takes no query parameters.", errors=errors)
        return None
    return _read(model, request.args.to_dict(), "query")


def read_path(model: type[Model], values: Mapping[str, Any]) -> Model:
    """Return the path's parameters as a model. Raises ProblemError (400)."""
    return _read(model, values, "path")


def _read(model: type[Model], values: Mapping[str, Any], where: str) -> Model:
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        raise invalid(error, where) from None
