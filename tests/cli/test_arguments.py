"""Files, formats and numbers on the command line: what cannot be read or written is refused with the remedy."""

import json
import subprocess
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "words",
    [
        ("planarity", "solve", "nothing.json"),
        ("swish", "solve", "nothing.txt"),
        ("sets", "solve", "folder/nothing.csv"),
        ("planarity", "import", "nothing.csv"),
    ],
)
def test_a_missing_file_is_named(ludex, words):
    ran = ludex(*words)
    assert (ran.code, ran.out) == (2, "")
    assert f"there is no file {words[-1]}" in ran.err


def test_a_card_that_ends_like_a_file_name_is_a_card(ludex):
    assert ludex("swish", "solve", "*.oo/..oo").code in (0, 1)


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("tex", b"% "), ("svg", b"<svg")])
def test_a_picture_has_the_format_of_its_file(ludex, small_catalogue, tmp_path, suffix, start):
    file = tmp_path / f"figure.{suffix}"
    for words in (
        ("draw", "mine", "--style", "print", "--no-labels", "--no-crossings", "--width", "90", "-o", str(file)),
        ("planarity", "draw", "4:0-2,1-3", "-o", str(file)),
        ("planarity", "reduce", "one-in-three", "0,1,2", "--plot", str(file)),
    ):
        assert ludex(*words).code == 0
        assert file.read_bytes().startswith(start)
        file.unlink()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--style", "bold"), "choose one of screen, print, plain"),
        (("--width", "15"), "16 to 4,000"),
        (("--solution",), "--solution: a deck has no solution that can be drawn"),
    ],
)
def test_an_option_of_a_figure_is_refused_in_one_line(ludex, small_catalogue, words, message):
    ran = ludex("draw", "swish-36", *words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert message in ran.err


def test_pdf_without_its_renderer_is_refused_in_one_line(ludex, small_catalogue, tmp_path, monkeypatch):
    monkeypatch.setattr("ludex.engine.rendering.find_spec", lambda _name: None)
    ran = ludex("draw", "mine", "-o", str(tmp_path / "figure.pdf"))
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "pip install 'ludex[figures]'" in ran.err


@pytest.mark.parametrize("suffix", ["jpg", "txt", "svgz"])
def test_a_picture_is_not_written_in_an_unknown_format(ludex, small_catalogue, tmp_path, suffix):
    file = tmp_path / f"figure.{suffix}"
    for words in (
        ("draw", "mine", "-o", str(file)),
        ("planarity", "draw", "4:0-2,1-3", "-o", str(file)),
        ("planarity", "reduce", "one-in-three", "0,1,2", "--plot", str(file)),
    ):
        ran = ludex(*words)
        assert (ran.code, ran.out) == (2, "")
        assert "pictures are written as SVG, PNG, PDF or TikZ" in ran.err
    assert not file.exists()


def test_a_picture_is_written_to_any_other_name(ludex, tmp_path):
    for name in ("figure.svg", "figure", "figure.v2"):
        assert ludex("planarity", "draw", "4:0-2,1-3", "-o", str(tmp_path / name)).code == 0
        assert (tmp_path / name).read_text().startswith("<svg")
    assert ludex("planarity", "draw", "4:0-2,1-3", "--json", "-o", str(tmp_path / "figure.json")).code == 0


def test_several_numbers_of_dealt_cards_are_separated_by_commas(ludex, small_catalogue):
    found = json.loads(ludex("swish", "deals", "swish-2x3", "-n", "1,3-4", "--json").out)
    assert [item["n"] for item in found["items"]] == [1, 3, 4]
    refused = ludex("swish", "deals", "swish-2x3", "-n", "1,99")
    assert refused.code == 2 and "write 1 to " in refused.err


def test_the_reduction_of_a_formula_writes_the_drawing(ludex, tmp_path):
    file = tmp_path / "drawing.json"
    ran = ludex("planarity", "reduce", "one-in-three", "0,1,2", "-o", str(file))
    assert (ran.code, ran.out) == (0, "")
    assert json.loads(file.read_text()).keys() == {"points", "edges"}
    assert "152 vertices, 43 crossings; satisfiable; 18 swaps in intended solutions" in ran.err
    converted = ludex("planarity", "reduce", "one-in-three", "0,1,2", "--assignment", "100")
    assert converted.lines[0] == "152 vertices, 43 crossings" and not converted.err


def test_single_objects_are_verified(ludex, small_catalogue):
    assert ludex("db", "verify", "mine").lines == ["1 objects checked: no errors"]
    refused = ludex("db", "verify", "nothing")
    assert refused.code == 2 and "nothing" in refused.err


def test_the_help_of_the_start_script_makes_nothing(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "scripts/start"
    for option in ("--help", "-h"):
        ran = subprocess.run(
            [script, "--port", "0", option],
            env={"ENVIRONMENT": str(tmp_path / "env"), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
        assert ran.stdout.startswith("Usage: scripts/start")
    assert not list(tmp_path.iterdir())
