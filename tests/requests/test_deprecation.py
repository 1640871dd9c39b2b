"""A deprecated request or field is announced on every surface: header, log, OpenAPI, command, Python."""

import logging
from datetime import date
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from ludex.api.routing.openapi import document
from ludex.app import all_routes
from ludex.catalogue.kinds.registry import Registry
from ludex.cli.request_commands import add_commands
from ludex.games.kinds import GAMES
from ludex.requests.declaration import request
from ludex.requests.deprecation import Deprecation
from ludex.requests.session import Session
from ludex.settings import Settings
from tests.applications import application

OLD = Deprecation("1.1", date(2027, 3, 1), "2.0", "use GET /objects/{object}/links")
FIELD = Deprecation("1.2", date(2027, 6, 1), "2.0", "leave it out")


@request("GET /test/degree", command="test degree", subject="test", deprecated=OLD)
def degree(catalogue: Session, most: int = 3) -> int:
    """Count links.

    Parameters
    ----------
    most
        The most to count.
    """
    return most


@request("GET /test/count", command="test count", subject="test")
def count(catalogue: Session, most: int = 3, weight: Annotated[int, FIELD] = 1) -> int:
    """Count links in another way.

    Parameters
    ----------
    most
        The most to count.
    weight
        How much each counts.
    """
    return most * weight


REQUESTS = ((degree, count),)


@pytest.fixture
def answers(sqlite_template, caplog):
    with application(Settings(database_url=f"sqlite:///{sqlite_template}"), GAMES, REQUESTS) as app:

        def ask(path):
            caplog.clear()
            answer = app.test_client().get(f"/api/v1/test/{path}")
            assert answer.status_code == 200
            logged = [record.getMessage() for record in caplog.records if record.name == "ludex.deprecation"]
            return answer.headers, logged

        with caplog.at_level(logging.WARNING):
            yield ask


def test_a_response_has_a_header_and_a_link_and_a_line_is_logged(answers):
    headers, logged = answers("degree")
    # The first of March 2027 begins 20,878 days after 1970.
    assert headers["Deprecation"] == f"@{20878 * 86400}"
    assert 'rel="deprecation"' in headers["Link"]
    line = "degree is deprecated since version 1.1 and removed in 2.0; use GET /objects/{object}/links"
    assert logged == [line]


def test_only_a_field_that_is_used_is_announced(answers):
    headers, logged = answers("count?most=4")
    assert "Deprecation" not in headers and logged == []
    headers, logged = answers("count?weight=2")
    assert headers["Deprecation"] == FIELD.header
    assert logged == ["count.weight is deprecated since version 1.2 and removed in 2.0; leave it out"]


def test_the_openapi_document_marks_both():
    registry = Registry(GAMES)
    paths = document(registry, all_routes(registry, REQUESTS))["paths"]
    whole, other = (paths[f"/api/v1/test/{name}"]["get"] for name in ("degree", "count"))
    assert whole["deprecated"] is True and "removed in 2.0" in whole["description"]
    assert "deprecated" not in other
    schemas = {part["name"]: part["schema"] for part in other["parameters"] if "name" in part}
    assert schemas["weight"]["deprecated"] is True
    assert all("deprecated" not in schema for name, schema in schemas.items() if name != "weight")


def test_a_command_writes_the_line_to_standard_error(monkeypatch):
    # A command configures no logs, so Python writes warnings to standard error.
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.getLogger("ludex.deprecation"), "level", logging.WARNING)
    app = add_commands(typer.Typer(), [degree, count])
    result = CliRunner().invoke(app, ["degree", "--most", "4"])
    assert (result.exit_code, result.stdout) == (0, "4\n")
    assert "removed in 2.0" in result.stderr
    assert "removed in 2.0" in CliRunner().invoke(app, ["degree", "--help"]).stdout


def test_a_method_warns():
    session = Session(lambda: None)
    with pytest.warns(DeprecationWarning, match="removed in 2.0"):
        assert degree(session, most=2) == 2
    with pytest.warns(DeprecationWarning, match=r"count.weight .* removed in 2.0"):
        assert count(session, weight=5) == 15
    assert count(session) == 3
