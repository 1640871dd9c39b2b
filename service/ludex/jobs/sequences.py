"""The job that computes more terms of a sequence and compares them with the conjectured formula."""

from typing import Annotated

from pydantic import Field

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
from ludex.engine.faults import Fault
from ludex.games.kinds import registry
from ludex.jobs.operation import Cursor, JobContext, JobOperation, Step
from ludex.requests.fields import RequestModel, example

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
