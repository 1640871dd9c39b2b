"""`scripts/check-claims` finds what is wrong in an export without anything of ludex, and says what it did not check."""

import ast
import copy
import json
import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kind import prepare
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.kinds.planarity.level import LEVEL
from ludex.catalogue.lines import ClaimLine
from ludex.catalogue.registry import Registry
from ludex.catalogue.storing import store
from ludex.catalogue.transfer import export_lines
from ludex.engine.budget import Budget
from ludex.operations.planarity.census import store_census
from ludex.operations.sets.cap_counts import count_caps_of_deck
from ludex.operations.sets.caps import store_largest_cap
from ludex.operations.sets.positions import store_position as store_table
from ludex.operations.sets.statistics import store_statistics
from ludex.operations.swish.deal_probability import store_probabilities
from ludex.operations.swish.no_swish_sets import largest_no_swish_set
from ludex.operations.swish.positions import Find, store_position, store_swish_counts
from ludex.planarity.drawing import Drawing
from ludex.planarity.level import Level
from ludex.planarity.study.difficulty import graded
from ludex.sets.deck import Deck
from ludex.sets.position import Position as Table
from ludex.sets.solving.names import Find as FindSets
from ludex.sets.study.no_set import known_no_set
from ludex.swish.card import Symmetry
from ludex.swish.deck import Cards, built_in_deck
from ludex.swish.position import Position
from ludex.swish.study.statistics import count_no_swish_deals

SCRIPTS = Path(__file__).parents[2] / "scripts"
# The paper's 6-cycle of Lemma 1, whose minimum is C(3, 2) = 3, and K4 on points in convex position.
CYCLE = Drawing(((0, 0), (1, 1), (2, 4), (5, 25), (4, 16), (3, 9)), tuple((i, (i + 1) % 6) for i in range(6)))
COMPLETE = Drawing(((0, 0), (4, 0), (4, 3), (0, 4)), tuple(combinations(range(4), 2)))


@pytest.fixture(scope="module")
def lines(sqlite_template, tmp_path_factory):
    """The lines of an export with a claim of every statement and each form of certificate."""
    file = tmp_path_factory.mktemp("claims") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    deck = built_in_deck("swish-2x3")
    largest_no_swish_set(catalogue, Cards(deck.position, deck), Budget())
    store_probabilities(catalogue, deck, count_no_swish_deals(deck.position))
    # Of these cards one linear program proves 3 / 2 cards less only: there are cases.
    square = Position.from_codes(HARD, Symmetry.SQUARE)
    largest_no_swish_set(catalogue, Cards(square), Budget())
    for find in (Find.LARGEST, Find.ALL):
        store_position(catalogue, deck.position.part([0, 1, 2, 3, 4]), Budget(), find)
    store_swish_counts(catalogue, Cards(deck.position, deck), Budget(), 4)
    plane = Deck(2, 3)
    store_largest_cap(catalogue, plane, Budget())
    counts, _ = count_caps_of_deck(catalogue, plane, Budget())
    store_statistics(catalogue, plane, [known_no_set(plane, n, counts) for n in (3, 5)])
    for codes in (["00", "01", "10"], ["00", "01", "02", "11"]):
        store_table(catalogue, Table.from_codes(plane, codes), FindSets.ALL)
    with catalogue.writing() as writer:
        for drawing in (CYCLE, COMPLETE):
            store(writer, prepare(LEVEL, Level(drawing, *graded(drawing), {"source": "submitted"})))
    store_census(catalogue, 4, Budget())
    found = [json.loads(line) for line in export_lines(catalogue)]
    catalogue.close()
    return found


HARD = [
    *(
        "*o../..../..../....",
        "*.../..../..../...o",
        ".*o./..../..../....",
        ".*.o/..../..../....",
        ".*../o.../..../....",
    ),
    *(
        ".*../..o./..../....",
        ".*../...o/..../....",
        ".*../..../..../o...",
        ".*../..../..../..o.",
        ".o../.*../..../....",
    ),
]


