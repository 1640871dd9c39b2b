"""Pictures of positions."""

from tests.fourth_game.solitaire import Position


def position_svg(position: Position) -> str:
    """Return a position as SVG: pegs are filled."""
    holes = "".join(
        f'<circle cx="{column + 0.5}" cy="{row + 0.5}" r=".35" '
        f'fill="{"black" if (row, column) in position.pegs else "none"}" stroke="gray" stroke-width=".05"/>'
        for row in range(position.side)
        for column in range(position.side)
    )
    title = f"<title>{len(position.pegs)} pegs on a board of {position.side} x {position.side}</title>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {position.side} {position.side}">{title}{holes}</svg>'
