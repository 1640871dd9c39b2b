"""Pictures of positions."""

from collections.abc import Sequence

from peg_solitaire.position import Position, cells, describe_pegs

_PEG = "#1b5fa8"
_PIXELS = 48
"""The width of a cell."""


def position_svg(position: Position, numbers: Sequence[int] | None = None) -> str:
    """Return a picture of a position as SVG. Pegs are filled circles, with `numbers` in reading order if given."""
    numbered = {} if numbers is None else dict(zip(sorted(position.pegs), numbers, strict=True))
    drawn = []
    for row, column in cells(position.side):
        fill = _PEG if (row, column) in position.pegs else "none"
        place = f'cx="{column + 0.5}" cy="{row + 0.5}"'
        drawn.append(f'<circle {place} r=".35" fill="{fill}" stroke="gray" stroke-width=".05"/>')
        if (row, column) in numbered:
            place = f'x="{column + 0.5}" y="{row + 0.65}"'
            number = numbered[row, column]
            drawn.append(f'<text {place} font-size=".4" text-anchor="middle" fill="white">{number}</text>')
    title = f"<title>{describe_pegs(len(position.pegs))} on a board of {position.side} x {position.side}</title>"
    width = position.side * _PIXELS
    size = f'viewBox="0 0 {position.side} {position.side}" width="{width}" height="{width}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{title}{"".join(drawn)}</svg>'
