"""One command that runs one of several requests, chosen by the arguments and flags that are given."""

import json

import pytest
import typer
from typer.testing import CliRunner

from ludex.cli.alternatives import one_of
from ludex.requests.declaration import Listing, request
from ludex.requests.session import Session


@request("GET /trees", command="trees", columns=("name",))
def trees(catalogue: Session, *, tall: bool = False) -> Listing[dict[str, str]]:
    """List trees.

    Parameters
    ----------
    tall
        Only tall trees.
    """
    return Listing.whole([{"name": "oak" if tall else "elm"}])


@request("GET /trees/{name}", command="trees NAME")
def tree(catalogue: Session, name: str) -> dict[str, str]:
    """Return a tree.

    Parameters
    ----------
    name
        Name of the tree.
    """
    return {"tree": name}


@request(command="trees NAME --age")
def age(catalogue: Session, name: str, *, rings: int = 1) -> dict[str, int]:
    """Return the age of a tree.

    Parameters
    ----------
    name
        Name of the tree.
    rings
        Number of rings.
    """
    return {name: rings}


def run(*words: str) -> tuple[object, str]:
    """Return the JSON that the command writes, and the message of its error."""
    app = typer.Typer()
    app.command()(one_of(trees, tree, age))
    ran = CliRunner().invoke(app, [*words, "--json"])
    return json.loads(ran.output) if ran.exit_code == 0 else None, str(ran.exception or "")


def test_the_request_with_the_most_given_arguments_and_flags_runs() -> None:
    assert run("elm")[0] == {"tree": "elm"}
    assert run("elm", "--age")[0] == {"elm": 1}
    assert run("elm", "--age", "--rings", "7")[0] == {"elm": 7}


def test_options_reach_the_request_to_which_they_belong() -> None:
    listed, _ = run("--tall")
    assert isinstance(listed, dict) and listed["items"] == [{"name": "oak"}]
    assert isinstance(run()[0], dict) and run()[0]["items"] == [{"name": "elm"}]  # type: ignore[index]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--age",), "--age also needs NAME"),
        (("elm", "--rings", "7"), "--rings also needs --age"),
        (("--rings", "7"), "--rings also needs NAME and --age"),
    ],
)
def test_a_missing_argument_or_flag_is_named(words: tuple[str, ...], message: str) -> None:
    assert run(*words) == (None, message)
