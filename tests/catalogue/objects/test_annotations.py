import json
from functools import partial

import pytest

from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.annotations import Annotation, annotate, read_annotations
from ludex.catalogue.objects.storing import delete_object, store
from ludex.catalogue.storage import tables
from ludex.catalogue.transfer.export import export_lines
from ludex.catalogue.transfer.imports.checked_lines import import_checked
from ludex.catalogue.transfer.imports.pipeline import ImportOptions, collect_report
from ludex.catalogue.transfer.imports.trusted_lines import import_trusted
from ludex.engine.budget import Budget
from tests.catalogue.necklaces import NECKLACE, Necklace

WRITTEN = Annotation("Ring", ("easy", "red"), "mine", {"a": 1.5, "b": "é"})


@pytest.fixture
def node(toys):
    with toys.writing() as writer:
        found = store(writer, prepare(NECKLACE, Necklace("abc"))).id
        store(writer, prepare(NECKLACE, Necklace("aab")))
        annotate(writer, found, WRITTEN)
    return found


def _registry(catalogue):
    return catalogue.registry


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("trust", [True, False])
@pytest.mark.parametrize("notes", [True, False])
def test_an_import_stores_the_annotations_of_new_objects(toys, other, trust, notes):
    lines = list(export_lines(toys, notes=notes, keys=trust))
    [written] = [json.loads(line)["annotation"] for line in lines if "annotation" in json.loads(line)]
    assert ("note" in written) == notes
    options = ImportOptions(Budget())
    read = partial(import_trusted, registry=partial(_registry, other)) if trust else import_checked
    assert collect_report(read(other, lines, options)).refused == 0
    assert sorted(export_lines(other, notes=True, keys=trust)) == sorted(lines)


def test_an_import_does_not_change_the_annotation_of_a_stored_object(toys, node):
    lines = list(export_lines(toys, notes=True))
    with toys.writing() as writer:
        annotate(writer, node, Annotation("Other"))
    collect_report(import_checked(toys, lines, ImportOptions(Budget())))
    with toys.reading() as reader:
        assert read_annotations(reader, [node]) == {node: Annotation("Other")}


@pytest.mark.parametrize(
    "annotation", [{"tags": ["A"]}, {"title": 1}, {"other": 1}, {"data": []}, {"note": "a\0"}, {"tags": "ab"}]
)
def test_an_import_refuses_an_invalid_annotation(toys, node, other, annotation):
    line = json.loads(next(line for line in export_lines(toys) if '"annotation"' in line)) | {"annotation": annotation}
    report = collect_report(import_checked(other, [json.dumps(line)], ImportOptions(Budget())))
    assert (report.new, report.refused) == (0, 1)


def test_tags_follow_each_change(toys, node):
    def tagged(tag):
        with toys.reading() as reader:
            return [view.id for view in page(reader, NECKLACE, {"tag": tag}).items]

    assert (tagged("red"), tagged("easy"), tagged("blue")) == ([node], [node], [])
    with toys.writing() as writer:
        annotate(writer, node, Annotation(tags=("blue",)))
    assert (tagged("red"), tagged("blue")) == ([], [node])
    with toys.writing() as writer:
        annotate(writer, node, Annotation())
        assert writer.connection.execute(tables.annotation.select()).all() == []
    assert tagged("blue") == []
    with toys.writing() as writer:
        annotate(writer, node, WRITTEN)
        delete_object(writer, node)
        assert writer.connection.execute(tables.tag.select()).all() == []


def test_lists_show_annotations_beside_documents(toys, node):
    with toys.reading() as reader:
        shown = [json.loads(view.text()) for view in page(reader, NECKLACE, {}).items]
    expected = {"title": "Ring", "tags": ["easy", "red"], "data": WRITTEN.data}
    assert [{name: view.get(name) for name in expected} for view in shown] == [expected, dict.fromkeys(expected)]


def test_the_views_show_annotations_and_tags(toys, node):
    with toys.reading() as reader:
        rows = reader.connection.exec_driver_sql("SELECT object_id, title, tags, note FROM annotations").all()
        tags = reader.connection.exec_driver_sql("SELECT tag, object_id, kind FROM tags ORDER BY tag").all()
    assert [tuple(row) for row in rows] == [(node, "Ring", "easy red", "mine")]
    assert [tuple(row) for row in tags] == [("easy", node, NECKLACE.name), ("red", node, NECKLACE.name)]
