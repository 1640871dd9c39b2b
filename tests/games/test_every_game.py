"""Every installed game, one of another distribution among them, has everything that a user meets in a game."""

import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from ludex.catalogue.machine_key import read_key
from ludex.settings import data_folder
from ludex_check_claims.verdicts import VERDICTS
from tests.fourth_game.installing import GAMES, Installation, installation
from tests.games.samples import SAMPLES
from tests.services import Service
from tests.web.reading import texts_of

__all__ = ["installation"]

SERVE = """
import sys
from ludex.cli.main import main
sys.argv = ["ludex", "serve", "--job-workers", "1"]
main()
"""
PYTHON_NAMES = """
import json, sys
import ludex
found = {}
with ludex.Catalogue(sys.argv[1]) as catalogue:
    for game, (value, image) in json.load(sys.stdin).items():
        added = catalogue.add(eval(value))
        looked_up = catalogue.look_up(eval(image))
        found[game] = [added.label, looked_up.label, added.kind, game in dir(ludex)]
print(json.dumps(found))
"""
Json = Any

pytestmark = pytest.mark.slow

# A game for each test: the tests of one game share its objects.
every_game = pytest.mark.parametrize("game", SAMPLES)


@pytest.fixture(scope="module")
def service(installation: Installation) -> Iterator[Service]:
    """Serve the catalogue, with a worker for jobs, and store an object of each game."""
    running = Service(installation.url("catalogue"), SERVE, **installation.environment)
    yield running
    running.end()


@pytest.fixture(scope="module")
def labels(service: Service) -> dict[str, str]:
    """Store the objects of the samples, with their claims, and return the label of the first of each game."""
    found = {}
    for game, sample in SAMPLES.items():
        found[game] = post(service, f"/{sample.address}", sample.stored)["label"]
        for address, body in sample.claimed:
            post(service, f"/{address}", body)
    return found


def post(service: Service, path: str, body: Json) -> Json:
    status, answer = service.ask(f"/api/v1{path}", body)
    assert status in (200, 201, 202), answer.decode()
    return json.loads(answer)


def get(service: Service, path: str) -> str:
    status, answer = service.ask(path)
    assert status == 200, f"{path}: {status} {answer.decode()}"
    return answer.decode()


def test_every_game_is_installed_and_has_a_sample(installation: Installation) -> None:
    listed = json.loads(installation.run("ludex", "games", "--json"))["items"]
    assert [game["name"] for game in listed if game["served"]] == list(GAMES) == list(SAMPLES)
    assert {game["name"]: game["distribution"] for game in listed} == dict.fromkeys(SAMPLES, "ludex") | {
        "solitaire": "ludex-peg-solitaire"
    }


@every_game
def test_lists_answer_with_facts_and_facets(game: str, service: Service, labels: dict[str, str]) -> None:
    sample = SAMPLES[game]
    facets = json.loads(get(service, f"/api/v1/{sample.address}/facets"))["facets"]
    assert facets
    for fact, values in facets.items():
        for value in values:
            query = urlencode({fact: json.dumps(value["value"]).strip('"')})
            assert json.loads(get(service, f"/api/v1/{sample.address}?{query}"))["count"] == value["count"]
    items = json.loads(get(service, f"/api/v1/{sample.address}?sort=-created"))["items"]
    assert labels[game] in [item["label"] for item in items]


@every_game
def test_its_facts_are_in_the_glossary(game: str, service: Service, labels: dict[str, str]) -> None:
    kind = json.loads(get(service, f"/api/v1/objects/{labels[game]}"))["kind"]
    assert f'id="{kind}.' in get(service, "/documentation/glossary")


@every_game
def test_look_up_finds_an_image_with_its_matching(game: str, service: Service, labels: dict[str, str]) -> None:
    sample = SAMPLES[game]
    found = post(service, f"/{sample.address}/lookup", sample.lookup(sample.image))
    assert [item["label"] for item in found["items"]] == [labels[game]]
    [matching] = found["matchings"]
    assert sorted(matching) == list(range(len(matching)))
    assert post(service, f"/{sample.address}/lookup", sample.lookup(sample.other))["items"] == []


@every_game
def test_dedup_groups_equivalent_objects(game: str, service: Service, labels: dict[str, str]) -> None:
    sample = SAMPLES[game]
    things = [sample.image, sample.other, sample.image]
    classes = post(service, f"/{sample.address}/dedup", {sample.several: things})["classes"]
    assert [one["members"] for one in classes] == [[0, 2], [1]]
    assert any(value == [labels[game]] for value in classes[0].values())


@every_game
def test_the_search_box_reads_its_notation(game: str, service: Service, labels: dict[str, str]) -> None:
    page = get(service, f"/search?{urlencode({'q': SAMPLES[game].image_text})}")
    assert "This is in the catalogue." in page
    assert labels[game] in page


