"""Labels of the kinds of SWISH, whose forms are defined in schema/canonical-forms.md."""

from collections import Counter
from collections.abc import Sequence

from ludex_check_claims.label_forms import label
from ludex_check_claims.swish.cards import Kind, configurations, configured, read_card
from ludex_check_claims.swish.hypergraphs import Row, canonical_rows, rows_of_cards, rows_of_form, rows_to_form
from ludex_check_claims.verdicts import Clock, Json, NotChecked, require

TAGS = {"swish-deck": "deck", "swish-position": "position", "swish-no-swish-set": "noswish"}


def written(card: Kind, height: int, width: int) -> str:
    """Encode a card that is given as points and circles."""
    mark = dict.fromkeys(card[0], "*") | dict.fromkeys(card[1], "o")
    return "/".join("".join(mark.get((r, c), ".") for c in range(width)) for r in range(height))


def card(document: Json, _clock: Clock) -> str:
    """Return the label of a card, whose form is its least configuration."""
    return _label("swish-card", "card", document, [configurations(document["code"], document["symmetry"])[0]])


def cards(document: Json, _clock: Clock) -> str:
    """Return the label of a deck, position or no-swish set.

    The form contains the sorted least configurations of the cards.
    """
    if "cards" not in document:
        raise NotChecked("the document does not list the cards of the object")
    least = sorted(configurations(code, document["symmetry"])[0] for code in document["cards"])
    return _label(document["kind"], TAGS[document["kind"]], document, least)


def board(document: Json, _clock: Clock) -> str:
    """Return the label of a board, whose form consists of its symmetry and its sides."""
    sides, symmetry = f"{document['height']}x{document['width']}", document["symmetry"]
    invariants = [sides] if symmetry == "rectangle" else [sides, symmetry]
    return label("swish-board", invariants, "board", f"{symmetry} {sides}".encode())


def swish(document: Json, _clock: Clock) -> str:
    """Return the label of a swish. Its form is the least configuration of the whole stack."""
    laid = [configured(code, document["symmetry"]) for code in document["stack"]]
    return _label("swish-swish", "swish", document, min(sorted(stack) for stack in zip(*laid, strict=True)))


def _label(kind: str, tag: str, document: Json, placed: Sequence[Kind]) -> str:
    height, width, _, _ = read_card(document.get("code") or (document.get("cards") or document["stack"])[0])
    board = f"{height}x{width}"
    form = " ".join([document["symmetry"], board, *(written(card, height, width) for card in placed)])
    return label(kind, [board] if kind == "swish-card" else [board, len(placed)], tag, form.encode())


def hypergraph(document: Json, clock: Clock) -> str:
    """Return the label of a hypergraph, computed from the form that its document contains."""
    return of_rows(rows_of_form(bytes.fromhex(document["form"])), clock)


def hypergraph_of_position(document: Json, clock: Clock) -> str | None:
    """Return the label of the hypergraph of a position, or None if the position has no hypergraph."""
    if document.get("hypergraph") is None:
        return None
    return of_rows(rows_of_cards(document["cards"], document["symmetry"]), clock)


def of_rows(rows: Sequence[Row], clock: Clock) -> str:
    """Return the label of the hypergraph with the given rows."""
    require(rows, "a hypergraph must have a hypernode")
    points = Counter(point for row in rows for point, _ in row if point >= 0)
    circles = Counter(circle for row in rows for _, circle in row if circle >= 0)
    arcs = sum(points[junction] * circles[junction] for junction in points)
    for row in rows:
        own = Counter(circle for _, circle in row if circle >= 0)
        arcs -= sum(own[point] for point, _ in row if point >= 0)
    form = rows_to_form(canonical_rows(rows, clock)[0])
    return label("swish-hypergraph", [len(rows), arcs], "hypergraph", form)
