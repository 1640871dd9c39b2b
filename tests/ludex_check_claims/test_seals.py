"""A seal shows that lines were lost or changed, and its absence that they may have been."""

import json

import pytest

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store
from ludex.catalogue.transfer.export import export_lines, sealed
from ludex.catalogue.transfer.imports.checked_lines import import_checked
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, collect_report
from ludex.games.swish.deck import Deck
from ludex.games.swish.kinds import DECK
from ludex.games.swish.position import Position
from ludex_check_claims.command import main


@pytest.fixture
def lines(sqlite_catalogue):
    with sqlite_catalogue.writing() as writer:
        store(writer, prepare(DECK, Deck("mine", "Mine", "", Position.from_codes(("*o", "o*")))))
    return list(export_lines(sqlite_catalogue))


@pytest.fixture
def check(tmp_path, capsys):
    """Give a function that checks lines: the exit code, and what is printed."""

    def run(lines):
        file = tmp_path / "export.ndjson"
        file.write_text("".join(f"{line}\n" for line in lines))
        code = main([str(file)])
        return code, capsys.readouterr().out

    return run


def test_a_sealed_export_is_checked_in_any_order_and_exports_may_be_put_together(lines, check):
    *objects, seal = sealed(lines)
    assert len(objects) == 2
    assert check([*objects, seal])[0] == 0
    assert check([*reversed(objects), seal])[0] == 0
    assert check([*sealed(objects[:1]), *sealed(objects[1:])])[0] == 0


def test_lost_changed_and_repeated_lines_are_wrong(lines, check):
    *objects, seal = sealed(lines)
    members = json.loads(seal)
    for altered in (
        [*objects[1:], seal],
        [*objects, objects[0], seal],
        [*objects[:-1], objects[-1].replace("Mine", "Yours"), seal],
        [seal],
        *([*objects, json.dumps(members | {name: value})] for name, value in (("objects", 1), ("digest", "0" * 64))),
        [*objects, '{"seal":"other"}'],
        [*objects, '{"seal":'],
    ):
        code, told = check(altered)
        assert code == 1 and "lost or changed" in told, altered[-1]


def test_without_a_seal_a_file_is_not_checked(lines, check):
    for unsealed in ([], lines, [*sealed(lines), lines[0]]):
        code, told = check(unsealed)
        assert code == 3 and "no seal covers" in told


def test_an_import_accepts_seals(lines, sqlite_template, sqlite_catalogue):
    reports = import_checked(sqlite_catalogue, [*sealed(lines[:1]), *sealed(lines[1:])], ImportOptions())
    report = collect_report(reports, frozenset())
    assert (report.refused, report.duplicates) == (0, len(lines))
