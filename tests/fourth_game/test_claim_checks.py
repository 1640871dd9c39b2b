"""The checks of claims accept exports of the game, find wrong claims, and import nothing from Ludex."""

import ast
from collections.abc import Iterator
from pathlib import Path
from sys import stdlib_module_names

import pytest

from ludex.catalogue.transfer.export import export_lines
from ludex.engine.budget import Budget
from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.discovery import Checks
from ludex_check_claims.documents import label_verdict
from ludex_check_claims.export import read_export
from ludex_check_claims.verdicts import CHECKED, RECOMPUTED, WRONG, Export, Json
from peg_solitaire import claim_checks
from peg_solitaire.operations import store_positions
from peg_solitaire.position import Position
from tests.fourth_game.conftest import create_catalogue

CHECKS = Checks((claim_checks.CHECKS,))
ROWS = {"**./.../...": CHECKED, "***/***/...": RECOMPUTED, "****/****/**.*/****": CHECKED, "*.*/.../..*": RECOMPUTED}


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Export]:
    folder = tmp_path_factory.mktemp("export")
    catalogue = create_catalogue(f"sqlite:///{folder}/catalogue.sqlite")
    store_positions(catalogue, [Position.parse(rows) for rows in ROWS], Budget())
    (folder / "export.ndjson").write_text("".join(f"{line}\n" for line in export_lines(catalogue)))
    catalogue.close()
    export, faults = read_export(str(folder / "export.ndjson"), float("inf"))
    assert faults == []
    yield export


def test_claims_are_checked_by_parity_or_by_a_search(export: Export) -> None:
    verdicts = {
        export.objects[claim["subject"]]["rows"]: claim_verdict(claim, export, CHECKS) for claim in export.claims
    }
    assert verdicts == {rows: (verdict, "") for rows, verdict in ROWS.items()}


def test_labels_are_computed_again(export: Export) -> None:
    assert len(export.objects) == 6
    assert {label_verdict(document, export, CHECKS) for document in export.objects.values()} == {(RECOMPUTED, "")}


def test_a_document_of_another_position_has_another_label(export: Export) -> None:
    document = next(document for document in export.objects.values() if document.get("rows") == "**./.../...")
    for change in ({"rows": "*.*/.../..."}, {"board": document["board"].replace("3x3", "4x4")}):
        verdict, _ = label_verdict({**document, **change}, export, CHECKS)
        assert verdict == WRONG


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"value": 2, "upper": 2, "lower": 2}, "the jumps leave 3 pegs"),
        ({"lower": 4}, "jumps can leave 3 pegs"),
        ({"certificate": {"jumps": [], "bound": "search"}}, "the jumps leave 6 pegs"),
        ({"certificate": {"jumps": [[[0, 0], [0, 2]]], "bound": "search"}}, "no peg can jump"),
        ({"certificate": {"jumps": None, "bound": "parity"}}, "the certificate has no value for jumps"),
        ({"certificate": None}, "the certificate is missing"),
    ],
)
def test_wrong_claims_are_found(export: Export, change: Json, reason: str) -> None:
    claim = next(claim for claim in export.claims if export.objects[claim["subject"]]["rows"] == "***/***/...")
    verdict, found = claim_verdict({**claim, **change}, export, CHECKS)
    assert (verdict, reason in found) == (WRONG, True), found


def test_a_bound_by_parity_is_no_better_than_the_parity_class_says(export: Export) -> None:
    claim = next(claim for claim in export.claims if export.objects[claim["subject"]]["rows"] == "***/***/...")
    certificate = {**claim["certificate"], "bound": "parity"}
    verdict, reason = claim_verdict({**claim, "certificate": certificate}, export, CHECKS)
    assert (verdict, "the parity class proves" in reason) == (WRONG, True), reason


def test_the_checks_import_the_standard_library_and_the_checker_alone() -> None:
    tree = ast.parse(Path(claim_checks.__file__).read_text())
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= {*stdlib_module_names, "ludex_check_claims"}
