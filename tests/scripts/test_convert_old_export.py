"""An export of the tables of before (revision 0003) becomes lines of today with everything that it states."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.claims import claims_of
from ludex.catalogue.kinds import GAMES
from ludex.catalogue.links import links_of, neighbours
from ludex.catalogue.reading import find
from ludex.catalogue.transfer import export_lines, import_lines
from ludex.catalogue.verification import verify
from scripts.old_exports.conversion import convert_lines

ROOT = Path(__file__).parents[2]
OLD = (ROOT / "tests" / "data" / "export-of-revision-0003.ndjson").read_text(encoding="utf-8").splitlines()
KINDS = {
    "deck": "swish-deck",
    "position": "swish-position",
    "swish": "swish-swish",
    "no-swish-set": "swish-no-swish-set",
    "graph": "planarity-graph",
    "order-type": "planarity-order-type",
    "level": "planarity-level",
    "census-class": "planarity-census-class",
    "pack": "planarity-pack",
    "found-set": "set-found-set",
    "set-position": "set-position",
    "set-cap": "set-cap",
    "set-game": "set-game",
}


def converted(lines):
    report, new = convert_lines(lines, GAMES)
    return report, list(new)


@pytest.fixture(scope="module")
def new():
    report, lines = converted(OLD)
    assert (report.read, report.written, report.left) == (len(OLD), len(lines), [])
    return lines


@pytest.fixture(scope="module")
def stored(new, sqlite_template, tmp_path_factory):
    file = tmp_path_factory.mktemp("stored") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    report = import_lines(catalogue, new)
    assert (report.new, report.duplicates, report.refused) == (len(new), 0, [])
    yield catalogue
    catalogue.close()


def old(kind):
    return [line for line in map(json.loads, OLD) if line["kind"] == kind]


def test_every_object_is_there_and_answers_to_its_old_label(new, stored):
    counts = Counter(json.loads(line).get("kind") for line in new)
    for kind, today in KINDS.items():
        assert old(kind) and len(old(kind)) == counts[today], kind
    with stored.reading() as reader:
        for line in map(json.loads, OLD):
            if label := line.get("label"):
                assert find(reader, label).label.rpartition("-")[2] == label.rpartition("-")[2]
        assert find(reader, "mine", stored.registry.kind["swish-deck"]).label.startswith("swish-deck-1x3-3-")
        assert find(reader, "mine", stored.registry.kind["set-deck"]).label.startswith("set-deck-3-2-3-")


def test_what_is_imported_holds_and_is_exported_alike(new, stored):
    assert list(export_lines(stored)) == new
    report = verify(stored)
    assert report.sound and not report.unchecked


def test_what_was_a_row_of_its_own_is_claimed(stored):
    with stored.reading() as reader:
        said = Counter()
        for line in [*old("no-swish-maximum"), *old("deal-statistic")]:
            name = line.get("deck")
            kind = stored.registry.kind["swish-deck" if name else "swish-position"]
            subject = find(reader, name or line["position"], kind)
            said.update(one.statement for one in claims_of(reader, subject.id))
        assert said["swish.no-swish-maximum"] >= 2 and said["swish.no-swish-probability"] >= 4
        deck = find(reader, "set-3-2")
        [largest] = claims_of(reader, deck.id, "set.cap-maximum")
        assert (largest.value, largest.proved) == (4, True)
        [counts] = claims_of(reader, deck.id, "set.cap-counts")
        assert [caps for caps, _ in counts.value] == old("set-cap-counts")[0]["by_size"]
        assert len(claims_of(reader, deck.id, "set.no-set-probability")) == 2


def test_links_are_kept(stored):
    with stored.reading() as reader:
        [witness] = neighbours(reader, find(reader, "set-3-2").id, "witnessed-by")
        cap = find(reader, witness.label).document()
        assert (cap.largest, cap.proved, cap.size) == (True, True, 4)
        for line in old("deal"):
            links = links_of(reader, [find(reader, line["position"]).id])
            [dealt] = [one for of in links.values() for one in of if one.relation == "dealt-from"]
            assert (dealt.place, dealt.detail) == (line["seed"], {"n": line["n"]})
        for line in old("swish"):
            stack = find(reader, line["label"])
            lies_in = {one.label for one in neighbours(reader, stack.id, "lies-in")}
            assert {find(reader, label).label for label in line["positions"]} <= lies_in
        pack = find(reader, "own")
        places = [one.label for one in neighbours(reader, pack.id, "has-level")]
        assert places == [find(reader, label).label for label in old("pack")[0]["levels"]]


def test_a_deal_of_another_seed_is_lost_and_its_position_stays():
    number, line = next((at, json.loads(line)) for at, line in enumerate(OLD) if '"kind":"deal"' in line)
    changed = [*OLD[:number], json.dumps(line | {"seed": line["seed"] + 1}), *OLD[number + 1 :]]
    report, lines = converted(changed)
    [left] = report.left
    assert left.line == number + 1 and "random numbers" in left.reason and line["position"] in left.reason
    assert sum("dealt-from" in one for one in lines) == len(old("deal")) - 1
    assert len(lines) == len(converted(OLD)[1])


def test_a_line_that_cannot_be_read_is_named_and_the_others_are_written(new):
    wrong = [
        "no JSON",
        "[]",
        '{"kind": "planet"}',
        '{"kind": "position"}',
        '{"kind": "position", "cards": ["*?"]}',
        '{"kind": "deal", "deck": "nobody", "n": 1, "seed": 0, "position": "nothing"}',
        '{"kind": "deal-statistic", "deck": "swish-5x5", "n": 1, "numerator": 1, "denominator": 2, "exact": true}',
        '{"kind": "level", "points": [[0, 0]], "edges": [[0, 1]], "proved": false}',
        '{"kind": "pack", "slug": "a", "title": "", "description": "", "levels": ["level-1-0-aaaaaaaaaaaaaaaa"]}',
        "",
    ]
    report, lines = converted([*OLD, *wrong])
    assert [left.line for left in report.left] == [len(OLD) + 1 + at for at in range(len(wrong) - 1)]
    assert lines == new


def test_the_script_writes_what_can_be_imported(tmp_path):
    old, new = tmp_path / "old.ndjson", tmp_path / "new.ndjson"
    deal = json.dumps({"kind": "deal", "deck": "swish-60", "n": 16, "seed": 1, "position": "position-none"})
    old.write_text("\n".join([*OLD, deal]) + "\n")
    command = [sys.executable, str(ROOT / "scripts" / "convert-old-export"), str(old), str(new)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{len(OLD) + 1} lines read, {len(new.read_text().splitlines())} written, 1 left out")
    assert f"line {len(OLD) + 1}: " in done.stderr
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (1, f"{new} exists; name a file that does not\n")
