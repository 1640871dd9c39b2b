"""`ludex.Catalogue`: opened, asked, added to and verified from Python."""

import subprocess
import sys
from itertools import islice
from pathlib import Path

import networkx
import pytest

import ludex
from ludex import planarity, sets, swish
from ludex.engine.budget import Budget

SQUARE = planarity.Drawing(((0, 0), (4, 0), (5, 4), (0, 3)), ((0, 1), (1, 3), (2, 3), (0, 2)))


def test_the_package_is_imported_in_no_time_and_finds_everything_later():
    program = (
        "import sys, ludex; before = set(sys.modules); "
        "heavy = [one for one in ('numpy', 'sqlalchemy', 'networkx', 'ludex.python_api') if one in before]; "
        "found = [getattr(ludex, one) for one in ludex.__all__]; print(heavy, len(found) == len(ludex.__all__))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[] True\n"


@pytest.mark.parametrize("package", [swish, sets, planarity])
def test_a_game_exports_some_ten_names_each_with_its_words(package):
    assert 10 <= len(package.__all__) <= 20
    for name in package.__all__:
        assert getattr(package, name).__doc__, name
    with pytest.raises(AttributeError, match="attribute nothing"):
        _ = package.nothing


@pytest.mark.parametrize("name", ["sqlite:///{}/none.sqlite", "{}/none.sqlite"])
def test_what_is_not_there_is_said_and_not_made(tmp_path: Path, name: str):
    with pytest.raises(ludex.DatabaseError, match="`ludex db upgrade` creates one"):
        ludex.Catalogue(name.format(tmp_path))
    assert not list(tmp_path.iterdir())


def test_without_an_address_it_is_that_of_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("LUDEX_DATABASE_URL", f"sqlite:///{tmp_path}/mine.sqlite")
    with ludex.Catalogue(make=True) as catalogue:
        assert set(catalogue.kinds().values()) == {0} and "mine.sqlite" in repr(catalogue)
    assert (tmp_path / "mine.sqlite").is_file()


def test_an_object_is_its_document(started: ludex.Catalogue):
    level = started.get("planarity-level-9-12-ksfrvvaet5q3yjvl")
    assert (level["vertices"], level["edges"], level["min_swaps"]) == (9, 12, 2)
    assert dict(level) == level.document and len(level) == len(level.document)
    assert level.value.solution.min_swaps == 2 and level.value.drawing.vertices == 9
    assert str(level) == level.label and level in {level} and level == started.get(level.label)
    assert level.svg is not None and level.svg.startswith("<svg") and level._repr_svg_() == level.svg
    assert repr(started.get("easy")) == f"<pack {started.get('easy').label}>"
    assert started.get("swish-5x5").kind == "swish-deck"  # built in, and not stored


def test_names_that_nothing_has_are_named(started: ludex.Catalogue):
    with pytest.raises(ludex.UnknownObject, match="'nothing'"):
        started.get("nothing")
    with pytest.raises(ludex.UnknownObject, match="no level has the label or slug 'easy'"):
        started.get("easy", "levels")
    with pytest.raises(ludex.UnknownKind, match=r"unknown kind 'puzzles'; use one of .*planarity/levels"):
        started.find("puzzles")
    with pytest.raises(ludex.UnknownKind, match=r"is ambiguous; use one of swish/decks, sets/decks"):
        started.find("decks")
    with pytest.raises(ludex.ListingError, match=r"swaps: unknown filter of levels; use one of .*min_swaps"):
        started.find("levels", swaps=3)
    with pytest.raises(ludex.ListingError, match=r"min_swaps: .3. is neither a number nor a range"):
        started.find("levels", min_swaps="3")
    with pytest.raises(ludex.ListingError, match="contains: this filter accepts only one pattern"):
        started.find("planarity/graphs", contains=["Bw", "C~"])
    with pytest.raises(ludex.ListingError, match=r"sort: levels can be sorted by created, .*grade"):
        started.find("levels", sort="beauty")
    with pytest.raises(ValueError, match="unknown statement 'beauty'"):
        started.claims(statement="beauty")


def test_a_list_is_read_as_it_is_asked_for(started: ludex.Catalogue):
    levels = started.find("levels")
    assert levels.count() == 500 == sum(1 for _ in levels)
    assert [level.label for level in islice(levels, 3)] == [level.label for level in started.find("levels", limit=3)]
    hard = started.find("levels", pack=started.get("hard"), sort="-grade")
    grades = [level["difficulty"]["grade"] for level in hard]
    assert len(grades) == 142 and grades == sorted(grades, reverse=True)
    of_some = started.find("levels", min_swaps=[2, 6])
    assert {level["min_swaps"] for level in of_some} == {2, 6}
    assert of_some.count() == started.find("levels", min_swaps=2).count() + started.find("levels", min_swaps=6).count()
    assert started.find("levels", vertices=7).first() is None
    assert repr(started.find("levels", vertices=7)) == "<levels, vertices=7>"


def test_a_list_sieved_by_a_pattern_is_counted_by_reading_it(started: ludex.Catalogue):
    bipartite = started.find("planarity/graphs", contains="Bw")
    assert bipartite.count() == sum(1 for graph in started.find("planarity/graphs") if graph["girth"] == 3)


def test_what_no_catalogue_takes_is_refused(empty: ludex.Catalogue):
    with pytest.raises(
        TypeError, match=r"values of the type str cannot be looked up; the types are swish.Card, .*planarity.Drawing"
    ):
        empty.look_up("a label")
    with pytest.raises(TypeError, match=r"swish.Card cannot be added alone"):
        empty.add(swish.Card.from_code("*o"))
    with pytest.raises(ValueError, match="find is one of any, largest, all"):
        empty.add(swish.Position.from_codes(["*o"]), find="best")
    with pytest.raises(ValueError, match="there is nothing to find in it"):
        empty.add(SQUARE, find="best")
    with pytest.raises(ValueError, match="on a line"):
        empty.add([(0, 0), (1, 1), (2, 2)])
    with pytest.raises(TypeError, match="MultiGraph"):
        empty.look_up(networkx.MultiGraph())
    with pytest.raises(TypeError, match="is not a graph"):
        empty.add(SQUARE).to_networkx()
    empty.add(ludex.Pack("one", "Only one", [], game="planarity"))
    with pytest.raises(ludex.NameTaken, match="another pack has the slug one"):
        empty.add(ludex.Pack("one", "Another", [], game="planarity"))
    with pytest.raises(ValueError, match="without levels needs the name of its `game`"):
        ludex.Pack("two", "None", [])
    with pytest.raises(TypeError, match=r"the types are .*Pack of swish/positions"):
        empty.add(ludex.Pack("two", "Unknown", ["swish-card-1x2-nkmudhghzxw3gov4"]))


def test_claims_come_with_their_proofs(started: ludex.Catalogue):
    [found] = started.claims("swish-36", statement="swish.no-swish-maximum")
    assert (found.value, found.proved) == (20, True) and found.witness is not None and found.certificate
    assert found.subject == started.get("swish-36").label
    assert started.get(found.witness)["size"] == 20
    assert sum(1 for _ in started.claims()) == sum(1 for claim in started.claims() if claim.proved)
    assert [claim.statement for claim in started.claims("swish-9x9")] == []  # built in, and not stored


def test_the_catalogue_is_a_graph_of_networkx(started: ludex.Catalogue):
    whole = started.to_networkx()
    assert whole.number_of_nodes() == sum(started.kinds().values())
    level = started.get("planarity-level-9-12-ksfrvvaet5q3yjvl")
    near = {neighbour.label for neighbour in started.neighbours(level.label)}
    assert near == set(whole.successors(level.label)) | set(whole.predecessors(level.label))
    [graph] = started.neighbours(level.label, "has-graph")
    assert (graph.label, graph.kind) == (level["graph"], "planarity-graph")
    around = started.to_networkx(level.label, depth=1, relations=["has-graph"])
    assert set(around) == {level.label, graph.label} and around.has_edge(level.label, graph.label, "has-graph")
    assert started.paths(level.label, graph.label).length == 1
    ends = {end.label for end in started.walk(level.label, ["has-graph", "graph-of"])}
    of_graph = {neighbour.label for neighbour in started.neighbours(graph.label, "graph-of", kind="levels")}
    assert ends == of_graph - {level.label}
    pattern = {"l": {"kind": "planarity-level", "label": level.label}, "g": {"kind": "planarity-graph"}}
    assert list(started.match(pattern, [["l", "has-graph", "g"]])) == [{"l": level.label, "g": graph.label}]


def test_a_verification_looks_at_what_it_is_given(empty: ludex.Catalogue):
    level = empty.add(SQUARE)
    report = empty.verify(level.label)
    assert report.sound and report.checked == {"planarity-level": 1}
    assert all(claim.checked for claim in empty.claims(level.label))
    everything = empty.verify()
    assert everything.sound and sum(everything.checked.values()) == sum(empty.kinds().values())
    assert not empty.verify(time_limit=0.0).complete
    with pytest.raises(ludex.UnknownObject, match="not stored"):
        empty.verify("swish-5x5")


def test_a_backup_is_a_catalogue(empty: ludex.Catalogue, tmp_path: Path):
    level = empty.add(SQUARE)
    empty.backup(tmp_path / "copy.sqlite")
    with ludex.Catalogue(tmp_path / "copy.sqlite") as copy:
        assert copy.get(level.label) == level and list(copy.export()) == list(empty.export())


def test_a_part_is_exported_and_imported_with_its_annotations(empty: ludex.Catalogue, tmp_path: Path):
    level, other = empty.add(SQUARE), empty.add(planarity.read_untangle("5:0-1,1-3,2-3,2-4,0-4"))
    empty.edit(level.label, title="The knot", tags=["boss"], data={"world": 3})
    part = list(empty.export(where="tag:boss", claims=True))
    assert part == list(empty.export(level.label, claims=True)) and other.label not in "".join(part)
    assert any(level["graph"] in line for line in empty.export(level.label, with_neighbours=True) if '"kind"' in line)
    with pytest.raises(ludex.UnknownObject, match="not stored"):
        list(empty.export("swish-5x5"))
    file = tmp_path / "part.ndjson"
    file.write_text("\n".join([*part, "{}"]))
    with ludex.Catalogue(tmp_path / "other.sqlite", make=True) as copy:
        report = copy.import_export(file)
        assert (report.new, [line.line for line in report.lines]) == (len(part) - 1, [len(part) + 1])
        assert (copy.get(level.label)["tags"], copy.get(level.label)["data"]) == (["boss"], {"world": 3})
        assert copy.import_export(part).duplicates == len(part) - 1


def test_a_search_that_has_no_time_says_so(empty: ludex.Catalogue):
    with pytest.raises(ludex.BudgetExhausted, match="time"):
        empty.add(swish.built_in_deck("swish-36").position, find="all", time_limit=1e-9)
    assert Budget(seconds=0.0).exhausted() == "time"


def test_it_works_on_every_database(catalogue):
    address = catalogue.database.url.render_as_string(hide_password=False)
    with ludex.Catalogue(address) as opened:
        level = opened.add(SQUARE)
        assert opened.look_up(SQUARE) == level == opened.get(level.label) == opened.find("levels").first()
        assert opened.verify(level.label).sound and opened.kinds()["planarity-level"] == 1
