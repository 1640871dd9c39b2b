"""Stored objects in requests and answers: found by a label or slug, shown as their stored text."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request

from ludex.api.addresses import claims_url, list_url, object_url
from ludex.api.conditional import etag_of
from ludex.api.problems import ProblemError, refused
from ludex.api.replies import reply
from ludex.api.service import service
from ludex.catalogue.kind import Kind
from ludex.catalogue.reading import Shown, UnknownObject, find, show_document
from ludex.catalogue.snapshot import Reader
from ludex.catalogue.stored import Stored
from ludex.requests.json_text import JsonText, json_text

AnyKind = Kind[Any, Any]


def named(reader: Reader, name: str, kind: AnyKind, pointer: str) -> Shown:
    """Return the object that a body names. Raises ProblemError (422) that points to the name.

    A name in the address is read by :func:`ludex.catalogue.reading.find` itself: what it raises is a 404 or 409.
    """
    try:
        return find(reader, name, kind)
    except UnknownObject as error:
        raise refused(pointer, str(error)) from None


def object_text(found: Shown, called: str | None = None, /, **members: Any) -> JsonText:  # noqa: ANN401 - JSON
    """Return an object as answers have it: its stored text with its address, and further members.

    An object that is not stored has no address, unless it was `called` by a name that is always there.
    """
    if found.id:
        # A body is never empty, and a label needs no quotation.
        rest, claims = "", ""
        if found.rest:
            rest, claims = f"{found.rest},", f',"claims_url":"{claims_url(found.label)}"'
        more = "".join([f',"{name}":{json_text(value)}' for name, value in members.items()])
        own = f"{list_url(found.kind)}/{found.label}"
        return JsonText(f'{found.body[:-1]},{rest}{found.around},"url":"{own}"{claims}{more}}}')
    addresses = {"url": None if called is None else object_url(found.kind, called)}
    if found.rest:
        addresses["claims_url"] = None if called is None else claims_url(called)
    further = (f'"{name}":{json_text(value)}' for name, value in {**addresses, **members}.items())
    return JsonText(found.text(*further))


def object_texts(found: Sequence[Shown]) -> JsonText:
    """Return stored objects of one kind as a list in an answer has them, with their addresses."""
    if not found:
        return JsonText("[]")
    url = f'"url":"{list_url(found[0].kind)}/'
    texts = [
        f'{body[:-1]},{rest},{around},{url}{label}"}}' if rest else f'{body[:-1]},{around},{url}{label}"}}'
        for _, _, label, body, rest, around in found
    ]
    return JsonText(f"[{','.join(texts)}]")


def object_reply(found: Shown, called: str | None = None, /, **members: Any) -> Response:  # noqa: ANN401 - JSON
    """Return the response that shows an object."""
    return reply(object_text(found, called, **members))


def require_seen(found: Shown) -> None:
    """Raise ProblemError (412) if an object is not what the current request has seen, as its `If-Match` says."""
    seen = request.if_match
    if seen and not (seen.star_tag or seen.contains_weak(etag_of(object_text(found).encode()))):
        raise ProblemError(412, f"{found.label} is not what If-Match asks for: read it again.")


def stored_reply(stored: Stored, /, **members: Any) -> Response:  # noqa: ANN401 - whatever JSON holds
    """Return the response to a request that stored an object: 201 and its Location, or 200 if it was there."""
    try:
        with service().catalogue.reading() as reader:
            found = find(reader, stored.label, stored.kind)
    except UnknownObject:  # deleted since
        found = show_document(stored.kind, stored.label, stored.document)
    answer = object_text(found, **members, duplicate_of=stored.duplicate_of)
    return reply(answer, 201, {"Location": object_url(stored.kind, stored.label)}) if stored.created else reply(answer)
