"""Inputs made from valid ones, texts, JSON and addresses, by changes. The same seed makes the same input."""

import json
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

_PIECES = (
    *"0123456789abcozAZ*./-:,;~@?_ \t\n\r\\\"'[]{}()=&%+#",
    *("\0", "\x1f", "\x7f", "é", "ß", "٣", "²", "１", "\u2028", "\u200b", "\ud800", "\ufeff", "𝟙", "👾"),
    *("true", "null", "NaN", "Infinity", "1e999", "-0", "0.1", "1e-400", "9" * 30, "9" * 5000, "-1", "2147483648"),
    *(
        "[" * 3000,
        '{"a":' * 1500,
        "[[[[",
        "{}",
        '{"a":1}',
        "[]",
        '""',
        "p cnf 1 1",
        "0-0",
        "8:",
        ">>graph6<<",
        "&lt;",
        "../..",
        "%00",
        "%ff",
    ),
)
_VALUES = (
    *(None, True, False, 0, -1, 1, 2, 3, 7, 64, 65, 255, 256, 10**6, 2**30, 2**30 + 1, 2**31, 2**53, 2**63, 10**40),
    *(0.5, -0.0, 1e-9, 1.5, 60, 61, 1e308, "", "a", "0", "null", "\0", "\ud800", "*o", "0121", "x" * 300, "../x"),
    *([], {}, [[]], [{}], {"": None}, [0], [0, 0], ["*o"], ["*o"] * 70, [[0, 0]] * 65, [None]),
)
_MOST = 20_000
"""The maximum number of characters of a generated text. Longer texts only test the limit on the length."""


def text_like(numbers: Random, examples: Sequence[str]) -> str:
    """Return a text made from one of the examples, or from two; of JSON half the time JSON."""
    text = numbers.choice(examples)
    if text.startswith(("{", "[")) and numbers.random() < 0.5:
        with suppress(ValueError, RecursionError):
            return json.dumps(json_like(numbers, [json.loads(text)]), ensure_ascii=numbers.random() < 0.5)
    for _ in range(numbers.choice((0, 1, 1, 1, 2, 3, 6))):
        at, end = sorted(numbers.randrange(len(text) + 1) for _ in range(2))
        match numbers.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + numbers.choice(_PIECES) + text[at:]
            case 2:
                text = text[:at] + numbers.choice(_PIECES) + text[at + 1 :]
            case 3:
                text = text[:end] + text[at:]
            case 4:
                text = text[:at] + text[at:end] * numbers.randrange(2, 40) + text[end:]
            case 5:
                other = numbers.choice(examples)
                text = text[:at] + other[numbers.randrange(len(other) + 1) :]
            case _:
                text = "".join(numbers.sample(text[at:end], end - at)).join((text[:at], text[end:]))
        text = text[:_MOST]
    return text


def json_like(numbers: Random, examples: Sequence[Any]) -> Any:
    """Return a value of JSON made from one of the examples; they stay as they are."""
    value = deepcopy(numbers.choice(examples))
    for _ in range(numbers.choice((0, 0, 1, 1, 1, 2))):
        value = _changed(numbers, value, examples)
    return value


def query_like(numbers: Random, query: str, others: Sequence[str]) -> str:
    """Return the query of an address made from one, with parameters of others."""
    given = dict(parse_qsl(query))
    for _ in range(numbers.choice((0, 1, 1, 2))):
        if numbers.random() < 0.2 or not given:
            given |= dict(parse_qsl(numbers.choice(others)))
        if given:
            name = numbers.choice(list(given))
            value = numbers.choice(_VALUES) if numbers.random() < 0.5 else text_like(numbers, [given[name]])
            given[name] = value if isinstance(value, str) else json.dumps(value)
    return urlencode(given, errors="replace")


def _changed(numbers: Random, value: Any, examples: Sequence[Any]) -> Any:
    """Return a value in which one place, found from the top down, is another."""
    within = numbers.random() < 0.85
    if isinstance(value, dict) and value and within:
        return _changed_object(numbers, value, examples)
    if isinstance(value, list) and value and within:
        return _changed_list(numbers, value, examples)
    if isinstance(value, str) and numbers.random() < 0.6:
        return text_like(numbers, [value])
    if isinstance(value, int | float) and numbers.random() < 0.6:
        return numbers.choice((value + 1, value - 1, -value, value * 2, value * 1000, value / 3, str(value)))
    return deepcopy(numbers.choice(_VALUES))


def _changed_object(numbers: Random, value: dict[str, Any], examples: Sequence[Any]) -> dict[str, Any]:
    name = numbers.choice(list(value))
    match numbers.randrange(10):
        case 0:
            del value[name]
        case 1:
            value[numbers.choice(("label", "limit", "find", "unknown", name + "s", ""))] = numbers.choice(_VALUES)
        case 2:
            other = deepcopy(numbers.choice(examples))
            value |= other if isinstance(other, dict) else {name: other}
        case _:
            value[name] = _changed(numbers, value[name], examples)
    return value


def _changed_list(numbers: Random, value: list[Any], examples: Sequence[Any]) -> list[Any]:
    at = numbers.randrange(len(value))
    match numbers.randrange(8):
        case 0:
            del value[at]
        case 1:
            value.insert(at, deepcopy(numbers.choice(value)))
        case 2:
            value[at:at] = deepcopy(value[: numbers.randrange(1, 40)])
        case 3:
            numbers.shuffle(value)
        case _:
            value[at] = _changed(numbers, value[at], examples)
    return value
