"""Strict parsing of query parameters, path parameters and JSON bodies, before models validate them.

A parameter or name is refused if it is unknown or repeated.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from flask import request
from pydantic import BaseModel, ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from ludex.api.middleware.problems import ProblemError, invalid, json_pointer, malformed
from ludex.api.service import service
from ludex.catalogue.lists.filters import WHERE
from ludex.engine.exact_json import NotJson, NumberError, exact_json
from ludex.engine.faults import Fault
from ludex.engine.text_lines import decode_text
from ludex.requests import bounds
from ludex.requests.fields import SERVED, validate_texts
from ludex.requests.media import Media

Json = Any
Model = TypeVar("Model", bound=BaseModel)


def arguments_of(raw: bytes) -> MultiDict[str, str]:
    """Return the parameters of a query string in the form of `request.args`."""
    return MultiDict(parse_qsl(raw.decode(), keep_blank_values=True, errors="werkzeug.url_quote"))


@lru_cache(maxsize=256)  # The results can be cached, because many clients send the same query, and models are frozen.
def read_query(raw: bytes, model: type[Model] | None) -> Model | None:
    """Return the parameters of a query string as a model.

    If `model` is None, no parameters are allowed. Raises ProblemError (400).
    """
    args = arguments_of(raw)
    twice = [name for name, values in args.lists() if len(values) > 1]
    if twice:
        lists = model is not None and (WHERE in model.model_fields or model.model_config.get("extra") == "allow")
        more = "; for several conditions, use `where={0}:a {0}:b`" if lists else ""
        errors = [(f"/{name}", f"repeated parameter; give it once{more.format(name)}") for name in twice]
        raise ProblemError(400, "A parameter is repeated.", errors=errors)
    if model is None:
        if args:
            errors = [(f"/{name}", "unknown parameter; remove it") for name in args]
            raise ProblemError(400, "This request accepts no query parameters.", errors=errors)
        return None
    return read_parameters(model, args.to_dict(), "query")


def read_parameters(model: type[Model], texts: Mapping[str, str], where: str) -> Model:
    """Return the parameters in the path or the query as a model. Raises ProblemError (400).

    `where` is "path" or "query".
    """
    try:
        return validate_texts(model, texts, SERVED)
    except ValidationError as error:
        raise invalid(error, where, model.model_fields) from None


def read_body(model: type[Model]) -> Model:
    """Return the body of the request as a model. Raises ProblemError (400, 413, 415, 503)."""
    raw = _received("application/json", "JSON", "this request requires a JSON object")
    with service().slots.reading(len(raw)):
        parsed = read_json(raw)
        try:
            return model.model_validate(parsed, context=SERVED)
        except ValidationError as error:
            raise invalid(error, "body", model.model_fields) from None


def read_bytes(media: Media) -> bytes:
    """Return a body in one of some formats of text. Raises ProblemError (400, 413, 415)."""
    media_type = request.mimetype if request.mimetype in media.types else media.types[0]
    names = " or ".join(media.types)
    return _received(media_type, names, f"this request requires {names}")


def _received(media_type: str, what: str, takes: str) -> bytes:
    if request.mimetype != media_type or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise ProblemError(415, f"The body must be {what} in UTF-8 and sent as Content-Type: {media_type}.")
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise ProblemError(415, "The body must not be compressed: send it without Content-Encoding.")
    raw = request.get_data()
    if len(raw) > bounds.BODY_BYTES:
        raise RequestEntityTooLarge
    if not raw:
        raise _malformed_body(f"The body is empty; {takes}.")
    return raw


def read_json(raw: bytes) -> Json:
    """Parse strict JSON.

    A number without a fraction becomes an integer, whether it is written as 5 or as 5.0.

    Raises ProblemError (400) for invalid syntax or encoding, for NaN and infinities, for repeated names, for too many
    names in an object, for too many values, and for deep nesting.
    """
    try:
        text = decode_text(raw)
    except Fault as error:
        raise _malformed_body(f"The body is not text: {error}.") from None
    try:
        bounds.require_small_json(text)
    except Fault as error:
        raise _malformed_body(f"The JSON has {error}.") from None
    try:
        return exact_json(text, names=bounds.JSON_NAMES)
    except Fault as error:
        raise malformed(f"The JSON is invalid: {error}.", json_pointer(error.place), kind="malformed-body") from None
    except NumberError as error:
        raise _malformed_body(f"The JSON has {error}.") from None
    except NotJson as error:
        raise _malformed_body(f"This is {error}.") from None


def _malformed_body(detail: str) -> ProblemError:
    return malformed(detail, kind="malformed-body")
