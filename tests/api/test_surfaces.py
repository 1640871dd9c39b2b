"""Every declared request is offered on every surface, or its declaration states why it is not."""

from collections import Counter

import pytest

from ludex.api.surfaces import declared_requests, surfaces_table
from ludex.requests.declaration import SURFACES, Declaration
from tests.services import ROOT

DECLARED = list(declared_requests())


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.operation)
def test_a_missing_surface_has_a_reason(declared: Declaration) -> None:
    assert [surface for surface in SURFACES if declared.reason(surface) == ""] == []


@pytest.mark.parametrize("declared", DECLARED, ids=lambda declared: declared.operation)
def test_every_field_has_a_description(declared: Declaration) -> None:
    assert [name for name, info in declared.plain_model.model_fields.items() if not info.description] == []


def test_the_table_is_up_to_date() -> None:
    assert (ROOT / "schema" / "requests.md").read_text(encoding="utf-8") == surfaces_table()


def test_names_of_methods_and_jobs_are_unique() -> None:
    jobs = [declared.operation for declared in DECLARED if declared.reason("job") is None]
    assert [name for name, count in Counter(jobs).items() if count > 1] == []


def test_requests_that_may_write_are_few() -> None:
    """A review of this list is a review of what a key can change."""
    writing = {(declared.routes or (declared.command,))[0]: declared.writes for declared in DECLARED if declared.writes}
    assert writing["POST /planarity/levels"] == "store"
