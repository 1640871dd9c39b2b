"""The distribution `ludex-client`: with a live service, beside `ludex.Catalogue`, and with a service that is busy."""

import json
import subprocess
import sys
import zipfile
from email import message_from_bytes

import generate
import httpx
import pytest

import ludex
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Scope
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from ludex.version import __version__
from ludex_client import Client, ProblemError, models
from ludex_client.version import __version__ as client_version
from tests.applications import secret_of, serving
from tests.services import ROOT

MODELS = {
    models.Kind: "KindEntry",
    models.Problem: "Problem",
    models.InputError: "InputError",
    models.OfferedJob: "OfferedJob",
    models.Table: "QueryResult",
}


@pytest.fixture(scope="module")
def service(starting_address):
    with serving(Settings(database_url=starting_address)) as url:
        yield url


@pytest.fixture
def client(service):
    with Client(service) as opened:
        yield opened


@pytest.fixture
def catalogue(starting_address):
    with ludex.Catalogue(starting_address) as opened:
        yield opened


def test_methods_of_requests_are_those_of_the_declarations():
    written = {file.name: file.read_text(encoding="utf-8") for file in generate.FOLDER.glob("*.py")}
    written.pop("sending.py")
    assert written == generate.modules()


def test_models_have_the_members_of_the_openapi_document():
    schemas = json.loads((ROOT / "schema" / "openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
    for model, name in MODELS.items():
        assert set(model.model_fields) == set(schemas[name]["properties"]), name


def test_a_client_reads_what_the_catalogue_has(client, catalogue):
    document = client.get("swish-36").document
    assert {name: document[name] for name in document.keys() - {"url", "claims_url"}} == catalogue.get(
        "swish-36"
    ).document
    assert client.get("swish-36", "swish-deck") == client.get(client.get("swish-36").label)
    assert client.kinds() == catalogue.kinds()
    hard = client.find("levels", min_swaps="6..", proved=True, sort="-min_swaps")
    assert list(map(str, hard)) == [
        str(level) for level in catalogue.find("levels", sort="-min_swaps", min_swaps=6, proved=True)
    ]
    assert (hard.count(), hard.first()) == (len(list(hard)), next(iter(hard)))
    assert len(list(client.find("planarity-level", limit=7))) == client.find("planarity-level", limit=7).count() == 7
    assert client.find("planarity-level").facets("min_swaps") == catalogue.find("levels").facets("min_swaps")
    mine, theirs = client.search("levels with 6 swaps"), catalogue.search("levels with 6 swaps")
    assert [item.label for item in mine.items] == [item.label for item in theirs.items]
    assert mine.understood[0].filters == theirs.understood[0].filters


def test_a_client_reads_claims_and_sequences(client, catalogue):
    mine = [claim.model_dump() for claim in client.claims("swish-36", proved=True)]
    assert mine and [claim["value"] for claim in mine] == [
        claim.value for claim in catalogue.claims("swish-36", proved=True)
    ]
    assert len(list(client.claims())) > 1000, "more than one page"
    assert [claim.reference for claim in client.cited_claims().items] == [
        claim.reference for claim in catalogue.cited_claims().items
    ]
    names = [sequence.name for sequence in client.sequences()]
    assert names == [sequence.name for sequence in catalogue.sequences()]
    assert client.sequence(names[0]).terms == tuple(catalogue.sequence(names[0]).terms)


def test_a_client_draws_and_cites(client, catalogue):
    deck = client.get("swish-36")
    assert deck.svg == catalogue.get("swish-36").svg
    assert deck.to_png(width=200)[1:4] == b"PNG"
    assert "tikz" in deck.to_tex(style="plain")
    assert deck.cite().startswith("@")
    with pytest.raises(ValueError, match="bibtex, ris, csl-json"):
        deck.cite("apa")


def test_requests_are_methods(client):
    cards = ["*o./...", "o../.*.", "..*/.o."]
    assert client.solve_swish(cards=cards, find="largest")["swish"]["size"] == 2
    assert client.solve_sets(label="set-3-4", find="count") == {"count": 1080}
    assert client.get_swish_board(height=2, width=3)["cards"] > 0
    stored = client.post_swish_positions(cards=cards)
    assert client.look_up_swish_positions(cards=cards)["items"][0]["label"] == stored["label"]
    assert client.request("GET", "/sets/facts", query={"properties": 4, "values": 3})["size"] == 81


def test_wrong_input_is_a_problem_with_its_place(client):
    with pytest.raises(ProblemError) as caught:
        client.solve_swish(cards=["x"])
    assert (caught.value.status, caught.value.problem.errors[0].pointer) == (422, "/cards/0")
    assert "/cards/0" in str(caught.value)
    with pytest.raises(ProblemError, match="no object has the label or slug 'nothing'"):
        client.get("nothing")
    with pytest.raises(ProblemError, match="did you mean `min_swaps`"):
        client.find("planarity-level", min_swap=3).first()
    with pytest.raises(ValueError, match="'decks' names several kinds; give one of swish-deck, set-deck"):
        client.find("decks")
    with pytest.raises(ValueError, match="'level' is not a kind"):
        client.find("level")
    with pytest.raises(TypeError, match="not a value of a filter"):
        client.find("planarity-level", min_swaps=[1, 2]).first()


def test_writing_takes_a_key_which_a_service_on_this_machine_hands_over(lend, monkeypatch, tmp_path):
    with lend() as address:
        opened = Catalogue(address, GAMES)
        secret = secret_of(opened, "someone", Scope.STORE)
        opened.close()
        with serving(Settings(database_url=address, host="0.0.0.0")) as url:
            with Client(url, secret) as writer:
                assert writer.post_swish_positions(cards=["*o", "o*"])["kind"] == "swish-position"
            with Client(url) as own:
                assert own.post_swish_positions(cards=["*.o", "o.*"])["kind"] == "swish-position"
                path, table = "/planarity/levels/import", b"id,graph6\na1,Cl\n"
                read = own.request("POST", path, query={"dry_run": True}, body=table, media="text/csv")
                assert [line["id"] for line in read["lines"]] == ["a1"]
            monkeypatch.setenv("LUDEX_API_KEY", "ludex_0_0")
            with Client(url) as reader, pytest.raises(ProblemError, match="unknown"):
                reader.post_swish_positions(cards=["*o", "o*"])
            monkeypatch.delenv("LUDEX_API_KEY")
            monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
            with Client(url) as reader, pytest.raises(ProblemError, match="401"):
                reader.post_swish_positions(cards=["*o", "o*"])


def test_formats_other_than_json_are_bytes(client):
    label = client.find("swish-hypergraph").first().label
    assert client.get_swish_hypergraph(label=label, format="dot").startswith(b"digraph")


def test_a_change_names_the_version_that_was_read():
    sent = []

    def answer(request):
        sent.append((request.method, request.headers.get("If-Match")))
        return httpx.Response(200, json={"label": "one"}, headers={"ETag": 'W/"1"'})

    with Client("http://service", "key", transport=httpx.MockTransport(answer)) as client:
        version = client.get("one").etag
        client.edit("one", tags=["boss"], if_match=version)
        client.delete("one", if_match=version)
        client.edit("one", tags=[])
    assert sent == [("GET", None), ("PATCH", version), ("DELETE", version), ("PATCH", None)]


def test_a_replaced_object_is_the_one_that_replaced_it():
    def answer(request):
        if request.url.path.endswith("/old"):
            return httpx.Response(301, headers={"Location": "/api/v1/objects/new"})
        return httpx.Response(200, json={"label": "new"})

    with Client("http://service", transport=httpx.MockTransport(answer)) as client:
        assert client.get("old").label == "new"


def test_the_key_of_this_machine_is_sent_to_this_machine_only():
    sent = []

    def answer(request):
        sent.append("Authorization" in request.headers)
        return httpx.Response(200, json={"kinds": []})

    for url in (
        "http://127.0.0.1:8000",
        "http://localhost",
        "http://[::1]:8000",
        "https://ludex.example.org",
        "http://127.0.0.1.example.org",
    ):
        with Client(url, transport=httpx.MockTransport(answer)) as client:
            client.kinds()
    assert sent == [True, True, True, False, False]


def busy(times, **headers):
    """Return a transport of a service that is busy a number of times, and the list of its requests."""
    requests = []

    def answer(request):
        requests.append(request)
        if len(requests) <= times:
            problem = {"type": "/docs/reference/errors.html#busy", "title": "Busy", "status": 503, "detail": "busy"}
            return httpx.Response(503, json=problem, headers=headers)
        return httpx.Response(200, json={"kinds": []})

    return httpx.MockTransport(answer), requests


def test_a_busy_service_is_asked_again_after_the_time_that_it_states(monkeypatch):
    pauses = []
    monkeypatch.setattr("ludex_client.connection.time.sleep", pauses.append)
    transport, requests = busy(2, **{"Retry-After": "3"})
    assert Client("http://service", transport=transport).kinds() == {}
    assert (len(requests), pauses) == (3, [3.0, 3.0])


@pytest.mark.parametrize(
    ("headers", "seconds", "attempts"), [({"Retry-After": "90"}, 60, 1), ({}, 0, 1), ({"Retry-After": "x"}, 4, 1)]
)
def test_attempts_end_with_the_time_for_them(monkeypatch, headers, seconds, attempts):
    monkeypatch.setattr("ludex_client.connection.time.sleep", lambda _seconds: None)
    transport, requests = busy(5, **headers)
    with pytest.raises(ProblemError, match="503 Busy: busy"):
        Client("http://service", retry_seconds=seconds, transport=transport).kinds()
    assert len(requests) == attempts


def test_a_response_that_is_no_problem_document_is_a_problem_too():
    transport = httpx.MockTransport(lambda _request: httpx.Response(502, text="<html>"))
    with pytest.raises(ProblemError, match="502 Bad Gateway"):
        Client("http://service", transport=transport).kinds()


def test_addresses_of_pages_are_those_below_the_prefix_of_a_proxy():
    paths = []

    def answer(request):
        paths.append(request.url.raw_path.decode())
        following = None if len(paths) > 1 else "/ludex/api/v1/sequences?cursor=abc"
        return httpx.Response(200, json={"items": [], "next": following})

    client = Client("http://service/ludex/", transport=httpx.MockTransport(answer))
    assert list(client.sequences()) == []
    assert paths == ["/ludex/api/v1/sequences?limit=1000", "/ludex/api/v1/sequences?cursor=abc"]


@pytest.mark.slow
def test_the_distribution_needs_httpx_platformdirs_and_pydantic_only(tmp_path):
    source = ROOT / "service" / "clients" / "python"
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(source)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (file,) = tmp_path.iterdir()
    with zipfile.ZipFile(file) as wheel:
        names = wheel.namelist()
        metadata = message_from_bytes(wheel.read(next(name for name in names if name.endswith("METADATA"))))
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"ludex_client"}
    assert "ludex_client/py.typed" in names
    assert metadata.get_all("Requires-Dist") == ["httpx>=0.28", "platformdirs>=4", "pydantic>=2.10"]
    assert metadata["Version"] == client_version == __version__
    program = "import sys, ludex_client; assert not {'ludex', 'numba', 'flask', 'sqlalchemy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": str(source)}, check=True, cwd=tmp_path)
