"""`ludex-check-claims` finds what is wrong in an export without anything of ludex, and says what it did not check."""

import ast
import copy
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import ludex_check_claims
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.transfer.export import claim_of_line, export_lines, sealed
from ludex.engine.budget import Cost
from ludex.engine.formula import Formula
from ludex.games.kinds import GAMES
from ludex.games.swish.operations.positions import store_instance
from ludex.games.swish.reductions.instances import instance_of_formula
from ludex_check_claims.claims import claim_verdict
from ludex_check_claims.command import main
from ludex_check_claims.discovery import find_checks
from ludex_check_claims.export import with_optional_members
from ludex_check_claims.verdicts import Export

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def check(tmp_path):
    """Give a function that runs the program on lines: its exit code, and what it says."""

    def run(lines):
        file = tmp_path / "export.ndjson"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        file.write_text("".join(f"{line}\n" for line in sealed(texts)))
        ended = subprocess.run(
            [sys.executable, "-S", "-E", str(SCRIPTS / "check-claims"), str(file)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert not ended.stderr, ended.stderr
        return ended.returncode, ended.stdout

    return run


def test_the_package_imports_the_standard_library_alone():
    package = Path(ludex_check_claims.__file__).parent
    allowed = {*sys.stdlib_module_names, "ludex_check_claims"}
    for file in [SCRIPTS / "check-claims", *package.rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module] if node.level == 0 else []
            else:
                continue
            assert all(name.partition(".")[0] in allowed for name in names), file


def test_several_processes_give_the_verdicts_of_one(lines, tmp_path, capsys):
    file = tmp_path / "export.ndjson"
    wrong = [{**line, "engine": "none"} if "claim" in line else line for line in lines]
    file.write_text("".join(json.dumps(line) + "\n" for line in wrong))
    said = []
    for options in ([], ["--workers", "3"]):
        assert main([str(file), *options]) == 1
        said.append(capsys.readouterr().out.splitlines()[:-1])  # without the duration
    assert said[0] == said[1]


def test_what_the_time_limit_leaves_out_is_counted_in_one_line(lines, tmp_path, capsys):
    file = tmp_path / "export.ndjson"
    file.write_text("".join(f"{line}\n" for line in sealed(map(json.dumps, lines))))
    assert main([str(file), "--seconds", "0"]) == 3
    first = capsys.readouterr().out.splitlines()[0]
    items = len(lines) + sum("claim" not in line for line in lines)
    assert first.startswith(f"not checked: {items:,} items, because the time limit was reached")


def test_every_claim_of_an_export_is_checked_or_recomputed(lines, check):
    code, said = check(lines)
    assert code == 3, said
    remark, _, *table = said.splitlines()[:-1]
    assert remark == (
        "not checked: facts of 2 objects: difficulty, provenance, source (planarity-level): no claim states them"
    )
    rows = {name: [int(cell) for cell in cells] for name, *cells in (row.replace(": ", ":").split() for row in table)}
    stated = Counter(line["claim"] for line in lines if "claim" in line)
    objects = Counter(line["kind"] for line in lines if "claim" not in line)
    for kind, number in objects.items():
        stated |= {f"labels:{kind}": number, f"facts:{kind}": number}
    assert {name: sum(cells) for name, cells in rows.items()} == stated
    assert rows.pop("facts:planarity-level") == [0, 0, 0, 0, 2, 0]
    assert all(cells[2:] == [0, 0, 0, 0] for cells in rows.values()), said
    assert {name for name in stated if ":" not in name} == {
        *("swish.no-swish-maximum", "swish.no-swish-probability", "swish.largest-swish", "swish.swish-counts"),
        *("set.cap-maximum", "set.cap-counts", "set.no-set-probability", "set.no-set"),
        *("planarity.minimum-swaps", "planarity.unreachable", "planarity.census", "swish.no-swish-maximum-sets"),
        "planarity.collection-size",
        "swish.swish-classes",
        "swish.reduced-from",
    }


def changes(name, value):
    """Yield what a cell may be falsified to."""
    if name in _ORIGIN:
        yield from _ORIGIN[name]
        return
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        yield value[:-1] + ("1" if value[-1:] == "0" else "0")
    elif isinstance(value, list):
        yield value[:-1]
        yield [*value, *(value[-1:] or [0])]
    elif isinstance(value, dict):
        yield {**value, "more": 0}
    yield None


# What a version, a cost or a date can be falsified to so that anyone sees it; another number may be as right.
_ORIGIN = {
    "engine": ("", "new", None),
    "search_nodes": (-1, 1.5, "many"),
    "seconds": (-1.0, "long"),
    "checked": ("yesterday", "2030-01-01"),
    "checked_by": ("", 3),
}


def places(value, path=()):
    """Yield the places of all cells within a value, the least that a list or an object holds first."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    # Of a certificate each member, of a longer list the first ones.
    for name, one in list(items) if isinstance(value, dict) else list(items)[:3]:
        yield from places(one, (*path, name))


def cell_of(claim, path):
    for step in path:
        claim = claim[step]
    return claim


def falsified(claim, *cells):
    made = copy.deepcopy(claim)
    for path, to in cells:
        part = made
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = to
    return made


def claims_of_each_form(lines):
    """One claim of each statement and each form of certificate, with all that a line may have."""
    found = {}
    for line in lines:
        if "claim" in line:
            form = ",".join(sorted(line["certificate"])) if isinstance(line.get("certificate"), dict) else ""
            origin = {"search_nodes": 3, "seconds": 0.5, "checked": "2030-01-01T00:00:00+00:00", "checked_by": "anew"}
            found.setdefault((line["claim"], form + str(line.get("value") is None)), {**line, **origin})
    return list(found.values())


def cells_of(claim):
    """Every cell of a claim with what it may be falsified to, but for what is as right as before.

    These are a claim without its certificate, another cap of the same class, another point set of the same x-type or
    numbering of a graph; the text of an argument; and what the document says too: the method, and of what it is stated.
    """
    for path in places(claim):
        if {"claim", "subject", "method", "argument"} & set(path) or _as_right(claim["claim"], path):
            continue
        for to in changes(path[-1], cell_of(claim, path)):
            lesser = to is None and path in (("certificate",), ("certificate", "weights"))
            if to != cell_of(claim, path) and not lesser:
                yield path, to


def _as_right(statement, path):
    """Tell whether a cell is a name of what it stands for, of which there are others."""
    names = {("set.cap-counts", "classes"): 5, ("planarity.census", "graphs"): 5, ("planarity.census", "point_sets"): 5}
    return len(path) >= names.get((statement, path[1] if len(path) > 1 else ""), 99)


def without_short_forms(lines):
    """The lines with documents that say nothing of claims, so that each claim is checked by what proves it."""
    return [{name: value for name, value in line.items() if name != "claims"} for line in lines]


def unnamed(check, lines, wrong):
    """Return which of some falsified claims are not named as wrong. The others stay: one claim may build on another."""
    code, said = check([*lines, *wrong])
    assert code == 1
    if sum(row.startswith("wrong: ") for row in said.splitlines()) == len(wrong):
        return []
    export = Export({line["label"]: line for line in lines if "claim" not in line})
    export.claims.extend(with_optional_members(line) for line in lines if "claim" in line)
    checks = find_checks()
    return [one for one in wrong if claim_verdict(with_optional_members(one), export, checks)[0] != "wrong"]


def test_a_falsified_cell_of_any_claim_is_named_and_hides_no_other(lines, check):
    claims = claims_of_each_form(lines)
    wrong = [falsified(claim, cell) for claim in claims for cell in cells_of(claim)]
    assert len(wrong) > 400
    assert unnamed(check, without_short_forms(lines), wrong) == []


def test_what_a_document_shows_of_claims_is_compared_with_them(lines, check):
    documents = [line for line in lines if line.get("claims")]
    assert len(documents) > 10
    for_statement = {one["claims"][0]["statement"]: one for one in documents}
    spoilt = {document["label"] for document in for_statement.values()}
    for name, to in (("value", -7), ("method", "luck"), ("evidence", "proof")):
        changed = [
            {**line, "claims": [{**line["claims"][0], name: to}, *line["claims"][1:]]}
            if line.get("label") in spoilt
            else line
            for line in lines
        ]
        code, said = check(changed)
        assert code == 1
        assert [label for label in spoilt if label not in said] == [], name
    everything = [{**line, "claims": line["claims"][:-1]} if line.get("claims") else line for line in lines]
    assert check(everything)[1].count("the claim differs from its summary in the document") == len(documents)


def test_broken_lines_and_claims_about_nothing_are_named(lines, check):
    claim = next(line for line in lines if "claim" in line)
    code, said = check([*lines, "{", json.dumps([1]), {**claim, "subject": "nobody"}, {**claim, "claim": "new.one"}])
    assert code == 1
    assert "not in the export" in said
    assert said.count("unreadable: line") == 2
    assert "no installed package checks this statement" in said
    assert "No installed package checks new.one. Installed checks: planarity, sets, swish." in said


def test_an_unknown_statement_and_a_missing_file_are_errors_with_code_2(tmp_path, capsys):
    with pytest.raises(SystemExit, match="2"):
        main([str(tmp_path / "none"), "--statement", "new.one"])
    assert (
        "no installed package checks the statement 'new.one'; statements: planarity.census" in capsys.readouterr().err
    )
    assert main([str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_bytes_that_are_no_text_are_a_fault_of_their_line(tmp_path, capsys):
    file = tmp_path / "export.ndjson"
    file.write_bytes(b'{"label": "\xff"}\n')
    assert main([str(file)]) == 2
    assert "unreadable: line 1" in capsys.readouterr().out


def test_the_package_runs_as_a_module(tmp_path):
    file = tmp_path / "export.ndjson"
    file.write_text("".join(sealed([])))
    command = [sys.executable, "-m", "ludex_check_claims", str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (3, "") and "contains no objects" in ended.stdout


def test_positions_of_formulas_are_made_again(check, sqlite_catalogue):
    for formula, three in ((Formula(2, ((1, -2),)), True), (Formula(1, ((1,), (-1,))), False)):
        store_instance(sqlite_catalogue, instance_of_formula(formula, three_symbols=three), Cost(0, 0.1))
    lines = [json.loads(line) for line in export_lines(sqlite_catalogue)]
    code, said = check(lines)
    assert code == 0, said
    assert "not checked:" not in said
    for line in lines:
        if line.get("claim") == "swish.reduced-from":
            for name, other in (("optimum", 0), ("reductions", ["lemma-3"]), ("cnf", "p cnf 2 1\n1 2 0\n")):
                wrong = {**line, "value": {**line["value"], name: other}}
                code, said = check([wrong if one is line else one for one in lines])
                assert code == 1
                assert f"wrong: swish.reduced-from  of {line['subject']}" in said


def test_the_documented_examples_are_of_every_statement():
    text = (SCRIPTS.parent / "schema" / "certificates.md").read_text()
    examples = [json.loads(part.partition("```")[0]) for part in text.split("```json")[1:]]
    registry = Registry(GAMES)
    assert {one["claim"] for one in examples} == set(registry.statement)
    for one in examples:
        line = claim_of_line({"subject": "x", **one})
        assert f"## {line.statement}" in text


def test_a_name_that_occurs_twice_is_a_fault_of_its_line(tmp_path, capsys):
    file = tmp_path / "export.ndjson"
    file.write_bytes(b'\xef\xbb\xbf{"label": "a", "claims": [{"value": 4, "value": 5}]}\n{"label": "b"}\n')
    assert main([str(file)]) == 1
    out = capsys.readouterr().out
    assert "line 1: the name 'value' is repeated; each name must occur once in an object" in out
    assert "line 2" not in out
