"""A client that openapi-python-client generates from the OpenAPI document runs a job."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from ludex.api.mcp.tools import tools_of
from ludex.app import all_routes, openapi_text
from ludex.catalogue.kinds.registry import registry_of
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application
from tests.jobs.executing import finish
from tests.machine import key_for


def schemas_in(value, place=""):
    """Yield the schemas within a JSON value, with their places."""
    if isinstance(value, dict):
        yield place, value
    for name, inner in (
        value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    ):
        yield from schemas_in(inner, f"{place}/{name}")


def test_every_array_has_items():
    registry = registry_of(GAMES)
    tools = {name: tool.schema for name, tool in tools_of(registry, all_routes(registry)).items()}
    for part in (json.loads(openapi_text()), tools):
        arrays = [(place, schema) for place, schema in schemas_in(part) if schema.get("type") == "array"]
        assert len(arrays) > 20
        assert [place for place, schema in arrays if "items" not in schema] == []


def document_of_jobs():
    """Return the part of the OpenAPI document that describes jobs."""
    document = json.loads(openapi_text())
    document["paths"] = {path: item for path, item in document["paths"].items() if path.startswith("/api/v1/jobs")}
    schemas, kept, waiting = document["components"]["schemas"], {}, [json.dumps(document["paths"])]
    while waiting:
        for name in re.findall(r"#/components/schemas/(\w+)", waiting.pop()):
            if name not in kept:
                kept[name] = schemas[name]
                waiting.append(json.dumps(schemas[name]))
    document["components"]["schemas"] = kept
    return document


@pytest.fixture
def generated(tmp_path, monkeypatch):
    """Return a function that imports a module of the generated client."""
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document_of_jobs()))
    command = [Path(sys.executable).with_name("openapi-python-client"), "generate", "--meta", "none", "--path", file]
    ended = subprocess.run(
        [*command, "--output-path", tmp_path / "jobs_client"], capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "has resulted in the removal" not in ended.stdout
    monkeypatch.syspath_prepend(tmp_path)
    return lambda name: importlib.import_module(f"jobs_client.{name}")


@pytest.mark.slow
def test_a_generated_client_runs_a_job(generated, lend, tmp_path):
    models = generated("models")
    arguments = models.PostJobsBodyArguments.from_dict({"cards": ["*o", "o*"], "find": "largest"})
    with lend() as address, application(Settings(database_url=address)) as app:
        service = app.extensions["ludex"]
        key = key_for(service.catalogue)
        client = generated("client").AuthenticatedClient(
            "http://localhost", key, httpx_args={"transport": httpx.WSGITransport(app)}
        )
        body = models.PostJobsBody(operation="swish-solve", arguments=arguments)
        job = generated("api.jobs.post_jobs").sync(client=client, body=body)
        assert isinstance(job, models.JobDetails)
        finish(service.catalogue, service.jobs, job.id, tmp_path)
        done = generated("api.jobs.get_job").sync(job.id, client=client)
        assert (done.state, done.result.to_dict()["size"]) == ("succeeded", 2)
        assert [item.id for item in generated("api.jobs.list_jobs").sync(client=client).items] == [job.id]
        again = generated("api.jobs.cancel_job").sync(job.id, client=client)
        assert again.id == job.id
