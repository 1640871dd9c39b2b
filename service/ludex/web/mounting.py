"""Pages become a part of the application: their addresses, what every template knows, the policy, errors for people."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, Flask, Request, Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from ludex.catalogue.registry import Registry
from ludex.version import __version__
from ludex.web import wording
from ludex.web.addresses import API
from ludex.web.assets import FOLDER, assets, served
from ludex.web.page import Page, Pages, Site

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing that stands in a page runs or styles it, and nothing comes from another origin or goes there."""

_API = "/api/"
_PROBLEM = "application/problem+json"


class Entry(NamedTuple):
    """What the navigation leads to: its name, its address, and whether the page that is shown belongs to it."""

    name: str
    address: str
    here: bool


def pages_of(registry: Registry, modules: Sequence[Pages]) -> tuple[Page, ...]:
    """Return the pages of a catalogue's games, in the order of the navigation."""
    return tuple(page for module in modules for page in module(registry))


def mount(app: Flask, site: Site, pages: Sequence[Page]) -> None:
    """Let an application answer for pages, and for the files that they need."""
    blueprint = Blueprint("web", __name__, template_folder="templates")
    for page in pages:
        endpoint = "".join(one if one.isalnum() else "_" for one in page.rule)
        blueprint.add_url_rule(page.rule, endpoint, _answer(site, page), methods=page.methods)
    blueprint.add_url_rule(f"{FOLDER}/<digest>/<path:path>", "static", served)
    app.register_blueprint(blueprint)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=assets().address,
        navigation=partial(_navigation, pages),
        version=__version__,
        api=API,
    )
    app.jinja_env.filters.update(wording.FILTERS)


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


def for_people(asked: Request, response: Response) -> Response:
    """Return a problem as a page, if it is a person who is told of it: a browser that asks for a page."""
    if response.status_code < 400 or response.mimetype != _PROBLEM or asked.path.startswith(_API):
        return response
    accepted = asked.accept_mimetypes
    if accepted.quality("text/html") <= accepted.quality(_PROBLEM):
        return response
    problem = response.get_json()
    made = html("problem.html", {"problem": problem}, title=problem["title"], status=response.status_code)
    kept = {name: value for name, value in response.headers.items() if not name.startswith("Content-")}
    made.headers.update(kept)
    return made
