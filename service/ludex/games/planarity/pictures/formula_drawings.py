"""Pictures of formula drawings (Theorem 2). Because there are many vertices, they are small dots without numbers."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from ludex.games.planarity.crossings import crossing_pairs
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.reductions.formula_drawings import FormulaDrawing
from ludex.pictures.svg import (
    CROSSED_EDGE,
    CROSSING,
    EDGE,
    FAINT_INK,
    INK,
    SWAP,
    caption,
    document,
    element,
    number,
    transformed,
)

_WIDTH, _MARGIN, _CAPTION = 1_500.0, 40.0, 44.0


def formula_svg(formula_drawing: FormulaDrawing, swaps: Sequence[Edge] = ()) -> str:
    """Return a picture of a formula drawing. If `swaps` are given, the drawing after the swaps is shown below.

    Edges that cross are orange, and their crossings are marked. Swapped edges are thick and green. A variable's name is
    shown where the variable begins. A clause is labelled at its centre with its variables.
    """
    drawing = formula_drawing.drawing
    frames = [_draw(formula_drawing, drawing, swaps, f"{len(crossing_pairs(drawing)):,} crossings")]
    if swaps:
        after = formula_drawing.after(swaps)
        left = len(crossing_pairs(after))
        frames.append(_draw(formula_drawing, after, swaps, f"after {len(swaps):,} swaps: {left:,} crossings"))
    height = _height(drawing)
    parts = [transformed(frame, _MARGIN, _MARGIN + place * (height + _CAPTION)) for place, frame in enumerate(frames)]
    clauses = ", ".join("-".join(map(str, clause)) for clause in formula_drawing.formula.clauses)
    return document(
        f"A drawing of the formula {clauses}",
        f"One of the three variables of each clause must be true. {drawing.vertices:,} vertices.",
        _WIDTH + 2 * _MARGIN,
        len(frames) * (height + _CAPTION) + 2 * _MARGIN,
        parts,
    )


def _height(drawing: Drawing) -> float:
    xs, ys = zip(*drawing.points, strict=True)
    height: float = _WIDTH * (max(ys) - min(ys)) / (max(xs) - min(xs))
    return height


def _draw(formula_drawing: FormulaDrawing, drawing: Drawing, swaps: Sequence[Edge], note: str) -> list[Element]:
    """Draw the edges, the crossings, the vertices and the names. The y axis of the drawing points upward."""
    xs, ys = zip(*drawing.points, strict=True)
    scale, left, top = _WIDTH / (max(xs) - min(xs)), min(xs), max(ys)
    at = [(scale * (x - left), scale * (top - y)) for x, y in drawing.points]
    pairs = crossing_pairs(drawing)
    crossed = {edge for pair in pairs for edge in pair}
    swapped = set(swaps)
    free = [edge for edge in drawing.edges if edge not in crossed and edge not in swapped]
    parts = [
        _path(EDGE, 1.2, at, free),
        _path(CROSSED_EDGE, 1.2, at, [edge for edge in drawing.edges if edge in crossed and edge not in swapped]),
        _path(SWAP, 3.0, at, sorted(swapped)),
    ]
    dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in at)
    parts.append(element("path", class_="vertices", d=dots, stroke=INK, stroke_width=4, stroke_linecap="round"))
    marks = "".join(f"M{number(x)} {number(y)}h0" for x, y in (_crossing(at, *pair) for pair in pairs))
    if marks:
        parts.append(
            element("path", class_="crossings", d=marks, stroke=CROSSING, stroke_width=5, stroke_linecap="round")
        )
    for name, vertex in formula_drawing.names():
        x, y = formula_drawing.drawing.points[vertex]
        parts.append(caption(name, scale * (x - left) - 9, scale * (top - y) + 5, 15, anchor="end", class_="label"))
    parts.append(caption(note, _WIDTH / 2, _height(drawing) + 28, 15, fill=FAINT_INK, class_="note"))
    return parts


def _path(colour: str, width: float, at: Sequence[tuple[float, float]], edges: Sequence[Edge]) -> Element:
    d = "".join(f"M{number(at[u][0])} {number(at[u][1])}L{number(at[v][0])} {number(at[v][1])}" for u, v in edges)
    return element("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _crossing(at: Sequence[tuple[float, float]], first: Edge, second: Edge) -> tuple[float, float]:
    (px, py), (qx, qy) = at[first[0]], at[first[1]]
    (rx, ry), (sx, sy) = at[second[0]], at[second[1]]
    dx, dy, ex, ey = qx - px, qy - py, sx - rx, sy - ry
    ratio = ((rx - px) * ey - (ry - py) * ex) / (dx * ey - dy * ex)
    return px + ratio * dx, py + ratio * dy
