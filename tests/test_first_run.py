"""What a new user does with the README: play, store, look up, check a proof."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from ludex.settings import Settings
from tests.applications import serving
from tests.services import ROOT

README = (ROOT / "README.md").read_text()
SECTION = README[README.index("## Five minutes") : README.index("## What it costs")]
[COMMANDS] = re.findall(r"^```sh\n(.*?)^```$", SECTION, flags=re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def service(starting_address):
    with serving(Settings(database_url=starting_address)) as url:
        yield url


def test_the_level_of_the_readme_can_be_played(service):
    [address] = re.findall(r"<http://localhost:8000(/play/\S+)>", SECTION)
    with urllib.request.urlopen(service + address) as page:
        text = page.read().decode()
    assert page.status == 200 and 'class="board' in text and "<svg" in text


def test_the_commands_store_look_up_and_check(service, starting_address, tmp_path):
    folder = Path(sys.executable).parent
    commands = COMMANDS.replace("localhost:8000", service.removeprefix("http://"))
    environment = os.environ | {
        "LUDEX_DATABASE_URL": starting_address,
        "PATH": f"{folder}:{os.environ['PATH']}",
    }
    ended = subprocess.run(
        ["sh", "-eu", "-c", commands.replace("curl -s", "curl -sS --fail-with-body")],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    read = json.JSONDecoder().raw_decode
    stored, end = read(ended.stdout)
    found, end = read(ended.stdout, end)
    assert stored["min_swaps"] == 1 and stored["proved"] is True
    assert [level["label"] for level in found["items"]] == [stored["label"]]
    assert stored["label"] in (tmp_path / "proof.ndjson").read_text()
    [verdicts] = re.findall(r"^planarity.minimum-swaps +(.*)$", ended.stdout[end:], flags=re.MULTILINE)
    assert verdicts.split() == ["1", "0", "0", "0", "0", "0"]  # one claim is checked by its certificate
