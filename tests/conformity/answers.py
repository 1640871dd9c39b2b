"""Valid and invalid requests that schemathesis generates from the OpenAPI document, which responses must match."""

import json
import re
import warnings
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from flask import Flask
from schemathesis.engine import events, from_schema

from tests.machine import key_for

EVENTS = r"/events$"
"""The pattern of omitted routes. The event stream of a job ends only with the job."""


@dataclass(frozen=True, slots=True)
class Conformity:
    """What came of the requests: how many answers each operation gave, how many checks they passed, what failed."""

    answers: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    """How each request that failed can be sent again, by what was wrong."""


def conformity(
    app: Flask,
    examples: int,
    bounds: bool | str,
    seed: int = 1,
    only: Collection[str] = (),
    tell: Callable[[str], None] = lambda _failure: None,
) -> Conformity:
    """Make the example of each operation, `examples` others, and those at every bound of its fields, with all checks.

    `bounds` may be a pattern: of addresses whose bounds are tried. `only` some operations, such as `GET /health`, may
    be asked. Each failure is told when it is found. The requests have the key of this machine.
    """
    key = key_for(app.extensions["ludex"].catalogue)
    document = _without_tuples(app.test_client().get("/api/v1/openapi.json").get_json())
    schema = schemathesis.openapi.from_dict(document, config=_config(examples, bounds, seed, key))
    schema.app, schema.location = app, "/api/v1/openapi.json"
    if only:
        schema = schema.include(lambda context: context.operation.label in only)
    found = Conformity()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for event in from_schema(schema).execute():
            assert not isinstance(event, events.NonFatalError | events.FatalError), event
            if isinstance(event, events.ScenarioFinished | events.FuzzScenarioFinished):
                _note(found, event.recorder, tell)
    return found


@schemathesis.serializer("application/x-ndjson")
def _lines(_context: Any, value: Any) -> bytes:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else json.dumps(value).encode()


def _config(examples: int, bounds: bool | str, seed: int, key: str) -> schemathesis.Config:
    except_there = rf"^(?!{bounds if isinstance(bounds, str) else '.*' if bounds else '$'})"
    return schemathesis.Config.from_dict(
        {
            "seed": seed,
            "continue-on-failure": True,
            "headers": {"Accept-Encoding": "identity", "Authorization": f"Bearer {key}"},
            # What the game refuses is 422.
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", 404, 409, 422]}},
            "generation": {"mode": "all", "deterministic": True, "max-examples": max(1, examples)},
            "phases": {"fuzzing": {"enabled": examples > 0}, "stateful": {"enabled": examples > 1}},
            "operations": [
                {"include-path-regex": except_there, "phases": {"coverage": {"enabled": False}}},
                {"include-path-regex": EVENTS, "enabled": False},
            ],
        }
    )


def _note(found: Conformity, recorder: Any, tell: Callable[[str], None]) -> None:
    for case, checks in recorder.checks.items():
        of = recorder.cases[case].value.operation.label if case in recorder.cases else recorder.label
        answer = recorder.interactions[case].response if case in recorder.interactions else None
        found.answers[of] += 1
        found.checks[of] += len(checks)
        if answer is not None:
            found.statuses[answer.status_code] += 1
        for check in checks:
            if _is_wrong(check):
                failure = check.failure_info.failure
                told = f"{of}: {check.name}: {failure.title}: {failure.message[:600]}"
                if told not in found.failures:
                    found.failures[told] = check.failure_info.code_sample[:500]
                    tell(f"{told}\n{found.failures[told]}")


def _without_tuples(schema: Any) -> Any:
    """Return a document whose tuples are lists of some length: of answers schemathesis reads tuples wrongly."""
    if isinstance(schema, list):
        return [_without_tuples(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _without_tuples(one) for name, one in schema.items() if name != "prefixItems"}
    return made | ({"items": _without_tuples(schema["prefixItems"][0])} if "prefixItems" in schema else {})


_NOT_IN_SCHEMA = re.compile(
    r'cursor=|where=|/(?:facets|random)\?.*additional=|"(?:object|where|vertices|edges|swaps|grade)": "'
    r"|^curl -X POST .* 'Content-Type: text/csv' |^curl -X POST .*/api/v1/jobs$"
)
"""The requests whose rules no schema can state: cursors, queries, ranges, notations, filters, columns, arguments."""
_RANGE = re.compile(r"=([0-9]+)\.\.([0-9]+)")


def _is_wrong(check: schemathesis.checks.CheckResult) -> bool:
    sample = getattr(check.failure_info, "code_sample", "")
    made_up = check.name == "positive_data_acceptance" and (
        _NOT_IN_SCHEMA.search(sample) is not None or _has_empty_range(sample)
    )
    # Whatever is sent as lines is a text; a line that is no drawing is told in the report.
    lines = check.name == "negative_data_rejection" and re.search("x-ndjson|text/csv", sample) is not None
    # GET of an address that only takes POST reads its last word as the number of another address.
    other = check.name in ("unsupported_method", "allow_header_conformance") and "/census/totals" in sample
    return check.failure_info is not None and not made_up and not lines and not other


def _has_empty_range(sample: str) -> bool:
    """Return whether a range has its greater number first. No pattern can compare the two numbers."""
    return any(int(least) > int(greatest) for least, greatest in _RANGE.findall(sample))
