"""What the service says about its catalogue when it starts."""

import re
from datetime import UTC, datetime

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.status import describe_catalogue


def test_a_catalogue_is_described_by_its_size_and_a_day(catalogue: Catalogue) -> None:
    sentence = describe_catalogue(catalogue)
    database = catalogue.database
    assert database.url.render_as_string() in sentence
    since = "was last changed on" if database.file is not None else "exists since"
    found = re.search(rf" has 0 objects in ([0-9]+) MB and {since} (.*)$", sentence)
    assert found is not None, sentence
    assert int(found[1]) < 100
    assert abs(datetime.now(UTC) - datetime.fromisoformat(f"{found[2]}T12:00:00Z")).days < 365
