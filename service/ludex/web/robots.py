"""What crawlers read: which pages they may ask for, and where the lists are."""

from flask import Blueprint, Response, render_template, request, url_for

from ludex.web.game_pages import site
from ludex.web.site.addresses import list_address

blueprint = Blueprint("robots", __name__)

# Addresses with a query are facets, pages of lists and steps, of which there are more than anyone can read.
_DISALLOWED = ("/api/", "/compare", "/draw", "/graph", "/jobs", "/make", "/search", "/*?")


_PAGES = (
    "games.home",
    "daily.show_today",
    "play.list_games",
    "games.explore",
    "learn.show_contents",
    "learn.show_glossary",
    "download.show_dataset",
)


@blueprint.get("/robots.txt")
def send_rules() -> Response:
    """Send the rules for crawlers, which keep them from pages that compute and from filtered lists."""
    disallowed = [f"Disallow: {request.script_root}{path}" for path in _DISALLOWED]
    rules = ["User-agent: *", *disallowed, f"Sitemap: {site.origin}/sitemap.xml"]
    return Response("\n".join([*rules, ""]), content_type="text/plain; charset=utf-8")


@blueprint.get("/sitemap.xml")
def send_sitemap() -> Response:
    """Send the addresses of the games and of their lists, from which crawlers find the pages of objects."""
    pages = [url_for(page) for page in _PAGES]
    pages += [game.address for game in site.games]
    pages += [list_address(kind) for kind in site.catalogue.registry.kinds]
    return Response(render_template("sitemap.xml", pages=pages), content_type="application/xml")
