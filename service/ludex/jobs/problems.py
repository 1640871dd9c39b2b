"""The problem (RFC 9457) with which a job fails."""

import math
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from pydantic import ValidationError

from ludex.engine.budget import BudgetExhausted
from ludex.engine.faults import Fault, Place
from ludex.requests.fields import faults_of

Problem = dict[str, Any]


class StoringQuotaExceeded(Exception):
    """The owner of a job has used up their quota of stored objects."""

    def __init__(self, owner: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        super().__init__(f"{owner} has stored enough objects for now; the job goes on if it is retried in {wait:,} s.")


class ResultTooLarge(ValueError):
    """A result has more than the maximum number of characters."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The result has more than {limit:,} characters; ask for less at once.")


class TooManyDeaths(RuntimeError):
    """So many workers died in one step that the step itself is taken for the cause."""


def problem_of(error: Exception) -> Problem:
    """Return why a job failed. The details of an internal error stay in the log of the worker."""
    match error:
        case Fault():
            return problem(422, error.message, [(place, error.message) for place in error.places])
        case ValidationError():
            return problem(422, "The arguments do not have the form that this operation takes.", faults_of(error))
        case BudgetExhausted():
            bound = "the time limit of its arguments" if error.reason == "time" else "the memory of one search"
            return problem(422, f"Nothing is known within {bound}.")
        case StoringQuotaExceeded():
            return problem(429, str(error))
        case TooManyDeaths():
            return problem(500, str(error))
        case MemoryError():
            return problem(422, "The memory of this machine does not suffice.")
        case LookupError() | ValueError() if type(error).__module__.startswith("ludex."):
            return problem(404 if isinstance(error, LookupError) else 422, str(error))
        case _:
            return problem(500, f"The job failed ({type(error).__name__}); the log of its worker says why.")


def problem(status: int, detail: str, faults: Sequence[tuple[Place, str]] = ()) -> Problem:
    """Return a problem, with the places of faults in the arguments of the job."""
    errors = [
        {"pointer": "".join(f"/{step}" for step in ("arguments", *place)), "detail": message}
        for place, message in faults
    ]
    title = "Unprocessable Content" if status == 422 else HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, "errors": errors}
