"""Generated inputs of every parser and of requests: each ends in an answer, or in a refusal with its reason."""

import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from types import FrameType

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.transfer.export import lines_of_kind
from tests.conformity.asking import Asked, Requests, application
from tests.conformity.mutations import text_like
from tests.conformity.parsers import REFUSES, Parser, parsers

MOST_SECONDS = 10.0
"""Of the processor's time for one input: what takes longer hangs."""
_LINES = 12
_SHOWN = 1500


class Hangs(BaseException):
    """An input took too long."""


@dataclass(slots=True)
class Tried:
    """What came of the inputs of one target: how many, how many were taken, what failed and by which input first."""

    name: str
    inputs: int = 0
    taken: int = 0
    slowest: float = 0.0
    failures: dict[str, str] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)


def try_inputs(address: str, number: int, seed: int, requests_of_ten: int = 2) -> Iterator[Tried]:
    """Try so many inputs, some of ten as requests and the others shared by the parsers; yield what came of each target.

    The catalogue at the address is written to.
    """
    app = application(address)
    catalogue = app.extensions["ludex"].catalogue
    assert isinstance(catalogue, Catalogue)
    targets = parsers(catalogue, _lines(catalogue))
    asked = number * requests_of_ten // 10
    weights, left = sum(one.weight for one in targets), number - asked
    for target in targets:
        share = left * target.weight // weights
        weights, left = weights - target.weight, left - share
        yield _try_parser(target, share, seed)
    yield _try_requests(Requests(app), asked, seed)
    app.extensions["ludex"].jobs.close()
    catalogue.close()


def _try_parser(target: Parser, number: int, seed: int) -> Tried:
    tried = Tried(target.name)
    for index in range(number):
        text = text_like(Random(f"{seed} {target.name} {index}"), target.examples)
        _note(tried, repr(text), partial(_is_taken, target, text))
    return tried


def _is_taken(target: Parser, text: str) -> bool:
    try:
        target.read(text)
    except REFUSES as refusal:
        if not str(refusal):
            raise AssertionError("refused without a reason") from refusal
        return False
    return True


def _try_requests(requests: Requests, number: int, seed: int) -> Tried:
    tried = Tried("requests")
    if number >= len(requests):
        requests.ask_examples()
    for index in range(number):
        asked = requests.made(Random(f"{seed} request {index}"))
        _note(tried, str(asked), partial(_is_answered, requests, asked, tried))
    return tried


def _is_answered(requests: Requests, asked: Asked, tried: Tried) -> bool:
    status = requests.ask(asked)
    tried.statuses[status] += 1
    return status < 400


def _note(tried: Tried, shown: str, attempt: Callable[[], bool]) -> None:
    """Run an attempt, which returns whether an input was accepted, and record its outcome."""
    began = time.process_time()
    tried.inputs += 1
    try:
        with _bounded():
            tried.taken += attempt()
    except (Exception, Hangs) as error:
        tried.failures.setdefault(_told(error), shown[:_SHOWN])
    tried.slowest = max(tried.slowest, time.process_time() - began)


def _told(error: BaseException) -> str:
    """Return an error with the place in Ludex at which it was raised: the same fault is told once."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if "/ludex/" in one.filename]
    at = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return f"{type(error).__name__} at {at}: {' '.join(str(error).split())[:300]}"


@contextmanager
def _bounded() -> Iterator[None]:
    def end(_signal: int, _frame: FrameType | None) -> None:
        raise Hangs(f"takes more than {MOST_SECONDS:g} s of the processor's time")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def _lines(catalogue: Catalogue) -> Sequence[str]:
    """Return lines of an export, some of every kind, with keys and without."""
    with catalogue.reading() as reader:
        return [
            line
            for kind in catalogue.registry.kinds
            for keys in (False, True)
            for line in islice(lines_of_kind(reader, kind, keys=keys), _LINES)
        ]
