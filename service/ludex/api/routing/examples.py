"""The examples of requests and responses in schema/examples.

They are part of the OpenAPI document. A test sends the requests.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from ludex.api.routing.routes import Operation

Json = Any
JSON = "application/json"
_LONG_LIST, _SHOWN = 24, 3


@dataclass(frozen=True, slots=True)
class Example:
    """An example request with its response.

    The values of parameters are strings. A body of lines is a single string.
    """

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Json | None
    status: int
    media: str
    answer: Json | None
    stands: bool
    """Whether the example works on a starting catalogue without objects that earlier examples store."""


def examples_folder() -> Path | None:
    """Return the folder of the examples, or None if it does not exist.

    In a wheel, it is in the package. In a checkout, it is at the root.
    """
    return _in_schema("examples")


def shipped_document() -> Path | None:
    """Return the file of the OpenAPI document of the games of this distribution, or None if it does not exist."""
    return _in_schema("openapi.json")


def _in_schema(name: str) -> Path | None:
    package = Path(__file__).resolve().parents[2]
    paths = (root / "schema" / name for root in (package, package.parents[1]))
    return next((path for path in paths if path.exists()), None)


def read_examples(file: Path) -> list[dict[str, Json]]:
    """Return the examples in a file, in their order."""
    held = json.loads(file.read_text(encoding="utf-8"))
    return held if isinstance(held, list) else [held]


def examples_of(operations: Sequence[Operation]) -> dict[str, list[Example]]:
    """Return the examples, keyed by operation name.

    Among the examples of an operation, those that do not need other examples come first.

    Examples of errors are omitted.
    """
    folder, result = examples_folder(), dict[str, list[Example]]()
    stored: set[str] = set()
    rules = [(operation, _pattern(operation.rule)) for operation in operations]
    # If several rules match, the rule with the fewest parameters applies. `/cards/random` is therefore not the address
    # of a card.
    rules.sort(key=lambda rule: rule[1].groups)
    for held in _all(sorted(folder.glob("*.json")) if folder else ()):
        request = held["request"]
        address, _, query = request["path"].partition("?")
        for operation, pattern in rules:
            if operation.method == request["method"] and (fits := pattern.fullmatch(address)):
                body = "".join(f"{json.dumps(line)}\n" for line in request["lines"]) if "lines" in request else None
                made = Example(
                    fits.groupdict(),
                    dict(parse_qsl(query)),
                    request.get("body", body),
                    held["status"],
                    held.get("media", JSON),
                    _shortened(held.get("answer")),
                    not any(f'"{name}"' in json.dumps([*fits.groupdict().values(), request]) for name in stored),
                )
                result.setdefault(operation.name, []).append(made)
                break
        stored |= set(_named(held.get("answer"))) if held["status"] == 201 else set()
    return {name: sorted(examples, key=lambda example: not example.stands) for name, examples in result.items()}


def _named(answer: Json) -> Iterator[str]:
    """Yield the labels and slugs of the objects in a response."""
    for document in (answer, *answer.get("items", ()), *answer.get("lines", ())):
        yield from (
            str(document[name]) for name in ("label", "slug") if isinstance(document, dict) and document.get(name)
        )


def _all(files: Iterable[Path]) -> Iterator[dict[str, Json]]:
    return (example for file in files for example in read_examples(file) if example["status"] < 400)


def _pattern(rule: str) -> re.Pattern[str]:
    """Return a regular expression for the paths of a rule, with a group for each parameter.

    >>> _pattern("/boards/<height>x<width>").fullmatch("/boards/3x4").groupdict()
    {'height': '3', 'width': '4'}
    """
    parts = re.split(r"<(?:\w+:)?(\w+)>", rule)
    return re.compile(
        "".join(f"(?P<{part}>[^/.]+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts))
    )


def _shortened(answer: Json) -> Json:
    """Return a response in which long lists contain only their first items."""
    if isinstance(answer, list):
        return [_shortened(element) for element in (answer if len(answer) <= _LONG_LIST else answer[:_SHOWN])]
    return {name: _shortened(element) for name, element in answer.items()} if isinstance(answer, dict) else answer
