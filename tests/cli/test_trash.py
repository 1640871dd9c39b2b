"""The commands that edit, replace, delete and restore objects."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command


def _labels(ludex: Command, *options: str) -> list[str]:
    return [line.split()[0] for line in ludex("list", "levels", *options).lines[1:]]


@pytest.mark.usefixtures("small_catalogue")
def test_a_level_is_edited_replaced_and_restored(ludex: Command, tmp_path: Path) -> None:
    first, second = _labels(ludex, "--limit", "2")
    assert ludex("planarity", "pack", "add", "retired", first).code == 0
    edited = ludex("edit", first, "--title", "The knot", "--tags", "boss, easy", "--note", "n", "--data", '{"a": 1}')
    assert (edited.code, edited.lines[1:]) == (0, ["title: The knot", "tags: boss easy", 'data: {"a":1}', "note: n"])
    shown = ludex("show", first).out
    assert "title: The knot" in shown and "note: n" in shown
    assert _labels(ludex, "--tag", "boss") == [first]
    file = tmp_path / "all.ndjson"
    for options, notes in (((), False), (("--notes",), True)):
        ludex("export", "--output", str(file), *options)
        assert ('"note":"n"' in file.read_text()) == notes
    found = ludex("search", "tag:boss").lines
    assert found[0] == "Levels of Swap Planarity: tag:boss" and first in found[-1] and len(found) == 3
    assert ludex("planarity", "replace", first, second).lines[0] == "replaced; packs: 1"
    assert ludex("planarity", "pack", "show", "retired").out.count(second) == 1
    for command in ("show", "cite"):
        gone = ludex(command, first)
        assert gone.code == 2 and f"{first} was replaced by {second}" in gone.err
    listed = ludex("trash", "list").out
    assert first in listed and "The knot" in listed and second in listed
    assert ludex("trash", "restore", first).lines == [f"restored {first}"]
    assert "note: n" in ludex("show", first).out
    assert ludex("trash", "list").out.count(first) == 0
    refused = ludex("trash", "restore", first)
    assert refused.code == 2 and "trash list" in refused.err
    # A pack is restored by the slug by which it was deleted, although another object in the trash was deleted later.
    for name in ("retired", first):
        assert ludex("delete", name).code == 0
    assert ludex("trash", "restore", "retire").code == 2
    [restored] = ludex("trash", "restore", "retired").lines
    assert (
        restored.startswith("restored planarity-pack-") and second in ludex("planarity", "pack", "show", "retired").out
    )


@pytest.mark.usefixtures("small_catalogue")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--tags", "Boss"), "invalid tag 'Boss'"),
        (("--data", "[1]"), "should be an object"),
        (("--data", "{"), "not JSON"),
        (("--data", '{"a": "' + "x" * 5000 + '"}'), "4,096 bytes"),
    ],
)
def test_an_invalid_edit_is_refused(ludex: Command, options: tuple[str, ...], message: str) -> None:
    [label] = _labels(ludex, "--limit", "1")
    refused = ludex("edit", label, *options)
    assert refused.code == 2 and message in refused.err


@pytest.mark.usefixtures("small_catalogue")
def test_a_day_without_a_level_is_refused_and_not_removed(ludex: Command) -> None:
    [label] = _labels(ludex, "--limit", "1", "--min-grade", "1")
    day = "2999-12-24"
    assert f"{day}: {label}" in ludex("calendar", "set", "planarity", "--days", f"{day}={label}").lines
    refused = ludex("calendar", "set", "planarity", "--days", day)
    assert refused.code == 2 and f"{day!r} has no level" in refused.err
    assert f"{day}: {label}" in ludex("calendar", "show", "planarity").lines
    assert ludex("calendar", "set", "planarity", "--days", f"{day}=").code == 0
    assert f"{day}: {label}" not in ludex("calendar", "show", "planarity").lines
