"""The key of this machine: kept where only its user reads it, known to every catalogue, handed over by a link once."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.machine_key import KEY_FILE, key_of_machine, new_token, read_key, redeem
from ludex.catalogue.ownership import Scope, listed, recognised, revoke

AT = "2026-01-01T00:00:00+00:00"


def test_only_the_user_reads_the_file_of_the_key(sqlite_catalogue: Catalogue, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    before = os.umask(0)
    try:
        secret = key_of_machine(sqlite_catalogue, folder, AT)
        new_token(folder)
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / KEY_FILE).stat().st_mode) == 0o600
    assert all(not stat.S_IMODE(path.stat().st_mode) & 0o077 for path in (folder, *folder.rglob("*")))
    assert read_key(folder) == secret and [path.name for path in folder.iterdir() if path.is_file()] == [KEY_FILE]


def test_the_key_has_no_owner_and_every_permission(sqlite_catalogue: Catalogue, tmp_path: Path) -> None:
    secret = key_of_machine(sqlite_catalogue, tmp_path, AT)
    assert key_of_machine(sqlite_catalogue, tmp_path, AT) == secret
    with sqlite_catalogue.reading() as reader:
        [key] = listed(reader)
        assert recognised(reader, secret) == key and recognised(reader, f"{secret}x") is None
    assert key.owner is None and key.allows(Scope.ADMIN) and key.reaches("ada") and key.reaches(None)


def test_a_key_of_this_machine_that_was_revoked_is_replaced(sqlite_catalogue: Catalogue, tmp_path: Path) -> None:
    first = key_of_machine(sqlite_catalogue, tmp_path, AT)
    with sqlite_catalogue.writing() as writer:
        revoke(writer, first.split("_")[1], AT)
    second = key_of_machine(sqlite_catalogue, tmp_path, AT)
    assert second != first and read_key(tmp_path) == second
    with sqlite_catalogue.reading() as reader:
        found = [recognised(reader, secret) for secret in (first, second)]
    assert [key is not None and key.revoked is None for key in found] == [False, True]


def test_services_that_start_together_have_one_key(sqlite_catalogue: Catalogue, tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as starting:
        secrets = set(starting.map(lambda _: key_of_machine(sqlite_catalogue, tmp_path, AT), range(8)))
    assert secrets == {read_key(tmp_path)}


def test_one_of_many_uses_of_a_link_succeeds(sqlite_catalogue: Catalogue, tmp_path: Path) -> None:
    secret, token = key_of_machine(sqlite_catalogue, tmp_path, AT), new_token(tmp_path)
    assert redeem(tmp_path, f"{token}x") is None and redeem(tmp_path, "../machine.key") is None
    with ThreadPoolExecutor(8) as using:
        found = list(using.map(lambda _: redeem(tmp_path, token), range(8)))
    assert sorted(found, key=str) == [*[None] * 7, secret]


def test_a_link_of_another_day_is_refused_and_removed(
    sqlite_catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = key_of_machine(sqlite_catalogue, tmp_path, AT)
    tokens = [new_token(tmp_path) for _ in range(3)]
    for link in (tmp_path / "sign-in-links").iterdir():
        os.utime(link, (1000, 1000))
    now = 1000.0 + 86_400
    monkeypatch.setattr("ludex.catalogue.machine_key.time.time", lambda: now)
    assert redeem(tmp_path, tokens[0]) == secret
    now += 1
    assert redeem(tmp_path, tokens[1]) is None
    new_token(tmp_path)
    assert len(list((tmp_path / "sign-in-links").iterdir())) == 1
