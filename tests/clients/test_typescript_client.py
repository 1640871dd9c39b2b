"""The TypeScript client: its types are checked and its tests pass, where `npm install` was run in its folder."""

import os
import shutil
import subprocess

import pytest

from tests.services import ROOT, Service

FOLDER = ROOT / "service" / "clients" / "typescript"
NPM = shutil.which("npm")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NPM is None, reason="npm is not installed"),
    pytest.mark.skipif(not (FOLDER / "node_modules").is_dir(), reason="`npm install` was not run"),
]


def test_the_client_is_typed_by_the_openapi_document_and_passes_its_tests(starting_address):
    service = Service(starting_address)
    ran = subprocess.run(
        [str(NPM), "test"],
        capture_output=True,
        text=True,
        check=False,
        cwd=FOLDER,
        env=os.environ | {"LUDEX_TEST_URL": service.url},
    )
    assert service.end()[0] == 0
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# fail 0" in ran.stdout
    assert "# skipped 0" in ran.stdout
    # The package has the element that the service serves.
    served = ROOT / "service" / "ludex" / "web" / "static" / "js" / "ludex-level.js"
    assert (FOLDER / "src" / "ludex-level.js").read_bytes() == served.read_bytes()
    assert "class LudexLevel extends HTMLElement" in (FOLDER / "dist" / "src" / "ludex-level.d.ts").read_text()