@pytest.fixture
def check(tmp_path):
    """Give a function that runs the program on lines: its exit code, and what it says."""

    def run(lines):
        file = tmp_path / "export.ndjson"
        file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
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


def test_the_program_imports_the_standard_library_alone():
    for file in [SCRIPTS / "check-claims", SCRIPTS / "check-equivalence", *(SCRIPTS / "claim_checks").glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module] if node.level == 0 else []
            else:
                continue
            assert all(name.partition(".")[0] in {*sys.stdlib_module_names, "claim_checks"} for name in names), file


def test_every_claim_of_an_export_is_checked_or_recomputed(lines, check):
    code, said = check(lines)
    assert code == 0, said
    table = [row.replace("labels: ", "").split() for row in said.splitlines()[1:-1]]
    rows = {name: [int(cell) for cell in cells] for name, *cells in table}
    stated = Counter(line["claim"] for line in lines if "claim" in line)
    objects = Counter(line["kind"] for line in lines if "claim" not in line)
    assert {name: sum(cells) for name, cells in rows.items()} == stated + objects
    assert all(cells[2:] == [0, 0] for cells in rows.values()), said
    assert set(stated) == {
        *("swish.no-swish-maximum", "swish.no-swish-probability", "swish.largest-swish", "swish.swish-counts"),
        *("set.cap-maximum", "set.cap-counts", "set.no-set-probability", "set.no-set"),
        *("planarity.minimum-swaps", "planarity.unreachable"),
    }


def changes(value):
    """Yield what a cell may be falsified to."""
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
    yield None


def places(value, path=()):
    """Yield the places of all cells within a value, the least that a list or an object holds first."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in list(items)[:3]:
        yield from places(one, (*path, name))


def falsified(claim, path, to):
    made = copy.deepcopy(claim)
    part = made
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return made


# What says how, not what; and what an equally right certificate may have.
_FREE = {"claim", "subject", "method", "engine", "bound", "recompute", "up_to_copies", "reason", "arrangements"}


def test_a_falsified_cell_of_any_claim_is_named_and_hides_no_other(lines, check):
    claims: dict[tuple[str, str], dict] = {}
    for line in lines:
        if "claim" in line:
            form = ",".join(sorted(line["certificate"])) if isinstance(line.get("certificate"), dict) else ""
            claims.setdefault((line["claim"], form + str(line.get("value") is None)), line)
    wrong = []
    for claim in claims.values():
        for path in places(claim):
            if not _FREE & set(path):
                cell = claim
                for step in path:
                    cell = cell[step]
                wrong += [(claim, path, to) for to in changes(cell) if to != cell]
    objects = [line for line in lines if "claim" not in line]
    # The others stay, so that what one claim takes from another is right.
    code, said = check([*lines, *(falsified(*one) for one in wrong)])
    assert code == 1
    named = [row for row in said.splitlines() if row.startswith("wrong: ")]
    unnamed = len(wrong) - len(named)
    if unnamed:
        missed = [one for one in wrong if not _is_wrong(check, [*lines, falsified(*one)])]
        assert not missed, [(claim["claim"], path, to) for claim, path, to in missed]
    assert len(objects) > 10


def _is_wrong(check, lines):
    return check(lines)[0] == 1


def test_broken_lines_and_claims_about_nothing_are_named(lines, check):
    claim = next(line for line in lines if "claim" in line)
    code, said = check([*lines, "{", json.dumps([1]), {**claim, "subject": "nobody"}, {**claim, "claim": "new.one"}])
    assert code == 1
    assert "not in the export" in said
    assert said.count("wrong: line") == 2
    assert "does not know the statement" in said


def test_the_documented_examples_are_of_every_statement():
    text = (SCRIPTS.parent / "schema" / "certificates.md").read_text()
    examples = [json.loads(part.partition("```")[0]) for part in text.split("```json")[1:]]
    registry = Registry(GAMES)
    assert {one["claim"] for one in examples} == set(registry.statement)
    for one in examples:
        line = ClaimLine.model_validate({"subject": "x", **one})
        assert f"## {line.claim}" in text
