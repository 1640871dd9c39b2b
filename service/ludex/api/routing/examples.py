"""Requests with their answers, as schema/examples holds them: the OpenAPI document shows them, a test asks them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from ludex.api.routing.routes import Operation
from ludex.requests.schema import schema_folder

Json = Any
JSON = "application/json"
_LONG_LIST, _SHOWN = 24, 3


@dataclass(frozen=True, slots=True)
class Example:
    """A request that is answered: its parameters as texts, its body (of lines: a text), its answer and media type."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Json | None
    status: int
    media: str
    answer: Json | None
    stands: bool
    """It asks for nothing that an example before it has stored, but for what is in every starting catalogue."""


def examples_folder() -> Path | None:
    """Return the folder of the examples, if there is one."""
    schema = schema_folder()
    folder = None if schema is None else schema / "examples"
    return folder if folder is not None and folder.is_dir() else None


def read_examples(file: Path) -> list[dict[str, Json]]:
    """Return the examples of a file: one, or several in their order."""
    held = json.loads(file.read_text(encoding="utf-8"))
    return held if isinstance(held, list) else [held]


def examples_of(operations: Sequence[Operation]) -> dict[str, list[Example]]:
    """Return the examples of requests by the name of the request, those that stand by themselves first.

    Those that end in a problem are left out.
    """
    folder, found = examples_folder(), dict[str, list[Example]]()
    stored: set[str] = set()
    rules = [(one, _pattern(one.rule)) for one in operations]
    # `/cards/random` is no card: of the addresses that fit, that with the fewest parameters is meant.
    rules.sort(key=lambda one: one[1].groups)
    for held in _all(sorted(folder.glob("*.json")) if folder else ()):
        request = held["request"]
        address, _, query = request["path"].partition("?")
        for operation, pattern in rules:
            if operation.method == request["method"] and (fits := pattern.fullmatch(address)):
                body = "".join(f"{json.dumps(one)}\n" for one in request["lines"]) if "lines" in request else None
                made = Example(
                    fits.groupdict(),
                    dict(parse_qsl(query)),
                    request.get("body", body),
                    held["status"],
                    held.get("media", JSON),
                    _shortened(held.get("answer")),
                    not any(f'"{name}"' in json.dumps([*fits.groupdict().values(), request]) for name in stored),
                )
                found.setdefault(operation.name, []).append(made)
                break
        stored |= set(_named(held.get("answer"))) if held["status"] == 201 else set()
    return {name: sorted(examples, key=lambda one: not one.stands) for name, examples in found.items()}


def _named(answer: Json) -> Iterator[str]:
    """Yield the labels and slugs of the objects in an answer."""
    for one in (answer, *answer.get("items", ()), *answer.get("lines", ())):
        yield from (str(one[name]) for name in ("label", "slug") if isinstance(one, dict) and one.get(name))


def _all(files: Iterable[Path]) -> Iterator[dict[str, Json]]:
    return (one for file in files for one in read_examples(file) if one["status"] < 400)


def _pattern(rule: str) -> re.Pattern[str]:
    """Return what fits the addresses of a rule, each parameter a group.

    >>> _pattern("/boards/<height>x<width>").fullmatch("/boards/3x4").groupdict()
    {'height': '3', 'width': '4'}
    """
    parts = re.split(r"<(?:\w+:)?(\w+)>", rule)
    return re.compile(
        "".join(f"(?P<{one}>[^/.]+?)" if place % 2 else re.escape(one) for place, one in enumerate(parts))
    )


def _shortened(answer: Json) -> Json:
    """Return an answer as it is shown: of a long list the first few."""
    if isinstance(answer, list):
        return [_shortened(one) for one in (answer if len(answer) <= _LONG_LIST else answer[:_SHOWN])]
    return {name: _shortened(one) for name, one in answer.items()} if isinstance(answer, dict) else answer
