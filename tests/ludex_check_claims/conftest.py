"""An export with a claim of every statement, for the tests of the checker."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.export import export_lines
from ludex.games.kinds import GAMES


@pytest.fixture(scope="session")
def lines(claims_template: Path) -> list[dict[str, Any]]:
    """The lines of an export with a claim of every statement and each form of certificate."""
    catalogue = Catalogue(f"sqlite:///{claims_template}", GAMES)
    found = [json.loads(line) for line in export_lines(catalogue)]
    catalogue.close()
    return found
