"""The game: its rules, compared with a search of all presses, and what Ludex makes of it."""

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

import pytest

from ludex import Catalogue
from ludex.catalogue.verification import verify
from ludex.engine.faults import Fault
from ludex.settings import Settings
from ludex_lightsout.position import Position, PositionError


def fewest(position: Position) -> int | None:
    """Return the fewest presses by trying all sets of presses."""
    cells = list(product(range(position.side), repeat=2))
    sets = (chosen for size in range(len(cells) + 1) for chosen in combinations(cells, size))
    return next((len(chosen) for chosen in sets if not position.after(chosen).lit), None)


@pytest.mark.parametrize("rows", ["*", ".", "*./..", "**/**", "*../.../..*", "*.*/.*./*.*", "***/***/***"])
def test_the_presses_are_the_fewest(rows: str) -> None:
    position = Position.parse(rows)
    presses = position.presses()
    assert presses is not None and not position.after(presses).lit
    assert len(presses) == fewest(position)


def test_no_presses_turn_off_a_single_corner_of_four_rows() -> None:
    assert Position.parse("*.../..../..../....").presses() is None


@pytest.mark.parametrize("rows", ["", "*./.", "x", "*" * 9])
def test_a_text_that_is_no_position_is_refused(rows: str) -> None:
    with pytest.raises(PositionError):
        Position.parse(rows)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/catalogue.sqlite"


@pytest.fixture
def catalogue(address: str) -> Iterator[Catalogue]:
    with Catalogue(address, make=True) as catalogue:
        yield catalogue


def test_images_are_stored_once(catalogue: Catalogue) -> None:
    first, image = catalogue.lightsout.add("*../.../..."), catalogue.lightsout.add(".../.../..*")
    assert (first.created, image.created, image.label) == (True, False, first.label)
    assert [found.label for found in catalogue.find("lightsout/positions", lit=1)] == [first.label]
    with pytest.raises(Fault, match="row 2"):
        catalogue.lightsout.add("**/*")
    assert verify(catalogue.store).sound


def test_a_position_is_played(catalogue: Catalogue, address: str) -> None:
    from ludex.app import create_app

    label = catalogue.lightsout.add("*./..").label
    client = create_app(Settings(database_url=address)).test_client()
    for page in ("/", "/lightsout", "/lightsout/positions"):
        assert client.get(page).status_code == 200
    assert "Play it" in client.get(f"/objects/{label}").text
    assert "Solved" not in client.get(f"/play/lightsout/{label}?presses=0").text
    assert "Solved with 3 presses: no fewer" in client.get(f"/play/lightsout/{label}?presses=0-1-2").text
