import json

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.verification import verify
from ludex.engine.budget import Cost
from ludex.games.kinds import GAMES
from ludex.games.swish.kinds import SWISH
from ludex.games.swish.operations.positions import store_instance
from ludex.games.swish.reductions.instances import instance_of_digraph
from tests.catalogue.importing import import_export
from tests.games.swish.kinds.filling_swish import fill


@pytest.fixture(scope="module")
def exported(tmp_path_factory, sqlite_template):
    """The lines of a filled catalogue."""
    import shutil

    file = tmp_path_factory.mktemp("filled") / "catalogue.sqlite"
    shutil.copyfile(sqlite_template, file)
    catalogue = Catalogue(f"sqlite:///{file}", GAMES)
    fill(catalogue)
    store_instance(catalogue, instance_of_digraph(2, [(0, 1), (1, 0)]), Cost(0, 0.1))
    lines = list(export_lines(catalogue))
    catalogue.close()
    return lines


def test_an_export_is_imported_whole_and_says_what_is_so(catalogue, exported):
    report = import_export(catalogue, exported, seconds=None)
    assert (report.new, report.duplicates, report.refused) == (len(exported), 0, 0)
    assert sorted(export_lines(catalogue)) == sorted(exported)
    found = verify(catalogue)
    assert found.sound, list(map(str, found.findings))
    assert found.unchecked == []
    again = import_export(catalogue, exported)
    assert (again.new, again.duplicates, again.refused) == (0, len(exported), 0)


def test_every_kind_relation_and_statement_is_in_the_export(exported):
    read = [json.loads(line) for line in exported]
    assert {one["kind"] for one in read if "kind" in one} == {kind.name for kind in SWISH.kinds} - {"swish-pack"}
    stated = {link["relation"] for one in read for link in one.get("links", ())}
    assert stated == {one.name for one in SWISH.relations if not one.derived} - {"in-pack"}
    assert {one["claim"] for one in read if "claim" in one} == {one.name for one in SWISH.statements}


def changed(lines, chosen, change):
    """The first line for which `chosen` is true, changed, with the lines of the objects that it refers to."""
    read = [json.loads(line) for line in lines]
    objects = {one["label"]: one for one in read if "kind" in one}
    found = next(one for one in read if chosen(one))
    needed, waiting = set(), [found.get("label", found.get("subject"))]
    while waiting:
        needed.add(label := waiting.pop())
        waiting += {each["target"] for each in objects[label].get("links", ())} - needed
    kept = [one for one in read if one.get("label", one.get("subject")) in needed]
    change(found)
    return [json.dumps(one) for one in kept]


def of_kind(kind, **links):
    return lambda one: one.get("kind") == kind and (not links or one.get("links"))


def link(one, relation):
    return next(each for each in one["links"] if each["relation"] == relation)


def claim(statement, proved=None):
    return lambda one: one.get("claim") == statement and (proved is None or one["proved"] is proved)


@pytest.mark.parametrize(
    ("chosen", "change", "reason"),
    [
        (of_kind("swish-card"), lambda one: one.update(points=7), "points is 7, but must be"),
        (of_kind("swish-card"), lambda one: one.update(symmetry="square"), "square"),
        (of_kind("swish-deck"), lambda one: one["cards"].pop(), "label is"),
        (of_kind("swish-deck"), lambda one: one.update(slugs=["swish-5x5"]), "reserved for a built-in deck"),
        (of_kind("swish-deck"), lambda one: one.update(title="a\0b"), "cannot be stored"),
        (of_kind("swish-position"), lambda one: one["cards"].reverse(), "cards is"),
        (of_kind("swish-position"), lambda one: one["cards"].clear(), "at least 1 item"),
        (of_kind("swish-hypergraph"), lambda one: one.update(form="00"), "not the form of a hypergraph"),
        (of_kind("swish-swish"), lambda one: one["stack"].append(one["stack"][0]), "is not a swish"),
        (
            of_kind("swish-swish"),
            lambda one: link(one, "lies-in")["detail"]["indices"].reverse(),
            "do not form the swish",
        ),
        (
            of_kind("swish-swish"),
            lambda one: link(one, "lies-in")["detail"].update(configurations=["no"] * 2),
            "placement: ",
        ),
        (
            of_kind("swish-no-swish-set"),
            lambda one: link(one, "witnesses")["detail"]["indices"].pop(),
            "are not those of its cards",
        ),
        (
            of_kind("swish-no-swish-set"),
            lambda one: link(one, "witnesses")["detail"].update(indices=[0, 0]),
            "an index is repeated",
        ),
        (
            lambda one: (
                one.get("kind") == "swish-position" and any(x["relation"] == "dealt-from" for x in one["links"])
                if one.get("links")
                else False
            ),
            lambda one: link(one, "dealt-from").update(place=6),
            "with seed 6 is another position",
        ),
        (claim("swish.no-swish-maximum"), lambda one: one["certificate"]["swishes"].clear(), "the certificate allows"),
        (
            claim("swish.no-swish-maximum"),
            lambda one: one["certificate"]["indices"].pop(),
            "the number of cards in the set",
        ),
        (claim("swish.no-swish-maximum"), lambda one: one.update(upper=99), "the upper bound 99"),
        (
            claim("swish.no-swish-probability", proved=True),
            lambda one: one["value"].update(denominator=7),
            "the number of deals of 30 of 36 cards is",
        ),
        (
            claim("swish.no-swish-probability", proved=False),
            lambda one: one.update(proved=True, evidence="recomputed"),
            "proved if and only if it is exact",
        ),
        (claim("swish.largest-swish"), lambda one: one.update(value=3), "but its stack has 4"),
        (claim("swish.largest-swish"), lambda one: one.update(certificate=None), "but its stack is missing"),
        (
            claim("swish.largest-swish"),
            lambda one: one.update(certificate={"stack": ["*o./.../.../...", "o*./.../.../..."]}),
            "that is not in the position",
        ),
    ],
)
def test_a_line_that_does_not_say_what_is_so_is_refused(catalogue, exported, chosen, change, reason):
    report = import_export(catalogue, changed(exported, chosen, change))
    assert any(reason in refused.reason for refused in report.lines), report.lines[:3]


def test_a_set_with_a_swish_is_refused(catalogue):
    from ludex.catalogue.kinds.kind import prepare
    from ludex.games.swish.kinds import NO_SWISH_SET
    from ludex.games.swish.position import Position

    entry = prepare(NO_SWISH_SET, Position.from_codes(["*o", "o*"]))
    [refused] = import_export(catalogue, [entry.document.model_dump_json()]).lines
    assert refused.reason == "the cards [0, 1] form a swish"


def test_a_better_known_largest_swish_is_imported_over_an_unproved_one(catalogue, exported):
    from ludex.catalogue.kinds.kind import prepare
    from ludex.catalogue.objects.reading import find, value_of
    from ludex.catalogue.objects.storing import store
    from ludex.games.swish.kinds import POSITION
    from ludex.games.swish.known_results import KnownPosition
    from ludex.games.swish.solving.search import Largest
    from tests.games.swish.commercial import dealt

    with catalogue.writing() as writer:
        stored = store(
            writer, prepare(POSITION, KnownPosition(dealt(12, n=8, slug="swish-36"), Largest(None, proved=False)))
        )
    report = import_export(catalogue, exported)
    assert report.refused == 0
    with catalogue.reading() as reader:
        largest = value_of(reader, find(reader, stored.label)).largest
    assert (largest.size, largest.proved) == (4, True)
    assert verify(catalogue).sound
