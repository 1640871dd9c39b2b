import json
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.claims.storing import claims_of, store_claim
from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.objects.reading import find
from ludex.catalogue.objects.storing import add_links, name_object, store_many
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.transfer.imports.checked_lines import ExportCheck
from ludex.catalogue.verification import verify
from ludex.engine.budget import BudgetExhausted, Unchecked
from tests.catalogue.importing import import_export
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace


def fill(toys):
    with toys.writing() as writer:
        values = [Necklace("abc", weight=3, proved=True), Necklace("aab", weight=5), Necklace("abab")]
        stored = store_many(writer, [prepare(NECKLACE, value) for value in values])
        [box] = store_many(writer, [prepare(BOX, "mine")])
        name_object(writer, BOX, box.id, ["my-box", "second"])
        links = [NewLink("has-necklace", one.label, place, len("mine") + place) for place, one in enumerate(stored)]
        add_links(writer, box.id, links)
        store_claim(
            writer, stored[2].id, Claim("toy.weight", value=9, proved=False, upper=9, parameters={"how": "scales"})
        )
    return toys


@pytest.fixture
def filled(toys):
    return fill(toys)


@pytest.fixture
def sqlite_filled(sqlite_toys):
    """What reads lines and documents alone is the same on each kind of database."""
    return fill(sqlite_toys)


def changed(catalogue, kind, **changes):
    """The lines of an export, the first of a kind changed."""
    lines = [json.loads(line) for line in export_lines(catalogue)]
    chosen = next(line for line in lines if line.get("kind", line.get("claim")) == kind)
    chosen |= changes
    return [json.dumps(line) for line in lines]


def test_an_import_of_an_export_makes_an_equal_catalogue(filled, other):
    lines = list(export_lines(filled))
    report = import_export(other, lines)
    assert (report.refused, report.new, report.duplicates) == (0, len(lines), 0)
    assert list(export_lines(other)) == lines
    again = import_export(other, lines)
    assert (again.refused, again.new, again.duplicates) == (0, 0, len(lines))
    assert list(export_lines(other)) == lines
    assert verify(other).sound


def test_lines_of_the_starting_catalogue_are_marked(filled, other):
    check = ExportCheck(other.registry, built_in=True)
    check.store(other, check.parse(list(enumerate(export_lines(filled)))))
    with other.reading() as reader:
        assert '"starting":true' in find(reader, "my-box").text()
        assert reader.connection.scalar(select(func.count()).where(~tables.node.c.built_in)) == 0


@pytest.mark.parametrize(
    ("kind", "changes", "reason"),
    [
        ("toy-necklace", {"label": "toy-necklace-3-aaaaaaaaaaaaaaaa"}, "label is"),
        ("toy-necklace", {"length": 4}, "length is 4, but must be 3"),
        ("toy-necklace", {"word": "ABC"}, "small letters"),
        ("toy-necklace", {"word": "abd"}, "label is"),
        ("toy-necklace", {"colour": "red"}, "colour"),
        ("toy-necklace", {"weighed": {"weight": 4, "known": True}}, "the weight is 3"),
        ("toy-box", {"slugs": ["made-of-gold"]}, "is kept"),
        ("toy-box", {"slugs": ["No slug"]}, "invalid slug"),
        ("toy-box", {"links": [{"relation": "has-necklace", "target": "nothing"}]}, "has the label or slug 'nothing'"),
        ("toy-box", {"links": [{"relation": "in-box", "target": "my-box"}]}, "cannot have a link"),
        ("toy-box", {"links": [{"relation": "what", "target": "my-box"}]}, "unknown relation 'what'"),
        ("toy.weight", {"claim": "toy.height"}, "unknown claim 'toy.height'"),
    ],
)
def test_a_line_that_does_not_say_what_is_so_is_refused_and_the_others_are_stored(
    sqlite_filled, other, kind, changes, reason
):
    report = import_export(other, changed(sqlite_filled, kind, **changes))
    assert [reason in refused.reason for refused in report.lines][:1] == [True], report.lines
    assert report.new > 0
    assert verify(other).sound


