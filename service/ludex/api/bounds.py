"""The bounds that all games share, as a table for schema/notation.md."""

from collections.abc import Iterable

from ludex.api.resources.figures import RENDER_SECONDS
from ludex.catalogue.cypher.engine import MEMORY, MOST_BYTES, MOST_ROWS
from ludex.catalogue.cypher.statement import MOST_CHARACTERS, MOST_PARAMETERS
from ludex.catalogue.cypher.statement import MOST_VALUES as MOST_PARAMETER_VALUES
from ludex.catalogue.graph.following import MOST_LINKS, MOST_NODES, SECONDS
from ludex.catalogue.graph.limits import MOST_AROUND, MOST_NAMES, MOST_PATTERN_LINKS
from ludex.catalogue.graph.neighbours import MOST_LINKS_AROUND
from ludex.catalogue.graph.patterns import MOST_VALUES
from ludex.catalogue.lists.listing import COUNT_CAP, DOCUMENT_FILTER_SECONDS, FACET_LIMIT, MAX_FILTERED_DOCUMENTS
from ludex.engine.budget import MEMORY_LIMIT
from ludex.graphs.measures import MAX_STEPS
from ludex.pictures.figures import MAX_PIXELS, MAX_WIDTH, MIN_WIDTH
from ludex.pictures.tikz import MAX_TIKZ_POINTS
from ludex.requests import bounds
from ludex.requests.bounds import Bound, in_bytes, one_to

BOUNDS: tuple[Bound, ...] = (
    Bound("request body", "every POST", in_bytes(bounds.BODY_BYTES)),
    Bound("nesting of JSON", "every POST", f"{bounds.JSON_DEPTH} levels"),
    Bound("names in an object", "every POST", f"{bounds.JSON_NAMES}"),
    Bound("commas, quotation marks, `[` and `{`", "every POST with JSON", f"{bounds.JSON_MARKS:,} together"),
    Bound("request line", "every request", in_bytes(bounds.REQUEST_LINE_BYTES)),
    Bound("headers", "every request", f"{bounds.HEADERS}, each at most {in_bytes(bounds.HEADER_BYTES)}"),
    Bound(
        "time of a search",
        "`time_limit`",
        f"{bounds.TIME_LIMIT_LEAST} to {bounds.TIME_LIMIT:g} seconds, default {bounds.TIME_LIMIT_DEFAULT:g}",
    ),
    Bound("memory for the tables of a search", "every search", in_bytes(MEMORY_LIMIT)),
    Bound(
        "objects in a page",
        "`limit` of a list",
        one_to(bounds.LIST_LIMIT, bounds.LIST_LIMIT_DEFAULT),
    ),
    Bound("bytes in a page", "every list and batch", f"{in_bytes(bounds.PAGE_BYTES)}; then it has fewer objects"),
    Bound("exports being sent", "`format` of a list other than `json`", f"{bounds.EXPORTS} per process, else 503"),
    Bound("streams of events", "`/jobs/{id}/events`", f"{bounds.EVENT_STREAMS} per process, else 503"),
    Bound("counted objects", "`count` of a list", f"{COUNT_CAP:,}; beyond it `count_exact` may be false"),
    Bound("labels in a batch", "`POST .../batch`", f"1 to {bounds.BATCH_LABELS:,}"),
    Bound("values of a facet", "`/facets`", f"the {FACET_LIMIT:,} most frequent"),
    Bound("slug", "`slug`", f"{bounds.SLUG_CHARACTERS} characters"),
    Bound("title", "`title`", f"{bounds.TITLE_CHARACTERS} characters"),
    Bound("description", "`description`", f"{bounds.DESCRIPTION_CHARACTERS:,} characters"),
    Bound("seed", "`seed`", "0 to 2^63 - 1"),
    Bound(
        "objects compared with one another",
        "`POST .../dedup`",
        f"1 to {bounds.DEDUP_POSITIONS:,}, with {bounds.DEDUP_PARTS:,} cards or other parts in total",
    ),
    Bound("lines", "`POST .../import`", f"1 to {bounds.IMPORT_LINES:,}"),
    Bound("levels", "a pack of your own", f"1 to {bounds.PACK_LEVELS:,}"),
    Bound(
        "pattern within an object", "`contains`, `contained_in`, `holds`", f"{bounds.PATTERN_CHARACTERS:,} characters"
    ),
    Bound(
        "objects examined for a page",
        "`contains`, `contained_in`, `holds`",
        f"{MAX_FILTERED_DOCUMENTS:,}, {DOCUMENT_FILTER_SECONDS:g} seconds; then the page ends, and `next` continues",
    ),
    Bound("steps of a walk", "`path` of `/walk`", f"1 to {bounds.WALK_STEPS}"),
    Bound("hops around an object", "`depth` of `/surroundings`", f"1 to {bounds.DEPTH}"),
    Bound(
        "objects around an object",
        "`limit` of `/surroundings`",
        f"1 to {MOST_AROUND:,}, with {MOST_LINKS_AROUND:,} links; then `complete` is false",
    ),
    Bound(
        "length of a path",
        "`max_length`",
        f"0 to {bounds.PATH_LENGTH}, default {bounds.PATH_LENGTH_DEFAULT}",
    ),
    Bound("steps of a measure", "`/measures`", f"about {MAX_STEPS:,}: vertices times edges for most measures"),
    Bound("width of a picture", "`width` of `.svg`, `.png`, `.pdf` and `.tex`", f"{MIN_WIDTH} to {MAX_WIDTH:,} pixels"),
    Bound("pixels of a picture", "`.png`", f"{MAX_PIXELS:,}"),
    Bound("points of a picture", "`.tex`", f"{MAX_TIKZ_POINTS:,}"),
    Bound("time to render a picture", "`.png` and `.pdf`", f"{RENDER_SECONDS:g} seconds"),
    Bound("names in a pattern", "`/match`", f"1 to {MOST_NAMES}, with {MOST_PATTERN_LINKS} links"),
    Bound("values of a fact", "`/match`", f"1 to {MOST_VALUES}"),
    Bound(
        "characters of a query",
        "`/cypher`",
        f"1 to {MOST_CHARACTERS:,}, with {MOST_PARAMETERS} parameters of at most {MOST_PARAMETER_VALUES:,} values",
    ),
    Bound(
        "rows of a result",
        "`/cypher`",
        f"{MOST_ROWS:,}, {in_bytes(MOST_BYTES)}; then `complete` is false",
    ),
    Bound("memory of a query", "`/cypher`", in_bytes(MEMORY)),
    Bound(
        "work for an answer",
        "`/walk`, `/surroundings`, `/paths`, `/match`",
        f"{MOST_LINKS:,} links, {MOST_NODES:,} objects, {SECONDS:g} seconds; then `complete` is false",
    ),
)


def bounds_table(rows: Iterable[Bound]) -> str:
    """Return a Markdown table of bounds for schema/notation.md.

    >>> print(bounds_table(BOUNDS).splitlines()[0])
    | What | Where | Limit |
    """
    lines = ["| What | Where | Limit |", "|---|---|---|"]
    lines += [f"| {bound.subject} | {bound.place} | {bound.limit} |" for bound in rows]
    return "\n".join(lines) + "\n"