@every_game
def test_draw_compare_and_play_pages_answer(game: str, service: Service, labels: dict[str, str]) -> None:
    sample = SAMPLES[game]
    drawn = get(service, f"{sample.draw}?{urlencode({'text': labels[game]})}")
    assert "It is in the catalogue" in texts_of(drawn, "h2")
    compared = get(service, f"/compare?{urlencode({'a': sample.text, 'b': sample.image_text})}")
    assert "<svg" in compared
    assert not texts_of(compared, "h2")[0].startswith("Different")
    played = get(service, sample.play.format(label=quote(labels[game])))
    assert 'id="game"' in played
    assert f"games/{game}/js/" in played


@every_game
def test_a_job_runs(game: str, service: Service, labels: dict[str, str]) -> None:
    operation, arguments = SAMPLES[game].job
    job = post(service, "/jobs", {"operation": operation, "arguments": arguments})
    end = time.monotonic() + 60
    while job["state"] in ("queued", "running") and time.monotonic() < end:
        time.sleep(0.1)
        job = json.loads(get(service, job["url"]))
    assert job["state"] == "succeeded", job
    assert job["result"]


@every_game
def test_lines_are_imported_and_a_wrong_one_is_refused(game: str, service: Service, labels: dict[str, str]) -> None:
    sample = SAMPLES[game]
    request = urllib.request.Request(
        f"{service.url}/api/v1/{sample.address}/import",
        (sample.lines + "nothing\n").encode(),
        {"Content-Type": "application/x-ndjson", "Authorization": f"Bearer {read_key(data_folder())}"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        report = json.loads(response.read())
    assert (report["new"], report["refused"]) == (len(sample.lines.splitlines()), 1), report


@every_game
def test_commands_answer_in_json(game: str, installation: Installation) -> None:
    assert json.loads(installation.run("ludex", *SAMPLES[game].command, "--json"))


@pytest.fixture(scope="module")
def python_names(installation: Installation, labels: dict[str, str]) -> dict[str, Json]:
    """Add the value of each game by its Python names, and look up its image."""
    values = {game: (sample.value, sample.image_value) for game, sample in SAMPLES.items()}
    url = installation.url("catalogue")
    return json.loads(installation.run("python", "-c", PYTHON_NAMES, url, given=json.dumps(values)))


@every_game
def test_python_names_add_and_look_up(game: str, python_names: dict[str, Json], labels: dict[str, str]) -> None:
    added, looked_up, kind, is_listed = python_names[game]
    assert added == looked_up == labels[game]
    assert labels[game].startswith(kind)
    assert is_listed


@pytest.fixture(scope="module")
def export(installation: Installation, labels: dict[str, str]) -> Path:
    """Export the catalogue to a file."""
    file = installation.folder / "export.ndjson"
    installation.run("ludex", "export", "-o", str(file))
    return file


@pytest.fixture(scope="module")
def checked(installation: Installation, export: Path) -> dict[str, list[int]]:
    """Return the numbers of verdicts of each statement, in the order of `VERDICTS`."""
    output = installation.run("ludex-check-claims", str(export), "--allow-unclaimed")
    assert "No installed package checks" not in output
    rows = [line.rsplit(maxsplit=len(VERDICTS)) for line in output.splitlines() if line[-1].isdigit()]
    return {name: [int(number) for number in numbers] for name, *numbers in rows}


@every_game
def test_claims_are_checked_without_the_program(game: str, checked: dict[str, list[int]]) -> None:
    by_certificate, recomputed, *others = checked[SAMPLES[game].statement]
    assert by_certificate + recomputed > 0
    assert others == [0, 0, 0, 0]


@every_game
def test_labels_are_checked_without_the_program(
    game: str, service: Service, checked: dict[str, list[int]], labels: dict[str, str]
) -> None:
    kind = json.loads(get(service, f"/api/v1/objects/{labels[game]}"))["kind"]
    _, recomputed, *others = checked[f"labels: {kind}"]
    assert recomputed > 0
    assert others == [0, 0, 0, 0]


@pytest.fixture(scope="module")
def imported(installation: Installation, export: Path) -> dict[str, str]:
    """Import the export into an empty catalogue, and return the lines of the second export by label."""
    installation.run("ludex", "import", str(export), catalogue="copy")
    assert installation.run("ludex", "export", catalogue="copy") == export.read_text()
    lines = export.read_text().splitlines()
    return {document["label"]: line for line in lines if "label" in (document := json.loads(line))}


@every_game
def test_an_export_is_imported_byte_for_byte(game: str, imported: dict[str, str], labels: dict[str, str]) -> None:
    assert labels[game] in imported


@pytest.fixture(scope="module")
def verified(installation: Installation, imported: dict[str, str]) -> Json:
    """Verify the imported catalogue."""
    return json.loads(installation.run("ludex", "db", "verify", "--json", catalogue="copy"))


@every_game
def test_everything_is_verified(game: str, verified: Json, imported: dict[str, str], labels: dict[str, str]) -> None:
    kind = json.loads(imported[labels[game]])["kind"]
    assert verified["checked"][kind] == sum(f'"kind":"{kind}"' in line for line in imported.values())
    assert (verified["findings"], verified["unchecked"], verified["complete"]) == ([], [], True)
