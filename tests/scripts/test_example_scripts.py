"""The admin scripts of `scripts/examples` do what they say, from the catalogue that the settings name."""

import os
import runpy
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ludex
from ludex import planarity

FOLDER = Path(__file__).parents[2] / "scripts" / "examples"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a function that runs a script, and returns its exit code, output and errors."""

    def run_script(name: str, *arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            runpy.run_path(str(FOLDER / name), run_name="__main__")
        written = capsys.readouterr()
        return int(left.value.code or 0), written.out, written.err

    return run_script


@pytest.fixture
def small(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ludex.Catalogue:
    """Name an empty catalogue by the settings, and give it."""
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    with ludex.Catalogue() as catalogue:
        yield catalogue


@pytest.mark.parametrize("script", sorted(FOLDER.iterdir()), ids=lambda script: script.name)
def test_each_says_what_it_is_for(script: Path, run: Run):
    assert os.access(script, os.X_OK)
    code, out, _ = run(script.name, "--help")
    assert code == 0 and "usage:" in out and "LUDEX_DATABASE_URL" in out


def test_a_night_verifies_and_keeps_the_last_backups(small: ludex.Catalogue, run: Run, tmp_path: Path):
    level = small.add(planarity.read_untangle("6:0-1,0-3,1-2,2-5,3-4,4-5"))
    backups = tmp_path / "backups"
    backups.mkdir()
    for year in (2001, 2002):
        (backups / f"ludex-{year}-01-01T000000.sqlite").touch()
    code, out, _ = run("verify-nightly", "--backups", backups, "--keep", 2)
    objects = sum(small.kinds().values())
    assert (code, out) == (
        0,
        f"{objects} objects verified, 0 errors, 0 proofs not repeated in time; 0 claims are unproved\n",
    )
    old, new = sorted(backups.iterdir())
    assert old.name.startswith("ludex-2002")
    with ludex.Catalogue(new) as copy:
        assert copy.get(level.label) == level
    assert run("verify-nightly", "--hours", 0)[0] == 3


def test_a_night_tells_what_does_not_hold(small: ludex.Catalogue, run: Run, tmp_path: Path):
    level = small.add(planarity.read_untangle("6:0-1,0-3,1-2,2-5,3-4,4-5"))
    with small.store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE planarity_level SET crossings = 7")
    code, out, _ = run("verify-nightly", "--backups", tmp_path / "backups")
    assert code == 1 and f"{level.label}: the fact crossings is 7, but must be 1" in out
    assert not (tmp_path / "backups").exists()


def test_a_pack_is_made_by_filters(starting_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run):
    file = tmp_path / "catalogue.sqlite"
    shutil.copyfile(starting_template, file)
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{file}")
    code, out, _ = run("make-pack", "rainy-day", "For a rainy day", "--limit", 12, "min_swaps=4", "max_vertices=10")
    assert code == 0
    with ludex.Catalogue(file) as catalogue:
        levels = list(catalogue.find("levels", pack="rainy-day", sort="grade"))
        grades = [level["difficulty"]["grade"] for level in levels]
        assert len(levels) == 12 and len({level["graph"] for level in levels}) == 12
        assert all(level["min_swaps"] >= 4 and level["vertices"] <= 10 for level in levels)
        assert f"12 levels of grade {grades[0]} to {grades[-1]}" in out
    code, _, err = run("make-pack", "other", "Other", "swaps=4")
    assert code == 2 and "unknown filter of levels" in err
    assert run("make-pack", "other", "Other", "swaps")[0] == 2


def test_the_drawings_of_a_folder_are_sorted_into_puzzles(small: ludex.Catalogue, run: Run, tmp_path: Path):
    folder = tmp_path / "drawings"
    (folder / "more").mkdir(parents=True)
    (folder / "a.txt").write_text("# two of Untangle\n6:0-1,0-3,1-2,2-5,3-4,4-5\n4:0-1,0-2,0-3,1-2,1-3,2-3\n")
    turned = '{"points": [[0, 0], [0, 0.4], [-0.5, 0.4], [-0.3, 0]], "edges": [[0, 1], [1, 2], [2, 3], [3, 0]]}'
    square = '{"drawing": {"points": [[0, 0], [4, 0], [4, 5], [0, 3]], "edges": [[3, 2], [2, 1], [0, 1], [0, 3]]}}'
    (folder / "more" / "b.json").write_text(f"{turned}\n{square}\n[1]\nno drawing\n")
    known = small.add(planarity.read_untangle("6:0-1,0-3,1-2,2-5,3-4,4-5"))
    code, out, err = run("dedup-drawings", folder)
    assert code == 0 and out.splitlines() == [
        f"known {known.label}: a.txt:2",
        "new: a.txt:3",
        "new: more/b.json:1 = more/b.json:2",
        "4 drawings, 3 different puzzles",
    ]
    assert [line.partition(" ")[0] for line in err.splitlines()] == ["more/b.json:3:", "more/b.json:4:"]
    added = run("dedup-drawings", folder, "--add")[1].splitlines()
    assert [line.split()[0] for line in added[:3]] == ["known", "added", "added"]
    assert small.find("levels").count() == 3
    assert [line.split()[0] for line in run("dedup-drawings", folder)[1].splitlines()[:3]] == ["known"] * 3
    assert run("dedup-drawings", folder / "none")[0] == 2
