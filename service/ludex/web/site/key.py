"""The API key of a visitor, which writing may require; the browser keeps it until it closes."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from ludex.web.page import Page, Site

KEY = "/key"


def pages(_site: Site) -> Iterable[Page]:
    """Return the page of the key."""
    yield Page(KEY, _key, "key.html", title="Your key", methods=("GET", "POST"))


def _key(site: Site) -> Mapping[str, Any] | Response:
    """Show whose key the browser bears; by POST it is given one, or forgets it."""
    access = site.access
    fault = ""
    if request.method == "POST" and request.form.get("do") == "forget":
        response = _see()
        response.delete_cookie(access.cookie, httponly=True, samesite="Strict")
        return response
    if request.method == "POST":
        secret = request.form.get("key", "").strip()
        found = access.recognised(secret)
        revoked = None if found is None else found.revoked
        if found is not None and revoked is None:
            response = _see()
            # Scripts cannot read it, and no page elsewhere can send it; without an age it goes with the browser.
            response.set_cookie(access.cookie, secret, httponly=True, samesite="Strict", secure=_is_secure())
            return response
        fault = "this key is not known here" if revoked is None else f"this key was revoked on {revoked[:10]}"
    return {"key": access.key(), "needed": access.needed(), "stores": site.stores, "fault": fault, "modules": ["copy"]}


def _see() -> Response:
    return Response(status=303, headers={"Location": KEY, "Cache-Control": "no-store"})


def _is_secure() -> bool:
    """Tell whether the page came over HTTPS, perhaps through a proxy: browsers say so with what a form sends."""
    return request.is_secure or request.headers.get("Origin", "").startswith("https://")
