"""The landing page at `/`, and its style sheet."""

from flask import Blueprint, Response, make_response, render_template

from ludex import __version__
from ludex.catalogue.database import Database
from ludex.web import exhibits, holdings, planarity_exhibits, sets_exhibits

# The page runs nothing, and only its own origin styles it; pictures stand in it as SVG.
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def blueprint(catalogue: Database) -> Blueprint:
    """Return the blueprint of the landing page. The catalogue is read at each request and may be empty."""
    made = Blueprint("web", __name__, template_folder="templates", static_folder="static", static_url_path="/static")

    @made.get("/")
    def landing() -> Response:
        with catalogue.reading() as session:
            held = holdings.holdings(session)
            largest = holdings.largest_set(session)
            packs = holdings.packs(session)
        page = render_template(
            "landing.html",
            version=__version__,
            exhibits=exhibits,
            planarity=planarity_exhibits,
            sets=sets_exhibits,
            games=held,
            largest=largest,
            packs=packs,
        )
        response = make_response(page)
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    return made
