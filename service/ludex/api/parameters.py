"""Query and path parameters: texts that become the values of a model, with nothing unknown and nothing twice."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin
from urllib.parse import parse_qsl

from flask import request
from pydantic import BaseModel, ValidationError
from werkzeug.datastructures import MultiDict

from ludex.api.problems import ProblemError, invalid
from ludex.requests.fields import SERVED

Model = TypeVar("Model", bound=BaseModel)

Annotation = Any  # the type of a field

_TRUTH = {"true": True, "false": False}
# JSON has one kind of number: 5.0 is a whole one.
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})(?:\.0{1,9})?")
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,24})?")


def read_query(model: type[Model] | None) -> Model | None:
    """Return the query's parameters as a model. Raises ProblemError (400); without a model no parameter is allowed."""
    raw = request.query_string
    if not raw:
        return None if model is None else _read(model, {}, "query")
    return _of_query(raw, model)


def arguments_of(raw: bytes) -> MultiDict[str, str]:
    """Return the parameters of a query, as `request.args` has them."""
    return MultiDict(parse_qsl(raw.decode(), keep_blank_values=True, errors="werkzeug.url_quote"))


@lru_cache(maxsize=256)  # what many clients ask is the same; models are frozen
def _of_query(raw: bytes, model: type[Model] | None) -> Model | None:
    args = arguments_of(raw)
    twice = [name for name, values in args.lists() if len(values) > 1]
    if twice:
        raise ProblemError(
            400, "A parameter is given twice.", errors=[(f"/{name}", "is given twice") for name in twice]
        )
    if model is None:
        if args:
            errors = [(f"/{name}", "is not known here; remove it") for name in args]
            raise ProblemError(400, "This request takes no query parameters.", errors=errors)
        return None
    return _read(model, args.to_dict(), "query")


def read_path(model: type[Model], values: Mapping[str, str]) -> Model:
    """Return the path's parameters as a model. Raises ProblemError (400)."""
    return _read(model, values, "path")


def _read(model: type[Model], texts: Mapping[str, str], where: str) -> Model:
    fields = model.model_fields
    values = {name: _value(fields[name].annotation, text) if name in fields else text for name, text in texts.items()}
    try:
        return model.model_validate(values, context=SERVED)
    except ValidationError as error:
        raise invalid(error, where) from None


def _value(annotation: Annotation, text: str) -> str | int | float | bool:
    """Return what a text means for a field of this type, or the text itself, which the model then refuses."""
    kinds = _kinds(annotation)
    if bool in kinds:
        return _TRUTH.get(text, text)
    if int in kinds and _WHOLE.fullmatch(text):
        return int(text.partition(".")[0])
    if float in kinds and _DECIMAL.fullmatch(text):
        return float(text)
    return text


@cache
def _kinds(annotation: Annotation) -> frozenset[Annotation]:
    return frozenset(_plain_types(annotation))


def _plain_types(annotation: Annotation) -> Iterator[Annotation]:
    """Yield the types of which an annotation is made: of `Annotated[int, ...] | None` int and None."""
    origin: Annotation = get_origin(annotation)
    if origin is Annotated:
        yield from _plain_types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for part in get_args(annotation):
            yield from _plain_types(part)
    else:
        yield annotation
