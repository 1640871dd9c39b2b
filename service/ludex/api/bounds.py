"""Every bound that all games share, and how the table of all bounds is shown; the schemas take their limits from here.

The bounds of a game are in `bounds.py` of its package. schema/notation.md shows them all.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ludex.catalogue.graph.following import MOST_LINKS, MOST_NODES, SECONDS
from ludex.catalogue.graph.patterns import MOST_NAMES, MOST_PATTERN_LINKS, MOST_VALUES
from ludex.catalogue.graph.surroundings import MOST_AROUND, MOST_LINKS_AROUND
from ludex.catalogue.label import MAX_SLUG
from ludex.catalogue.listing import COUNT_CAP, FACET_LIMIT, MOST_SIEVED, SIEVING_SECONDS
from ludex.engine.budget import MEMORY_LIMIT
from ludex.graphs.measures import MOST_STEPS

BODY_BYTES = 8 * 1024 * 1024
JSON_DEPTH = 16
JSON_NAMES = 64
JSON_MARKS = 500_000
REQUEST_LINE_BYTES = 8190
HEADERS = 100
HEADER_BYTES = 8190

TIME_LIMIT = 60.0
TIME_LIMIT_LEAST = 0.05
TIME_LIMIT_DEFAULT = 10.0

LIST_LIMIT = 1000
LIST_LIMIT_DEFAULT = 100
PAGE_BYTES = 8 * 1024 * 1024
CURSOR_CHARACTERS = 1024
BATCH_LABELS = 1000
LABEL_CHARACTERS = 128

SLUG_CHARACTERS = MAX_SLUG
TITLE_CHARACTERS = 200
DESCRIPTION_CHARACTERS = 2000
SEED = 2**63 - 1
DEDUP_POSITIONS = 1000
DEDUP_CARDS = 10_000

PATTERN_CHARACTERS = 2000
WALK_STEPS = 8
DEPTH = 8
PATH_LENGTH = 100
PATH_LENGTH_DEFAULT = 20
RELATIONS_CHARACTERS = 1000
GRAPH_SECONDS = SECONDS


@dataclass(frozen=True, slots=True)
class Bound:
    """One row of the table: what is bounded, where, and by how much."""

    subject: str
    place: str
    limit: str


def in_bytes(number: int) -> str:
    """Return a number of bytes as the table shows it."""
    return f"{number // (1024 * 1024)} MiB" if number % (1024 * 1024) == 0 else f"{number:,} bytes"


BOUNDS: tuple[Bound, ...] = (
    Bound("request body", "every POST", in_bytes(BODY_BYTES)),
    Bound("nesting of JSON", "every POST", f"{JSON_DEPTH} levels"),
    Bound("names in an object", "every POST", f"{JSON_NAMES}"),
    Bound("commas, quotes, `[` and `{`", "every POST with JSON", f"{JSON_MARKS:,} together"),
    Bound("request line", "every request", in_bytes(REQUEST_LINE_BYTES)),
    Bound("headers", "every request", f"{HEADERS}, each at most {in_bytes(HEADER_BYTES)}"),
    Bound(
        "time of a search",
        "`time_limit`",
        f"{TIME_LIMIT_LEAST} to {TIME_LIMIT:g} seconds, {TIME_LIMIT_DEFAULT:g} where it is not given",
    ),
    Bound("memory of a search's tables", "every search", in_bytes(MEMORY_LIMIT)),
    Bound("objects in a page", "`limit` of a list", f"1 to {LIST_LIMIT:,}, {LIST_LIMIT_DEFAULT} where it is not given"),
    Bound("bytes in a page", "every list and batch", f"{in_bytes(PAGE_BYTES)}; then it has fewer objects"),
    Bound("counted objects", "`count` of a list", f"{COUNT_CAP:,}; beyond it `count_exact` is false"),
    Bound("labels in a batch", "`POST .../batch`", f"1 to {BATCH_LABELS:,}"),
    Bound("values of a facet", "`/facets`", f"the {FACET_LIMIT:,} most frequent"),
    Bound("slug", "`slug`", f"{SLUG_CHARACTERS} characters"),
    Bound("title", "`title`", f"{TITLE_CHARACTERS} characters"),
    Bound("description", "`description`", f"{DESCRIPTION_CHARACTERS:,} characters"),
    Bound("seed", "`seed`", "0 to 2^63 - 1"),
    Bound(
        "positions",
        "`/swish/positions/dedup`, `/sets/positions/dedup`",
        f"1 to {DEDUP_POSITIONS:,}, of {DEDUP_CARDS:,} cards together",
    ),
    Bound("pattern within an object", "`contains`, `contained_in`, `holds`", f"{PATTERN_CHARACTERS:,} characters"),
    Bound(
        "objects looked into for a page",
        "`contains`, `contained_in`, `holds`",
        f"{MOST_SIEVED:,}, {SIEVING_SECONDS:g} seconds; then the page has fewer, and `next` goes on",
    ),
    Bound("relations in a walk", "`path` of `/walk`", f"1 to {WALK_STEPS}"),
    Bound("hops around an object", "`depth` of `/surroundings`", f"1 to {DEPTH}"),
    Bound(
        "objects around an object",
        "`limit` of `/surroundings`",
        f"1 to {MOST_AROUND:,}, with {MOST_LINKS_AROUND:,} links; then `complete` is false",
    ),
    Bound("length of a path", "`max_length`", f"0 to {PATH_LENGTH}, {PATH_LENGTH_DEFAULT} where it is not given"),
    Bound("steps of a measure", "`/measures`", f"about {MOST_STEPS:,}: vertices times edges for most"),
    Bound("names in a pattern", "`/match`", f"1 to {MOST_NAMES}, with {MOST_PATTERN_LINKS} links"),
    Bound("values of a fact", "`/match`", f"1 to {MOST_VALUES}"),
    Bound(
        "work for an answer",
        "`/walk`, `/surroundings`, `/paths`, `/match`",
        f"{MOST_LINKS:,} links, {MOST_NODES:,} objects, {SECONDS:g} seconds; then `complete` is false",
    ),
)


def bounds_table(bounds: Iterable[Bound]) -> str:
    """Return bounds as a table in Markdown, as schema/notation.md shows them.

    >>> print(bounds_table(BOUNDS).splitlines()[0])
    | What | Where | Limit |
    """
    rows = ["| What | Where | Limit |", "|---|---|---|"]
    rows += [f"| {bound.subject} | {bound.place} | {bound.limit} |" for bound in bounds]
    return "\n".join(rows) + "\n"
