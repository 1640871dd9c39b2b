"""The job of the game stores random positions in steps, the same whenever a step is run again."""

from pathlib import Path

from ludex.catalogue.transfer.export import export_lines
from ludex.engine.budget import Budget
from ludex.jobs.operation import Cursor, JobContext
from peg_solitaire.jobs import RandomPegPositions, store_random_positions
from tests.fourth_game.conftest import create_catalogue


def test_random_positions_are_stored_in_steps(tmp_path: Path) -> None:
    catalogue = create_catalogue(f"sqlite:///{tmp_path}/catalogue.sqlite")
    asked = RandomPegPositions(side=4, pegs=5, count=45, seed=3)
    cursor: Cursor | None = {}
    done = []
    while cursor is not None:
        store_random_positions(asked, cursor, JobContext(catalogue, Budget()))
        step = store_random_positions(asked, cursor, JobContext(catalogue, Budget()))
        done.append((step.done, step.total))
        cursor = step.cursor
    assert done == [(20, 45), (40, 45), (45, 45)]
    assert step.result == {"drawn": 45, "new": 0}
    lines = list(export_lines(catalogue))
    assert sum('"solitaire-position"' in line for line in lines) > 30
    catalogue.close()


def test_a_small_board_is_filled(tmp_path: Path) -> None:
    catalogue = create_catalogue(f"sqlite:///{tmp_path}/catalogue.sqlite")
    asked = RandomPegPositions(side=2, pegs=25, count=3)
    assert store_random_positions(asked, {}, JobContext(catalogue, Budget())).result == {"drawn": 3, "new": 1}
    catalogue.close()
