"""The TypeScript client: its types are checked and its tests pass, where `npm install` was run in its folder."""

import os
import shutil
import subprocess

import pytest

from tests.services import ROOT, Service

FOLDER = ROOT / "service" / "clients" / "typescript"
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
    pytest.mark.skipif(not (FOLDER / "node_modules").is_dir(), reason="`npm install` was not run"),
]


def test_the_client_is_typed_by_the_openapi_document_and_passes_its_tests(starting_address):
    generated = ["node_modules/openapi-typescript/bin/cli.js", "../../../schema/openapi.json"]
    run(*generated, "--default-non-nullable=false", "--output", "src/openapi.ts")
    run("node_modules/typescript/bin/tsc")
    service = Service(starting_address)
    printed = run("--test", "--test-reporter=tap", "dist/test/client.test.js", LUDEX_TEST_URL=service.url)
    assert service.end()[0] == 0
    assert "# fail 0" in printed and "# skipped 0" in printed


def run(*words, **environment):
    """Return what a program of node prints."""
    command = [str(NODE), *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER, env=os.environ | environment)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
