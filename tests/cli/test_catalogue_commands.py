"""`ludex db`, `ludex export`, `ludex import`, `ludex settings`, `ludex compile`, `ludex --version`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludex import __version__
from ludex.catalogue import starting


def test_the_version(ludex: Any) -> None:
    assert ludex("--version").out == f"ludex {__version__}\n"


def test_a_new_catalogue_is_made_filled_once_and_taken_down(
    ludex: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path}/data/catalogue.sqlite")
    # The tests of the starting catalogue store all lines.
    some = b"\n".join(starting.starting_lines().splitlines()[:40])
    monkeypatch.setattr(starting, "starting_lines", lambda: some)
    monkeypatch.setattr(starting, "starting_version", lambda: "some")
    assert "`ludex db upgrade` creates one" in ludex("list").err
    assert ludex("db", "upgrade").code == 0
    assert ludex("db", "fill").out == "the starting catalogue is stored\n"
    assert ludex("db", "fill").out == "the starting catalogue was already stored\n"
    assert ludex("db", "downgrade", "base").code == 0
    refused = ludex("serve")
    assert (refused.code, refused.err) == (2, "ludex: the catalogue has no tables; run `ludex db upgrade`\n")


def test_a_catalogue_of_an_unknown_revision_is_refused_and_stays_as_it_is(ludex: Any, catalogue: Path) -> None:
    with closing(sqlite3.connect(catalogue)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '1008' WHERE version_num LIKE 'sets%'")
        connection.commit()
    before = catalogue.read_bytes()
    for command in (["db", "upgrade"], ["db", "upgrade", "--fill"], ["db", "status"], ["list"], ["serve"]):
        refused = ludex(*command)
        assert refused.code == 2
        assert refused.err == (
            f"ludex: the catalogue has the tables of revision 1008, which Ludex {__version__} does not know; a newer "
            "version, or a development version, upgraded it; install that version, or restore the backup that its "
            "`ludex db upgrade` made: `ludex db restore BACKUP --replace`\n"
        )
    assert catalogue.read_bytes() == before


def test_a_backup_is_a_whole_catalogue_and_replaces_nothing(ludex: Any, catalogue: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert ludex("db", "backup", str(copy)).code == 0
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT count(*) FROM swish_deck").fetchone() == (2,)
    connection.close()
    assert "exists" in ludex("db", "backup", str(copy)).err
    assert "there is no folder" in ludex("db", "backup", str(tmp_path / "none" / "copy.sqlite")).err


def test_a_wrong_line_of_an_import_is_named_and_the_others_are_stored(
    ludex: Any, small_catalogue: Path, tmp_path: Path
) -> None:
    [line] = ludex("list", "swish/swishes", "--format", "ndjson", "--limit", "1").lines
    good = {name: value for name, value in json.loads(line).items() if name != "starting"}
    file = tmp_path / "lines.ndjson"
    file.write_text(json.dumps(good) + "\n" + json.dumps(good | {"size": 99}) + "\n")
    refused = ludex("import", str(file))
    assert refused.code == 2
    assert f"{file}, line 2: size is 99" in refused.err and refused.err.count("\n") == 1
    assert refused.out == "0 new, 1 known, 1 refused\n"
    assert ludex("import", "-", stdin=json.dumps(good)).out == "0 new, 1 known, 0 refused\n"
    assert "there is no file" in ludex("import", str(tmp_path / "none")).err


def test_verify_finds_what_does_not_hold(ludex: Any, small_catalogue: Path) -> None:
    assert ludex("db", "verify").code == 0
    with sqlite3.connect(small_catalogue) as connection:
        connection.execute("UPDATE claim SET value = '1' WHERE statement = 1")
        connection.execute("UPDATE planarity_level SET crossings = crossings + 1 WHERE crossings = 1")
    connection.close()
    verified = ludex("db", "verify", "--json")
    assert verified.code == 1
    report = json.loads(verified.out)
    assert report["complete"] and {"swish-position", "planarity-level"} <= {
        finding["kind"] for finding in report["findings"]
    }


def test_the_settings_in_force_without_a_password(ludex: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_DATABASE_URL", "postgresql://someone:secret@localhost/ludex")
    monkeypatch.setenv("LUDEX_PORT", "8080")
    shown = json.loads(ludex("settings", "--json").out)
    assert shown["port"] == 8080
    assert "secret" not in shown["database_url"]
    assert ludex("settings", "--check").out == ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LUDEX_PORT", "many", "LUDEX_PORT is 'many'"),
        ("LUDEX_PROT", "8000", "LUDEX_PROT is not a setting"),
        ("LUDEX_DATABASE_URL", "mysql://host/name", "LUDEX_DATABASE_URL"),
        ("LUDEX_DATABASE_URL", "postgresql://localhost:1/none", "see LUDEX_DATABASE_URL"),
        ("LUDEX_DATABASE_URL", "sqlite:////proc/none/catalogue.sqlite", "/proc/none"),
    ],
)
def test_wrong_settings_get_one_line(
    ludex: Any, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    refused = ludex("list")
    assert refused.code in (1, 2)
    assert refused.err.startswith("ludex: ") and refused.err.count("\n") == 1
    assert said in refused.err


def test_a_file_that_is_no_catalogue_is_said(ludex: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, this is no database. " * 40)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    refused = ludex("list")
    assert refused.code == 1
    assert refused.err == "ludex: the catalogue cannot be used: file is not a database; see LUDEX_DATABASE_URL\n"


def test_compiling_ahead_leaves_nothing_to_compile(ludex: Any) -> None:
    from ludex.cli.commands.service import compiled_functions
    from ludex.engine.budget import Budget
    from ludex.games.planarity.identity.equivalence import EquivalenceRelation, compare
    from ludex.games.planarity.making.generation import GenerationParameters, generate
    from ludex.games.planarity.making.point_sets import largest_delta
    from ludex.games.planarity.solving.exchanges import minimum_exchanges
    from ludex.games.planarity.solving.minimum_swaps import solve
    from ludex.games.planarity.study.difficulty import difficulty
    from ludex.games.planarity.untangle import circle, read_untangle
    from ludex.games.swish.deck import built_in_deck, deal
    from ludex.games.swish.position import Position
    from ludex.games.swish.solving.search import count_by_size, find_all, find_any, find_largest

    assert ludex("compile").code == 0
    before = {name: len(function.signatures) for name, function in compiled_functions().items()}
    deck = built_in_deck("swish-60").position
    position = Position(tuple(deck.cards[index] for index in deal(deck, 12, 1)))
    find_any(position)
    find_largest(position)
    find_all(position, limit=10)
    count_by_size(position, max_size=4)
    for many in (deck, Position.from_codes(["*oo", "o**", "*.o"] * 9)):
        find_any(many)
        find_largest(many)
    for method in ("rejection", "repair"):
        (level,) = generate(GenerationParameters(9, 14, 4, method=method), 1).items
        difficulty(level.drawing, level.solution)
        minimum_exchanges(level.drawing)
        largest_delta(level.drawing.points)
        for relation in EquivalenceRelation:
            compare(level.drawing, level.drawing.moved(circle(9)), relation)
    large = read_untangle("40:" + ",".join(f"{i}-{i * 7 % 40}" for i in (1, 2, 3, 4, 6, 8, 9, 11, 12, 13)))
    solve(large, Budget(seconds=0.2))
    _use_every_kernel_of_sets()
    _count_columns()
    assert {name: len(function.signatures) for name, function in compiled_functions().items()} == before
    assert any(before.values())


def _count_columns() -> None:
    import numpy as np

    from ludex.catalogue.columns.column import numbered
    from ludex.catalogue.columns.lists import _counts

    for most in (100, 1000, 60_000):
        codes = numbered([place % most for place in range(60_000)])
        values, counts = _counts(codes, np.arange(60_000, dtype=np.int32), None)
        assert counts.sum() == _counts(codes, None, np.ones(60_000, dtype=np.int64))[1].sum() == 60_000
        assert values.tolist() == list(range(most))


def _use_every_kernel_of_sets() -> None:
    from ludex.engine.budget import Budget
    from ludex.games.sets.deck import Deck
    from ludex.games.sets.identity.equivalence import compare
    from ludex.games.sets.position import Position
    from ludex.games.sets.solving.caps import largest_cap, largest_cap_within
    from ludex.games.sets.solving.playing import GameParameters, play
    from ludex.games.sets.solving.search import count_sets, find_all
    from ludex.games.sets.solving.solver import SolverName
    from ludex.games.sets.study.no_set_probability import play_by_round, sample_no_set

    for deck in (Deck(4, 3), Deck(3, 4), Deck(2, 6)):
        for name in (SolverName.LOOKUP, SolverName.DYNAMIC, SolverName.BRUTE_FORCE):
            play(GameParameters(deck, 1, 2, name))
        table = Position(deck, tuple(range(0, deck.size, 3)))
        find_all(table)
        count_sets(table)
        compare(table, table)
        largest_cap_within(table, Budget(seconds=1.0))
        sample_no_set(deck, 5, 10, seed=1)
        play_by_round(deck, 1, seed=1)
    largest_cap(Deck(5, 3), Budget(seconds=0.2))
    largest_cap(Deck(3, 4), Budget(seconds=0.2))


def test_compiling_ahead_loads_every_module_of_kernels(ludex: Any) -> None:
    import ludex as package
    from ludex.cli.commands.service import compiled_functions

    assert ludex("compile").code == 0
    folder = Path(package.__file__).parent
    modules = {
        ".".join(("ludex", *file.relative_to(folder).with_suffix("").parts))
        for file in folder.glob("**/kernels/*.py")
        if "import compiled" in file.read_text("utf-8")
    }
    assert {name.rpartition(".")[0] for name in compiled_functions()} == modules


def exported(ludex: Any, *words: str) -> list[dict[str, Any]]:
    result = ludex("export", *words)
    assert result.code == 0, result.err
    return [json.loads(line) for line in result.out.splitlines()]


def test_an_export_of_a_query_has_the_objects_that_match_it(ludex: Any, catalogue: Path) -> None:
    everything = [line for line in exported(ludex) if "kind" in line]
    decks = [line for line in everything if line["kind"] == "swish-deck"]
    sizes = sorted(deck["size"] for deck in decks)
    assert len(set(sizes)) == 2
    larger = exported(ludex, "--where", f"kind:swish-deck size>{sizes[0]}")
    assert [line["label"] for line in larger if "kind" in line] == [
        deck["label"] for deck in decks if deck["size"] == sizes[1]
    ]
    # A query without a kind selects objects of every kind that has the fact.
    sized = exported(ludex, "--where", f"size>={sizes[0]}")
    assert {line["label"] for line in sized if "kind" in line} >= {deck["label"] for deck in decks}


def test_a_part_is_imported_with_its_claims(ludex: Any, small_catalogue: Any, tmp_path: Path) -> None:
    ludex("planarity", "add", "4:0-1,1-3,2-3,0-2")
    part = tmp_path / "part.ndjson"
    assert ludex("export", "--where", "kind:level", "--output", str(part)).code == 0
    refused = ludex("import", str(part))
    assert refused.code == 2 and "export with `--claims`" in refused.err
    assert ludex("export", "--where", "kind:level", "--claims", "--output", str(part)).code == 0
    known = ludex("import", str(part))
    assert known.code == 0 and known.lines[-1].startswith("0 new, ")
