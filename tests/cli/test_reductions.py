"""`ludex swish reduce`, `program`, `matching`, `instance` and `ludex benchmark`, as a user calls them."""

import json
from pathlib import Path
from typing import Any

CNF = "p cnf 2 2\n1 2 0\n-1 -2 0\n"


def test_a_file_in_dimacs_becomes_cards_and_they_are_read_again(ludex: Any, tmp_path: Path) -> None:
    file = tmp_path / "formula.cnf"
    file.write_text(CNF)
    made = ludex("swish", "reduce", "sat", str(file), "--plot", str(tmp_path / "cards.svg"))
    assert (made.code, len(made.lines)) == (0, 22)
    assert "22 cards of 2x6, rule simple" in made.err
    assert (tmp_path / "cards.svg").read_text().startswith("<svg")
    found = ludex("swish", "solve", "--find", "largest", "--rule", "simple", "--file", "-", stdin=made.out)
    assert found.lines[0] == "a swish of 8 cards"
    carried = ludex("swish", "reduce", "sat", "-", "--assignment", "[true, false]", stdin=CNF)
    assert "2 clauses satisfied by 1 -2; as a simple-swish of 8 cards" in carried.err


def test_wrong_words_are_one_line_and_exit_code_2(ludex: Any) -> None:
    for words, said in [
        (("reduce", "sat", "p cnf 1 1"), "0 clauses are given, but the header states 1"),
        (("reduce", "sat", "nothing.cnf"), "there is no file nothing.cnf"),
        (("reduce", "even-cycles", "--vertices", "2", "--arcs", "[[0,0]]"), "--arcs: 0: arc 0 -> 0"),
        (("reduce", "even-cycles", "--vertices", "2", "--arcs", "x"), "--arcs 'x': not JSON: expecting value"),
        (("reduce", "three-symbols", "*****"), "5 symbols"),
        (("matching", "*o"), "a matching needs"),
        (("program", "*o", "--format", "opb", "--at-least", "2"), "--at-least: OPB maximizes the number of cards"),
    ]:
        ran = ludex("swish", *words)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1), ran.err
        assert said in ran.err


def test_programs_are_written_as_they_are(ludex: Any) -> None:
    assert ludex("swish", "program", "*o", "*o").lines[4] == "p cnf 11 25"
    assert ludex("sets", "program", "0", "1", "2", "--format", "opb").lines[-1] == "+1 x1 +1 x2 +1 x3 = 3 ;"
    assert (
        ludex("swish", "matching", "*", "o", "--at-least", "2").lines[1]
        == "YES: there is a swish of this size or larger"
    )


def test_an_instance_is_stored_and_verified(ludex: Any, small_catalogue: Path) -> None:
    del small_catalogue
    stored = ludex("swish", "instance", "--vertices", "3", "--arcs", "[[0,1],[1,0],[1,2]]")
    assert stored.lines[1] == "largest swish: 4 cards; optimum of the source: 2"
    claims = ludex("claims", "--statement", "swish.reduced-from", "--json")
    assert json.loads(claims.lines[0])["value"]["arcs"] == [[0, 1], [1, 0], [1, 2]]
    assert ludex("db", "verify").code == 0


def test_benchmarks_are_chosen_by_name_run_and_listed(ludex: Any) -> None:
    ran = ludex("benchmark", "set-cap-3-[23]")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.lines[1:3]] == ["set-cap-3-2", "set-cap-3-3"]
    assert ran.lines[-1] == "2 of 2 proved, 0 out of time, 0 wrong"
    result = json.loads(ludex("benchmark", "set-cap-3-2", "--json").out)
    assert (result["found"], result["optimum"], result["proved"], result["agrees"]) == (4, 4, True, True)
    assert ludex("benchmark", "swish-formula-3", "--show").lines[1] == "p cnf 3 4"
    assert len(ludex("benchmark", "--list").lines) > 140
    assert ludex("benchmark", "planarity-*-4").lines[1].split()[1:5] == ["minimum-swaps", "4", "1", "1"]
    limited = ludex("benchmark", "swish-symbols-3-48-hard", "--time-limit-each", "0.5")
    assert (limited.code, limited.lines[-1]) == (0, "0 of 1 proved, 1 out of time, 0 wrong")
    wrong = ludex("benchmark", "nothing")
    assert (wrong.code, "there is no instance nothing" in wrong.err) == (2, True)


def test_the_experiment_on_symbols_writes_rows_and_a_plot(ludex: Any, tmp_path: Path) -> None:
    words = ("--span", "8,12", "--trials", "1", "-o", str(tmp_path))
    assert ludex("swish", "experiment", "symbols", *words).code == 0
    assert len((tmp_path / "symbols.csv").read_text().splitlines()) == 15
    assert "cycles 2 symbols" in (tmp_path / "symbols.svg").read_text()
    assert "one of random" in ludex("swish", "experiment", "symbols", "--structures", "x", *words).err
