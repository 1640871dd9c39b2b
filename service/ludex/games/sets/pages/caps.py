"""Results on caps of SET: the most cards without a set by properties and values, and the numbers of caps by size."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log10
from typing import Any

from flask import Response, request

from ludex.catalogue.claims.claim import StoredClaim
from ludex.catalogue.claims.lists import ClaimFilters, stream_of_claims
from ludex.catalogue.objects.reading import find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.sets.deck import Deck
from ludex.games.sets.kinds import DECK
from ludex.games.sets.pages.exhibits import LARGEST_CAPS
from ludex.games.sets.solving.cap_bounds import cap_upper_bound
from ludex.pictures.axes import Axes, format_power
from ludex.pictures.charts import LinePoint, lines_plot
from ludex.web.page import Page, Site
from ludex.web.results.overview import ResultsCard
from ludex.web.results.tables import RESULTS, claims_address, csv_file
from ludex.web.site.addresses import object_address

CAPS = f"{RESULTS}/caps"
PROPERTIES, VALUES = range(1, 7), range(2, 8)


@dataclass(frozen=True, slots=True)
class LargestCap:
    """The largest cap of a deck: bounds, whether a claim proves them equal, addresses of the claims and of a cap.

    `source` is the source of bounds without a claim.
    """

    lower: int | None
    upper: int | None
    proved: bool
    claims: str = ""
    cap: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class CapCounts:
    """The numbers of caps and of their classes by size."""

    deck: Deck
    claims: str
    by_size: tuple[tuple[int, int], ...]


def _caps(site: Site) -> Mapping[str, Any] | Response:
    with site.catalogue.reading() as reader:
        table = _table(reader)
        counted = _counted(reader)
    asked = request.args.get("table", "")
    if request.args.get("format") == "csv" and asked == "counts":
        rows = (
            (one.deck.properties, one.deck.values, size, *both)
            for one in counted
            for size, both in enumerate(one.by_size)
        )
        return csv_file("numbers-of-caps", ["properties", "values", "size", "caps", "classes"], rows)
    if request.args.get("format") == "csv":
        found = ((p, v, one.lower, one.upper, one.proved) for (p, v), one in table.items())
        return csv_file("largest-caps", ["properties", "values", "lower", "upper", "proved"], found)
    return {
        "table": table,
        "properties": PROPERTIES,
        "values": VALUES,
        "counted": counted,
        "plot": _plot(tuple(counted)) if counted else "",
        "data": f"{CAPS}?format=csv",
        "counts_data": f"{CAPS}?format=csv&table=counts",
    }


def _table(reader: Reader) -> dict[tuple[int, int], LargestCap]:
    claimed = {}
    for deck, claim in _of_decks(reader, "set.cap-maximum"):
        cap = object_address(claim.witness) if claim.witness else ""
        claimed[deck.properties, deck.values] = LargestCap(
            claim.lower, claim.upper, claim.proved, claims_address(claim.subject), cap
        )
    return {(p, v): claimed.get((p, v)) or _bounds(Deck(p, v)) for p in PROPERTIES for v in VALUES}


def _bounds(deck: Deck) -> LargestCap:
    """Return the bounds of a deck without a claim: cards that miss a value in every property have no set."""
    lower, source = (deck.values - 1) ** deck.properties, "cards without one value of each property"
    known = LARGEST_CAPS.get((deck.values, deck.properties), 0)
    if known > lower:
        lower, source = known, "from the literature, where it is proved to be the largest"
    upper = cap_upper_bound(deck)
    return LargestCap(lower, upper, lower == upper, source="closed form" if lower == upper else source)


def _of_decks(reader: Reader, statement: str) -> list[tuple[Deck, StoredClaim]]:
    """Return the claims of a statement about decks, each with its deck."""
    found = list(stream_of_claims(reader, ClaimFilters(statement=statement)))
    decks = find_many(reader, DECK, [one.subject for one in found], whole=False)
    made = []
    for one in found:
        if one.subject in decks:
            members = json.loads(decks[one.subject].body)
            made.append((Deck(members["properties"], members["values"]), one))
    return made


def _counted(reader: Reader) -> list[CapCounts]:
    return [
        CapCounts(deck, claims_address(claim.subject), tuple(map(tuple, claim.value)))
        for deck, claim in _of_decks(reader, "set.cap-counts")
    ]


@lru_cache(maxsize=16)
def _plot(counted: tuple[CapCounts, ...]) -> str:
    lines = {}
    most = 1
    for one in counted:
        name = f"v = {one.deck.values}, p = {one.deck.properties}"
        lines[name] = [
            LinePoint(size, float(caps), f"{caps:,} caps of {size} cards, in {classes} classes")
            for size, (caps, classes) in enumerate(one.by_size)
        ]
        most = max(most, *(caps for caps, _ in one.by_size))
    highest = ceil(log10(most))
    axes = Axes(0, max(len(line) for line in lines.values()) - 1, top=10.0**highest, lowest=0)
    ticks = [(10.0**power, format_power(power)) for power in range(0, highest + 1, 4)]
    return lines_plot("How many caps there are of each size", lines, axes, ticks, "cards", "caps", {})


CAPS_PAGE = Page(CAPS, _caps, "sets/caps.html", title="Caps of SET", section=RESULTS)
CARD = ResultsCard(
    CAPS, "Caps of SET", "The most cards without a set, by properties and values, proved or between bounds."
)
