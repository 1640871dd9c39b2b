"""Register pages with the application: their addresses, the context of every template, the policy, error pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Response, render_template, request
from jinja2 import BaseLoader, ChoiceLoader, PackageLoader, PrefixLoader
from werkzeug.wrappers import Response as AnyResponse

from ludex.version import __version__
from ludex.web.page import Page, Site
from ludex.web.site import text_filters
from ludex.web.site.addresses import API
from ludex.web.site.assets import FOLDER, assets

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing that stands in a page runs or styles it, and nothing comes from another origin or goes there."""

_API = "/api/"
_BLUEPRINT = "web"
_PROBLEM = "application/problem+json"


class Entry(NamedTuple):
    """An entry of the navigation: its name, its address, and whether the current page belongs to it."""

    name: str
    address: str
    here: bool


def mount(app: Flask, site: Site, pages: Sequence[Page]) -> None:
    """Register pages with an application, and the static files and templates of the site and its games."""
    packages = tuple((game.name, game.package) for game in site.games if game.package)
    files = assets(packages)
    blueprint = Blueprint(_BLUEPRINT, __name__)
    for page in pages:
        blueprint.add_url_rule(page.rule, _endpoint(page), _answer(site, page), methods=page.methods)
    blueprint.add_url_rule(f"{FOLDER}/<digest>/<path:path>", "static", files.response)
    app.register_blueprint(blueprint)
    own: dict[str, BaseLoader] = {name: PackageLoader(package) for name, package in packages}
    app.jinja_loader = ChoiceLoader([PackageLoader("ludex.web"), PrefixLoader(own)])
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=files.address,
        module=files.module,
        navigation=partial(_navigation, pages),
        version=__version__,
        api=API,
    )
    app.jinja_env.filters.update(text_filters.FILTERS)


def computing_endpoints(pages: Iterable[Page]) -> frozenset[str]:
    """Return the endpoints of the pages that compute, by the names that they are registered with in Flask."""
    return frozenset(f"{_BLUEPRINT}.{_endpoint(page)}" for page in pages if page.computes)


def _endpoint(page: Page) -> str:
    return "".join(one if one.isalnum() else "_" for one in page.rule)


def _navigation(pages: Sequence[Page], here: str) -> list[Entry]:
    return [Entry(page.entry, page.rule, page.rule == here) for page in pages if page.entry]


def _answer(site: Site, page: Page) -> Callable[..., AnyResponse]:
    def answer(**values: str) -> AnyResponse:
        shown = page.view(site, **values)
        if isinstance(shown, AnyResponse):
            return shown
        return html(page.template, shown, title=page.title, here=shown.get("section") or page.section or page.rule)

    return answer


def html(template: str, shown: Mapping[str, Any], *, title: str, here: str = "", status: int = 200) -> Response:
    """Return a page as a response, with the policy that all of them have."""
    text = render_template(template, **{"title": title, "here": here, "query": request.args} | dict(shown))
    response = Response(text, status=status, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    return response


def for_people(response: Response) -> Response:
    """Return a problem document as a page if the current request comes from a browser that asks for a page."""
    if response.status_code < 400 or response.mimetype != _PROBLEM or request.path.startswith(_API):
        return response
    accepted = request.accept_mimetypes
    if accepted.quality("text/html") <= accepted.quality(_PROBLEM):
        return response
    problem = response.get_json()
    made = html("problem.html", {"problem": problem}, title=problem["title"], status=response.status_code)
    kept = {name: value for name, value in response.headers.items() if not name.startswith("Content-")}
    made.headers.update(kept)
    return made
