"""The positions of a game that no file of ludex knows are exported, imported and verified."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from ludex.engine.budget import Budget
from peg_solitaire.operations import store_positions
from peg_solitaire.position import Position
from tests.catalogue.importing import import_export
from tests.fourth_game.conftest import create_catalogue
from tests.tampering import spoil


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Catalogue]:
    catalogue = create_catalogue(f"sqlite:///{tmp_path}/filled.sqlite")
    rows = ("**./.../...", "***/***/...", "**../.*../..../....")
    store_positions(catalogue, [Position.parse(one) for one in rows], Budget(), solved=True, slug="first")
    yield catalogue
    catalogue.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Catalogue]:
    catalogue = create_catalogue(f"sqlite:///{tmp_path}/other.sqlite")
    yield catalogue
    catalogue.close()


def test_an_import_of_an_export_is_equal_and_sound(filled: Catalogue, other: Catalogue) -> None:
    lines = list(export_lines(filled))
    kinds = [json.loads(line).get("kind", "claim") for line in lines]
    assert kinds == ["solitaire-board"] * 2 + ["solitaire-position", "claim"] * 3
    report = import_export(other, lines)
    assert (report.new, report.refused) == (len(lines), 0)
    assert list(export_lines(other)) == lines
    result = verify(other)
    assert result.sound
    assert result.checked == {"solitaire-board": 2, "solitaire-position": 3}


def test_an_import_refuses_what_is_not_so(filled: Catalogue, other: Catalogue) -> None:
    lines = [
        line.replace('"fewest":1', '"fewest":0').replace('"value":1', '"value":0') for line in export_lines(filled)
    ]
    refused, its_claim = import_export(other, lines).lines
    assert "leaves 1 pegs, not 0" in refused.reason
    assert (its_claim.line, its_claim.reason) == (refused.line + 1, refused.reason)


def test_verification_finds_what_was_changed_by_hand(filled: Catalogue) -> None:
    with filled.writing() as writer:
        spoil(writer.connection, """UPDATE document SET body = replace(body, '"pegs":6', '"pegs":7')""")
    findings = [str(one) for one in verify(filled).findings]
    assert any("pegs is 7" in one for one in findings), findings
