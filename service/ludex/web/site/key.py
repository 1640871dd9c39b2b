"""The page on which visitors enter an API key, which writing requires.

The browser stores the key until it is closed. A link that works once gives the browser of this machine's user the key
of this machine, which the browser keeps for a year.
"""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ludex.catalogue.objects.reading import UnknownObject
from ludex.catalogue.times import stored_time
from ludex.web.game_pages import site

blueprint = Blueprint("key", __name__)


_YEAR = 365 * 24 * 3600


@blueprint.get("/key/<token>")
def redeem_key(token: str) -> Response:
    """Give the browser the key of this machine, if the link has not been used yet."""
    secret = None if request.method == "HEAD" else site.access.redeemed(token)
    if secret is None:
        raise UnknownObject("this link has been used, or it is older than a day; `ludex keys link` prints a new link")
    return _with_cookie(redirect(url_for("games.home", signed_in=1), 303), secret, _YEAR)


@blueprint.route("/key", methods=["GET", "POST"])
def manage_key() -> str | Response:
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
        invalid = None if found is None else found.invalid(stored_time())
        if found is not None and invalid is None:
            return _with_cookie(_redirect(), secret, None)
        fault = "unknown key" if found is None else f"this key {invalid}"
    return render_template(
        "key.html",
        title="Your API key",
        section="/key",
        key=access.key(),
        stores=site.stores,
        fault=fault,
        modules=["copy"],
    )


def _with_cookie(response: Response, secret: str, seconds: int | None) -> Response:
    """Add the cookie to a response. Scripts cannot read the cookie, and other sites cannot send it.

    Without `seconds`, the cookie expires when the browser is closed.
    """
    response.set_cookie(
        site.access.cookie,
        secret,
        max_age=seconds,
        path=_path(),
        httponly=True,
        samesite="Strict",
        secure=_is_secure(),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _redirect() -> Response:
    response = redirect(url_for("key.manage_key"), 303)
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
