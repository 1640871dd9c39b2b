"""Jobs as they are asked for: which operation with which arguments, checked before anything is stored."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from ludex.engine.faults import Fault, Place, within
from ludex.jobs.operation import Operation
from ludex.jobs.operations import by_name
from ludex.jobs.store import Job, JobStore
from ludex.requests.fields import RequestModel, faults_of
from ludex.requests.written_numbers import exact_json


class WrongArguments(ValueError):
    """Arguments that do not have the form that the operation takes. `faults` are each place and what is wrong there."""

    def __init__(self, faults: list[tuple[Place, str]]) -> None:
        super().__init__("; ".join(f"{'/'.join(map(str, place))}: {said}" for place, said in faults))
        self.faults = faults


def operation_called(name: str) -> Operation:
    """Return the operation with a name. Raises Fault."""
    found = by_name().get(name)
    if found is None:
        raise Fault(f"no operation is called {name!r}; the operations are {', '.join(by_name())}", ("operation",))
    return found


def start(
    store: JobStore,
    name: str,
    arguments: Mapping[str, Any],
    request: str | None = None,
    owner: str | None = None,
) -> Job:
    """Store a job that waits for a worker. Raises Fault, WrongArguments, TooManyJobs."""
    operation = operation_called(name)
    checked(operation, arguments)
    return store.start(name, arguments, operation.unit, request, owner)


def checked(operation: Operation, arguments: Mapping[str, Any]) -> RequestModel:
    """Return what an operation is asked for. Raises WrongArguments, and Fault for what the game refuses."""
    try:
        asked = operation.takes.model_validate(arguments)
    except ValidationError as error:
        raise WrongArguments([(("arguments", *place), said) for place, said in faults_of(error)]) from None
    with within("arguments"):
        operation.check(asked)
    return asked


def form_of(operation: Operation) -> dict[str, Any]:
    """Return the JSON schema of the arguments of an operation."""
    schema: dict[str, Any] = operation.takes.model_json_schema()
    return schema


def example_of(operation: Operation) -> dict[str, Any]:
    """Return arguments with which an operation may be started."""
    examples = operation.takes.model_config.get("json_schema_extra")
    found = examples.get("examples", [{}]) if isinstance(examples, dict) else [{}]
    first = found[0] if isinstance(found, list) and found else {}
    shown: dict[str, Any] = exact_json(json.dumps(first))
    return shown
