"""The checks for `ludex-check-claims`. They import nothing from Ludex or from the game, and use another method."""

from ludex_check_claims.game_checks import Facts, GameChecks, StatementCheck, names
from ludex_check_claims.label_forms import label
from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, require


def fewest(rows: list[str]) -> int | None:
    """Return the fewest presses that turn all lamps off, or None, by eliminating unknowns modulo 2."""
    cells = [(row, column) for row in range(len(rows)) for column in range(len(rows))]
    pivots: dict[int, tuple[int, int]] = {}  # the highest lamp of an effect: the effect, and the presses that have it

    def reduced(lamps: int, presses: int) -> tuple[int, int]:
        while lamps and lamps.bit_length() in pivots:
            other, others = pivots[lamps.bit_length()]
            lamps, presses = lamps ^ other, presses ^ others
        return lamps, presses

    idle = [0]  # the sets of presses that change nothing
    for number, cell in enumerate(cells):
        lamps, presses = reduced(sum(1 << at for at, other in enumerate(cells) if _near(cell, other)), 1 << number)
        if lamps:
            pivots[lamps.bit_length()] = (lamps, presses)
        else:
            idle += [presses ^ other for other in idle]
    left, known = reduced(sum(1 << at for at, (row, column) in enumerate(cells) if rows[row][column] == "*"), 0)
    return None if left else min((known ^ other).bit_count() for other in idle)


def _near(cell: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) <= 1


def fewest_presses(claim: Json, document: Json, _export: Export) -> str:
    """Check that the presses turn all lamps off, and that no fewer do."""
    rows, presses = document["rows"].split("/"), [tuple(cell) for cell in claim["certificate"]["presses"]]
    for row, column in ((row, column) for row in range(len(rows)) for column in range(len(rows))):
        changes = sum(_near((row, column), cell) for cell in presses)
        require(changes % 2 == (rows[row][column] == "*"), f"the presses leave lamp {row}, {column} on")
    require(document["solution"] == claim["certificate"]["presses"], "the document has another solution")
    require(len(presses) == claim["value"] == claim["lower"] == claim["upper"] == fewest(rows), "fewer presses suffice")
    return RECOMPUTED


def facts_of(document: Json, _export: Export, _clock: Clock) -> dict[str, Json]:
    """Return the facts of a position."""
    rows = document["rows"].split("/")
    presses = fewest(rows)
    facts = {"side": len(rows), "lit": document["rows"].count("*"), "presses": presses}
    return facts if presses is not None else {**facts, "solution": None}


def position_label(document: Json, _clock: Clock) -> str:
    """Return the label of a position. The canonical form is the least text among the images of the position."""
    rows = document["rows"].split("/")
    images = []
    for turned in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        for image in (turned, turned[::-1]):
            images += ["/".join(image), "/".join(row[::-1] for row in image)]
    invariants = [f"{len(rows)}x{len(rows)}", document["rows"].count("*")]
    return label("lightsout-position", invariants, "lightsout-position", min(images).encode())


CHECKS = GameChecks(
    game="lightsout",
    statements={
        "lightsout.fewest-presses": StatementCheck(
            fewest_presses, certificates=(names("presses"),), bounded=True, certificate_required=True
        )
    },
    labels={"lightsout-position": position_label},
    facts={
        "lightsout-position": Facts(
            frozenset({"rows"}), {"lightsout.fewest-presses": frozenset({"solution"})}, facts_of
        )
    },
)
