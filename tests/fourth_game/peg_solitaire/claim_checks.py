"""The checks of peg solitaire for `ludex-check-claims`, which import nothing from Ludex or from the game itself.

All results are computed again by the simplest method, so that an error in the game is not repeated here.
"""

from itertools import product

from ludex_check_claims.game_checks import GameChecks, StatementCheck, names
from ludex_check_claims.label_forms import label, square_images
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, Clock, Export, Json, require

Pegs = frozenset[tuple[int, int]]


def fewest_pegs(claim: Json, document: Json, export: Export) -> str:
    """Check a claim about the fewest pegs: make the jumps in the certificate, and prove the lower bound again."""
    side, pegs = _parse(document["rows"])
    certificate, left = claim["certificate"], pegs
    for start, end in certificate["jumps"]:
        left = _after(side, left, tuple(start), tuple(end))
    require(len(left) == claim["value"] == claim["upper"], f"the jumps leave {len(left)} pegs")
    if certificate["bound"] == "parity":
        bound = _parity_bound(side, pegs)
        require(claim["lower"] <= bound, f"the parity class proves {bound} pegs, not {claim['lower']}")
        return CHECKED
    require(certificate["bound"] == "search", "the lower bound is proved neither by parity nor by a search")
    fewest = _search(side, pegs, Clock(export, 60))
    require(claim["lower"] <= fewest, f"jumps can leave {fewest} pegs")
    return RECOMPUTED


def position_label(document: Json, _clock: Clock) -> str:
    """Return the label of a position. The canonical form is the least text among the images of the position."""
    rows = document["rows"].split("/")
    form = min("/".join(image) for image in square_images(rows))
    invariants = [f"{len(rows)}x{len(rows)}", document["rows"].count("*")]
    return label("solitaire-position", invariants, "solitaire-position", form.encode())


def board_label(document: Json, _clock: Clock) -> str:
    """Return the label of a board."""
    return _board_label(document["side"])


def board_of_position(document: Json, _clock: Clock) -> str | None:
    """Return the label of the board of a position."""
    return _board_label(len(document["rows"].split("/")))


def _board_label(side: int) -> str:
    return label("solitaire-board", [f"{side}x{side}"], "solitaire-board", str(side).encode())


def _cells(side: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(side) for column in range(side)]


def _parse(text: str) -> tuple[int, Pegs]:
    rows = text.split("/")
    require(all(len(row) == len(rows) and set(row) <= set("*.") for row in rows), f"{text!r} is not a position")
    return len(rows), frozenset((row, column) for row, column in _cells(len(rows)) if rows[row][column] == "*")


def _after(side: int, pegs: Pegs, start: tuple[int, ...], end: tuple[int, ...]) -> Pegs:
    """Return the pegs after a jump. Raises Wrong if the jump is not possible."""
    (a, b), (c, d) = start, end
    over = ((a + c) // 2, (b + d) // 2)
    straight = {abs(a - c), abs(b - d)} == {0, 2} and 0 <= min(end) <= max(end) < side
    require(straight and {(a, b), over} <= pegs and (c, d) not in pegs, f"no peg can jump from {start} to {end}")
    return pegs - {(a, b), over} | {(c, d)}


def _parity_bound(side: int, pegs: Pegs) -> int:
    """Return 1 if some single peg is in the same parity class as the pegs, else 2. Diagonals have three colours."""

    def parities(cells: Pegs) -> list[bool]:
        classes = []
        for sign in (1, -1):
            numbers = [sum((row + sign * column) % 3 == colour for row, column in cells) for colour in range(3)]
            classes += [(numbers[0] - number) % 2 == 0 for number in numbers]
        return classes

    singles = (parities(frozenset([cell])) for cell in _cells(side))
    return 1 if parities(pegs) in singles else 2


def _search(side: int, pegs: Pegs, clock: Clock) -> int:
    """Return the fewest pegs that jumps can leave, by visiting every position that jumps can reach."""
    fewest, reached, waiting = len(pegs), {pegs}, [pegs]
    while waiting:
        clock.tick()
        pegs = waiting.pop()
        fewest = min(fewest, len(pegs))
        for (row, column), (down, right) in product(pegs, ((0, 1), (1, 0), (0, -1), (-1, 0))):
            over, end = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in pegs and end not in pegs and 0 <= min(end) <= max(end) < side:
                following = pegs - {(row, column), over} | {end}
                if following not in reached:
                    reached.add(following)
                    waiting.append(following)
    return fewest


CHECKS = GameChecks(
    game="solitaire",
    statements={
        "solitaire.fewest-pegs": StatementCheck(
            fewest_pegs, certificates=(names("jumps", "bound"),), bounded=True, certificate_required=True
        )
    },
    labels={"solitaire-board": board_label, "solitaire-position": position_label},
    label_members={"board": board_of_position},
)
