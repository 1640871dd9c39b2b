"""The submission of jobs: an operation and its arguments, which are validated before anything is stored."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from ludex.engine.faults import Fault, Place, within
from ludex.jobs.job import JobDetails
from ludex.jobs.operation import Operation
from ludex.jobs.operations import by_name
from ludex.jobs.store import JobStore
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import RequestModel, faults_of


class InvalidArguments(ValueError):
    """Arguments that do not have the form that the operation takes. `faults` are the places and what is wrong there."""

    def __init__(self, faults: list[tuple[Place, str]]) -> None:
        super().__init__("; ".join(f"{'/'.join(map(str, place))}: {message}" for place, message in faults))
        self.faults = faults


def find_operation(name: str) -> Operation:
    """Return the operation with a name. Raises Fault."""
    found = by_name().get(name)
    if found is None:
        raise Fault(f"no operation is called {name!r}; the operations are {', '.join(by_name())}", ("operation",))
    return found


def start_job(
    store: JobStore,
    name: str,
    arguments: Mapping[str, Any],
    request_id: str | None = None,
    owner: str | None = None,
) -> JobDetails:
    """Enqueue a job of an operation. Raises Fault, InvalidArguments, TooManyJobs."""
    operation = find_operation(name)
    validate_arguments(operation, arguments)
    return store.start(name, arguments, operation.unit, request_id, owner)


def validate_arguments(operation: Operation, arguments: Mapping[str, Any]) -> RequestModel:
    """Return the arguments of an operation as its model. Raises InvalidArguments, Fault."""
    try:
        model = operation.takes.model_validate(arguments)
    except ValidationError as error:
        raise InvalidArguments([(("arguments", *place), message) for place, message in faults_of(error)]) from None
    with within("arguments"):
        operation.check(model)
    return model


def arguments_schema(operation: Operation) -> dict[str, Any]:
    """Return the JSON schema of the arguments of an operation."""
    schema: dict[str, Any] = operation.takes.model_json_schema()
    return schema


def example_arguments(operation: Operation) -> dict[str, Any]:
    """Return an example of the arguments of an operation."""
    examples = operation.takes.model_config.get("json_schema_extra")
    found = examples.get("examples", [{}]) if isinstance(examples, dict) else [{}]
    first = found[0] if isinstance(found, list) and found else {}
    example: dict[str, Any] = exact_json(json.dumps(first))
    return example