def test_a_stated_link_is_checked(filled, other):
    lines = [json.loads(line) for line in export_lines(filled)]
    box = next(line for line in lines if line.get("kind") == "toy-box")
    box["links"][1]["detail"] = 99
    report = import_export(other, map(json.dumps, lines))
    assert [refused.reason for refused in report.lines] == ["the detail must be 5"]


def test_what_is_no_line_of_an_export_is_refused_and_named(other):
    lines = ["", "{", "[]", '{"kind": "toy-ring"}', "[" * 100_000, '{"kind": "toy-letter"}', b"\xff"]
    report = import_export(other, lines)
    assert [refused.line for refused in report.lines] == [2, 3, 4, 5, 6, 7]
    assert "unknown kind 'toy-ring'" in report.lines[2].reason


def test_a_claim_alone_improves_what_is_stored(filled):
    with filled.reading() as reader:
        [label] = [
            label
            for label in reader.connection.scalars(select(tables.node.c.label))
            if label.startswith("toy-necklace-4")
        ]
    parameters = {"how": "scales"}
    claim = {"claim": "toy.weight", "subject": label, "parameters": parameters, "value": 4, "proved": True}
    claim["evidence"] = "search"
    assert import_export(filled, [json.dumps(claim)]).new == 1
    assert import_export(filled, [json.dumps(claim | {"value": 3})]).duplicates == 1
    with filled.reading() as reader:
        [found] = claims_of(reader, find(reader, label).id)
        assert (found.value, found.proved) == (4, True)
    unknown = import_export(filled, [json.dumps(claim | {"subject": "toy-necklace-4-aaaaaaaaaaaaaaaa"})])
    assert unknown.refused == 1


@pytest.mark.parametrize("error", [Unchecked("no time"), BudgetExhausted("time")])
def test_a_claim_that_cannot_be_checked_in_time_is_left_out_and_its_object_stored(filled, other, monkeypatch, error):
    def check(_value, claim, _budget):
        if claim.parameters:
            if isinstance(error, Exception):
                raise error
            yield error

    patient = replace(other.registry.statement["toy.weight"], check=check)
    monkeypatch.setitem(other.registry.statement, "toy.weight", patient)
    lines = list(export_lines(filled))
    report = import_export(other, lines)
    [refused] = report.lines
    assert json.loads(lines[refused.line - 1])["parameters"] == {"how": "scales"}
    assert "could not be verified within the time limit" in refused.reason and "left out" in refused.reason
    assert (report.new, report.refused) == (len(lines) - 1, 1)


def test_a_line_whose_claim_does_not_follow_says_so(filled, other):
    lines = [line for line in export_lines(filled) if '"claim"' not in line]
    lines = [line.replace('"weight":3', '"weight":4') for line in lines]
    refused = import_export(other, lines).lines[0]
    remedy = "the line of its claim toy.weight must follow it; export with `--claims`"
    assert refused.reason == f"the weight is 3; {remedy}"


def test_a_line_of_the_wrong_shape_names_the_field(other):
    line = {"kind": "toy-letter", "label": "x", "letter": 3, "links": [7]}
    assert [one.reason for one in import_export(other, [json.dumps(line)]).lines] == [
        "links/0: Input should be a valid dictionary or instance of LinkLine"
    ]
    del line["links"]
    assert [one.reason for one in import_export(other, [json.dumps(line)]).lines] == [
        "letter: Input should be a valid string"
    ]


def test_a_name_that_a_line_brings_is_new(filled):
    [box] = [json.loads(line) for line in export_lines(filled) if '"toy-box"' in line]
    box["slugs"].append("third")
    report = import_export(filled, [json.dumps(box)])
    assert (report.new, report.duplicates, report.refused) == (1, 0, 0)
    assert import_export(filled, [json.dumps(box)]).duplicates == 1
