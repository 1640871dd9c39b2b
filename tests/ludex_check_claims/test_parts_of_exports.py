"""Parts of an export are checked like whole exports: a missing claim is not a wrong one, and a changed proof is."""

import json
import random
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.objects.storing import store
from ludex.catalogue.transfer.export import export_lines, lines_of_objects, sealed
from ludex.catalogue.transfer.imports.checked_lines import import_checked
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, collect_report
from ludex.engine.budget import Budget
from ludex.games.swish.deck import Deck, built_in_deck
from ludex.games.swish.kinds import DECK
from ludex.games.swish.operations.positions import Find, store_position
from ludex.games.swish.position import Position
from ludex_check_claims.command import main


def proof_of(catalogue: Catalogue, cards: int, seed: int) -> list[str]:
    """The lines of a position of random cards of a deck, and of the claim about its largest swish."""
    deck = built_in_deck("swish-36")
    assert deck is not None
    chosen = random.Random(seed).sample(range(36), cards)
    stored = store_position(catalogue, deck.position.part(chosen), Budget(), Find.LARGEST).stored
    with catalogue.reading() as reader:
        return list(lines_of_objects(reader, [stored.id], claims=True))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "part.ndjson"


def checked(file: Path, lines: list[str], *options: str) -> int:
    file.write_text("".join(f"{line}\n" for line in sealed(lines)))
    return main([str(file), *options])


def test_a_position_and_its_claim_check(sqlite_catalogue: Catalogue, file: Path) -> None:
    lines = proof_of(sqlite_catalogue, 8, 0)
    assert len(lines) == 2
    assert checked(file, lines) == 0


def test_a_claim_that_is_not_in_the_file_is_not_wrong(
    sqlite_catalogue: Catalogue, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(file, proof_of(sqlite_catalogue, 8, 0)[:1]) == 3
    assert "not checked: 1 claims that documents show are not in the file" in capsys.readouterr().out


def test_the_object_of_a_claim_is_needed(sqlite_catalogue: Catalogue, file: Path) -> None:
    assert checked(file, proof_of(sqlite_catalogue, 8, 0)[1:]) == 1


def test_claims_that_rest_on_a_search_need_permission(sqlite_catalogue: Catalogue, file: Path) -> None:
    document, claim = map(json.loads, proof_of(sqlite_catalogue, 8, 0))
    del claim["certificate"]["bound"]
    claim["evidence"] = document["claims"][0]["evidence"] = document["largest_swish"]["evidence"] = "search"
    lines = [json.dumps(document), json.dumps(claim)]
    assert checked(file, lines) == 3
    assert checked(file, lines, "--allow-search") == 0
    claim["evidence"] = document["claims"][0]["evidence"] = document["largest_swish"]["evidence"] = "certificate"
    assert checked(file, [json.dumps(document), json.dumps(claim)]) == 3


def test_a_check_resumes_where_it_ended(
    sqlite_catalogue: Catalogue, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, kept = proof_of(sqlite_catalogue, 8, 0), str(tmp_path / "verdicts")
    assert checked(file, lines, "--seconds", "0", "--resume", kept) == 3
    assert checked(file, lines, "--resume", kept) == 0
    assert checked(file, lines, "--seconds", "0", "--resume", kept) == 0
    assert checked(file, lines[:1], "--resume", kept) == 2
    assert "another export" in capsys.readouterr().err


def test_labels_are_checked_before_facts_and_claims(sqlite_catalogue: Catalogue, file: Path, tmp_path: Path) -> None:
    lines, kept = proof_of(sqlite_catalogue, 8, 0) + proof_of(sqlite_catalogue, 8, 1), tmp_path / "verdicts"
    assert checked(file, lines, "--resume", str(kept)) == 0
    rows = [json.loads(line)[1].partition(":")[0] for line in kept.read_text().split("\n")[1:-1]]
    assert rows == ["labels", "labels", "facts", "facts", "swish.largest-swish", "swish.largest-swish"]


def test_no_changed_proof_is_accepted(sqlite_catalogue: Catalogue, file: Path) -> None:
    """Each number of proofs by weights and by clauses, of witnesses and of values is changed: nothing is accepted."""
    numbers, tried, kinds = random.Random(1), 0, set()
    for seed in range(6):
        document, claim = map(json.loads, proof_of(sqlite_catalogue, 8, seed))
        bound = claim["certificate"]["bound"]
        kinds.add(bound["by"])
        for _ in range(36):
            changed, shown = json.loads(json.dumps(claim)), json.loads(json.dumps(document))
            part = changed["certificate"]["bound"]
            match numbers.randrange(5):
                case 0 if "proof" in part:
                    words = part["proof"].split(" ")
                    place = numbers.randrange(len(words))
                    words[place] = "1" if words[place] != "1" else "2"
                    part["proof"] = " ".join(words)
                case 0 if "balance" in part:
                    part["balance"][numbers.randrange(len(part["balance"]))] += numbers.choice((-1, 1))
                case 1:
                    changed["value"] += numbers.choice((-1, 1))
                case 2 if changed["certificate"].get("stack"):
                    changed["certificate"]["stack"].pop()
                case 3:
                    shown["cards"].pop(numbers.randrange(len(shown["cards"])))
                case _:
                    part["by"] = "cards" if part["by"] != "cards" else "clauses"
            assert checked(file, [json.dumps(shown), json.dumps(changed)]) in (1, 2), (changed, shown)
            tried += 1
    assert tried >= 150
    assert kinds == {"weights", "clauses"}


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
