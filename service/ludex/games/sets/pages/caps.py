"""Results on caps of SET: the size of the largest cap of each deck, and the number of caps of each size."""

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, log10

from flask import Response, render_template, request, url_for

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.engine.evidence import Evidence
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds import DECK
from ludex.games.sets.pages.blueprint import blueprint
from ludex.games.sets.pages.results import LARGEST_CAPS
from ludex.games.sets.study.closed_forms import cap_bound_method, cap_upper_bound
from ludex.pictures.charts import Axes, LinePoint, format_power, lines_plot
from ludex.web.game_pages import ResultsPage, site
from ludex.web.results import claims_address, csv_file
from ludex.web.site.addresses import object_address

PROPERTIES, VALUES = range(1, 7), range(2, 8)


_REASONS = {
    "closed-form": "proved: closed form",
    "counting": "proved by counting cards in hyperplanes",
    "hyperplanes": "proved by linear programs over hyperplanes",
    "layers": "proved by a search through layers",
}


@dataclass(frozen=True, slots=True)
class CapBounds:
    """Bounds on the size of a largest cap of a deck, and the argument for them.

    `claims` is the address of the claims, and `witness` is the address of a largest cap. A `known` cap is proved to be
    largest, by Ludex or in the literature.
    """

    lower: int
    upper: int
    known: bool
    argument: str
    claims: str = ""
    witness: str = ""

    @property
    def proved(self) -> bool:
        """Return whether Ludex proves that no cap is larger."""
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class StoredCapCounts:
    """The number of caps, and the number of classes of caps under symmetries, for each size."""

    deck: Deck
    claims: str
    evidence: Evidence | None
    by_size: tuple[tuple[int, int], ...]


@blueprint.get("/results/caps")
def show_caps() -> str | Response:
    """Show the sizes and the numbers of caps, or send one of these tables."""
    with site.catalogue.reading() as reader:
        table = _table(reader)
        counted = _counted(reader)
    if request.args.get("format") == "csv" and request.args.get("table") == "counts":
        rows = (
            (counts.deck.properties, counts.deck.values, size, *both)
            for counts in counted
            for size, both in enumerate(counts.by_size)
        )
        return csv_file("numbers-of-caps", ["properties", "values", "size", "caps", "classes"], rows)
    if request.args.get("format") == "csv":
        found = ((p, v, cap.lower, cap.upper, cap.proved) for (p, v), cap in table.items())
        return csv_file("largest-caps", ["properties", "values", "lower", "upper", "proved"], found)
    return render_template(
        "sets/caps.html",
        title=RESULTS_PAGE.title,
        summary=RESULTS_PAGE.about,
        section="/explore",
        table=table,
        properties=PROPERTIES,
        values=VALUES,
        counted=counted,
        plot=_plot(tuple(counted)) if counted else "",
        data=url_for("sets.show_caps", format="csv"),
        counts_data=url_for("sets.show_caps", format="csv", table="counts"),
    )


def _table(reader: Reader) -> dict[tuple[int, int], CapBounds]:
    claimed = {}
    for deck, claim in _claims_of_decks(reader, "set.cap-maximum"):
        bounds = _bounds(deck, claim.lower or 0, claim.upper or deck.size, claim.method)
        cap = object_address(claim.witness) if claim.witness else ""
        claimed[deck.properties, deck.values] = replace(bounds, claims=claims_address(claim.subject), witness=cap)
    return {(p, v): claimed.get((p, v)) or _without_claim(Deck(p, v)) for p in PROPERTIES for v in VALUES}


def _without_claim(deck: Deck) -> CapBounds:
    """Return the bounds for a deck without a claim.

    The lower bound comes from the literature or from the cards that avoid one value of each property, because these
    cards contain no set.
    """
    lower = max((deck.values - 1) ** deck.properties, LARGEST_CAPS.get((deck.values, deck.properties), 0))
    return _bounds(deck, lower, cap_upper_bound(deck), cap_bound_method(deck))


def _bounds(deck: Deck, lower: int, upper: int, method: str) -> CapBounds:
    if lower == upper:
        return CapBounds(lower, upper, True, _REASONS.get(method, "proved"))
    if lower == LARGEST_CAPS.get((deck.values, deck.properties)):
        return CapBounds(lower, upper, True, f"proved in the literature; proved here: at most {upper:,}")
    return CapBounds(lower, upper, False, "bounds")


def _claims_of_decks(reader: Reader, statement: str) -> list[tuple[Deck, StoredClaim]]:
    """Return the claims with the given statement, each with the deck that it is about."""
    found = list(stream_of_claims(reader, ClaimFilters(statement=statement)))
    decks = find_many(reader, DECK, [claim.subject for claim in found], whole=False)
    results = []
    for claim in found:
        if claim.subject in decks:
            members = json.loads(decks[claim.subject].body)
            results.append((Deck(members["properties"], members["values"]), claim))
    return results


def _counted(reader: Reader) -> list[StoredCapCounts]:
    return [
        StoredCapCounts(deck, claims_address(claim.subject), claim.evidence, tuple(map(tuple, claim.value)))
        for deck, claim in _claims_of_decks(reader, "set.cap-counts")
    ]


@lru_cache(maxsize=16)
def _plot(counted: tuple[StoredCapCounts, ...]) -> str:
    lines = {}
    most = 1
    for counts in counted:
        name = f"v = {counts.deck.values}, p = {counts.deck.properties}"
        lines[name] = [
            LinePoint(size, float(caps), f"{caps:,} caps of {size} cards, in {classes} classes")
            for size, (caps, classes) in enumerate(counts.by_size)
        ]
        most = max(most, *(caps for caps, _ in counts.by_size))
    highest = ceil(log10(most))
    axes = Axes(0, max(len(line) for line in lines.values()) - 1, top=10.0**highest, lowest=0)
    ticks = [(10.0**power, format_power(power)) for power in range(0, highest + 1, 4)]
    return lines_plot("Number of caps by size", lines, axes, ticks, "cards", "caps", {})


RESULTS_PAGE = ResultsPage(
    "sets.show_caps",
    "Caps of SET",
    "The largest number of cards without a set, by properties and values: proved values and bounds.",
)
