"""`ludex keys`: made, listed without their secrets, revoked."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any


def test_a_key_is_made_listed_and_revoked(ludex: Any, catalogue: Path) -> None:
    assert ludex("keys", "list").lines == ["there are no keys"]
    made = json.loads(ludex("keys", "create", "--owner", "ada", "--scope", "store", "--json").out)
    assert made["secret"].startswith(f"ludex_{made['id']}_") and (made["owner"], made["scopes"]) == ("ada", ["store"])
    [listed] = json.loads(ludex("keys", "list", "--json").out)["items"]
    assert listed == {name: value for name, value in made.items() if name != "secret"}
    assert "was revoked at" in ludex("keys", "revoke", made["id"]).out
    assert json.loads(ludex("keys", "list", "--json").out)["items"][0]["revoked"] is not None


def test_a_key_expires_after_the_days_that_it_is_given(ludex: Any, catalogue: Path) -> None:
    made = json.loads(ludex("keys", "create", "--owner", "ada", "--days", "90", "--json").out)
    valid = datetime.fromisoformat(made["expires"]) - datetime.fromisoformat(made["created"])
    assert abs(valid - timedelta(days=90)) < timedelta(minutes=10)
    assert f"it expires on {made['expires'][:10]}" in ludex("keys", "create", "--owner", "ada", "--days", "90").out
    assert made["expires"] in ludex("keys", "list").out


def test_what_is_wrong_is_said(ludex: Any, catalogue: Path) -> None:
    for words, said in (
        (["create", "--owner", "ada", "--scope", "all"], "'all' is not a scope"),
        (["create", "--owner", " "], "the name of an owner must"),
        (["revoke", "none"], "there is no key 'none'"),
    ):
        wrong = ludex("keys", *words)
        assert (wrong.code, len(wrong.err.splitlines())) == (2, 1) and said in wrong.err
