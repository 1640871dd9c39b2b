"""Requests made from the OpenAPI document, right ones and wrong ones: every answer is one that the document tells."""

import json
from typing import Any

import pytest
import schemathesis
from flask import Flask
from schemathesis.engine import events, from_schema

# Bounds are tried one by one here; the other requests share the same models and readers.
_ELSE = (
    r"^(?!/api/v1/(swish/(solve|positions|decks/\{label\}/deals)|sets/(solve|positions|statistics)"
    r"|planarity/(solve|levels/lookup|generate))$)"
)

_CONFIG = {
    "seed": 1,
    "headers": {"Accept-Encoding": "identity"},
    # What the game refuses is 422.
    "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", 404, 409, 422]}},
    "generation": {"mode": "all", "deterministic": True, "max-examples": 1},
    "phases": {"stateful": {"enabled": False}},
    "operations": [
        {"include-path-regex": _ELSE, "phases": {"coverage": {"enabled": False}}},
        # The events of a job last as long as the job.
        {"include-path-regex": r"/events$", "enabled": False},
    ],
}


@schemathesis.serializer("application/x-ndjson")
def _lines(_context: Any, value: Any) -> bytes:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else json.dumps(value).encode()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_answer_is_one_that_the_document_tells(app: Flask) -> None:
    config = schemathesis.Config.from_dict(_CONFIG)
    document = _without_tuples(app.test_client().get("/api/v1/openapi.json").get_json())
    schema = schemathesis.openapi.from_dict(document, config=config)
    schema.app, schema.location = app, "/api/v1/openapi.json"
    asked = 0
    wrong = set()
    for event in from_schema(schema).execute():
        assert not isinstance(event, events.NonFatalError | events.FatalError), event
        if isinstance(event, events.ScenarioFinished):
            for checks in event.recorder.checks.values():
                asked += 1
                wrong |= {_told(event.recorder.label, check) for check in checks if _is_wrong(check)}
    assert not wrong, "\n".join(sorted(wrong))
    assert asked > 200


def _without_tuples(schema: Any) -> Any:
    """Return a document whose tuples are lists of some length: of answers schemathesis reads tuples wrongly."""
    if isinstance(schema, list):
        return [_without_tuples(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _without_tuples(one) for name, one in schema.items() if name != "prefixItems"}
    return made | ({"items": _without_tuples(schema["prefixItems"][0])} if "prefixItems" in schema else {})


def _is_wrong(check: schemathesis.checks.CheckResult) -> bool:
    # A right cursor cannot be made up.
    made_up = check.name == "positive_data_acceptance" and "cursor=" in getattr(check.failure_info, "code_sample", "")
    # Whatever is sent as lines is a text; a line that is no drawing is told in the report.
    lines = check.name == "negative_data_rejection" and "x-ndjson" in getattr(check.failure_info, "code_sample", "")
    return check.failure_info is not None and not made_up and not lines


def _told(operation: str, check: schemathesis.checks.CheckResult) -> str:
    found = check.failure_info
    return f"{operation}: {check.name}: {found.failure.title}: {found.failure.message}\n{found.code_sample[:500]}"
