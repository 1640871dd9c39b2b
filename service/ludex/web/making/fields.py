"""The fields of a form, from the declaration of a job's arguments, and the arguments in them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.jobs.operation import Operation
from ludex.jobs.submission import arguments_schema
from ludex.requests.exact_json import exact_json
from ludex.web.site.text_filters import words

_INTEGER, _NUMBER, _FLAG, _LIST = "integer", "number", "boolean", "array"
_MOST_DIGITS = 30


@dataclass(frozen=True, slots=True)
class FormField:
    """A field: its name in the declaration, its title, what it is, what stands in it, what is wrong with that.

    `input` is what a browser shows: number, text, long, flag, choice. Bounds are None if there are none.
    """

    name: str
    title: str
    about: str
    input: str
    value: str
    required: bool
    fault: str
    least: Any = None
    most: Any = None
    step: str = ""
    choices: Sequence[str] = ()


def fields_of(
    operation: Operation, names: Sequence[str], values: Mapping[str, str], faults: Mapping[str, str]
) -> Iterator[FormField]:
    """Yield some fields of an operation with what a visitor wrote in them, else with their defaults."""
    form = arguments_schema(operation)
    for name in names:
        declared = _declared(form, name)
        kind, choices = declared.get("type"), declared.get("enum", ())
        shown = {_INTEGER: "number", _NUMBER: "number", _FLAG: "flag", _LIST: "long"}.get(str(kind), "text")
        default = declared.get("default")
        # A flag that is not set is not sent: it has no other default than false.
        usual = "" if default is None or default is False else str(default)
        value = values.get(name, usual)
        if shown == "number" and not isinstance(_read(_NUMBER, value or "0"), int | float):
            shown = "text"  # else a browser would not show what was written
        yield FormField(
            name,
            words(name),
            declared.get("description", "").replace("`", ""),
            "choice" if choices else shown,
            value,
            name in form.get("required", ()),
            faults.get(name, ""),
            declared.get("minimum"),
            declared.get("maximum"),
            "any" if kind == _NUMBER else "",
            choices,
        )


def arguments_of(operation: Operation, names: Sequence[str], values: Mapping[str, str]) -> dict[str, Any]:
    """Return what is written in some fields as arguments; what is empty is left out.

    What is no number stays a text: the declaration refuses it, and says so.

    >>> from ludex.jobs.operations import by_name
    >>> generate = by_name()["planarity-generate"]
    >>> arguments_of(generate, ["vertices", "edges", "delta", "seed"], {"vertices": "8", "edges": "x", "delta": "0.02"})
    {'vertices': 8, 'edges': 'x', 'delta': 0.02}
    """
    form = arguments_schema(operation)
    written = {name: values.get(name, "").strip() for name in names}
    return {name: _read(_declared(form, name).get("type"), text) for name, text in written.items() if text}


def _declared(form: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the declaration of a field as one: what may be null is what it is otherwise."""
    found: dict[str, Any] = form["properties"][name]
    own = {key: value for key, value in found.items() if key not in ("anyOf", "$ref")}
    for one in (*found.get("anyOf", ()), found):
        of = form["$defs"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        if of.get("type") not in (None, "null"):
            return {**of, **({"description": one["description"]} if "description" in one else {}), **own}
    return own


def _read(kind: object, text: str) -> Any:  # noqa: ANN401 - JSON
    if kind == _INTEGER:
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else text
    if kind == _NUMBER:
        try:
            number = exact_json(text) if len(text) <= _MOST_DIGITS else text
        except ValueError:
            return text
        return number if isinstance(number, int | float) else text
    if kind == _FLAG:
        return text == "true"
    return text.replace(",", " ").split() if kind == _LIST else text
