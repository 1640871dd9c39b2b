"""The operations that jobs can run, and starting a job.

Every request that computes is an operation. The others run in steps.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from pydantic import ValidationError

from ludex.engine.budget import Budget
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, Place, within
from ludex.games import parts
from ludex.jobs import catalogue, sequences
from ludex.jobs.job import JobDetails
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step, single_step
from ludex.jobs.store import JobStore
from ludex.requests.declaration import Declaration, declaration_of
from ludex.requests.fields import RequestModel, faults_of, require_inputs, suggestion
from ludex.requests.session import Session


@cache
def by_name() -> Mapping[str, JobOperation]:
    """Return the operations, keyed by name.

    Operations in steps come first, followed by requests that compute.
    """
    stepped = (*chain.from_iterable(parts("jobs")), *catalogue.OPERATIONS, sequences.SEQUENCE_TERMS)
    known = {operation.name: operation for operation in stepped}
    for operation in operations_of(chain.from_iterable(parts("requests"))):
        known.setdefault(operation.name, operation)
    return known


def operations_of(requests: Iterable[Any]) -> Iterator[JobOperation]:
    """Yield an operation of a single step for each request that is offered as a job."""
    for declared in map(declaration_of, requests):
        if declared.reason("job") is None:
            yield _operation(declared)


def _operation(declared: Declaration) -> JobOperation:
    def run(model: RequestModel, _cursor: Cursor, context: JobContext) -> Step:
        def searching(seconds: float | None) -> AbstractContextManager[Budget]:
            # By default, a job has no time limit. An explicit time limit applies as in a request.
            return replace(context, budget=replace(context.budget, seconds=seconds)).search()

        session = Session(context.catalogue, search=searching)
        result = declared.run(model, session, store=True)
        return single_step(
            declared.page_json(result.read(None, sys.maxsize)) if declared.lists else declared.json(result)
        )

    return JobOperation(declared.operation, declared.model, run, "answers", documentation=declared.about)


class InvalidArguments(ValueError):
    """The arguments of an operation are invalid. `faults` contains the places and messages of the errors."""

    def __init__(self, faults: list[tuple[Place, str]]) -> None:
        super().__init__("; ".join(f"{'/'.join(map(str, place))}: {message}" for place, message in faults))
        self.faults = faults


def find_operation(name: str) -> JobOperation:
    """Return the operation with a name. Raises Fault."""
    result = by_name().get(name)
    if result is None:
        remedy = suggestion(name, by_name(), f"the operations are {', '.join(by_name())}")
        raise Fault(f"{name!r} is not an operation; {remedy}", ("operation",))
    return result


def start_job(
    store: JobStore,
    name: str,
    arguments: Mapping[str, Any],
    request_id: str | None = None,
    owner: str | None = None,
) -> JobDetails:
    """Enqueue a job that runs an operation with the given arguments.

    Raises Fault, InvalidArguments, TooManyJobs.
    """
    operation = find_operation(name)
    validate_arguments(operation, arguments)
    divided = operation.division is not None
    return store.start(name, arguments, operation.unit, request_id, owner, operation.daily, divided=divided)


def validate_arguments(operation: JobOperation, arguments: Mapping[str, Any]) -> RequestModel:
    """Validate the arguments of an operation, and return them as the model. Raises InvalidArguments, Fault."""
    try:
        model = operation.takes.model_validate(arguments)
    except ValidationError as error:
        faults = faults_of(error, operation.takes.model_fields)
        raise InvalidArguments([(("arguments", *place), message) for place, message in faults]) from None
    with within("arguments"):
        require_inputs(model)
        operation.check(model)
    return model


def arguments_schema(operation: JobOperation) -> dict[str, Any]:
    """Return the JSON schema of the arguments of an operation."""
    schema: dict[str, Any] = operation.takes.model_json_schema()
    return schema


def example_arguments(operation: JobOperation) -> dict[str, Any]:
    """Return an example of the arguments of an operation."""
    extra: Any = operation.takes.model_config.get("json_schema_extra", {})
    example: dict[str, Any] = exact_json(json.dumps(next(iter(extra.get("examples", ())), {})))
    return example
