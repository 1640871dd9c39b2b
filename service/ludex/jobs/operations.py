"""The operations that jobs can run.

They are operations in steps, and all requests that compute.

This module also starts jobs.

The job that computes more terms of a sequence and compares them with the conjectured formula.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Annotated, Any

from pydantic import Field, ValidationError

from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    IntegerSequence,
    RecordedSearch,
    StoredClaims,
    find_result,
    results_of,
)
from ludex.catalogue.exact_results.reading import compute_term, predicted_term, read_sequences
from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.budget import Budget
from ludex.engine.exact_json import exact_json
from ludex.engine.faults import Fault, Place, within
from ludex.games import parts
from ludex.games.kinds import registry
from ludex.jobs import catalogue
from ludex.jobs.job import JobDetails
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step, whole
from ludex.jobs.store import JobStore
from ludex.requests.declaration import Declaration, declaration_of
from ludex.requests.fields import RequestModel, example, faults_of, require_inputs, suggestion
from ludex.requests.session import Session

_EXAMPLE = next(
    (found.name for found in results_of(registry(), IntegerSequence) if isinstance(found.source, ClosedForm)), ""
)


class SequenceArguments(RequestModel):
    """The sequence and the number of terms to compute."""

    model_config = example(name=_EXAMPLE, terms=1)

    name: str = Field(description="Name of the sequence, whose terms come from a closed form or from a search.")
    terms: Annotated[int, Field(ge=1, le=100)] = Field(default=1, description="Number of terms to compute.")


def compute_terms(request: SequenceArguments, cursor: Cursor, context: JobContext) -> Step:
    """Compute the terms of a sequence that follow the known terms, and compare them with the conjectured formula.

    Each step computes a term. The job ends early if a term contradicts the conjecture, or if the search does not
    support the next index; the log of the job then states this.
    """
    with context.catalogue.reading() as reader:
        sequence = find_result(reader.registry, IntegerSequence, request.name)
        [listed] = read_sequences(reader, [sequence])
    found = list(cursor.get("terms", ()))
    index = listed.next_index + len(found)
    try:
        term = compute_term(sequence, listed, index, context.budget.quiet())
    except ValueError as error:
        context.say(str(error))
        return Step(None, {"terms": found}, len(found), len(found))
    context.check_cancelled()
    predicted = predicted_term(listed, index)
    found.append({"n": index, "term": term, "predicted": predicted})
    contradicted = listed.conjecture is not None and predicted != term
    if contradicted:
        context.say(f"a({index}) = {term} contradicts the conjecture, which gives {predicted}")
    done = contradicted or len(found) == request.terms
    return Step(None if done else {"terms": found}, {"terms": found}, len(found), request.terms)


def _check(request: SequenceArguments) -> None:
    """Raise Fault if there is no such sequence, or if the job cannot compute its next term."""
    try:
        sequence = find_result(registry(), IntegerSequence, request.name)
    except UnknownObject as error:
        raise Fault(str(error), ("name",)) from None
    if isinstance(sequence.source, StoredClaims):
        raise Fault("its terms come from claims, which other jobs compute and store", ("name",))
    if isinstance(sequence.source, RecordedSearch):
        index = sequence.offset + len(sequence.source.terms())
        if index > sequence.source.last:
            raise Fault(f"the next term, for n = {index}, would take too much memory or time", ("name",))


SEQUENCE_TERMS = JobOperation("sequence-terms", SequenceArguments, compute_terms, "terms", _check)


@cache
def by_name() -> Mapping[str, JobOperation]:
    """Return the operations, keyed by name.

    Operations in steps come first, followed by requests that compute.
    """
    stepped = (*chain.from_iterable(parts("jobs")), *catalogue.OPERATIONS, SEQUENCE_TERMS)
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
        return whole(declared.page_json(result.read(None, sys.maxsize)) if declared.lists else declared.json(result))

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
    examples = operation.takes.model_config.get("json_schema_extra")
    result = examples.get("examples", [{}]) if isinstance(examples, dict) else [{}]
    first = result[0] if isinstance(result, list) and result else {}
    example: dict[str, Any] = exact_json(json.dumps(first))
    return example
