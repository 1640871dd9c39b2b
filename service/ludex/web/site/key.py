"""The page on which visitors enter an API key, which writing may require.

The browser stores the key until it is closed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from ludex.web.game_pages import Page, Site

KEY = "/key"


def pages(_site: Site) -> Iterable[Page]:
    """Return the page for the visitor's key."""
    yield Page(KEY, _key, "key.html", title="Your API key", methods=("GET", "POST"))


def _key(site: Site) -> Mapping[str, Any] | Response:
    """Show the owner of the visitor's key. A POST request sets or removes the key."""
    access = site.access
    fault = ""
    if request.method == "POST" and request.form.get("do") == "forget":
        response = _redirect()
        response.delete_cookie(access.cookie, path=_path(), httponly=True, samesite="Strict")
        return response
    if request.method == "POST":
        secret = request.form.get("key", "").strip()
        found = access.recognised(secret)
        revoked = None if found is None else found.revoked
        if found is not None and revoked is None:
            response = _redirect()
            # Scripts cannot read the cookie, and other sites cannot send it. It expires when the browser is closed.
            response.set_cookie(
                access.cookie, secret, path=_path(), httponly=True, samesite="Strict", secure=_is_secure()
            )
            return response
        fault = "unknown key" if revoked is None else f"this key was revoked on {revoked[:10]}"
    return {"key": access.key(), "needed": access.needed(), "stores": site.stores, "fault": fault, "modules": ["copy"]}


def _redirect() -> Response:
    response = redirect(KEY, 303)
    response.headers["Cache-Control"] = "no-store"
    return response


def _path() -> str:
    """Return the path of the cookie.

    It is the prefix of the service, or the whole host if the service has no prefix.
    """
    return request.script_root or "/"


def _is_secure() -> bool:
    """Return whether the visitor uses HTTPS, even behind a proxy.

    The scheme is in the header `Origin`, which browsers send with every form.
    """
    return request.is_secure or request.headers.get("Origin", "").startswith("https://")
