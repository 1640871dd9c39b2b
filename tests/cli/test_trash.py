"""The commands that edit, replace, delete and restore objects."""

import pytest

from tests.cli.conftest import Command


def _labels(ludex: Command, *options: str) -> list[str]:
    return [line.split()[0] for line in ludex("list", "levels", *options).lines[1:]]


@pytest.mark.usefixtures("small_catalogue")
def test_a_message_names_the_option_of_the_command(ludex: Command) -> None:
    [first] = _labels(ludex, "--limit", "1")
    assert ludex("planarity", "pack", "add", "retired", first).code == 0
    refused = ludex("delete", first)
    assert refused.code == 2 and "packs retired; take it out of them first, or set `--from-packs`" in refused.err


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
