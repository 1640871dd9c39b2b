"""The checks for `ludex-check-claims`. They import nothing from Ludex or from the game, and use another method."""

from itertools import product

from ludex_check_claims.game_checks import Facts, GameChecks, StatementCheck, names
from ludex_check_claims.label_forms import label, square_images
from ludex_check_claims.verdicts import RECOMPUTED, Clock, Export, Json, require


def fewest(rows: list[str]) -> int | None:
    """Return the fewest presses that turn all lamps off, or None, by visiting all positions that presses lead to."""
    cells = list(product(range(len(rows)), range(len(rows))))
    reached = {0: 0}  # the fewest presses by sets of lamps that they switch
    for cell in cells:
        effect = sum(1 << at for at, other in enumerate(cells) if _near(cell, other))
        for lamps, presses in list(reached.items()):
            reached[lamps ^ effect] = min(presses + 1, reached.get(lamps ^ effect, presses + 1))
    return reached.get(sum(1 << at for at, (row, column) in enumerate(cells) if rows[row][column] == "*"))


def _near(cell: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) <= 1


def fewest_presses(claim: Json, document: Json, _export: Export) -> str:
    """Check that the presses turn all lamps off, and that no fewer do."""
    rows, presses = document["rows"].split("/"), [tuple(cell) for cell in claim["certificate"]["presses"]]
    for row, column in product(range(len(rows)), range(len(rows))):
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
    form = min("/".join(image) for image in square_images(rows))
    invariants = [f"{len(rows)}x{len(rows)}", document["rows"].count("*")]
    return label("lightsout-position", invariants, "lightsout-position", form.encode())


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
